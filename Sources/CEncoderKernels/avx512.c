#include "kernel_table.h"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq"))), apply_to = function)
#define LANES 16
#define TILE_ROWS 12 // 24 of 32 registers hold sums
#define NAME(x) CAT(hearth_avx512_, x)
#include "kernel.inc"
#pragma clang attribute pop
#endif
