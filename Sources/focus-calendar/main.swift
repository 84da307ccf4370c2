// SPDX-License-Identifier: Apache-2.0

import FocusCalendar
import Glibc

exit(Program.run(Array(CommandLine.arguments.dropFirst())))
