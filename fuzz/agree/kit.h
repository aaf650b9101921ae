/* Between the kit in process and what is linked to it. */
#ifndef FUZZ_KIT_H
#define FUZZ_KIT_H

enum { ADAPTER_ARGUMENTS = 4 };

/* The adapter's main(), as it is compiled for here. */
int adapter_main(int argc, char **argv);

/* Its arguments, the program's name first; their number.  Not to be had: there are none. */
int adapter_arguments(char *arguments[ADAPTER_ARGUMENTS]) __attribute__((weak));

#endif
