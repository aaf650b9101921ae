#include "../families.h"
void family_bits(struct emitter *emitter){(void)emitter;}
