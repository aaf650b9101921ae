// A reader that reads the header alone, held against the vectors. Copy this file, and call your own reader.
package sframecorpus_test

import (
	"encoding/binary"
	"errors"
	"testing"

	sframecorpus "github.com/@REPOSITORY@/go"
)

const headerSize = 28

var versions = map[string]byte{"v1": 1, "v2": 2, "v2e1": 2, "v2e2": 2, "v3": 3}
var functionSize = map[byte]uint64{1: 17, 2: 20, 3: 16}

// How many functions there are, if the section can be read.
func readHeader(section []byte, profile string) (uint64, error) {
	var order binary.ByteOrder = binary.LittleEndian
	switch {
	case len(section) >= 2 && section[0] == 0xe2 && section[1] == 0xde:
	case len(section) >= 2 && section[0] == 0xde && section[1] == 0xe2:
		order = binary.BigEndian
	default:
		return 0, errors.New("no magic number")
	}
	if len(section) < headerSize {
		return 0, errors.New("the header is cut")
	}
	version, aux := section[2], int(section[7])
	if version != versions[profile] {
		return 0, errors.New("another version")
	}
	if len(section) < headerSize+aux {
		return 0, errors.New("the auxiliary header is cut")
	}
	number := func(at int) uint64 { return uint64(order.Uint32(section[at:])) }
	functions, rowBytes, functionsAt, rowsAt := number(8), number(16), number(20), number(24)
	body := uint64(len(section) - headerSize - aux)
	if end := functionsAt + functions*functionSize[version]; end > body || end > rowsAt {
		return 0, errors.New("functions end behind the section, or in the rows")
	}
	if rowsAt+rowBytes > body {
		return 0, errors.New("rows end behind the section")
	}
	return functions, nil
}

// Clauses. A reader of headers does not see what is wrong with rows.
var header = map[string]bool{"preamble.magic": true, "preamble.complete": true, "version.known": true,
	"version.described": true, "header.complete": true, "header.aux-inside": true, "header.fde-array": true,
	"header.fdeoff-inside": true, "header.freoff-inside": true, "header.fre-len-inside": true}

func isAsked(vector *sframecorpus.Vector) bool {
	mustAnswer := !vector.Accepts("error")
	mustRefuse := !vector.Accepts("answer") && header[vector.Breaks()]
	return vector.Operation == "check" && (mustAnswer || mustRefuse)
}

func TestHeader(t *testing.T) {
	asked := 0
	err := sframecorpus.Core(func(vector *sframecorpus.Vector) error {
		if !isAsked(vector) {
			return nil
		}
		asked++
		t.Run(vector.ID, func(t *testing.T) {
			_, err := readHeader(vector.Input.Bytes, vector.Profile)
			if (err != nil) != vector.Accepts("error") {
				t.Errorf("refuses: %v; should refuse: %v", err, vector.Accepts("error"))
			}
		})
		return nil
	})
	if err != nil || asked == 0 {
		t.Fatalf("%d vectors asked, %v", asked, err)
	}
	t.Logf("%d vectors asked", asked)
}
