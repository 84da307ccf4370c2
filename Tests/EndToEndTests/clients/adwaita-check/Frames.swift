// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// The frames that the program's list is drawn in, one after the other.
enum Frames {
    private final class Listener {
        let frames: AsyncStream<Void>.Continuation

        init(_ frames: AsyncStream<Void>.Continuation) { self.frames = frames }
    }

    /// Returns the frames from now on. There is none without a list.
    static func stream() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { frames in
            guard let list = unsafe Scrolling.list() else { return frames.finish() }
            let listener = unsafe Unmanaged.passRetained(Listener(frames)).toOpaque()
            _ = unsafe gtk_widget_add_tick_callback(
                list,
                { _, _, data in
                    let listener = unsafe Unmanaged<Listener>
                        .fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue()
                    if case .terminated = listener.frames.yield() { return 0 }
                    return 1
                }, listener,
                { unsafe Unmanaged<Listener>.fromOpaque($0.unsafelyUnwrapped).release() })
        }
    }
}
