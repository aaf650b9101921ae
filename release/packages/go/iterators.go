//go:build go1.23

package sframecorpus

import (
	"errors"
	"iter"
)

// All goes through the vectors of Core: for vector, err := range sframecorpus.All() { ... }. An error is the last pair.
func All() iter.Seq2[*Vector, error] {
	return sequence(Core)
}

// AllOf goes through those of Whole.
func AllOf(path string) iter.Seq2[*Vector, error] {
	return sequence(func(take func(*Vector) error) error { return Whole(path, take) })
}

var errEnough = errors.New("enough")

func sequence(read func(func(*Vector) error) error) iter.Seq2[*Vector, error] {
	return func(yield func(*Vector, error) bool) {
		err := read(func(vector *Vector) error {
			if !yield(vector, nil) {
				return errEnough
			}
			return nil
		})
		if err != nil && err != errEnough {
			yield(nil, err)
		}
	}
}
