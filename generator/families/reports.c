#include "../families.h"
void family_reports(struct emitter *emitter)
{
    (void)emitter;
}
