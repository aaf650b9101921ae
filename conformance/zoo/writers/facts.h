/* The differences between the ABIs, and between the versions of the format, a row each. */
#ifndef CONFORMANCE_ZOO_WRITERS_FACTS_H
#define CONFORMANCE_ZOO_WRITERS_FACTS_H

#include <stdbool.h>
#include <stdint.h>

struct abi {
    const char *name;
    uint16_t elf_machine;
    bool big_endian;
    uint8_t number;                   /* its number in the header: V3 2.2.1 */
    uint8_t sp, fp;                   /* DWARF register numbers */
    uint8_t ra;                       /* the return column */
    int16_t entry;                    /* at a function's start the CFA is SP plus this */
    int8_t fixed_ra;                  /* where RA always is, from the CFA; 0: it has no fixed place */
    int16_t bias;                     /* a stored offset of the CFA is less by this ... */
    uint8_t scale;                    /* ... and divided by this: V3 3.1.3 */
    bool pairs;                       /* RA and FP have words only together: V3 3.1.2 */
    bool pads_ra;                     /* a word of 0 says that RA is unsaved: V3 3.1.3 */
    bool sp_is_free;                  /* the caller's SP is not the CFA: V3 3.1.3 */
    bool signs;                       /* return addresses can be signed */
    uint32_t pc32, pc64;              /* relocations: the distance from the field */
    const char *jump;                 /* a jump to a label ... */
    uint8_t jump_bytes[5], jump_size; /* ... and the longest that there is */
};

const struct abi *abi_of_name(const char *name);
const struct abi *abi_of_machine(uint16_t elf_machine, bool big_endian);

struct version {
    uint8_t number;
    uint8_t start_size; /* bytes of a function's start */
    uint8_t entry_size;
    bool repeats;            /* the size of repeated blocks is stored: V2 2.3 */
    bool attributes;         /* five bytes before a function's rows: V3 2.3.2 */
    bool flexible;           /* flexible rows: V3 3.2 */
    bool signals;            /* signal frames: V3 2.3.3 */
    bool registers_as_words; /* on s390x an odd word names a register: V2E1 3.3 */
};

const struct version *version_of(unsigned number);

enum { SECTION_TYPE = 0x6ffffff4, SEGMENT_TYPE = 0x6474e554 }; /* SHT_GNU_SFRAME, PT_GNU_SFRAME */
enum { MAGIC = 0xdee2, HEADER_SIZE = 28, ATTRIBUTE_SIZE = 5 };
enum { FLAG_SORTED = 1, FLAG_PCREL = 4 };

#endif
