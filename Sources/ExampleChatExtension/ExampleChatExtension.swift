// SPDX-License-Identifier: Apache-2.0

import AppIntents
import ExampleChatShared

/// The extension that serves the chat's Focus filter while the chat does not run. The bus starts
/// it.
///
/// The filter itself is in ``ExampleChatShared``.
@main
struct ExampleChatExtension: AppIntentsExtension {}
