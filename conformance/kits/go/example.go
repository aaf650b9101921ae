// An adapter for the lookups of the reader in tiny.go: all that it needs beside the kit.
package main

import "errors"

func rules(section *tinySection, row tinyRow) Object {
	if len(row.words) == 0 {
		if section.text == "v2e2" { // so says erratum 2
			return Object{{"ra", Undefined}}
		}
		return nil
	}
	base := "fp"
	if row.cfaFromSP {
		base = "sp"
	}
	rules := Object{{"cfa", RuleSum(base, int64(row.words[0]))}, {"ra", RuleLoad("cfa", int64(section.fixedRA))}}
	switch {
	case len(row.words) > 1:
		return append(rules, Member{"fp", RuleLoad("cfa", int64(row.words[1]))})
	case section.fixedFP != 0:
		return append(rules, Member{"fp", RuleLoad("cfa", int64(section.fixedFP))})
	}
	return append(rules, Member{"fp", Same})
}

func openSection(request *Request) (any, error) {
	return openTiny(request.Bytes, request.Address, request.Profile)
}

func lookup(request *Request) (Object, error) {
	section := request.Opened.(*tinySection)
	place, err := section.find(request.PC)
	switch {
	case err != nil:
		return nil, err
	case place.function < 0:
		return None("function"), nil
	case place.index < 0:
		return None("row"), nil
	}
	rules := rules(section, place.row)
	if rules == nil {
		return nil, errors.New("the row says nothing")
	}
	answer := append(Object{{"function", place.function}, {"row", place.index}}, rules...)
	return append(answer, Member{"mangled_ra", place.row.mangledRA}, Member{"signal", false}), nil
}

func main() {
	adapter := Adapter{Name: "tiny", Version: "1", Profiles: "v2 v2e1 v2e2", Abis: "amd64", OneByteOrder: true,
		Lookup: lookup, Open: openSection, Concurrent: true}
	adapter.Run()
}
