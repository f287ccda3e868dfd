#pragma once
// Kernels for exact vector search with run-time dispatch, so that one binary is fast on every machine.
int hearth_vectors_placeholder(void);
