/* Faults: sections that differ from a valid one, their twin, only in what one clause governs.
 *
 * Fault and twin are asked the same questions, under the same names, so that each vector of a fault has its
 * twin.  A clause about the section is broken by the bytes, and a check must report it.  A clause about the
 * reader is broken by a reader: there the section that differs is valid as well.
 *
 * Most are texts, with the lines `fault` and `twin` of the notation.  In C:
 *
 *     struct section *section = gen_start(emitter, "one-entry-too-many");
 *     gen_add_function(section, 0x1000, 64);
 *     gen_add_prologue(section, 4);
 *     if (!gen_make_bytes(emitter))
 *         return;
 *     gen_differs_from(emitter, "one-function", "header.fde-array", "one entry too many");
 *     gen_report(emitter, NULL, gen_lie_to(emitter, FIELD_NUM_FDES, -1, 1000), MAL);
 *     gen_ask_one(emitter, OPERATION_CHECK, 0, "whole");
 */
#pragma once

#include "emit/sets.h"

void gen_differs_from(struct emitter *emitter, const char *twin_shape, const char *clause, const char *way);

#define MAL SEVERITY_MALFORMED
#define IRR SEVERITY_IRREGULAR

/* Says what a check must report, after gen_make_bytes() and any lies.  Clause null: that of the fault. */
void gen_report(struct emitter *emitter, const char *clause, uint32_t offset, enum severity severity);

/* Emits one vector.  The twin's vector has the same name. */
void gen_ask_one(struct emitter *emitter, enum operation operation, uint64_t pc, const char *name);

/* A field of the header or, from FIELD_START on, of a function. */
const struct field *gen_fault_field(const struct emitter *emitter, enum field_name name, int function);

/* Put a value there, or add one to it.  Returns the field's offset. */
uint32_t gen_lie_to(struct emitter *emitter, enum field_name name, int function, uint64_t value);
uint32_t gen_add_to(struct emitter *emitter, enum field_name name, int function, uint64_t more);
