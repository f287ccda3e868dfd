#pragma once
#include <whisper.h>
