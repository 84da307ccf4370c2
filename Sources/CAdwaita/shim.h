// SPDX-License-Identifier: Apache-2.0
// GTK 4 and libadwaita for Swift. GTK's casts are macros, so every widget is a GtkWidget here, and
// functions with a variable number of arguments get a fixed one.
#ifndef CADWAITA_SHIM_H
#define CADWAITA_SHIM_H
#include "choosers.h"
#include "containers.h"
#include "controls.h"
#include "drags.h"
#include "expanders.h"
#include "lists.h"
#include "menus.h"
#include "messages.h"
#include "pictures.h"
#include "rows.h"
#include "signals.h"
#include "times.h"
#endif
