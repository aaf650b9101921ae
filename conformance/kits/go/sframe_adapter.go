// An adapter for sframe-conform in Go: copy this file beside a main of your own that fills in an Adapter and ends
// with its Run.
//
// Each function takes a Request and returns an answer as docs/protocol.md describes it, or an error: the section
// cannot be read. Unsupported makes the error that says that the reader cannot do what was asked. An operation
// without a function is not declared, and never asked. A panic ends the adapter, and the runner counts that as a
// failure: an accident is not a refusal.
//
// If your reader opens a section once and is then asked many times, set Open: each Request about the section has what
// Open returned as Opened, also a request that brings its own section. If Open returns an error, that is the answer to
// each question. At the end Close gets what Open returned.
//
// Write the members of an answer in the order of corpus/schema: the runner compares that fastest.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

const (
	lengthLimit = 64 << 20 // bytes in a section
	lineLimit   = 160
	countLimit  = 1 << 16 // registers, modules or pieces of memory
	openLimit   = 16      // sections that are open at once
	threadLimit = 64
	rounds      = 16 // how often each of several threads asks every question
)

// Piece is bytes at an address: a section, or a piece of readable memory.
type Piece struct {
	Address uint64
	Bytes   []byte
}

// Scenario is what an unwinding starts from, besides a section and the topmost PC: docs/unwinding.md.
type Scenario struct {
	Limit     uint64            // how many frames to give at most
	Registers map[string]uint64 // "sp", "fp", "r30" and so on, or "pac_mask"
	Modules   []Piece           // further sections
	Memory    []Piece
	Order     binary.ByteOrder // of memory
}

// Word is the word of 8 bytes at an address, if it can be read.
func (scenario *Scenario) Word(address uint64) (uint64, bool) {
	var word [8]byte
	for i := range word {
		var readable bool
		if word[i], readable = scenario.at(address + uint64(i)); !readable {
			return 0, false
		}
	}
	return scenario.Order.Uint64(word[:]), true
}

func (scenario *Scenario) at(address uint64) (byte, bool) {
	for _, piece := range scenario.Memory {
		if offset := address - piece.Address; offset < uint64(len(piece.Bytes)) {
			return piece.Bytes[offset], true
		}
	}
	return 0, false
}

// Request is what is asked of a section.
type Request struct {
	Operation string
	Number    uint64
	Profile   string // "v1", "v2", "v2e1", "v2e2", "v3"
	Abi       string // "amd64", "aarch64", "aarch64_be", "s390x"
	Address   uint64 // where the section lies in memory
	Bytes     []byte
	PC        uint64    // the PC of a lookup or of the topmost frame; else 0
	Scenario  *Scenario // for an unwinding
	Opened    any       // what Open returned
	refusal   error     // the error that Open returned
}

// Unsupported is the error of a reader that cannot do what was asked here.
type Unsupported string

func (why Unsupported) Error() string { return string(why) }

// Operation answers a request.
type Operation func(request *Request) (Object, error)

// Adapter is what the reader can do. Lists are words with one space between them.
type Adapter struct {
	Name, Version  string
	Profiles, Abis string
	OneByteOrder   bool   // the reader only reads sections in the ABI's own byte order
	Exposes        string // members that it states, such as "decode.functions.start lookup.cfa"; "": all
	Requires       string // questions that it means to answer: docs/requirements.md; "": all
	Decode         Operation
	Check          Operation
	Lookup         Operation
	Flip           Operation
	Unwind         Operation
	Open           func(section *Request) (any, error)
	Close          func(opened any)
	Concurrent     bool // several goroutines may ask an opened section at once
}

// --- What answers are made of ------------------------------------------------------------------------------

// Object is an answer, or a part of one.
type Object []Member

// Member has as its value a number, a bool, a string, an Object, or a slice of them.
type Member struct {
	Key   string
	Value any
}

// Same is the rule of a value that is still in its register.
const Same = "same"

// Undefined is the rule of RA in an outermost frame, which has no caller.
const Undefined = "undefined"

// Address is a value as answers have addresses.
func Address(value uint64) string { return fmt.Sprintf("%#x", value) }

// Hex is "aux" of a decode, "bytes" of a flip.
func Hex(bytes []byte) string { return hex.EncodeToString(bytes) }

// RuleSum is base plus offset; a base is "sp", "fp", "cfa" or a DWARF number such as "r10".
func RuleSum(base string, offset int64) Object { return Object{{"base", base}, {"offset", offset}} }

// RuleLoad is what lies in memory at base plus offset.
func RuleLoad(base string, offset int64) Object {
	return append(RuleSum(base, offset), Member{"deref", true})
}

// None is the answer to a lookup that finds nothing. What is missing: "function", "row", or "unknown" for either.
func None(what string) Object { return Object{{"none", what}} }

// Flags lists the bits that are set, by their names in this profile; a bit without a name by its value.
func Flags(profile string, bits byte) []string {
	names := []string{}
	for bit := 1; bit < 0x100; bit <<= 1 {
		switch {
		case int(bits)&bit == 0:
		case bit == 1:
			names = append(names, "sorted")
		case bit == 2 && profile != "v3":
			names = append(names, "frame_pointer")
		case bit == 4 && profile != "v1" && profile != "v2":
			names = append(names, "pcrel")
		default:
			names = append(names, Address(uint64(bit)))
		}
	}
	return names
}

// --- JSON --------------------------------------------------------------------------------------------------

// raw is JSON already.
type raw string

// encoding/json would sort members, write a slice that is nil as null, and escape what HTML does not like.
func write(out *bytes.Buffer, value any) {
	if object, is := value.(Object); is {
		writeObject(out, object)
		return
	}
	if text, is := value.(raw); is {
		out.WriteString(string(text))
		return
	}
	switch seen := reflect.ValueOf(value); seen.Kind() {
	case reflect.Slice:
		writeList(out, seen)
	case reflect.String:
		writeString(out, seen.String())
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint,
		reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		fmt.Fprint(out, seen.Interface())
	default:
		panic(fmt.Sprintf("an answer cannot hold a %T", value))
	}
}

func writeObject(out *bytes.Buffer, object Object) {
	out.WriteByte('{')
	for i, member := range object {
		if i > 0 {
			out.WriteByte(',')
		}
		writeString(out, member.Key)
		out.WriteByte(':')
		write(out, member.Value)
	}
	out.WriteByte('}')
}

func writeList(out *bytes.Buffer, list reflect.Value) {
	out.WriteByte('[')
	for i := 0; i < list.Len(); i++ {
		if i > 0 {
			out.WriteByte(',')
		}
		write(out, list.Index(i).Interface())
	}
	out.WriteByte(']')
}

func writeString(out *bytes.Buffer, text string) {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	out.Write(quoted)
}

// --- Requests ----------------------------------------------------------------------------------------------

// fail ends the adapter, because the runner could take later output for the answer to another request.
func fail(format string, values ...any) {
	fmt.Fprintf(os.Stderr, "sframe_adapter: "+format+"\n", values...)
	os.Exit(2)
}

// readLine reads one line without its end; false where the input ends before it begins.
func readLine(source *bufio.Reader) (string, bool) {
	line := make([]byte, 0, lineLimit)
	for len(line) < lineLimit {
		next, err := source.ReadByte()
		switch {
		case err == io.EOF && len(line) == 0:
			return "", false
		case err == io.EOF:
			fail("the input ends within a request's line")
		case err != nil:
			fail("standard input: %v", err)
		case next == '\n':
			return string(line), true
		case next < ' ' || next > '~':
			fail("a request's line holds the byte 0x%02x: do the bytes before it match their LENGTH?", next)
		}
		line = append(line, next)
	}
	fail("a request's line is longer than %d bytes", lineLimit-1)
	return "", false
}

// numberOf takes no sign, underscore or prefix: the protocol has none.
func numberOf(what, word string, base int, limit uint64) uint64 {
	number, err := strconv.ParseUint(word, base, 64)
	if errors.Is(err, strconv.ErrSyntax) {
		fail("%s is not a number to base %d: '%s'", what, base, word)
	}
	if err != nil || number > limit {
		fail("%s is over the limit of %d: '%s'", what, limit, word)
	}
	return number
}

// readBytes reads bytes into a block of their own.
func readBytes(source *bufio.Reader, length, number uint64) []byte {
	found := make([]byte, length)
	if got, err := io.ReadFull(source, found); err != nil {
		fail("the input ends within the bytes of request %d: %d of %d", number, got, length)
	}
	return found
}

// readPair reads a line of two words within a scenario.
func readPair(source *bufio.Reader) (string, string) {
	line, more := readLine(source)
	if !more {
		fail("the input ends within a scenario")
	}
	words := strings.Split(line, " ")
	if len(words) != 2 {
		fail("a line of a scenario is not two words: '%s'", line)
	}
	return words[0], words[1]
}

func readRegister(source *bufio.Reader) (string, uint64) {
	name, value := readPair(source)
	if len(name) > 15 {
		fail("not the name of a register: '%s'", name)
	}
	return name, numberOf("VALUE", value, 16, math.MaxUint64)
}

func readPieces(source *bufio.Reader, count, number uint64) []Piece {
	var pieces []Piece
	for ; count > 0; count-- {
		where, length := readPair(source)
		address := numberOf("ADDRESS", where, 16, math.MaxUint64)
		bytes := readBytes(source, numberOf("LENGTH", length, 10, lengthLimit), number)
		pieces = append(pieces, Piece{address, bytes})
	}
	return pieces
}

// readScenario reads the scenario that follows the section's bytes; the line's last words say how long it is.
func readScenario(counts []string, abi string, source *bufio.Reader, number uint64) *Scenario {
	limit := numberOf("LIMIT", counts[0], 10, math.MaxUint32)
	registers := numberOf("REGISTERS", counts[1], 10, countLimit)
	modules := numberOf("MODULES", counts[2], 10, countLimit)
	pieces := numberOf("PIECES", counts[3], 10, countLimit)
	scenario := &Scenario{Limit: limit, Registers: map[string]uint64{}, Order: binary.LittleEndian}
	if abi == "aarch64_be" || abi == "s390x" {
		scenario.Order = binary.BigEndian
	}
	for ; registers > 0; registers-- {
		name, value := readRegister(source)
		scenario.Registers[name] = value
	}
	scenario.Modules = readPieces(source, modules, number)
	scenario.Memory = readPieces(source, pieces, number)
	return scenario
}

// readSection reads the section of a request. A scenario that may follow its bytes is not read yet.
func readSection(words []string, source *bufio.Reader) *Request {
	section := &Request{Number: requestNumber(words[1]), Profile: words[2], Abi: words[3]}
	section.Address = numberOf("ADDRESS", words[4], 16, math.MaxUint64)
	section.Bytes = readBytes(source, numberOf("LENGTH", words[5], 10, lengthLimit), section.Number)
	return section
}

func requestNumber(word string) uint64 { return numberOf("NUMBER", word, 10, math.MaxInt64) }

// about returns the request about a section that words ask for: operation, PC, and for an unwinding how long the
// scenario is, which is then read.
func (section *Request) about(words []string, source *bufio.Reader) *Request {
	request := *section
	request.Operation, request.PC = words[0], numberOf("PC", words[1], 16, math.MaxUint64)
	if request.Operation == "unwind" {
		request.Scenario = readScenario(words[2:], request.Abi, source, request.Number)
	}
	return &request
}

// --- Answering ---------------------------------------------------------------------------------------------

type named struct {
	name string
	ask  Operation
}

// operations are those that there is a function for.
func (adapter *Adapter) operations() []named {
	all := []named{{"decode", adapter.Decode}, {"check", adapter.Check}, {"lookup", adapter.Lookup},
		{"flip", adapter.Flip}, {"unwind", adapter.Unwind}}
	var known []named
	for _, operation := range all {
		if operation.ask != nil {
			known = append(known, operation)
		}
	}
	return known
}

func (adapter *Adapter) hello() Object {
	var operations []string
	for _, operation := range adapter.operations() {
		operations = append(operations, operation.name)
	}
	protocol := 1
	if adapter.Open != nil {
		protocol = 3
	}
	hello := Object{{"protocol", protocol}, {"name", adapter.Name}, {"version", adapter.Version},
		{"profiles", strings.Fields(adapter.Profiles)}, {"abis", strings.Fields(adapter.Abis)},
		{"operations", operations}, {"foreign_byte_order", !adapter.OneByteOrder}}
	if adapter.Open != nil {
		hello = append(hello, Member{"opens", true})
	}
	if adapter.Open != nil && adapter.Concurrent {
		hello = append(hello, Member{"concurrent", true})
	}
	if adapter.Exposes != "" {
		hello = append(hello, Member{"exposes", strings.Fields(adapter.Exposes)})
	}
	if adapter.Requires != "" {
		hello = append(hello, Member{"requires", adapter.Requires})
	}
	return hello
}

func (adapter *Adapter) ask(request *Request) (Object, error) {
	for _, operation := range adapter.operations() {
		switch {
		case operation.name != request.Operation:
		case request.refusal != nil:
			return nil, request.refusal
		default:
			return operation.ask(request)
		}
	}
	return nil, Unsupported("the adapter has no function for this operation")
}

func (adapter *Adapter) answer(request *Request) Object {
	answered := Object{{"request", request.Number}}
	found, err := adapter.ask(request)
	var unsupported Unsupported
	switch {
	case errors.As(err, &unsupported):
		return append(answered, Member{"unsupported", reason(err)})
	case err != nil:
		return append(answered, Member{"error", reason(err)})
	case request.Operation == "lookup":
		answered = append(answered, Member{"pc", Address(request.PC)})
	}
	return append(answered, found...)
}

func reason(err error) string {
	if err.Error() == "" {
		return "no reason given"
	}
	return err.Error()
}

// --- Opened sections ---------------------------------------------------------------------------------------

func (adapter *Adapter) open(section *Request) {
	if adapter.Open != nil {
		section.Opened, section.refusal = adapter.Open(section)
	}
}

func (adapter *Adapter) close(section *Request) {
	if adapter.Close != nil && section.refusal == nil {
		adapter.Close(section.Opened)
	}
}

// session is one run of the adapter: its input, and the sections that are open, by their names, which are numbers.
type session struct {
	*Adapter
	source   *bufio.Reader
	sections [openLimit]*Request
}

// named returns the entry of this name. It ends the adapter unless the section is open, or not open, as isOpen demands.
func (session *session) named(word string, isOpen bool) **Request {
	section := &session.sections[numberOf("NAME", word, 10, openLimit-1)]
	switch {
	case isOpen && *section == nil:
		fail("the section %s is not open", word)
	case !isOpen && *section != nil:
		fail("the section %s is open already", word)
	}
	return section
}

func (session *session) answerAlone(words []string) Object {
	section := readSection(words, session.source)
	session.open(section)
	answer := session.answer(section.about(append(words[:1:1], words[6:]...), session.source))
	session.close(section)
	return answer
}

func (session *session) answerOpen(words []string) Object {
	place := session.named(words[6], false)
	*place = readSection(words, session.source)
	session.open(*place)
	return Object{{"request", (*place).Number}}
}

func (session *session) answerAsk(words []string) Object {
	request := (*session.named(words[2], true)).about(words[3:], session.source)
	request.Number = requestNumber(words[1])
	return session.answer(request)
}

func (session *session) answerClose(words []string) Object {
	place := session.named(words[2], true)
	session.close(*place)
	*place = nil
	return Object{{"request", requestNumber(words[1])}}
}

// --- Several threads ---------------------------------------------------------------------------------------

// readQuestions reads lines of an operation and a PC.
func (session *session) readQuestions(section *Request, count uint64) []*Request {
	questions := make([]*Request, count)
	for i := range questions {
		operation, pc := readPair(session.source)
		known := false
		for _, operations := range session.operations() {
			known = known || operations.name == operation
		}
		if !known || operation == "unwind" {
			fail("not an operation that several threads are asked: '%s'", operation)
		}
		questions[i] = section.about([]string{operation, pc}, session.source)
	}
	return questions
}

// askAll asks every question rounds times, beginning with number first. It returns the first answer that is not that
// in alone, as members of an answer.
func (adapter *Adapter) askAll(questions []*Request, alone []string, first int) (differs Object) {
	for i := 0; i < rounds*len(questions); i++ {
		number := (first + i) % len(questions)
		together := line(adapter.answer(questions[number]))
		if differs == nil && together != alone[number] {
			differs = Object{{"differs", number}, {"alone", raw(alone[number])}, {"together", raw(together)}}
		}
	}
	return differs
}

func (session *session) answerConcurrent(words []string) Object {
	section := *session.named(words[2], true)
	threads := int(numberOf("THREADS", words[3], 10, threadLimit))
	questions := session.readQuestions(section, numberOf("COUNT", words[4], 10, countLimit))
	alone := make([]string, len(questions))
	for i, question := range questions {
		alone[i] = line(session.answer(question))
	}
	found, gate := make(chan Object), sync.WaitGroup{}
	gate.Add(threads)
	for i := 0; i < threads; i++ {
		go func(first int) {
			gate.Done()
			gate.Wait() // until all threads are started
			found <- session.askAll(questions, alone, first)
		}(i * len(questions) / threads)
	}
	answered := Object{{"request", requestNumber(words[1])}}
	for i := 0; i < threads; i++ {
		if differs := <-found; differs != nil && len(answered) == 1 {
			answered = append(answered, differs...)
		}
	}
	return answered
}

// --- The requests ------------------------------------------------------------------------------------------

// how returns the function that answers a line of these words, how many words it must have, and the place of its
// operation.
func (session *session) how(words []string) (answer func([]string) Object, wanted, operation int) {
	switch {
	case session.Open == nil:
	case words[0] == "open":
		return session.answerOpen, 7, 0
	case words[0] == "ask":
		return session.answerAsk, 5, 3
	case words[0] == "close":
		return session.answerClose, 3, 0
	case words[0] == "concurrent" && session.Concurrent:
		return session.answerConcurrent, 5, 0
	}
	return session.answerAlone, 7, 0
}

func (session *session) answerLine(line string) Object {
	if line == "hello 1" {
		return session.hello()
	}
	words := strings.Split(line, " ")
	answer, wanted, operation := session.how(words)
	if operation < len(words) && words[operation] == "unwind" {
		wanted += 4
	}
	if len(words) != wanted {
		fail("not a request of the protocol: '%s'", line)
	}
	return answer(words)
}

// line returns an object as JSON.
func line(object Object) string {
	var out bytes.Buffer
	writeObject(&out, object)
	return out.String()
}

// Run answers requests until the input ends. Exit status 2 after a message on standard error.
func (adapter *Adapter) Run() {
	session, sink := session{Adapter: adapter, source: bufio.NewReader(os.Stdin)}, os.Stdout
	os.Stdout = os.Stderr // what the reader prints is not part of the answers
	for {
		asked, more := readLine(session.source)
		if !more {
			break
		}
		if _, err := sink.WriteString(line(session.answerLine(asked)) + "\n"); err != nil {
			fail("standard output cannot be written: %v", err)
		}
	}
	for _, section := range session.sections {
		if section != nil {
			session.close(section)
		}
	}
}
