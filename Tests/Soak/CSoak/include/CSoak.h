// SPDX-License-Identifier: Apache-2.0
#pragma once

/* Makes this process the parent of what its children leave behind; prctl takes a variable number
 * of arguments, which Swift cannot pass. 0 when done. */
int csoak_adopt_orphans(void);
