// SPDX-License-Identifier: Apache-2.0

import Glibc

exit(Soak.run(Array(CommandLine.arguments.dropFirst())))
