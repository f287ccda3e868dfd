#include "kernel_table.h"

#if defined(__x86_64__)
#include <immintrin.h>
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define LANES 8
#define TILE_ROWS 6 // 12 of 16 registers hold sums
#define NAME(x) CAT(hearth_avx2_, x)
#include "kernel.inc"
#include "integers.inc"
#pragma clang attribute pop
#endif
