# Proofs by CBMC, and what shows that they notice errors.

.PHONY: proof proof-quick proof-errors proof-tests
proof: ## prove by CBMC that the library and our parsers go wrong on no bytes; PROOFS=NAME... for some
	ci/cbmc
	proof/prove --build $(BUILD) $(PROOFS)
	$(if $(PROOFS),,proof/prove --build $(BUILD) --functions)
	$(if $(PROOFS),,proof/prove --of proof/parsers --build $(BUILD))
	$(if $(PROOFS),,proof/prove --of proof/parsers --build $(BUILD) --functions)

.PHONY: proof-others proof-others-tests
proof-others proof-others-tests: $(TOOL)
	@ci/cbmc
	@for suite in bookworm trixie forky; do ci/peer-sources $$suite || exit; done
	@ci/peer-sources glibc forky
	$(PROOF_OTHERS)
proof-others: PROOF_OTHERS = proof/others/try --build $(BUILD)
proof-others: ## what CBMC finds in headers' readers of others: the bytes, and what a sanitizer says of them
proof-others-tests: PROOF_OTHERS = BUILD=$(BUILD) $(PYTEST) proof/tests/test_others.py
proof-others-tests: ## is it so?

proof-quick: ## one of each kind, of those that end within two seconds; a change of what is proved runs all in CI
	ci/cbmc
	proof/prove --build $(BUILD) --quick
	proof/prove --of proof/parsers --build $(BUILD) --quick

proof-errors: ## is each proof about something, and does it notice errors and checks of bounds that are left out? takes as long as proof
	ci/cbmc
	@status=0; for each in covers planted bounds mutants; do \
		proof/prove --build $(BUILD) --$$each $(PROOFS) || status=$$?; done; \
	$(if $(PROOFS),,for each in covers planted; do \
		proof/prove --of proof/parsers --build $(BUILD) --$$each || status=$$?; done;) exit $$status

proof-tests: ## test what runs the proofs
	$(CRAM) proof/tests/prove.t
	$(PYTEST) proof/tests/test_harnesses.py
