/* A file by its path, with what it is compared with. */
#include "file.h"
#include "../cfi/orc.h"
#include "../cfi/truth.h"

/* Reads what the file's SFrame is compared with: its CFI, its ORC, or the truth. */
static bool read_table(struct file *file)
{
    const struct wishes *const wishes = file->wishes;
    if (wishes->truth == NULL && wishes->orc == NULL)
        return cfi_read(&file->cfi, &file->view);
    if (!cfi_file_mark(file))
        return false;
    return wishes->truth != NULL
               ? cfi_take_truth_file(&file->cfi, &file->view, &file->landmarks, wishes->truth)
               : orc_read(&file->cfi, &file->view, &file->landmarks, wishes->orc);
}

bool cfi_file_open(struct file *file, const struct wishes *wishes, const char *path)
{
    struct input input;
    const bool read = tool_input_read(&input, path);
    if (read)
        return cfi_file_take(file, wishes, &input) && read_table(file);
    *file = (struct file){.wishes = wishes, .input = input};
    return false;
}
