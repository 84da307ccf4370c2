// SPDX-License-Identifier: Apache-2.0

import FocusSettings
import Glibc

exit(Program.run(CommandLine.arguments))
