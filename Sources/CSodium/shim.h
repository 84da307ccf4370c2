// SPDX-License-Identifier: Apache-2.0
// libsodium for Swift.
#ifndef CSODIUM_SHIM_H
#define CSODIUM_SHIM_H
#include <sodium.h>
#endif
