package sframecorpus_test

import (
	"fmt"

	sframecorpus "github.com/@REPOSITORY@/go"
)

// Judges two answers to a lookup: a right one, and one with a wrong offset.
func ExampleVector_Judge() {
	err := sframecorpus.Core(func(vector *sframecorpus.Vector) error {
		if vector.ID != "v3/amd64/lookup/settled-inc-single-instruction/in-first-row/pcrel" {
			return nil
		}
		for _, offset := range []int{320, 312} {
			judgement := vector.Judge(map[string]any{
				"pc": "0x11001", "function": 0, "row": 0, "cfa": map[string]any{"base": "sp", "offset": offset},
				"ra": map[string]any{"base": "cfa", "offset": -8, "deref": true}, "fp": "same", "mangled_ra": false,
				"signal": false}, nil)
			fmt.Println(judgement.Outcome)
			for _, each := range judgement.Differences {
				fmt.Printf("%s is %v, not %v\n", each.Path, each.Actual, each.Expected)
			}
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// pass
	// fail
	// cfa.offset is 312, not 320
}
