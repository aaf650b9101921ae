// As dump.py.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	sframecorpus "github.com/sframe-conformance/sframe-conformance/go"
)

var out = bufio.NewWriter(os.Stdout)

func dump(v *sframecorpus.Vector) error {
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

func say(value any) string {
	switch value.(type) {
	case nil:
		return "nothing"
	case []any:
		return "list"
	case map[string]any:
		return "object"
	}
	text, _ := json.Marshal(value)
	if len(text) < 240 {
		return string(text)
	}
	return "string"
}

func judge(path string) error {
	text, err := os.ReadFile(path)
	cases := strings.Split(strings.TrimSpace(string(text)), "\n")
	if err != nil {
		return err
	}
	return sframecorpus.Core(func(v *sframecorpus.Vector) error {
		for ; len(cases) > 0 && strings.HasPrefix(cases[0], v.ID+"\t"); cases = cases[1:] {
			words := strings.Split(cases[0], "\t")
			var exposes []string
			json.Unmarshal([]byte(words[1]), &exposes) // of `-` nothing
			judgement := v.Judge(json.RawMessage(words[2]), exposes)
			reading := judgement.Reading
			if reading == "" {
				reading = "-"
			}
			fmt.Fprintf(out, "%s\t%s", judgement.Outcome, reading)
			for i, each := range judgement.Differences {
				if judgement.Outcome == "fail" && i < 16 {
					fmt.Fprintf(out, "\t%s: %s > %s", each.Path, say(each.Expected), say(each.Actual))
				}
			}
			fmt.Fprintln(out)
		}
		return nil
	})
}

func main() {
	var err error
	switch {
	case len(os.Args) > 2:
		err = judge(os.Args[2])
	case len(os.Args) > 1:
		err = sframecorpus.Whole("", dump)
	default:
		err = sframecorpus.Core(dump)
	}
	out.Flush()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
