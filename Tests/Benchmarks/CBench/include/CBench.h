// SPDX-License-Identifier: Apache-2.0
// What the benchmarks need of C: counted allocations, and children that end with us.
#ifndef CBENCH_H
#define CBENCH_H
#include <stdint.h>
#include <sys/types.h>

/// Allocations (malloc and its kin) that the calling thread has made so far.
uint64_t cbench_allocations(void);

/// Starts a program that ends with this process. `argv` and `envp` end with NULL; a descriptor that
/// is negative becomes /dev/null. Swift cannot fork.
/// @return its process id; -1 with errno when the program cannot be run.
pid_t cbench_spawn(char *const argv[], char *const envp[], int output, int errors);

#endif
