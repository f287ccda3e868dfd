#include "hearth_picture.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// The most bytes that one piece of memory may have while this thread unpacks. A PNG of a few megabytes and eight points holds gigabytes when
// it is inflated, and stb_image makes room for as much as there is.
static _Thread_local size_t largest;

static void *bounded_malloc(size_t size) { return size <= largest ? malloc(size) : NULL; }
static void *bounded_realloc(void *piece, size_t size) { return size <= largest ? realloc(piece, size) : NULL; }

#define STBI_MALLOC(size) bounded_malloc(size)
#define STBI_REALLOC(piece, size) bounded_realloc(piece, size)
#define STBI_FREE(piece) free(piece)
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_MAX_DIMENSIONS 65535
#include "stb/stb_image.h"

// Scans that a JPEG may have. Those that are made have about ten; each goes over all points, whatever it says of them, and a few bytes are one.
enum { MOST_SCANS = 200 };

static int has_bearable_scans(const unsigned char *bytes, size_t count) {
    int scans = 0;
    for (size_t at = 2; at + 4 <= count;) {
        const unsigned char *mark = memchr(bytes + at, 0xFF, count - at - 3);
        if (!mark) break;
        at = (size_t)(mark - bytes) + 1;
        const unsigned kind = bytes[at];
        if (kind == 0xD9) break;
        if (kind == 0xDA && ++scans > MOST_SCANS) return 0;
        // Fill bytes; what is no mark; those that have no length.
        if (kind == 0xFF || kind <= 1 || (kind >= 0xD0 && kind <= 0xD8)) continue;
        at += 1 + ((size_t)bytes[at + 1] << 8 | bytes[at + 2]);
    }
    return 1;
}

// What unpacking a picture may take at once: 16 bits of four channels of each point, and twice that where a guess is doubled.
static size_t room(size_t count, size_t width, size_t height, size_t most) {
    const size_t points = (width + 64) * (height + 64), usual = 8 * points, twice = 2 * usual;
    const size_t limit = 8 * most > usual ? 8 * most : usual, piece = twice < limit ? twice : limit;
    return (1 << 20) + (piece > 2 * count ? piece : 2 * count);
}

unsigned char *hearth_picture_decode(const unsigned char *bytes, size_t count, size_t most, int *width, int *height) {
    int channels = 0;
    if (count == 0 || count > INT_MAX) return NULL;
    largest = room(count, 0, 0, most);
    if (!stbi_info_from_memory(bytes, (int)count, width, height, &channels)) return NULL;
    if (*width < 1 || *height < 1 || (size_t)*width > most / (size_t)*height) return NULL;
    if (bytes[0] == 0xFF && !has_bearable_scans(bytes, count)) return NULL;
    largest = room(count, (size_t)*width, (size_t)*height, most);
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
