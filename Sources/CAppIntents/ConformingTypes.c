// SPDX-License-Identifier: Apache-2.0

// The structures below are the runtime's ABI, which Apple froze with Swift 5 and Linux follows.
// They are declared here because the toolchain's headers are not on the include path of packages.
// Each names the file of https://github.com/swiftlang/swift that defines it.

#include "CAppIntents.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/auxv.h>

// stdlib/public/SwiftShims/swift/shims/MetadataSections.h
struct range {
  uintptr_t start;
  size_t length;
};

// The same file: fields are only ever added at the end, and `version` grows with them.
struct sections {
  uintptr_t version;
  const void *base;
  void *unused[2];
  struct range protocols;
  struct range conformances;
};

// The first version with the base address in its place: Swift 5.9 (`CurrentSectionMetadataVersion`,
// stdlib/public/runtime/ImageInspectionCommon.h).
enum { SECTIONS_VERSION = 4 };

// stdlib/public/runtime/ImageInspectionCommon.cpp. Locks nothing: images are kept in a list that
// only grows.
extern void swift_enumerateAllMetadataSections(
    bool (*body)(const struct sections *sections, void *context), void *context);

// include/swift/ABI/Metadata.h, TargetProtocolConformanceDescriptor. Every field is an offset from
// its own address.
struct conformance {
  int32_t protocol;
  int32_t type;
  int32_t witness_table;
  uint32_t flags;
};

// include/swift/ABI/MetadataValues.h, ConformanceFlags and TypeReferenceKind.
enum {
  TYPE_KIND_SHIFT = 3,
  TYPE_KIND_MASK = 7,
  TYPE_DIRECT = 0,
  TYPE_INDIRECT = 1,
};

// include/swift/ABI/Metadata.h, TargetTypeContextDescriptor.
struct type_descriptor {
  uint32_t flags;
  int32_t parent;
  int32_t name;
  int32_t accessor;
};

// include/swift/ABI/MetadataValues.h, ContextDescriptorFlags and ContextDescriptorKind.
enum {
  CONTEXT_KIND_MASK = 0x1f,
  CONTEXT_CLASS = 16,
  CONTEXT_STRUCT = 17,
  CONTEXT_ENUM = 18,
  CONTEXT_IS_GENERIC = 0x80,
};

// include/swift/ABI/Metadata.h, MetadataResponse. Two words come back in the same registers from a
// C function and from a Swift one, on x86-64 and arm64.
struct response {
  const void *type;
  size_t state;
};

// include/swift/ABI/Metadata.h, TargetExistentialTypeMetadata.
struct existential {
  uintptr_t kind;
  uint32_t flags;
  uint32_t protocol_count;
  const void *protocols[];
};

// include/swift/ABI/MetadataValues.h, MetadataKind::Existential.
enum { KIND_EXISTENTIAL = 0x303 };

static const void *relative(const int32_t *field) {
  return *field ? (const char *)field + *field : NULL;
}

// An odd offset leads to a pointer to the thing: it is in another image.
static const void *relative_or_indirect(const int32_t *field) {
  int32_t offset = *field & ~1;
  if (!offset) return NULL;
  const void *target = (const char *)field + offset;
  return *field & 1 ? *(const void *const *)target : target;
}

static const struct type_descriptor *type_of(const struct conformance *conformance) {
  switch (conformance->flags >> TYPE_KIND_SHIFT & TYPE_KIND_MASK) {
    case TYPE_DIRECT:
      return relative(&conformance->type);
    case TYPE_INDIRECT: {
      const struct type_descriptor *const *indirect = relative(&conformance->type);
      return indirect ? *indirect : NULL;
    }
    default:  // Objective-C classes, and what is still to be invented.
      return NULL;
  }
}

static const void *metadata_of(const struct type_descriptor *type) {
  if (type->flags & CONTEXT_IS_GENERIC) return NULL;
  switch (type->flags & CONTEXT_KIND_MASK) {
    case CONTEXT_CLASS:
    case CONTEXT_STRUCT:
    case CONTEXT_ENUM: {
      struct response (*accessor)(size_t request) =
          (struct response (*)(size_t))(uintptr_t)relative(&type->accessor);
      // Request 0: complete metadata, waited for.
      return accessor ? accessor(0).type : NULL;
    }
    default:
      return NULL;
  }
}

struct search {
  const void *protocol;
  bool (*found)(const struct type_descriptor *type, void *context);
  void *context;
  bool goes_on;
};

static bool search_image(const struct sections *sections, void *context) {
  struct search *search = context;
  if (sections->version < SECTIONS_VERSION) return true;
  const int32_t *record = (const int32_t *)sections->conformances.start;
  const int32_t *end = record + sections->conformances.length / sizeof *record;
  for (; record < end && search->goes_on; record++) {
    const struct conformance *conformance = relative(record);
    if (!conformance) continue;
    if (relative_or_indirect(&conformance->protocol) != search->protocol) continue;
    const struct type_descriptor *type = type_of(conformance);
    if (type) search->goes_on = search->found(type, search->context);
  }
  return search->goes_on;
}

static void for_each_type(
    const void *protocol, bool (*found)(const struct type_descriptor *, void *), void *context) {
  struct search search = {protocol, found, context, true};
  if (protocol) swift_enumerateAllMetadataSections(search_image, &search);
}

struct caller {
  cappintents_body body;
  void *context;
};

static bool pass_on(const struct type_descriptor *type, void *context) {
  struct caller *caller = context;
  const void *metadata = metadata_of(type);
  return metadata ? caller->body(metadata, caller->context) : true;
}

void cappintents_conforming_types(const void *protocol, cappintents_body body, void *context) {
  const struct existential *existential = protocol;
  if (existential->kind != KIND_EXISTENTIAL || existential->protocol_count == 0) return;
  struct caller caller = {body, context};
  for_each_type(existential->protocols[0], pass_on, &caller);
}

static bool note(const struct type_descriptor *type, void *context) {
  (void)type;
  *(bool *)context = true;
  return false;
}

// The descriptor of the protocol `AppIntents.SetFocusFilterIntent`, by its mangled name
// (docs/ABI/Mangling.rst): there is no Swift before main to ask.
extern const char filter_protocol[] __asm__("$s10AppIntents20SetFocusFilterIntentMp");

bool cappintents_has_filters(void) {
  bool found = false;
  for_each_type(filter_protocol, note, &found);
  return found;
}

static bool is_program(const struct sections *sections, void *context) {
  const ElfW(Ehdr) *header = sections->base;
  if (sections->version < SECTIONS_VERSION || !header) return true;
  if ((uintptr_t)header + header->e_phoff != getauxval(AT_PHDR)) return true;
  *(bool *)context = true;
  return false;
}

bool cappintents_knows_program(void) {
  bool found = false;
  swift_enumerateAllMetadataSections(is_program, &found);
  return found;
}
