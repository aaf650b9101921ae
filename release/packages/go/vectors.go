// Package sframecorpus has test vectors for readers of SFrame: Core calls a function with each; see README.md.
package sframecorpus

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Version is that of the corpus.
const Version = "@VERSION@"

// Variable names the file of the whole corpus.
const Variable = "SFRAME_CORPUS"

//go:embed core.jsonl.gz
var core []byte

// Vector is one question about one section, and what may be answered.
type Vector struct {
	ID        string   `json:"id"`
	Profile   string   `json:"profile"`   // the text to read by: v1, v2, v2e1, v2e2, v3
	ABI       string   `json:"abi"`       // amd64, aarch64, aarch64_be, s390x
	Operation string   `json:"operation"` // decode, check, lookup, flip, unwind
	Class     string   `json:"class"`     // valid, malformed, irregular, contested
	Clauses   []string `json:"clauses"`   // what it is about
	Breaches  []string `json:"breaches"`  // readings of a contested one that may also refuse it
	Input     Input    `json:"input"`

	Expect json.RawMessage `json:"expect"` // what is right
	Line   []byte          `json:"-"`      // the whole line, as JSON

	accepts map[string]bool
}

// Input is what a reader is given.
type Input struct {
	Address Address `json:"address"` // where the section lies in memory
	Bytes   Bytes   `json:"bytes"`   // the section; a large one is made of Parts
	Parts   []Part  `json:"parts"`
	PC      Address `json:"pc"` // of lookup and unwind

	// Of unwind alone.
	Registers map[string]Address `json:"registers"`
	PACMask   Address            `json:"pac_mask"`
	Limit     int                `json:"limit"`
	Modules   []Piece            `json:"modules"`
	Memory    []Piece            `json:"memory"`
}

// Part of a large section: bytes, so many times, with numbers in them that count up.
type Part struct {
	Times int   `json:"times"`
	Bytes Bytes `json:"bytes"`
	Count []struct {
		At    int   `json:"at"`
		Width int   `json:"width"`
		Step  int64 `json:"step"`
	} `json:"count"`
}

// Piece of memory, or the section of a further module.
type Piece struct {
	Address Address `json:"address"`
	Bytes   Bytes   `json:"bytes"`
}

// Address is written in hexadecimal.
type Address uint64

func (address *Address) UnmarshalText(text []byte) error {
	if !bytes.HasPrefix(text, []byte("0x")) {
		return fmt.Errorf("no address: %.40q", text)
	}
	number, err := strconv.ParseUint(string(text[2:]), 16, 64)
	*address = Address(number)
	return err
}

// Bytes are written as two hexadecimal digits each.
type Bytes []byte

func (into *Bytes) UnmarshalText(text []byte) error {
	*into = make([]byte, hex.DecodedLen(len(text)))
	_, err := hex.Decode(*into, text)
	return err
}

// Breaks is the clause that a malformed or irregular section was made to break; else it is empty.
func (vector *Vector) Breaks() string {
	if (vector.Class == "malformed" || vector.Class == "irregular") && len(vector.Clauses) > 0 {
		return vector.Clauses[0]
	}
	return ""
}

// Accepts says whether an "answer", an "error" (a refusal) or "none" (nothing is there) can be right. Which answer is
// right stands in Expect.
func (vector *Vector) Accepts(what string) bool {
	return vector.accepts[what]
}

// Core calls TAKE with each vector inside this package: the core, selected to cover the format. All vectors find more
// mistakes. It ends at the first error, which may be TAKE's.
func Core(take func(*Vector) error) error {
	plain, err := gzip.NewReader(bytes.NewReader(core))
	if err != nil {
		return fmt.Errorf("core.jsonl.gz: %w", err)
	}
	return read("core.jsonl.gz", plain, take)
}

// Whole does the same with all vectors, from the corpus of a release (.tar), or a file of it (.jsonl.zst, .jsonl); if PATH
// is empty from where $SFRAME_CORPUS says. What is compressed needs the program zstd.
func Whole(path string, take func(*Vector) error) error {
	if path == "" {
		path = os.Getenv(Variable)
	}
	if path == "" {
		return errors.New("say where the whole corpus is: a path, or " + Variable + " in the environment")
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	kind := filepath.Ext(path)
	var lines io.Reader = file
	if kind == ".tar" { // it has them in a folder of its own name
		member := strings.TrimSuffix(filepath.Base(path), kind) + "/whole.jsonl.zst"
		lines, err = output(lines, "tar", "-xO", member)
	}
	if err == nil && (kind == ".tar" || kind == ".zst") {
		lines, err = output(lines, "zstd", "-dc")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return read(path, lines, take)
}

// What a command writes when it reads that. A command that fails writes less than the last line of a corpus promises.
func output(from io.Reader, name string, words ...string) (io.Reader, error) {
	command := exec.Command(name, words...)
	command.Stdin, command.Stderr = from, os.Stderr
	lines, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("needs the program %s: %w", name, err)
	}
	return lines, nil
}

// A corpus ends with a line that counts its vectors, so that none is missed.
func read(name string, from io.Reader, take func(*Vector) error) error {
	lines := bufio.NewReaderSize(from, 1<<16)
	for count := 0; ; count++ {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			return fmt.Errorf("%s: its last line is missing, so vectors may be missing, too", name)
		}
		if err != nil && err != io.EOF {
			return fmt.Errorf("%s: %w", name, err)
		}
		var last struct{ Corpus *struct{ Vectors int } }
		if bytes.HasPrefix(line, []byte(`{"corpus"`)) && json.Unmarshal(line, &last) == nil && last.Corpus != nil {
			if last.Corpus.Vectors != count {
				return fmt.Errorf("%s: %d vectors, but its last line says %d", name, count, last.Corpus.Vectors)
			}
			if _, err := lines.ReadByte(); err != io.EOF {
				return fmt.Errorf("%s: goes on behind its last line", name)
			}
			return nil
		}
		vector := &Vector{Line: line}
		if err := vector.read(); err != nil {
			return fmt.Errorf("%s:%d: no vector (is the file still compressed?): %w", name, count+1, err)
		}
		if err := take(vector); err != nil {
			return err
		}
	}
}

func (vector *Vector) read() error {
	if err := json.Unmarshal(vector.Line, vector); err != nil {
		return err
	}
	if len(vector.Input.Parts) > 0 {
		section, err := made(vector.Input.Parts)
		if err != nil {
			return err
		}
		vector.Input.Bytes = section
	}
	var expect expectation
	if vector.ID == "" || json.Unmarshal(vector.Expect, &expect) != nil {
		return errors.New("no id, or no expectation")
	}
	vector.accepts = map[string]bool{"error": len(vector.Breaches) > 0}
	expect.addTo(vector.accepts)
	return nil
}

const most = 1 << 22 // bytes of a section that is made of parts

func made(parts []Part) ([]byte, error) {
	var section []byte
	var order binary.ByteOrder = binary.LittleEndian
	for i, part := range parts {
		size := len(part.Bytes)
		if size == 0 || part.Times < 1 || part.Times > (most-len(section))/size {
			return nil, errors.New("parts of a section that make none, or one of more than 4 MiB")
		}
		if i == 0 && part.Bytes[0] == 0xde {
			order = binary.BigEndian
		}
		begin := len(section)
		section = append(section, bytes.Repeat(part.Bytes, part.Times)...)
		for _, count := range part.Count {
			if count.At < 0 || count.Width < 1 || count.At > size || count.Width > size-count.At {
				return nil, errors.New("a part of a section that counts outside of its bytes")
			}
			for time := 0; time < part.Times; time++ {
				at := begin + time*size + count.At
				if err := add(section[at:at+count.Width], order, count.Step*int64(time)); err != nil {
					return nil, err
				}
			}
		}
	}
	return section, nil
}

func add(field []byte, order binary.ByteOrder, more int64) error {
	switch len(field) {
	case 1:
		field[0] += byte(more)
	case 2:
		order.PutUint16(field, order.Uint16(field)+uint16(more))
	case 4:
		order.PutUint32(field, order.Uint32(field)+uint32(more))
	case 8:
		order.PutUint64(field, order.Uint64(field)+uint64(more))
	default:
		return errors.New("a part of a section that counts by another width than 1, 2, 4 or 8")
	}
	return nil
}

// As much of an expectation, or of one of its readings, as says what may be answered.
type expectation struct {
	Readings []expectation
	Accept   []string
	Answer   *expectation
	Verdict  string
	None     string
}

func (expect *expectation) addTo(kinds map[string]bool) {
	for i := range expect.Readings {
		expect.Readings[i].addTo(kinds)
	}
	for _, word := range expect.Accept {
		if word != "answer" {
			kinds[word] = true
		} else if expect.Answer == nil { // any answer at all
			kinds["answer"], kinds["none"] = true, true
		}
	}
	if expect.Answer != nil {
		kinds[expect.Answer.kind()] = true
	} else if expect.Readings == nil && expect.Accept == nil {
		kinds[expect.kind()] = true
	}
}

func (expect *expectation) kind() string {
	if expect.Verdict == "malformed" || expect.None == "error" {
		return "error"
	}
	if expect.None != "" {
		return "none"
	}
	return "answer"
}
