#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// PocketSphinx, where the system has it. The library is opened when a recording is first written down with it, never at the
// start of a program: it brings thirty others along, none of which belongs into a process that does not need them.

/// Whether the library is installed, in one of the versions that are known: 0.8 (Debian 12) or 5. Opens it.
bool hearth_ps_available(void);

typedef struct hearth_ps hearth_ps;
typedef struct hearth_ps_segment hearth_ps_segment;

/// Opens a decoder; NULL when it cannot be.
hearth_ps *hearth_ps_open(const char *acoustic, const char *language, const char *dictionary);
void hearth_ps_close(hearth_ps *decoder);

/// Makes a grammar (JSGF) what is listened for; below 0 when it cannot be read.
int hearth_ps_grammar(hearth_ps *decoder, const char *grammar);

/// Hears so many samples (16 kHz) as one utterance; below 0 when that failed.
int hearth_ps_hear(hearth_ps *decoder, const int16_t *samples, size_t count);

/// The first word of what was heard last, and the one after it; NULL after the last. Each ends the one before.
hearth_ps_segment *hearth_ps_first(hearth_ps *decoder);
hearth_ps_segment *hearth_ps_next(hearth_ps_segment *segment);

/// The word as the dictionary spells it; NULL when it has none.
const char *hearth_ps_word(hearth_ps_segment *segment);
/// Its first and last frame of 10 ms.
void hearth_ps_frames(hearth_ps_segment *segment, int *first, int *last);
/// How likely it is, from 0 to 1.
double hearth_ps_probability(hearth_ps *decoder, hearth_ps_segment *segment);
