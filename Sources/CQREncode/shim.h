// SPDX-License-Identifier: Apache-2.0
// libqrencode for Swift.
#ifndef CQRENCODE_SHIM_H
#define CQRENCODE_SHIM_H
#include <qrencode.h>
#endif
