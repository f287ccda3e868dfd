#pragma once
#include "CSandbox.h"

/// Puts the wall of `launch` around the calling process, which is about to become the program. Makes system calls only.
/// Returns 0 or an errno value.
int csandbox_wall_up(const struct csandbox_launch *launch);
