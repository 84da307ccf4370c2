// SPDX-License-Identifier: Apache-2.0
// libdbus-1 for Swift.
#ifndef CDBUS_SHIM_H
#define CDBUS_SHIM_H
#include <dbus/dbus.h>
#endif
