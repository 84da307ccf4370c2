// SPDX-License-Identifier: Apache-2.0

import CGLib

/// Returns the path that a `file:` URI of this machine names; nil for any other text.
public func filePath(ofURI uri: String) -> String? {
    guard !uri.utf8.contains(0) else { return nil }
    var host: UnsafeMutablePointer<gchar>?
    guard let path = unsafe g_filename_from_uri(uri, &host, nil) else { return nil }
    defer {
        unsafe g_free(path)
        unsafe g_free(host)
    }
    if let host = unsafe host {
        // GLib omits "localhost" since 2.80 and returned it before.
        let name = unsafe String(cString: host)
        guard name.isEmpty || name.lowercased() == "localhost" else { return nil }
    }
    return unsafe String(validatingCString: path)
}
