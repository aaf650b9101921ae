/* How glibc's tracer calls the loader.  It replaces glibc's own <ldsodefs.h>. */
#pragma once

#include <string.h>

#define GLRO(name) scenario_##name
