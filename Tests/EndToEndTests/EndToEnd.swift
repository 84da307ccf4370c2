// SPDX-License-Identifier: Apache-2.0

import Testing

// The real programs on buses of their own. Each test takes three inotify instances, and a user has
// 128, so the tests of each suite here run one after the other. The two suites run side by side.

/// The programs without a window of their own.
@Suite(.serialized) enum EndToEnd {}

/// The settings window, which waits for its animations and for the screen most of the time.
@Suite(.serialized) enum EndToEndWindow {}
