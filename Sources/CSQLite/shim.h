// SPDX-License-Identifier: Apache-2.0
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/* SQLITE_TRANSIENT casts -1 to a function pointer, and Swift imports no such macro. */
static inline int csqlite_bind_text_copy(sqlite3_stmt *statement, int parameter, const char *text,
                                         int bytes)
{
    return sqlite3_bind_text(statement, parameter, bytes == 0 ? "" : text, bytes,
                             SQLITE_TRANSIENT);
}

/* An empty Swift buffer may have no address, and SQLite binds NULL for a null pointer. */
static inline int csqlite_bind_empty_text(sqlite3_stmt *statement, int parameter)
{
    return sqlite3_bind_text(statement, parameter, "", 0, SQLITE_STATIC);
}

#endif
