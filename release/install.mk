# Installing, what people download, and Debian packages.

# --- make install --------------------------------------------------------------------------------------------

PREFIX ?= /usr/local
DESTDIR ?=
LIBDIR ?= lib

# The gate takes the runner from its own folder.
GATE := $(BUILD)/sframe-gate
$(GATE): release/gate
	$(call QUIET,CP)install -m 755 $< $@

HELPFUL := $(TOOL) $(GENERATOR) $(RUNNER) $(CROSSCHECK) $(CONVERT) $(MEASURE) $(CENSUS) $(CFI_PROGRAMS) $(LINKS) $(GATE)
FROM_HELP := $(BUILD)/install/from-help
$(FROM_HELP): release/from-help $(HELPFUL) corpus/schema/vector.schema.json corpus/schema/model.schema.json
	$(call QUIET,HELP)$(PYTHON) $< --to $(@D) --version $(VERSION) --emulator '$(EMULATOR)' $(HELPFUL) && touch $@

# pkg-config finds the prefix from where the file lies.
PACKAGE_CONFIG := $(BUILD)/install/libsframe-ref.pc
UP = $(subst $() ,/,$(patsubst %,..,$(subst /, ,$(LIBDIR)/pkgconfig)))
$(PACKAGE_CONFIG): ref/libsframe-ref.pc.in FORCE
	@mkdir -p $(@D)
	@sed -e 's|@UP@|$(UP)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@VERSION@|$(VERSION)|' $< >$@.$$$$ && mv $@.$$$$ $@

INSTALLABLE := $(LIBRARY) $(HELPFUL) $(ORACLE) $(FROM_HELP) $(PACKAGE_CONFIG)

INSTALLING = $(PYTHON) release/install --build $(BUILD) --prefix '$(PREFIX)' --destdir '$(DESTDIR)' --libdir '$(LIBDIR)' \
	--repository '$(REPOSITORY)'

installable: $(INSTALLABLE)

.PHONY: installable install uninstall release-install-tests
install: $(INSTALLABLE) ## to PREFIX (/usr/local), under DESTDIR if given
	$(INSTALLING)

uninstall: ## what `make install` put there
	$(INSTALLING) --uninstall

release-install-tests: $(INSTALLABLE) ## the installed tree works alone, also moved; uninstall leaves nothing
	BUILD=$(BUILD) $(CRAM) release/tests/install.t
	BUILD=$(BUILD) $(PYTEST) release/tests/test_install.py

# --- make release --------------------------------------------------------------------------------------------

.PHONY: release release-check release-tests
release: ## what a release consists of, from the committed tree: build/release
	$(PYTHON) release/make-release --to build/release

release-check: ## is what `make release` made the same when it is built once more, elsewhere, later, by another user?
	release/check build/release

# Takes as long as `make release`, so it is no step of the check; a release is not made without it.
release-tests: release packages $(INSTALLABLE) ## what it made: checksums, manifest, SBOM; programs and packages in bare folders
	$(PYTEST) release/tests/test_release.py release/tests/test_userlands.py
