#!/bin/bash -eu
exec bash -eu "$SRC/sframe-conformance/fuzz/oss-fuzz/build.sh"
