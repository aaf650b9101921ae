/* How glibc's tracer calls the loader.  It replaces glibc's own <ldsodefs.h>. */
#ifndef SHIM_LDSODEFS_H
#define SHIM_LDSODEFS_H

#include <string.h>

#define GLRO(name) scenario_##name

#endif
