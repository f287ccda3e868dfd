#include "CVectorKernels.h"
int hearth_vectors_placeholder(void) { return 0; }
