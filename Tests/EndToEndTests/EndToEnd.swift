// SPDX-License-Identifier: Apache-2.0

import Testing

/// The real programs on buses of their own, a suite for each folder; two for the settings window
/// and for durability, whose tests take longest.
///
/// Each test takes three inotify instances, and a user has 128, so the tests of a folder run one
/// after the other. The folders run side by side, since most tests wait more than they compute.
enum EndToEnd {
    @Suite(.serialized) enum Control {}
    @Suite(.serialized) enum Durability {}
    @Suite(.serialized) enum Examples {}
    @Suite(.serialized) enum Faults {}
    @Suite(.serialized) enum Filters {}
    @Suite(.serialized) enum Focuses {}
    @Suite(.serialized) enum Gates {}
    @Suite(.serialized) enum Hooks {}
    @Suite(.serialized) enum Notifications {}
    @Suite(.serialized) enum Senders {}
    @Suite(.serialized) enum Server {}
    @Suite(.serialized) enum Settings {}
    @Suite(.serialized) enum SettingsPages {}
    @Suite(.serialized) enum Setup {}
}
