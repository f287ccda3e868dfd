#include "hearth_picture.h"

#include <limits.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_MAX_DIMENSIONS 65535
#include "stb/stb_image.h"

unsigned char *hearth_picture_decode(const unsigned char *bytes, size_t count, size_t most, int *width, int *height) {
    int channels = 0;
    if (count == 0 || count > INT_MAX || !stbi_info_from_memory(bytes, (int)count, width, height, &channels)) return NULL;
    if (*width < 1 || *height < 1 || (size_t)*width > most / (size_t)*height) return NULL;
    // Told again by the same head; a file that says two things is none.
    int w = 0, h = 0;
    unsigned char *points = stbi_load_from_memory(bytes, (int)count, &w, &h, &channels, 4);
    if (!points || w != *width || h != *height) {
        stbi_image_free(points);
        return NULL;
    }
    // In place: each point moves towards the beginning.
    for (size_t i = 0, all = (size_t)w * (size_t)h; i < all; i++) {
        const unsigned alpha = points[4 * i + 3];
        for (int c = 0; c < 3; c++) points[3 * i + c] = (unsigned char)((points[4 * i + c] * alpha + 255 * (255 - alpha)) / 255);
    }
    return points;
}

void hearth_picture_free(unsigned char *points) { stbi_image_free(points); }
