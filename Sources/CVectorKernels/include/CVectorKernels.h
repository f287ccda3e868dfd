#pragma once
// Kernels for exact vector search with run-time dispatch, so that one binary is fast on every machine.
//
// A matrix holds one quantized vector a row: int8 codes in -127...127, padded with zeros to a multiple of 64, and one float
// scale; component = code * scale. The scan is bound by the speed of memory, so a quarter of the bytes is four times the speed.
#include <stddef.h>
#include <stdint.h>

/// The instruction sets that a scan can use.
enum {
    HEARTH_KERNEL_PORTABLE = 0,
    HEARTH_KERNEL_AVX2 = 1,
    HEARTH_KERNEL_VNNI = 2,
    HEARTH_KERNEL_NEON = 3,
    HEARTH_KERNEL_COUNT = 4
};

/// The most components of a vector: beyond this an int32 sum of products could overflow.
#define HEARTH_MAX_DIMENSION 32768

/// 1 when this machine can run the kernel.
int hearth_scan_kernel_supported(int kernel);
/// The fastest kernel of this machine; found once.
int hearth_scan_kernel_best(void);
/// Its name, such as `avx512-vnni`.
const char *hearth_scan_kernel_name(int kernel);

/// Quantizes to int8; the codes beyond `dimension` become 0. Returns 0 when a component is not finite or above 1e15.
int hearth_quantize_i8(const float *vector, size_t dimension, size_t padded, int8_t *codes, float *scale);
/// Quantizes to int16, 15 bits and sign. Returns 0 when a component is not finite or above 1e15.
int hearth_quantize_i16(const float *vector, size_t dimension, int16_t *codes, float *scale);
/// The dot product of a query and a vector of int16 codes, without its scale.
float hearth_dot_i16(const float *query, const int16_t *codes, size_t dimension);

/// Scores `count` rows of `padded` codes (a multiple of 64) against a query quantized alike, and writes row number and score
/// of those that reach `threshold`, in ascending order of rows. Both outputs have room for `count`. Returns how many it wrote.
size_t hearth_scan_i8(
    int kernel, const int8_t *query, float query_scale, const int8_t *rows, const float *scales, size_t count,
    size_t padded, float threshold, uint32_t *found, float *scores);

/// Reads memory as fast as one thread can and returns a sum of it: the bound that a scan is measured against.
uint64_t hearth_stream(const void *memory, size_t bytes);
