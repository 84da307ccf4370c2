// SPDX-License-Identifier: Apache-2.0

import AppIntents
import NotesShared

/// Answers for the filter while the app does not run; the session bus starts it.
@main
struct FilterExtension: AppIntentsExtension {}
