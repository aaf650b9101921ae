/* Linked to implementations that claim to refuse all malformed sections. */
#include "implementation.h"

bool implementation_is_strict(void)
{
    return true;
}
