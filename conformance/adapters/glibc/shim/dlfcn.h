/* What glibc's tracer asks the loader, as glibc's own <dlfcn.h> declares it.  Machines that build this have
 * an older header, from which everything else comes.  glibc.c answers it. */
#pragma once
#pragma GCC system_header

#define dl_find_object older_dl_find_object
#include_next <dlfcn.h>
#undef dl_find_object
#undef DLFO_FLAG_SFRAME

#define DLFO_FLAG_SFRAME 1ULL

struct dl_find_object {
    unsigned long long dlfo_flags;
    void *dlfo_sframe;
};

/* Finds the object with ADDRESS.  Returns 0, or -1 if there is none. */
int scenario_dl_find_object(void *address, struct dl_find_object *result);
