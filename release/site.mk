# The site: static pages about the suite, from what the tree has.

SITE := $(BUILD)/site

.PHONY: site release-site-tests
site: $(GENERATOR) $(TOOL) $(WASM) $(BUILD)/clauses.json ## write the project's site: build/site/index.html
	@mkdir -p $(SITE).core
	@$(GENERATOR) emit --core --to $(SITE).core/core.jsonl
	@REPOSITORY=$(REPOSITORY) release/site/make-site --vectors $(SITE).core/core.jsonl --facts $(BUILD)/clauses.json \
		--oracle $(TOOL) --generator $(GENERATOR) --wasm $(WASM) --releases $(BUILD)/release --to $(SITE)
	@rm -r $(SITE).core

release-site-tests: site $(ORACLE) $(RUNNER) ## the site: links, HTML, screens, keyboard, dark, print, no network
	BUILD=$(BUILD) $(PYTEST) release/tests/test_site.py release/tests/test_playground.py
