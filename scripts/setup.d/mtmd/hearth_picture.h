#ifndef MTMD_PICTURE_H
#define MTMD_PICTURE_H
// Unpacks a PNG or a JPEG (stb_image 2.30, with its other formats, and what reads files, left out).
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// The points of a picture, row after row, three bytes (red, green, blue) each; NULL where it cannot be unpacked, or would have more than
// `most` points. What is transparent is shown on white. Freed with `hearth_picture_free`.
unsigned char *hearth_picture_decode(const unsigned char *bytes, size_t count, size_t most, int *width, int *height);
void hearth_picture_free(unsigned char *points);

#ifdef __cplusplus
}
#endif
#endif
