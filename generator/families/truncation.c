#include "../families.h"
void family_truncation(struct emitter *emitter){(void)emitter;}
