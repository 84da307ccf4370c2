// SPDX-License-Identifier: Apache-2.0

import FocusCore
package import GLibLoop

/// The times of a schedule are local ones: those of the machine's time zone.
extension LocalTimeZone: LocalTimeRules {}
