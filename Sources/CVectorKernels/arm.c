#if defined(__aarch64__)
#include "kernels.h"
#include <arm_neon.h>

// Baseline NEON of every ARMv8: multiply to int16, add pairs into int32.
void hearth_dot4_neon(const int8_t *query, const int8_t *rows, size_t padded, int32_t bias, int32_t out[4]) {
    (void)bias;
    for (int r = 0; r < 4; r++, rows += padded) {
        int32x4_t a = vdupq_n_s32(0), b = a;
        for (size_t i = 0; i < padded; i += 16) {
            int8x16_t q = vld1q_s8(query + i), x = vld1q_s8(rows + i);
            a = vpadalq_s16(a, vmull_s8(vget_low_s8(q), vget_low_s8(x)));
            b = vpadalq_s16(b, vmull_s8(vget_high_s8(q), vget_high_s8(x)));
        }
        out[r] = vaddvq_s32(vaddq_s32(a, b));
    }
}
#endif
