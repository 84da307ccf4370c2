// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc

/// poll(2) of a main context, also while the process may have fewer descriptors than the context
/// watches (prlimit(2)).
///
/// poll(2) then fails at once each time. The loop would use a whole processor, and hear of no
/// descriptor any more.
func pollWithinLimit(
    _ records: UnsafeMutablePointer<GPollFD>?, _ count: guint, _ timeout: gint
) -> gint {
    let result = unsafe g_poll(records, count, timeout)
    guard result < 0, errno == EINVAL else { return result }
    DescriptorReserve.ensure()
    let again = unsafe g_poll(records, count, timeout)
    guard again < 0, errno == EINVAL else { return again }
    return unsafe cglib_select(records, count, timeout)
}
