// SPDX-License-Identifier: Apache-2.0
// The reference notification server of the benchmarks, as a function: bench-echo is only this
// function, so that it loads no unneeded library; bench-relay extends it.
#ifndef CECHO_H
#define CECHO_H
#include <dbus/dbus.h>
#include <stdint.h>

/// Called after the answer to each `Notify`, with the assigned id. The message is lent.
typedef void cecho_answered(DBusMessage *call, uint32_t id);

/// Serves until the bus closes; see the implementation for the command line.
/// @param answered NULL if no action follows an answer.
/// @return the program's exit status.
int cecho_serve(int count, char **arguments, cecho_answered *answered);

#endif
