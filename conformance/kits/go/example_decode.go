// An adapter that answers with everything that the reader in tiny.go knows about a section. The reader checks little,
// so the answer is the model without a verdict.
package main

func rowObject(section *tinySection, row tinyRow) Object {
	object := Object{{"start", row.start}, {"mangled_ra", row.mangledRA}}
	if len(row.words) == 0 {
		if section.text == "v2e2" { // so says erratum 2
			object = append(object, Member{"ra", Undefined})
		}
		return object
	}
	base, fp := "fp", any(Same)
	if row.cfaFromSP {
		base = "sp"
	}
	if len(row.words) > 1 {
		fp = RuleLoad("cfa", int64(row.words[1]))
	} else if section.fixedFP != 0 {
		fp = RuleLoad("cfa", int64(section.fixedFP))
	}
	return append(object, Member{"cfa", RuleSum(base, int64(row.words[0]))},
		Member{"ra", RuleLoad("cfa", int64(section.fixedRA))}, Member{"fp", fp})
}

func either(which bool, yes, no string) string {
	if which {
		return yes
	}
	return no
}

func functionObject(section *tinySection, index int) (Object, error) {
	function, err := section.function(index)
	if err != nil {
		return nil, err
	}
	var rows []Object
	err = section.rows(function, func(_ int, row tinyRow) bool {
		rows = append(rows, rowObject(section, row))
		return true
	})
	return Object{
		{"start", Address(function.start)},
		{"size", function.size},
		{"pc_type", either(function.mask, "mask", "inc")},
		{"fre_type", []string{"addr1", "addr2", "addr4"}[function.rowType]},
		{"rep_size", function.repSize},
		{"fde_type", "default"},
		{"signal", false},
		{"pauth_key", either(function.keyB, "b", "a")},
		{"rows", rows},
	}, err
}

func decode(request *Request) (Object, error) {
	section, err := openTiny(request.Bytes, request.Address, request.Profile)
	if err != nil {
		return nil, err
	}
	var functions []Object
	for index := 0; index < int(section.functionCount); index++ {
		function, err := functionObject(section, index)
		if err != nil {
			return nil, err
		}
		functions = append(functions, function)
	}
	return Object{
		{"profile", request.Profile},
		{"version", 2},
		{"byte_order", "little"},
		{"abi", "amd64"},
		{"flags", Flags(request.Profile, section.flags)},
		{"fixed_fp", section.fixedFP},
		{"fixed_ra", section.fixedRA},
		{"aux", Hex(section.aux)},
		{"address", Address(request.Address)},
		{"functions", functions},
	}, nil
}

func main() {
	adapter := Adapter{Name: "tiny", Version: "1", Profiles: "v2 v2e1 v2e2", Abis: "amd64", OneByteOrder: true,
		Exposes: "decode.profile decode.version decode.byte_order decode.abi decode.flags decode.fixed_fp " +
			"decode.fixed_ra decode.aux decode.address decode.functions",
		Decode: decode}
	adapter.Run()
}
