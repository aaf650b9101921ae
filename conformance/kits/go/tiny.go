// A tiny reader of SFrame version 2 on AMD64: the examples are adapters for it.
package main

import (
	"encoding/binary"
	"errors"
)

const (
	headerSize   = 28
	functionSize = 20
	magic        = 0xdee2
	version      = 2
	amd64        = 3
	pcrel        = 4
)

type tinySection struct {
	data, aux      []byte
	address        uint64
	text           string // "v2", "v2e1" or "v2e2"
	flags          byte
	fixedFP        int8
	fixedRA        int8
	functionCount  uint64
	functionsAt    uint64
	rowsAt, rowEnd uint64
}

type tinyFunction struct {
	start    uint64
	size     uint32
	mask     bool
	rowType  byte // a row's start has 1 << rowType bytes
	repSize  byte
	keyB     bool
	rowCount uint32
	rowsAt   uint64
}

type tinyRow struct {
	start     uint32
	mangledRA bool
	cfaFromSP bool
	words     []int32 // the CFA's offset from its base, then perhaps FP's from the CFA
}

// tinyPlace is what holds at a PC. An index is -1 if there is no function, or no row.
type tinyPlace struct {
	function, index int
	row             tinyRow
}

func openTiny(data []byte, address uint64, text string) (*tinySection, error) {
	if len(data) < headerSize {
		return nil, errors.New("the header is not whole")
	}
	if binary.LittleEndian.Uint16(data) != magic || data[2] != version || data[4] != amd64 {
		return nil, errors.New("not little-endian SFrame version 2 of AMD64")
	}
	if data[6] == 0 {
		return nil, errors.New("rows of AMD64 do not say where the return address is, so the header must")
	}
	field := func(at int) uint64 { return uint64(binary.LittleEndian.Uint32(data[at:])) }
	end := headerSize + uint64(data[7])
	section := &tinySection{data: data, address: address, text: text, flags: data[3], fixedFP: int8(data[5]),
		fixedRA: int8(data[6]), functionCount: field(8), functionsAt: end + field(20), rowsAt: end + field(24)}
	section.rowEnd = section.rowsAt + field(16)
	if section.functionsAt+section.functionCount*functionSize > section.rowsAt {
		return nil, errors.New("the functions are not whole")
	}
	if section.rowEnd > uint64(len(data)) {
		return nil, errors.New("the rows are not whole")
	}
	section.aux = data[headerSize:end]
	return section, nil
}

func (section *tinySection) function(index int) (function tinyFunction, err error) {
	at := section.functionsAt + uint64(index)*functionSize
	entry := section.data[at : at+functionSize]
	field := func(at int) uint32 { return binary.LittleEndian.Uint32(entry[at:]) }
	function = tinyFunction{start: section.address + uint64(int32(field(0))), size: field(4),
		mask: entry[16]&0x10 != 0, rowType: entry[16] & 0x0f, repSize: entry[17], keyB: entry[16]&0x20 != 0,
		rowCount: field(12), rowsAt: section.rowsAt + uint64(field(8))}
	if section.text != "v2" && section.flags&pcrel != 0 { // the flag came with erratum 1
		function.start += at
	}
	if function.rowType > 2 {
		err = errors.New("a type of rows that nobody has defined")
	}
	return function, err
}

// take returns the bytes at a place, and where they end.
func (section *tinySection) take(at, size uint64) ([]byte, uint64, error) {
	if at > section.rowEnd || size > section.rowEnd-at {
		return nil, at, errors.New("a row is not whole")
	}
	return section.data[at : at+size], at + size, nil
}

func unsigned(bytes []byte) uint32 {
	var whole [4]byte
	copy(whole[:], bytes)
	return binary.LittleEndian.Uint32(whole[:])
}

func signed(bytes []byte) int32 {
	unused := 32 - 8*len(bytes)
	return int32(unsigned(bytes)<<unused) >> unused
}

// row reads the row at a place, and returns where it ends.
func (section *tinySection) row(at uint64, rowType byte) (row tinyRow, end uint64, err error) {
	head, at, err := section.take(at, 1<<rowType+1)
	if err != nil {
		return row, at, err
	}
	info := head[len(head)-1]
	count, size := uint64(info>>1&15), uint64(1)<<(info>>5&3)
	if size > 4 {
		return row, at, errors.New("a size of words that nobody has defined")
	}
	words, at, err := section.take(at, count*size)
	if err != nil {
		return row, at, err
	}
	if count > 2 {
		return row, at, errors.New("a row of AMD64 has no more than two words")
	}
	row = tinyRow{start: unsigned(head[:len(head)-1]), mangledRA: info&0x80 != 0, cfaFromSP: info&1 != 0}
	for ; len(words) > 0; words = words[size:] {
		row.words = append(row.words, signed(words[:size]))
	}
	return row, at, nil
}

// rows calls see with each row, until see returns false.
func (section *tinySection) rows(function tinyFunction, see func(index int, row tinyRow) bool) error {
	at := function.rowsAt
	for index := 0; index < int(function.rowCount); index++ {
		row, end, err := section.row(at, function.rowType)
		if err != nil {
			return err
		}
		if !see(index, row) {
			break
		}
		at = end
	}
	return nil
}

func (section *tinySection) find(pc uint64) (place tinyPlace, err error) {
	for index := 0; index < int(section.functionCount); index++ {
		function, err := section.function(index)
		if err != nil {
			return place, err
		}
		if offset := pc - function.start; offset < uint64(function.size) {
			place, err = section.findRow(function, uint32(offset))
			place.function = index
			return place, err
		}
	}
	return tinyPlace{function: -1, index: -1}, nil
}

// findRow finds the last row that starts at or before the offset. If the function repeats a block, rows count from it.
func (section *tinySection) findRow(function tinyFunction, offset uint32) (tinyPlace, error) {
	place := tinyPlace{index: -1}
	if function.mask {
		if function.repSize == 0 {
			return place, errors.New("a block that repeats has no size")
		}
		offset %= uint32(function.repSize)
	}
	err := section.rows(function, func(index int, row tinyRow) bool {
		if row.start <= offset {
			place.index, place.row = index, row
		}
		return row.start <= offset
	})
	return place, err
}
