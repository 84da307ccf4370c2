// SPDX-License-Identifier: Apache-2.0
// libdbus-1 for Swift.
#ifndef CDBUS_SHIM_H
#define CDBUS_SHIM_H
#include <dbus/dbus.h>

/* Returns the bytes of the elements of the array in which the iterator stands. libdbus marks this
   function as deprecated in favour of the number of elements, which takes time for each element. */
static inline int cdbus_array_bytes(DBusMessageIter *iterator) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    return dbus_message_iter_get_array_len(iterator);
#pragma clang diagnostic pop
}
#endif
