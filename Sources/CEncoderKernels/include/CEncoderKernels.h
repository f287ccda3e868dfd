#pragma once
// Kernels for the sentence encoder with run-time dispatch, so that one binary is fast on every machine.
int hearth_encoder_placeholder(void);
