// SPDX-License-Identifier: Apache-2.0

import FocusCLI

FocusSwitch.main(Array(CommandLine.arguments.dropFirst()))
