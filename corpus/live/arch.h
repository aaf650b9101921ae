/* What differs from processor to processor: registers, how a call and a return look, where a signal keeps
 * what it interrupted. */
#pragma once

#include "sframe-ref.h"

enum { REGISTERS = 34 };

/* The registers of a stopped program, by DWARF number; SP is among them. */
struct registers {
    uint64_t pc;
    uint64_t by_number[REGISTERS];
};

enum transfer { ONWARD, CALL, RETURN, SYSTEM_CALL };

struct instruction {
    enum transfer transfer;
    unsigned size;   /* 0: not known (only a call's and a system call's are) */
    unsigned popped; /* by a return, besides the return address */
};

enum { INSTRUCTION_MOST = 16 };

/* Where a signal's frame, which begins at the handler's first SP, keeps the interrupted PC and SP. A
 * processor may have two: with SA_SIGINFO and without. */
struct signal_frame {
    unsigned pc, sp;
};
enum { SIGNAL_FRAMES = 2 };

struct arch {
    unsigned machine; /* of its ELF files */
    enum sfr_abi abi;
    const char *emulator;
    bool native;             /* this machine runs it, and live_native_way knows its registers */
    uint64_t pac_mask;       /* user addresses have 48 bits */
    unsigned first_unlisted; /* registers from here on have to be asked for one by one */
    /* Which word of the answer to the remote protocol's `g` is the PC, and which is register 0. RAW_UNLISTED:
     * the number by which the protocol's `p` asks for another register; 0: there is none. */
    unsigned raw_pc, raw_first;
    unsigned (*raw_unlisted)(unsigned regnum);
    struct instruction (*decode)(const uint8_t *code);
    struct signal_frame signal_frames[SIGNAL_FRAMES];
};

static inline const struct sfr_abi_facts *abi_of(const struct arch *arch)
{
    return sfr_abi_facts(arch->abi);
}

/* Whether a call pushes the return address; else it leaves it in RA's register. */
static inline bool return_on_stack(const struct arch *arch)
{
    return abi_of(arch)->fixed_ra != 0;
}

const struct arch *live_arch_of(unsigned machine, bool big_endian); /* an ELF machine; NULL: none of ours */

uint64_t live_word_of(const struct arch *arch, const uint8_t *bytes); /* 8 of them */

static inline uint64_t sp_of(const struct arch *arch, const struct registers *registers)
{
    return registers->by_number[abi_of(arch)->sp];
}

static inline uint64_t fp_of(const struct arch *arch, const struct registers *registers)
{
    return registers->by_number[abi_of(arch)->fp];
}
