#include "kernel_table.h"

#define LANES 4
#if defined(__aarch64__)
#define TILE_ROWS 12 // 24 of 32 registers hold sums
#else
#define TILE_ROWS 6 // 12 of 16 registers hold sums
#endif
#define NAME(x) CAT(hearth_portable_, x)
#include "kernel.inc"
