// SPDX-License-Identifier: Apache-2.0
// The minimal notification server; CEcho.c describes its command line.
#include "CEcho.h"

int main(int count, char **arguments) { return cecho_serve(count, arguments, 0); }
