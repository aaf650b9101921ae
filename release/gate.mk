# The gate, and what OSS-Fuzz is sent.

.PHONY: release-gate-tests oss-fuzz-submission
release-gate-tests: $(RUNNER) $(ADAPTERS) $(GENERATOR) $(ZOO) ## the gate is red and green as it should; its templates; what OSS-Fuzz is sent
	BUILD=$(BUILD) $(CRAM) release/tests/gate.t
	BUILD=$(BUILD) $(PYTEST) -rs release/tests/test_gate.py release/tests/test_oss_fuzz_submission.py

oss-fuzz-submission: $(GENERATOR) ## the folders that pull requests to OSS-Fuzz hold: [REPOSITORY=OWNER/NAME] [CONTACT=ADDRESS]
	@release/oss-fuzz-submission --repository '$(REPOSITORY)' $(if $(CONTACT),--contact '$(CONTACT)') \
		--generator $(GENERATOR) $(BUILD)/oss-fuzz-submission
