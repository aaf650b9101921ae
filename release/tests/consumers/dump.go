// As dump.py.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	sframecorpus "github.com/sframe-conformance/sframe-conformance/go"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	dump := func(v *sframecorpus.Vector) error {
		var accepts []string
		for _, what := range []string{"answer", "error", "none"} {
			if v.Accepts(what) {
				accepts = append(accepts, what)
			}
		}
		breaks, pc := v.Breaks(), "-"
		if breaks == "" {
			breaks = "-"
		}
		if v.Operation == "lookup" || v.Operation == "unwind" {
			pc = fmt.Sprintf("%#x", uint64(v.Input.PC))
		}
		_, err := fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%s\t%x\t%#x\t%s\t%s\n", v.ID, v.Profile, v.ABI, v.Operation, v.Class,
			breaks, []byte(v.Input.Bytes), uint64(v.Input.Address), pc, strings.Join(accepts, ","))
		return err
	}
	var err error
	if len(os.Args) > 1 {
		err = sframecorpus.Whole("", dump)
	} else {
		err = sframecorpus.Core(dump)
	}
	out.Flush()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
