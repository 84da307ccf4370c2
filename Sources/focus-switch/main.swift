// SPDX-License-Identifier: Apache-2.0

import FocusCLI

Program.main(Array(CommandLine.arguments.dropFirst()))
