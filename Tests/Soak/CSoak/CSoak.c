// SPDX-License-Identifier: Apache-2.0
#include "CSoak.h"

#include <sys/prctl.h>

int csoak_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
