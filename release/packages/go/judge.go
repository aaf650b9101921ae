package sframecorpus

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Judgement is what sframe-conform would say of an answer; docs/protocol.md of the suite says what is compared.
type Judgement struct {
	// pass, reading, unjudged, unsupported; fail, unread, inconsistent, crash, exit, garbage
	Outcome     string
	Differences []Difference // of an unread answer: from the closest reading
	Reading     string       // which one was taken; else empty
}

// Difference is a member that is not as it should be. A value is as json.Decoder.UseNumber gives it; nil: it is not there.
type Difference struct {
	Path             string // such as functions[0].rows[1].cfa.offset
	Expected, Actual any
}

// IsWrong says whether it counts against the reader.
func (judgement Judgement) IsWrong() bool {
	switch judgement.Outcome {
	case "pass", "reading", "unjudged", "unsupported":
		return false
	}
	return true
}

// Judge says what the suite's runner would of an answer: anything that becomes JSON as an adapter gives it, without
// "request". {"error": WHY} refuses, {"none": "unknown"} finds nothing. Exposes lists the members that the reader states,
// such as "lookup.cfa"; if it is nil, every one.
func (vector *Vector) Judge(answer any, exposes []string) Judgement {
	var expect object
	text, err := json.Marshal(answer)
	judging := &judging{vector: vector, exposes: exposes}
	if err != nil || !decode(text, &judging.answer) || !hasShape(judging.answer, vector.Operation) {
		return Judgement{Outcome: "garbage"}
	}
	decode(vector.Expect, &expect)
	if how, ended := judging.answer["ended"].(string); ended {
		if strings.HasPrefix(how, "SIG") {
			return Judgement{Outcome: "crash"}
		}
		return Judgement{Outcome: "exit"}
	}
	judgement := Judgement{Outcome: "unsupported"}
	if judging.answer["unsupported"] == nil {
		judgement = judging.byClass(expect)
	}
	alone := len(judging.answer) == 1 || (len(judging.answer) == 2 && judging.answer["request"] != nil)
	if judging.answer.word("inconsistent") != "" && (alone || !judgement.IsWrong()) {
		return Judgement{Outcome: "inconsistent"}
	}
	return judgement
}

// --- Members and their types

type member struct {
	name, kind                                string
	isRule, mayBeAdded, mustBeStated, isAsked bool
}

//go:embed members.txt
var memberLines string
var members = membersOf(memberLines)

// By the path of the object that has them.
func membersOf(text string) map[string][]member {
	table := map[string][]member{}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		words := strings.Fields(line)
		end := strings.LastIndexByte(words[0], '.')
		flags := " " + strings.Join(words[2:], " ")
		has := func(flag string) bool { return strings.Contains(flags, " "+flag) }
		place := words[0][:end]
		table[place] = append(table[place], member{words[0][end+1:], words[1], has("is_rule"), has("may_be_added"),
			has("must_be_stated"), has("is_asked")})
	}
	return table
}

type object map[string]any

func (of object) word(name string) string {
	word, _ := of[name].(string)
	return word
}

func decode(text []byte, into *object) bool {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(into) == nil
}

var isAddress = regexp.MustCompile(`^0[xX]0*[0-9a-fA-F]{1,16}$`).MatchString
var isHex = regexp.MustCompile(`^([0-9a-fA-F]{2})*$`).MatchString

func isObject(value any) (object, bool) {
	found, ok := value.(map[string]any)
	return object(found), ok
}

// Whether all members have names that a schema has, and their types.
func hasShape(answer object, place string) bool {
	for name, value := range answer {
		found := false
		for _, each := range members[place] {
			if each.name == name {
				found = hasType(value, each.kind, place+"."+name)
			}
		}
		if !found {
			return false
		}
	}
	return answer != nil
}

func hasType(value any, kind, place string) bool {
	word, isWord := value.(string)
	list, isList := value.([]any)
	switch kind {
	case "word", "none", "base":
		return isWord
	case "address":
		return isWord && isAddress(word)
	case "hex":
		return isWord && isHex(word)
	case "integer":
		number, ok := value.(json.Number)
		_, err := strconv.ParseInt(string(number), 10, 64)
		return ok && err == nil
	case "boolean":
		_, ok := value.(bool)
		return ok
	case "place", "rule":
		inside, ok := isObject(value)
		return (kind == "rule" && isWord) || (ok && hasShape(inside, "place"))
	case "words":
		return isList && all(list, func(each any) bool { _, ok := each.(string); return ok })
	case "objects":
		return isList && all(list, func(each any) bool { inside, ok := isObject(each); return ok && hasShape(inside, place) })
	}
	return kind == "anything"
}

func all(list []any, holds func(any) bool) bool {
	for _, each := range list {
		if !holds(each) {
			return false
		}
	}
	return true
}

// --- Comparison

// Of an answer with an expected one: the differences, and how many members were compared.
type comparison struct {
	*judging
	isPart      bool
	differences []Difference
	compared    int
}

func (at *comparison) differ(path string, expected, actual any) {
	at.differences = append(at.differences, Difference{path, expected, actual})
}

func (at *comparison) members(place, before string, expected, actual object) {
	for _, each := range members[place] {
		one, other, path := expected[each.name], actual[each.name], before+each.name
		switch {
		case each.kind == "anything" || (one == nil && other == nil):
		case one != nil && other != nil:
			if !each.isAsked && (one != false || other != false) {
				at.compared++
			}
			at.values(place+"."+each.name, path, each.kind, one, other)
		case one != nil:
			if each.mustBeStated || at.isExposed(place+"."+each.name) {
				at.differ(path, one, other)
			}
		case !(at.isPart || each.mayBeAdded || other == false || (at.vector.Class == "contested" && !each.isRule)):
			at.differ(path, one, other)
		}
	}
}

func (at *comparison) values(place, path, kind string, one, other any) {
	expected, _ := isObject(one)
	actual, areObjects := isObject(other)
	if kind == "objects" {
		expected, actual := one.([]any), other.([]any)
		if len(expected) != len(actual) {
			at.differ(path+".length", json.Number(strconv.Itoa(len(expected))), json.Number(strconv.Itoa(len(actual))))
		}
		for i := 0; i < len(expected) && i < len(actual); i++ {
			left, _ := isObject(expected[i])
			right, _ := isObject(actual[i])
			at.members(place, fmt.Sprintf("%s[%d].", path, i), left, right)
		}
	} else if areObjects && expected != nil {
		at.places(path, expected, actual)
	} else if !same(kind, one, other) {
		at.differ(path, one, other)
	}
}

func same(kind string, one, other any) bool {
	text, _ := one.(string)
	word, isWord := other.(string)
	switch kind {
	case "none":
		return text == word || word == "unknown"
	case "address":
		return number(text) == number(word)
	case "hex":
		return strings.EqualFold(text, word)
	case "integer":
		return integer(one) == integer(other)
	case "boolean":
		return one == other
	case "words":
		expected, actual := one.([]any), other.([]any)
		return len(expected) == len(actual) && all(expected, func(each any) bool { return has(actual, each) })
	}
	expected, isText := one.(string)
	return isWord && isText && expected == word
}

func number(text string) uint64 {
	value, _ := strconv.ParseUint(text[2:], 16, 64)
	return value
}

func integer(value any) int64 {
	found, _ := value.(json.Number).Int64()
	return found
}

// What registers are called that may also be named by their numbers: the stack pointer and the frame pointer.
var stack = map[string]map[any]any{"amd64": {"r7": "sp", "r6": "fp"}, "aarch64": {"r31": "sp", "r29": "fp"},
	"aarch64_be": {"r31": "sp", "r29": "fp"}, "s390x": {"r15": "sp", "r11": "fp"}}

func (at *comparison) places(path string, one, other object) {
	name := func(base any) any {
		if known := stack[at.vector.ABI][base]; known != nil {
			return known
		}
		return base
	}
	if name(one["base"]) != name(other["base"]) {
		at.differ(path+".base", one["base"], other["base"])
	}
	if other["offset"] == nil || integer(one["offset"]) != integer(other["offset"]) {
		at.differ(path+".offset", one["offset"], other["offset"])
	}
	if (one["deref"] == true) != (other["deref"] == true) {
		at.differ(path+".deref", one["deref"], other["deref"])
	}
}

// --- By class

type judging struct {
	vector  *Vector
	exposes []string
	answer  object
}

// Whether answers have the member, or one below it; without a list they have all.
func (judging *judging) isExposed(path string) bool {
	for _, each := range judging.exposes {
		if strings.HasPrefix(path+".", each+".") || strings.HasPrefix(each+".", path+".") {
			return true
		}
	}
	return judging.exposes == nil
}

func (of object) isRefusal() bool {
	return of["error"] != nil || of["none"] == "error" || of["verdict"] == "malformed"
}

func has(words, word any) bool {
	list, _ := words.([]any)
	return !all(list, func(each any) bool { return each != word })
}

// By what is accepted beside a real answer: an error, or none.
func (judging *judging) isAccepted(accept any) bool {
	if judging.answer.isRefusal() {
		return has(accept, "error")
	}
	return has(accept, "none") && judging.answer["none"] != nil
}

func (judging *judging) compare(expected object) Judgement {
	at := &comparison{judging: judging, isPart: judging.vector.Operation == "decode" && expected["version"] == nil}
	at.members(judging.vector.Operation, "", expected, judging.answer)
	switch {
	case len(at.differences) > 0:
		return Judgement{Outcome: "fail", Differences: at.differences}
	case at.compared > 0:
		return Judgement{Outcome: "pass"}
	}
	return Judgement{Outcome: "unjudged"}
}

// A trace that finds nothing has no word for that: it ends as if the PC were unknown.
func (judging *judging) compareTrace(expected object, accept any) Judgement {
	if stop := judging.answer["stop"]; (stop == "no-function" || stop == "no-row") && has(accept, "none") {
		copied := object{"stop": stop}
		for name, value := range expected {
			if name != "stop" {
				copied[name] = value
			}
		}
		expected = copied
	}
	return judging.compare(expected)
}

// What is said so far, and of the verdict.
func (judging *judging) verdict(said Judgement, expected any) Judgement {
	actual := judging.answer["verdict"]
	if actual != expected {
		return Judgement{Outcome: "fail", Differences: append(said.Differences, Difference{"verdict", expected, actual})}
	}
	if said.Outcome == "unjudged" {
		said.Outcome = "pass"
	}
	return said
}

func (judging *judging) check(expected any) Judgement {
	if judging.isExposed("check.verdict") {
		return judging.verdict(Judgement{Outcome: "pass"}, expected)
	}
	if judging.answer["verdict"] == nil {
		return Judgement{Outcome: "unjudged"}
	}
	return Judgement{Outcome: "pass"}
}

func (judging *judging) byClass(expect object) Judgement {
	switch {
	case judging.vector.Class == "contested":
		return judging.contested(expect["readings"].([]any))
	case judging.vector.Class != "valid":
		return judging.broken(expect)
	case judging.answer.isRefusal():
		return Judgement{Outcome: "fail"}
	case judging.vector.Operation == "check":
		return judging.check("valid")
	}
	return judging.compare(expect)
}

func (judging *judging) broken(expect object) Judgement {
	accept := expect["accept"]
	expected, hasAnswer := isObject(expect["answer"])
	said := Judgement{Outcome: "pass"}
	if !hasAnswer && has(accept, "error") && has(accept, "answer") {
		said.Outcome = "unjudged"
	}
	if judging.isAccepted(accept) {
		return said
	}
	if !has(accept, "answer") {
		said.Outcome = "fail"
	} else if hasAnswer {
		said = judging.compareTrace(expected, accept)
	}
	if judging.vector.Class == "irregular" && expect["open"] == nil && judging.statesVerdict(expected) {
		oracle, _ := isObject(expect["oracle"])
		return judging.verdict(said, oracle["verdict"])
	}
	return said
}

// Whether one who accepts an irregular section must call it so.
func (judging *judging) statesVerdict(model object) bool {
	if judging.vector.Operation == "check" {
		return judging.exposes != nil && judging.isExposed("check.verdict")
	}
	return judging.vector.Operation == "decode" && model["version"] != nil && judging.answer["verdict"] != nil
}

// Whether the answer is this reading's: as an outcome, with differences.
func (judging *judging) fit(reading object) Judgement {
	outcome := map[bool]string{true: "pass", false: "fail"}
	accept, isCheck := reading["accept"], judging.vector.Operation == "check"
	expected, hasAnswer := isObject(reading["answer"])
	switch {
	case !hasAnswer || judging.isAccepted(accept):
		return Judgement{Outcome: outcome[judging.isAccepted(accept)]}
	case judging.answer.isRefusal() || (isCheck && expected.isRefusal()):
		return Judgement{Outcome: outcome[judging.answer.isRefusal() && expected.isRefusal()]}
	case isCheck:
		return judging.check(expected["verdict"])
	}
	return judging.compareTrace(expected, accept)
}

func (judging *judging) contested(readings []any) Judgement {
	closest := Judgement{Outcome: "unread"}
	for _, each := range readings {
		reading, _ := isObject(each)
		said := judging.fit(reading)
		switch {
		case said.Outcome == "unjudged":
			return said
		case said.Outcome == "pass":
			return Judgement{Outcome: "reading", Reading: reading.word("reading")}
		case len(said.Differences) > 0 && (closest.Differences == nil || len(said.Differences) < len(closest.Differences)):
			closest.Differences = said.Differences
		}
	}
	for _, each := range readings {
		reading, _ := isObject(each)
		for _, breach := range judging.vector.Breaches {
			if judging.answer.isRefusal() && breach == reading.word("reading") {
				return Judgement{Outcome: "reading", Reading: breach}
			}
		}
	}
	return closest
}
