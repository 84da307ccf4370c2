// SPDX-License-Identifier: Apache-2.0

// Starts serving a program's Focus filters without a line of code in the program.
//
// A constructor runs before main. It looks for filters and, where there is none, starts nothing.
// Else a thread of its own starts the rest, so that main is not held up, and ends at once: what
// goes on from there belongs to Swift. The thread blocks all signals, and so do those that it
// starts, so that the program's signals are handled where they would be without the SDK.
//
// The constructor also has the program's end write what it has set in UserDefaults, which Foundation
// on Linux does not do by itself.

#include "CAppIntents.h"

#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>

/// Swift's side: Sources/AppIntents/Runtime/ProcessStart.swift.
extern void appintents_start(void);
/// Swift's side: Sources/AppIntents/Runtime/StoredDefaults.swift.
extern void appintents_end(void);

// Where this object was linked into, and whether that is the program itself.
extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

static bool is_in_program(void) {
  return getauxval(AT_PHDR) == (uintptr_t)&__ehdr_start + __ehdr_start.e_phoff;
}

// CoreFoundation's own flag (CFRuntime.c of swift-corelibs-foundation), where it is linked
// statically: its constructor may come after this one.
extern volatile unsigned char __CFInitialized __attribute__((weak));

static bool is_foundation_ready(void) {
  return !&__CFInitialized || __CFInitialized;
}

// Other constructors may still be at it. Nothing tells when one of them has returned, so this
// looks, for a second at most; it takes them microseconds, and mostly there is nothing to wait for.
static void wait_until(bool (*is_so)(void)) {
  const struct timespec step = {.tv_nsec = 500 * 1000};
  for (int i = 0; i < 2000 && !is_so(); i++) nanosleep(&step, NULL);
}

static void *run(void *unused) {
  (void)unused;
  wait_until(is_foundation_ready);
  // As a dynamic library, the SDK is there before the program's types are.
  if (!is_in_program()) wait_until(cappintents_knows_program);
  if (cappintents_has_filters()) appintents_start();
  return NULL;
}

static bool is_switched_off(void) {
  const char *value = getenv("FOCUSD_SDK");
  return value && strcmp(value, "off") == 0;
}

__attribute__((constructor)) static void start(void) {
  if (is_switched_off()) return;
  // Without room for one more handler the program ends as one without the SDK.
  (void)atexit(appintents_end);
  if (is_in_program() && !cappintents_has_filters()) return;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  // Without a thread, the program runs as one without the SDK.
  (void)pthread_create(&thread, &attributes, run, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
}
