// SPDX-License-Identifier: Apache-2.0

import Testing

/// The real programs on buses of their own, one test after the other: each takes three inotify
/// instances, and a user has 128.
@Suite(.serialized) enum EndToEnd {}
