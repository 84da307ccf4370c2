// SPDX-License-Identifier: Apache-2.0
// The C functions of the benchmarks: counted allocations, and children that end with the benchmark.
#ifndef CBENCH_H
#define CBENCH_H
#include <stdint.h>
#include <sys/types.h>

/// Returns the allocations (malloc and similar functions) of the calling thread so far.
uint64_t cbench_allocations(void);

/// Starts a program that ends with this process, because Swift cannot fork. `argv` and `envp` end
/// with NULL; a negative descriptor becomes /dev/null.
/// @return its process id; -1 with errno if the program cannot be run.
pid_t cbench_spawn(char *const argv[], char *const envp[], int output, int errors);

#endif
