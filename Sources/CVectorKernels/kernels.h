#pragma once
#include "include/CVectorKernels.h"

/// Dot products of four rows with the query. `bias` is what an unsigned instruction must subtract; others ignore it.
typedef void (*hearth_dot4)(const int8_t *query, const int8_t *rows, size_t padded, int32_t bias, int32_t out[4]);

void hearth_dot4_portable(const int8_t *query, const int8_t *rows, size_t padded, int32_t bias, int32_t out[4]);
#if defined(__x86_64__)
void hearth_dot4_avx2(const int8_t *query, const int8_t *rows, size_t padded, int32_t bias, int32_t out[4]);
void hearth_dot4_vnni(const int8_t *query, const int8_t *rows, size_t padded, int32_t bias, int32_t out[4]);
uint64_t hearth_stream_avx512(const void *memory, size_t bytes);
#endif
#if defined(__aarch64__)
void hearth_dot4_neon(const int8_t *query, const int8_t *rows, size_t padded, int32_t bias, int32_t out[4]);
#endif
