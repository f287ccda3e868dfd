#include "kernel_table.h"

static const hearth_kernel_table *table(hearth_kernel kernel) {
    switch (kernel) {
#if defined(__x86_64__)
    case HEARTH_KERNEL_AVX2: return &hearth_avx2_kernels;
    case HEARTH_KERNEL_AVX2_INT16: return &hearth_avx2_int16_kernels;
    case HEARTH_KERNEL_AVX512: return &hearth_avx512_kernels;
    case HEARTH_KERNEL_AVX512_BF16: return &hearth_avx512_bf16_kernels;
#endif
    default: return &hearth_portable_kernels;
    }
}

bool hearth_kernel_supported(hearth_kernel kernel) {
    switch (kernel) {
    case HEARTH_KERNEL_PORTABLE: return true;
#if defined(__x86_64__)
    case HEARTH_KERNEL_AVX2:
    case HEARTH_KERNEL_AVX2_INT16: return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case HEARTH_KERNEL_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
            && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
    case HEARTH_KERNEL_AVX512_BF16:
        return hearth_kernel_supported(HEARTH_KERNEL_AVX512) && __builtin_cpu_supports("avx512bf16");
#endif
    default: return false;
    }
}

// Floats in sixteen lanes go before integers in eight lanes: where two products start in each cycle they do as many.
hearth_kernel hearth_kernel_best(void) {
    for (int kernel = HEARTH_KERNEL_AVX512_BF16; kernel > HEARTH_KERNEL_PORTABLE; kernel--)
        if (hearth_kernel_supported((hearth_kernel)kernel)) return (hearth_kernel)kernel;
    return HEARTH_KERNEL_PORTABLE;
}

hearth_kernel hearth_kernel_best_of_floats(void) {
    hearth_kernel best = hearth_kernel_best();
    switch (best) {
    case HEARTH_KERNEL_AVX512_BF16: return HEARTH_KERNEL_AVX512;
    case HEARTH_KERNEL_AVX2_INT16: return HEARTH_KERNEL_AVX2;
    default: return best;
    }
}

size_t hearth_packed_size(hearth_kernel kernel, size_t outputs, size_t inputs) {
    return table(kernel)->packed_size(outputs, inputs);
}

void hearth_pack(hearth_kernel kernel, const float *rows, size_t first, size_t count, size_t outputs, size_t inputs,
                 void *packed) {
    table(kernel)->pack(rows, first, count, outputs, inputs, packed);
}

size_t hearth_linear_scratch_size(hearth_kernel kernel, size_t rows, size_t inputs) {
    return table(kernel)->linear_scratch_size(rows, inputs);
}

void hearth_linear(hearth_kernel kernel, const float *x, size_t rows, size_t inputs, const void *packed, size_t outputs,
                   const float *bias, const float *residual, hearth_epilogue epilogue, float *y, void *scratch) {
    table(kernel)->linear(x, rows, inputs, packed, outputs, bias, residual, epilogue, y, scratch);
}

void hearth_layer_norm(hearth_kernel kernel, float *x, size_t rows, size_t width, const float *scale, const float *shift,
                       float epsilon) {
    table(kernel)->layer_norm(x, rows, width, scale, shift, epsilon);
}

size_t hearth_attention_scratch_size(size_t length, size_t head_width) {
    // Enough for every form: panels are at most 32 wide, tiles at most 12 high.
    size_t padded = (length + 31) / 32 * 32, value_width = (head_width + 31) / 32 * 32;
    return 4 * (padded * head_width + length * value_width + 12 * head_width + 24 * padded) + 64;
}

void hearth_attention(hearth_kernel kernel, const float *qkv, size_t length, size_t heads, size_t head_width, float *out,
                      void *scratch) {
    table(kernel)->attention(qkv, length, heads, head_width, out, scratch);
}

void hearth_mean_pool(const float *x, size_t rows, size_t width, float *out) {
    double squares = 0;
    for (size_t k = 0; k < width; k++) out[k] = 0;
    for (size_t r = 0; r < rows; r++)
        for (size_t k = 0; k < width; k++) out[k] += x[r * width + k];
    for (size_t k = 0; k < width; k++) squares += (double)out[k] * out[k];
    // The mean's divisor cancels in the scaling to length 1. The comparison is false for NaN.
    bool usable = squares > 1e-30 && squares < 1e60;
    float inverse = usable ? (float)(1 / __builtin_sqrt(squares)) : 0;
    for (size_t k = 0; k < width; k++) out[k] = usable ? out[k] * inverse : 0;
}
