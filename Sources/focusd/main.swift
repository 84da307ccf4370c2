// SPDX-License-Identifier: Apache-2.0

import FocusDaemon
import Glibc

exit(Program.run(Program.arguments))
