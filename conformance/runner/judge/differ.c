#include "judge.h"

#include <stdio.h>

enum { PLACE_MAX = 200 };

bool runner_each_difference(const char *path, json_t *one, json_t *other, difference_visitor *visit, void *context)
{
    const size_t length = json_array_size(other);
    char inside[PLACE_MAX];
    bool goes_on = true;
    if (json_is_object(one) && json_is_object(other)) {
        json_t *const members = json_copy(other), *value;
        const char *name;
        (void)json_object_update_missing(members, one);
        json_object_foreach(members, name, value)
        {
            (void)snprintf(inside, sizeof inside, "%s%s%s", path, path[0] != '\0' ? "." : "", name);
            goes_on = goes_on && runner_each_difference(inside, json_object_get(one, name), json_object_get(other, name),
                                                        visit, context);
        }
        json_decref(members);
    } else if (json_is_array(one) && json_is_array(other) && json_array_size(one) == length)
        for (size_t i = 0; goes_on && i < length; i++) {
            (void)snprintf(inside, sizeof inside, "%s[%zu]", path, i);
            goes_on =
                runner_each_difference(inside, json_array_get(one, i), json_array_get(other, i), visit, context);
        }
    else if (!json_equal(one, other))
        goes_on = visit(context, path, one, other);
    return goes_on;
}
