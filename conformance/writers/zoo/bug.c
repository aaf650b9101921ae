/* The code of the readers' zoo, compiled with the table of this one. */
#include "../../zoo/bug.c"
