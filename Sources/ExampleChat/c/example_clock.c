// SPDX-License-Identifier: Apache-2.0

// A clock with a Focus filter, in C with GLib's D-Bus. While a Focus is on, only the alarms of one
// zone come through.
//
//     cc example_clock.c -o example-clock $(pkg-config --cflags --libs gio-2.0)
//
// Run as the app, the program owns the app's id on the bus. With --extension it owns the
// extension's name and replaces the app. It serves the methods that it needs; GLib answers
// UnknownMethod for all other methods.

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

#define APP_ID "org.focusd.ExampleClock"
#define FILTER_PATH "/org/focusd/ExampleClock/FocusFilter/ClockFilter"
#define FOCUSD "org.focusd.Focus1"

static const char interface_xml[] =
    "<node><interface name='org.focusd.FocusFilter1'>"
    "<method name='Perform'>"
    "<arg type='a{sv}' direction='in'/><arg type='a{sv}' direction='out'/>"
    "</method>"
    "<method name='AppContext'>"
    "<arg type='a{sv}' direction='in'/><arg type='a{sv}' direction='out'/>"
    "</method>"
    "</interface></node>";

/// Returns true if the sender is focusd. Another program could send values that the user did not
/// set.
static gboolean is_focusd(GDBusConnection *bus, const char *sender) {
  g_autoptr(GVariant) answer = g_dbus_connection_call_sync(
      bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "GetNameOwner", g_variant_new("(s)", FOCUSD), G_VARIANT_TYPE("(s)"),
      G_DBUS_CALL_FLAGS_NONE, 1000, NULL, NULL);
  if (!answer) return FALSE;
  const char *owner;
  g_variant_get(answer, "(&s)", &owner);
  return strcmp(owner, sender) == 0;
}

/// Returns the text as a string of a predicate.
static char *quoted(const char *text) {
  GString *quoted = g_string_new("\"");
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') g_string_append_c(quoted, '\\');
    g_string_append_c(quoted, *text);
  }
  return g_string_free(g_string_append_c(quoted, '"'), FALSE);
}

/// Returns the context with these values: the alarms of one zone come through, or all.
static GVariant *context(const char *zone) {
  GVariantBuilder fields;
  g_variant_builder_init(&fields, G_VARIANT_TYPE("a{sv}"));
  if (zone) {
    g_autofree char *criteria = quoted(zone);
    g_autofree char *predicate = g_strdup_printf("SELF == %s", criteria);
    g_variant_builder_add(&fields, "{sv}", "notificationFilterPredicate",
                          g_variant_new_string(predicate));
  }
  return g_variant_new("(a{sv})", &fields);
}

static void handle(GDBusConnection *bus, const char *sender, const char *path,
                   const char *interface, const char *method, GVariant *arguments,
                   GDBusMethodInvocation *call, void *unused) {
  (void)path, (void)interface, (void)unused;
  if (!is_focusd(bus, sender)) {
    g_dbus_method_invocation_return_error_literal(
        call, G_DBUS_ERROR, G_DBUS_ERROR_ACCESS_DENIED, "only focusd may call this");
    return;
  }
  g_autoptr(GVariant) values = g_variant_get_child_value(arguments, 0);
  const char *zone = NULL;
  // A parameter that is nil has no entry.
  g_variant_lookup(values, "zone", "&s", &zone);
  if (strcmp(method, "Perform") == 0) {
    g_print("zone: %s\n", zone ? zone : "all");
    if (g_strcmp0(zone, "nowhere") == 0) {
      // The text appears in focusd's log, in “filter show” and in doctor.
      g_dbus_method_invocation_return_dbus_error(call, APP_ID ".Error.Unknown",
                                                 "there is no such zone");
      return;
    }
  }
  g_dbus_method_invocation_return_value(call, context(zone));
}

static void stop(GDBusConnection *bus, const char *name, void *loop) {
  (void)bus;
  g_printerr("the bus does not give me the name %s\n", name);
  g_main_loop_quit(loop);
}

int main(int count, char **arguments) {
  gboolean is_extension = count > 1 && strcmp(arguments[1], "--extension") == 0;
  // Line buffering, so that the reader of a pipe sees each line immediately.
  setvbuf(stdout, NULL, _IOLBF, 0);
  g_autoptr(GError) error = NULL;
  g_autoptr(GDBusConnection) bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, &error);
  if (!bus) {
    g_printerr("no session bus: %s\n", error->message);
    return 1;
  }
  g_autoptr(GDBusNodeInfo) node = g_dbus_node_info_new_for_xml(interface_xml, NULL);
  const GDBusInterfaceVTable table = {.method_call = handle};
  // Registers the object before the name: a client that sees the name may call the object.
  g_dbus_connection_register_object(bus, FILTER_PATH, node->interfaces[0], &table, NULL, NULL,
                                    NULL);
  g_autoptr(GMainLoop) loop = g_main_loop_new(NULL, FALSE);
  g_bus_own_name_on_connection(bus, is_extension ? APP_ID ".FocusFilter" : APP_ID,
                               G_BUS_NAME_OWNER_FLAGS_NONE, NULL, stop, loop, NULL);
  g_main_loop_run(loop);
  return 0;
}
