// SPDX-License-Identifier: Apache-2.0

// What Swift cannot do itself: look through the runtime's records for the types that conform to a
// protocol, and run before the program's main.

#ifndef CAPPINTENTS_H
#define CAPPINTENTS_H

#include <stdbool.h>

/// Receives a type; false ends the search.
typedef bool (*cappintents_body)(const void *type, void *context);

/// Calls `body` with the metadata of each type in the process that is declared to conform to a
/// protocol: classes, structures and enumerations that are not generic, each once, in any order.
///
/// `protocol` is the metadata of the protocol's existential type, `(any P).self` in Swift; of a
/// composition the first one counts. The types are found in what is loaded when the call is made.
/// A protocol keeps its conformances for this when it is `@_alwaysEmitConformanceMetadata`, as are
/// all that it inherits from; without, the optimiser drops those that nothing refers to.
void cappintents_conforming_types(const void *protocol, cappintents_body body, void *context);

/// Returns true if the process has a Focus filter; faster than the search for all.
bool cappintents_has_filters(void);

/// Returns true if the runtime knows the types of the program itself, not only those of libraries.
bool cappintents_knows_program(void);

#endif
