// Keeps sections open as opens.c does.
package main

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
)

type section struct {
	bytes []byte
	asked int32
}

func openSection(request *Request) (any, error) {
	if string(request.Bytes) == "no" {
		return nil, errors.New("not this one")
	}
	return &section{bytes: request.Bytes}, nil
}

func lookup(request *Request) (Object, error) {
	section := request.Opened.(*section)
	asked := atomic.AddInt32(&section.asked, 1)
	bytes := Member{"bytes", Hex(section.bytes)}
	if request.PC == 1 {
		return Object{{"function", asked}, bytes}, nil
	}
	return Object{bytes}, nil
}

func unwind(request *Request) (Object, error) {
	return Object{{"limit", request.Scenario.Limit}, {"sp", Address(request.Scenario.Registers["sp"])}}, nil
}

func closeSection(opened any) {
	fmt.Fprintf(os.Stderr, "closed after %d\n", opened.(*section).asked)
}

func main() {
	adapter := Adapter{Name: "opens", Version: "0", Profiles: "v2", Abis: "amd64", Lookup: lookup, Unwind: unwind,
		Open: openSection, Close: closeSection, Concurrent: true}
	adapter.Run()
}
