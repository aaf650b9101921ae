// Says the same odd things as odd.c.
package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"sync/atomic"
)

func lookup(request *Request) (Object, error) {
	switch request.PC {
	case 0:
		return Object{{"least", math.MinInt64}, {"most", math.MaxInt64}, {"address", Address(request.Address)},
			{"yes", true}, {"bytes", Hex(request.Bytes)}, {"flags", Flags(request.Profile, 0xff)},
			{"cfa", RuleSum("r4294967295", -1)}, {"ra", RuleLoad("cfa", 0)}, {"fp", Same}, {"sp", Undefined}}, nil
	case 1:
		return Object{{"quo\"te", "\\ \" \t \n \x01 \x1f \x7f /"}}, nil
	case 2:
		return None("unknown"), nil
	case 3:
		return nil, errors.New("no")
	case 4:
		return nil, fmt.Errorf("%w", Unsupported("not today"))
	case 5:
		panic("a mistake of the reader")
	case 6:
		return nil, errors.New("")
	case 7:
		return Object{{"odd", map[string]int{"a": 1}}}, nil
	}
	return Object{{"most", uint64(math.MaxUint64)}, {"odd", "a\xff<&>"}}, nil
}

func decode(*Request) (Object, error) {
	fmt.Println("what the reader prints is none of its answers")
	var none []Object
	return Object{{"functions", []Object{{{"rows", none}}, {{"rows", []any{Object{}, Object(nil)}}}}}}, nil
}

func check(request *Request) (Object, error) {
	if len(request.Bytes) == 0 {
		return Object{{"verdict", "malformed"}}, nil
	}
	return Object{{"verdict", "valid"}}, nil
}

func flip(request *Request) (Object, error) { return Object{{"bytes", Hex(request.Bytes)}}, nil }

func unwind(request *Request) (Object, error) {
	scenario := request.Scenario
	answer := Object{{"limit", scenario.Limit}, {"modules", len(scenario.Modules)}}
	for _, module := range scenario.Modules {
		answer = append(answer, Member{"module", Hex(module.Bytes)})
	}
	var frames []Object
	for _, name := range []string{"sp", "fp", "r30", "pac_mask"} {
		value, known := scenario.Registers[name]
		if !known {
			continue
		}
		frame := Object{{"pc", Address(value)}}
		if word, readable := scenario.Word(value); readable {
			frame = append(frame, Member{"cfa", Address(word)})
		}
		frames = append(frames, frame)
	}
	return append(answer, Member{"frames", frames}, Member{"stop", "unsafe"}), nil
}

// The number of questions about a section that stays open.
type section struct{ asked int32 }

func openSection(request *Request) (any, error) {
	if string(request.Bytes) == "no" {
		return nil, errors.New("not this one")
	}
	return &section{}, nil
}

func lookupOpened(request *Request) (Object, error) {
	asked := atomic.AddInt32(&request.Opened.(*section).asked, 1)
	bytes := Member{"bytes", Hex(request.Bytes)}
	if request.PC == 1 {
		return Object{{"function", asked}, bytes}, nil
	}
	return Object{bytes}, nil
}

func closeSection(opened any) {
	fmt.Fprintf(os.Stderr, "closed after %d\n", opened.(*section).asked)
}

func main() {
	adapter := Adapter{Name: "odd \"reader\"", Version: "0", Profiles: "v1 v2 v2e1 v2e2 v3",
		Abis: "amd64 aarch64 aarch64_be s390x", Exposes: "check.verdict lookup", Requires: "any", Decode: decode,
		Check: check, Lookup: lookup, Flip: flip, Unwind: unwind}
	if len(os.Args) > 1 {
		adapter.Decode, adapter.Lookup = nil, lookupOpened
		adapter.Open, adapter.Close, adapter.Concurrent = openSection, closeSection, true
	}
	adapter.Run()
}
