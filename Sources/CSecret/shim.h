// SPDX-License-Identifier: Apache-2.0
// libsecret for Swift: one text for each program. libsecret's functions with lists of attributes
// cannot be called from Swift.
#ifndef CSECRET_SHIM_H
#define CSECRET_SHIM_H
#include <libsecret/secret.h>

static inline const SecretSchema *csecret_schema(void) {
    static const SecretSchema schema = {
        .name = "org.focusd.Secret",
        .flags = SECRET_SCHEMA_NONE,
        .attributes = {{"program", SECRET_SCHEMA_ATTRIBUTE_STRING}},
    };
    return &schema;
}

static inline gboolean csecret_store(
    const char *program, const char *label, const char *text, GError **error) {
    return secret_password_store_sync(
        csecret_schema(), SECRET_COLLECTION_DEFAULT, label, text, NULL, error, "program", program,
        NULL);
}

static inline char *csecret_lookup(const char *program, GError **error) {
    return secret_password_lookup_sync(csecret_schema(), NULL, error, "program", program, NULL);
}

static inline gboolean csecret_clear(const char *program, GError **error) {
    return secret_password_clear_sync(csecret_schema(), NULL, error, "program", program, NULL);
}
#endif
