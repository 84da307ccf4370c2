// SPDX-License-Identifier: Apache-2.0
// The notification server that the benchmarks' others are compared with, as a function: bench-echo is
// this and nothing else, so that it loads no library that it does not need; bench-relay adds to it.
#ifndef CECHO_H
#define CECHO_H
#include <dbus/dbus.h>
#include <stdint.h>

/// Called with each `Notify` that was answered, and the id that it was given; the message is lent.
typedef void cecho_answered(DBusMessage *call, uint32_t id);

/// Serves until the bus has gone; see the implementation for the command line.
/// @param answered NULL where nothing follows an answer.
/// @return the program's exit status.
int cecho_serve(int count, char **arguments, cecho_answered *answered);

#endif
