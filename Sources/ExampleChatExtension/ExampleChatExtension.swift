// SPDX-License-Identifier: Apache-2.0

import AppIntents
import ExampleChatShared

/// Answers for the chat's Focus filter while the chat does not run; the bus starts it.
///
/// The filter itself is found in ``ExampleChatShared``.
@main
struct ExampleChatExtension: AppIntentsExtension {}
