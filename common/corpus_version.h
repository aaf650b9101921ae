/* The version of the vectors that sframe-gen writes; docs/versions.md says what may change in which part of it. */
#pragma once

#define CORPUS_MAJOR 1
#define CORPUS_MINOR 0
#define CORPUS_VERSION "1.0.0"
