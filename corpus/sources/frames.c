/* Frames of sizes on both sides of what offsets of 8, 16 and 32 bits can say. */
extern long fill(void *, unsigned long);

#define FRAME(size)                                                                                          \
    long frame_##size(long a)                                                                                \
    {                                                                                                        \
        char room[size];                                                                                     \
        return a + fill(room, size) + room[size - 1];                                                        \
    }

FRAME(8)
FRAME(96)
FRAME(104)
FRAME(112)
FRAME(120)
FRAME(136)
FRAME(248)
FRAME(264)
FRAME(1000)
FRAME(4096)
FRAME(16384)
FRAME(32000)
FRAME(32752)
FRAME(32800)
FRAME(65536)
FRAME(70000)
FRAME(1000000)
FRAME(20000000)
