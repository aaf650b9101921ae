# What a release is made of; each part has a file of its own, and README.md here is the index.

include $(sort $(filter-out release/release.mk,$(wildcard release/*.mk)))
