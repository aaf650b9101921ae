/* Beside those implementations that claim to refuse whatever is malformed. */
#include "implementation.h"

bool implementation_is_strict(void)
{
    return true;
}
