#pragma once
#include "CEncoderKernels.h"

// What each form of the arithmetic provides; see CEncoderKernels.h for the meaning.
typedef struct {
    size_t (*packed_size)(size_t outputs, size_t inputs);
    void (*pack)(const float *rows, size_t first, size_t count, size_t outputs, size_t inputs, void *packed);
    size_t (*linear_scratch_size)(size_t rows, size_t inputs);
    void (*linear)(const float *x, size_t rows, size_t inputs, const void *packed, size_t outputs, const float *bias,
                   const float *residual, hearth_epilogue epilogue, float *y, void *scratch);
    void (*layer_norm)(float *x, size_t rows, size_t width, const float *scale, const float *shift, float epsilon);
    void (*attention)(const float *qkv, size_t length, size_t heads, size_t head_width, float *out, void *scratch);
} hearth_kernel_table;

extern const hearth_kernel_table hearth_portable_kernels;
#if defined(__x86_64__)
extern const hearth_kernel_table hearth_avx2_kernels;
extern const hearth_kernel_table hearth_avx2_int16_kernels;
extern const hearth_kernel_table hearth_avx512_kernels;
extern const hearth_kernel_table hearth_avx512_bf16_kernels;
#endif

#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
