#include "kernels.h"

int hearth_scan_kernel_supported(int kernel) {
    switch (kernel) {
    case HEARTH_KERNEL_PORTABLE: return 1;
#if defined(__x86_64__)
    case HEARTH_KERNEL_AVX2: return __builtin_cpu_supports("avx2") != 0;
    case HEARTH_KERNEL_VNNI:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni");
#endif
#if defined(__aarch64__)
    case HEARTH_KERNEL_NEON: return 1;
#endif
    default: return 0;
    }
}

int hearth_scan_kernel_best(void) {
    static const int order[] = {HEARTH_KERNEL_VNNI, HEARTH_KERNEL_AVX2, HEARTH_KERNEL_NEON};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (hearth_scan_kernel_supported(order[i])) return order[i];
    return HEARTH_KERNEL_PORTABLE;
}

const char *hearth_scan_kernel_name(int kernel) {
    switch (kernel) {
    case HEARTH_KERNEL_PORTABLE: return "portable";
    case HEARTH_KERNEL_AVX2: return "avx2";
    case HEARTH_KERNEL_VNNI: return "avx512-vnni";
    case HEARTH_KERNEL_NEON: return "neon";
    default: return "unknown";
    }
}

static hearth_dot4 dot4(int kernel) {
    if (!hearth_scan_kernel_supported(kernel)) return hearth_dot4_portable;
    switch (kernel) {
#if defined(__x86_64__)
    case HEARTH_KERNEL_AVX2: return hearth_dot4_avx2;
    case HEARTH_KERNEL_VNNI: return hearth_dot4_vnni;
#endif
#if defined(__aarch64__)
    case HEARTH_KERNEL_NEON: return hearth_dot4_neon;
#endif
    default: return hearth_dot4_portable;
    }
}

static int32_t dot1(const int8_t *query, const int8_t *row, size_t padded) {
    int32_t sum = 0;
    for (size_t i = 0; i < padded; i++) sum += (int32_t)query[i] * row[i];
    return sum;
}

size_t hearth_scan_i8(
    int kernel, const int8_t *query, float query_scale, const int8_t *rows, const float *scales, size_t count,
    size_t padded, float threshold, uint32_t *found, float *scores
) {
    hearth_dot4 dots = dot4(kernel);
    int32_t bias = 0;
    for (size_t i = 0; i < padded; i++) bias += query[i];
    bias *= 128;
    size_t hits = 0, row = 0;
    for (; row + 4 <= count; row += 4) {
        int32_t products[4];
        dots(query, rows + row * padded, padded, bias, products);
        for (int r = 0; r < 4; r++) {
            float score = (float)products[r] * scales[row + r] * query_scale;
            if (score >= threshold) {
                found[hits] = (uint32_t)(row + r);
                scores[hits++] = score;
            }
        }
    }
    for (; row < count; row++) {
        float score = (float)dot1(query, rows + row * padded, padded) * scales[row] * query_scale;
        if (score >= threshold) {
            found[hits] = (uint32_t)row;
            scores[hits++] = score;
        }
    }
    return hits;
}

uint64_t hearth_stream(const void *memory, size_t bytes) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return hearth_stream_avx512(memory, bytes);
#endif
    const uint64_t *p = memory;
    uint64_t sums[8] = {0};
    for (size_t i = 0; i + 8 <= bytes / 8; i += 8)
        for (int j = 0; j < 8; j++) sums[j] += p[i + j];
    uint64_t sum = 0;
    for (int j = 0; j < 8; j++) sum += sums[j];
    return sum;
}
