// SPDX-License-Identifier: Apache-2.0
#pragma once

/* Makes this process the parent of its children's orphans. prctl takes a variable number of
 * arguments, which Swift cannot pass. Returns 0 on success. */
int csoak_adopt_orphans(void);
