/* How glibc's tracer calls the loader.  It replaces glibc's own <ldsodefs.h>. */
#ifndef CONFORMANCE_ADAPTERS_GLIBC_SHIM_LDSODEFS_H
#define CONFORMANCE_ADAPTERS_GLIBC_SHIM_LDSODEFS_H

#include <string.h>

#define GLRO(name) scenario_##name

#endif
