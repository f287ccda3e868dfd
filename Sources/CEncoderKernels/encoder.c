#include "CEncoderKernels.h"
int hearth_encoder_placeholder(void) { return 0; }
