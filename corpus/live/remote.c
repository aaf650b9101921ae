#include "target.h"
const struct target_way remote_way = {0};
