/* A header is read by libsframe-ref. */
#include "reader.h"

#include "sframe-ref.h"

void read_header(const uint8_t *bytes, size_t size)
{
    struct sfr_section section;
    struct sfr_report report = {0};
    (void)sfr_open(&section, bytes, size, 0, SFR_V3, &report);
}
