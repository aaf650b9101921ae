//go:build go1.23

package sframecorpus_test

import (
	"fmt"

	sframecorpus "github.com/@REPOSITORY@/go"
)

// The first vector of each text.
func ExampleAll() {
	seen := map[string]bool{}
	for vector, err := range sframecorpus.All() {
		if err != nil {
			fmt.Println(err)
			break
		}
		if !seen[vector.Profile] {
			fmt.Println(vector.Profile)
		}
		seen[vector.Profile] = true
		if len(seen) == 5 {
			break
		}
	}
	// Unordered output:
	// v1
	// v2
	// v2e1
	// v2e2
	// v3
}

func ExampleAllOf() {
	for _, err := range sframecorpus.AllOf("no/such/corpus.jsonl") {
		fmt.Println(err)
	}
	// Output:
	// open no/such/corpus.jsonl: no such file or directory
}
