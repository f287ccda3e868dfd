#pragma once
#include "BertNormalization.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The arithmetic of small networks (a BERT encoder; Silero's voice activity detection takes its matrix product), in several
// forms of which the machine's best is chosen at run time, so that one binary is fast everywhere. All matrices are row-major;
// nothing here allocates, keeps state or starts threads.

/// A form of the arithmetic.
typedef enum {
    /// Plain C on four-lane vectors: SSE2 on x86-64, NEON on arm64.
    HEARTH_KERNEL_PORTABLE = 0,
    /// Eight lanes with fused multiply-add (x86-64 from 2013).
    HEARTH_KERNEL_AVX2 = 1,
    /// The same, and products (`hearth_linear`) of 16-bit integers with one scale for each row of `x` and of the weights,
    /// summed exactly: 1.4 times the speed or more. The error is about 1e-5 of the product of both rows' lengths, as vectors.
    HEARTH_KERNEL_AVX2_INT16 = 2,
    /// Sixteen lanes (AVX-512 F, BW, VL, DQ).
    HEARTH_KERNEL_AVX512 = 3,
    /// Sixteen lanes, and matrix products of bfloat16 numbers summed in float: twice the speed at 8 bits of mantissa.
    HEARTH_KERNEL_AVX512_BF16 = 4,
} hearth_kernel;

/// What happens to each number of a product before it is stored.
typedef enum {
    HEARTH_EPILOGUE_NONE = 0,
    /// The exact GELU, x·Φ(x).
    HEARTH_EPILOGUE_GELU = 1,
} hearth_epilogue;

/// Whether this machine can run a form.
bool hearth_kernel_supported(hearth_kernel kernel);

/// The fastest form this machine can run.
hearth_kernel hearth_kernel_best(void);

/// The fastest form this machine can run that rounds nothing to fewer bits than a float has.
hearth_kernel hearth_kernel_best_of_floats(void);

/// Bytes of a weight matrix of `outputs` rows and `inputs` columns once packed. Packed weights are aligned to 64 bytes.
size_t hearth_packed_size(hearth_kernel kernel, size_t outputs, size_t inputs);

/// Packs rows `first ..< first + count` of a weight matrix of `outputs` × `inputs` numbers, given as `count` × `inputs`
/// floats. The last rows' call also zeroes the padding. Different rows may be packed from different threads.
void hearth_pack(hearth_kernel kernel, const float *rows, size_t first, size_t count, size_t outputs, size_t inputs,
                 void *packed);

/// Bytes of working memory that `hearth_linear` needs.
size_t hearth_linear_scratch_size(hearth_kernel kernel, size_t rows, size_t inputs);

/// `y = epilogue(x · Wᵀ + bias) + residual` for `rows` rows.
///
/// `x` is rows × inputs, `y` and `residual` (or NULL) rows × outputs, `bias` has `outputs` numbers. `y` may be `residual`.
/// `scratch` is 64-byte aligned and holds `hearth_linear_scratch_size` bytes.
void hearth_linear(hearth_kernel kernel, const float *x, size_t rows, size_t inputs, const void *packed, size_t outputs,
                   const float *bias, const float *residual, hearth_epilogue epilogue, float *y, void *scratch);

/// Normalises each of `rows` rows of `width` numbers to mean 0 and variance 1, then scales and shifts it, in place.
void hearth_layer_norm(hearth_kernel kernel, float *x, size_t rows, size_t width, const float *scale, const float *shift,
                       float epsilon);

/// Bytes of working memory that `hearth_attention` needs for a sequence of `length` tokens.
size_t hearth_attention_scratch_size(size_t length, size_t head_width);

/// Self-attention of one sequence, every token seeing every other.
///
/// Each of the `length` rows of `qkv` holds a token's query, key and value, each of heads × head_width numbers. `out` has
/// `length` rows of heads × head_width numbers. `scratch` is 64-byte aligned.
void hearth_attention(hearth_kernel kernel, const float *qkv, size_t length, size_t heads, size_t head_width, float *out,
                      void *scratch);

/// The mean of `rows` rows, scaled to length 1. A mean of length zero, or one that is not finite, gives zeros.
void hearth_mean_pool(const float *x, size_t rows, size_t width, float *out);
