// SPDX-License-Identifier: Apache-2.0

/// The limits of one message ("Message Format" and "Valid Signatures" in the specification).
public enum MessageLimits {
    /// Bytes of the elements of one array: 64 MiB.
    public static let maximumArrayLength = 1 << 26
    /// Bytes of a whole message: 128 MiB.
    public static let maximumMessageLength = 1 << 27
    /// Levels of nested arrays, structures, dictionary entries and variants.
    public static let maximumDepth = 64
    /// Descriptors that the kernel passes at once (SCM_MAX_FD).
    public static let maximumFileDescriptors = 253
    /// Bytes reserved for a message's header without the object path: the header has five other
    /// names of at most 255 bytes; the bus adds the sender's later.
    static let headerReserve = 4096
}
