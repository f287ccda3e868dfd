#pragma once
#include <llama.h>
#include <gguf.h>
#include <ggml-cpu.h>
