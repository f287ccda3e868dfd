#include "kernels.h"
#include <math.h>

// Independent accumulators let any compiler vectorise this for the baseline instruction set.
void hearth_dot4_portable(const int8_t *query, const int8_t *rows, size_t padded, int32_t bias, int32_t out[4]) {
    (void)bias;
    for (int r = 0; r < 4; r++, rows += padded) {
        int32_t sum = 0;
        for (size_t i = 0; i < padded; i++) sum += (int32_t)query[i] * rows[i];
        out[r] = sum;
    }
}

static const float largest = 1e15f;   // products of two such and their sums stay finite
static const float smallest = 1e-30f; // below this the inverse of the scale would not be finite: the vector counts as zero

// The largest magnitude, or -1 when a component is not finite or too large.
static float magnitude(const float *vector, size_t dimension) {
    float most = 0;
    for (size_t i = 0; i < dimension; i++) {
        float size = fabsf(vector[i]);
        if (!(size <= largest)) return -1;
        if (size > most) most = size;
    }
    return most;
}

int hearth_quantize_i8(const float *vector, size_t dimension, size_t padded, int8_t *codes, float *scale) {
    float most = magnitude(vector, dimension);
    if (most < 0) return 0;
    float inverse = most < smallest ? 0 : 127.0f / most;
    *scale = inverse == 0 ? 0 : most / 127.0f;
    for (size_t i = 0; i < dimension; i++) codes[i] = (int8_t)lrintf(vector[i] * inverse);
    for (size_t i = dimension; i < padded; i++) codes[i] = 0;
    return 1;
}

int hearth_quantize_i16(const float *vector, size_t dimension, int16_t *codes, float *scale) {
    float most = magnitude(vector, dimension);
    if (most < 0) return 0;
    float inverse = most < smallest ? 0 : 32767.0f / most;
    *scale = inverse == 0 ? 0 : most / 32767.0f;
    for (size_t i = 0; i < dimension; i++) codes[i] = (int16_t)lrintf(vector[i] * inverse);
    return 1;
}

float hearth_dot_i16(const float *query, const int16_t *codes, size_t dimension) {
    float sums[16] = {0};
    size_t i = 0;
    for (; i + 16 <= dimension; i += 16)
        for (int j = 0; j < 16; j++) sums[j] += query[i + j] * (float)codes[i + j];
    double sum = 0;
    for (int j = 0; j < 16; j++) sum += sums[j];
    for (; i < dimension; i++) sum += (double)query[i] * codes[i];
    return (float)sum;
}
