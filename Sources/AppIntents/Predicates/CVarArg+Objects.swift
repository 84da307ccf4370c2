// SPDX-License-Identifier: Apache-2.0

public import Foundation

// On Apple's systems every object is a `CVarArg`, and values become objects by bridging. Apps
// therefore write `NSPredicate(format: "id == %@", id as CVarArg)`. On Linux the cast needs a
// conformance. A C format with `%@` receives the description of a value of these types.

/// A value that Foundation on Apple's systems bridges to an object, for a format's `%@`.
public protocol _ObjectArgument: _CVarArgObject, CustomStringConvertible {}

extension _ObjectArgument {
    /// The argument that a format receives for the value: its description.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }

    /// The words that represent the value in a C call.
    public var _cVarArgEncoding: [Int] { NSString(string: description)._cVarArgEncoding }
}

extension UUID: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg {}
extension Date: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg {}
extension URL: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg {}
extension Array: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg {}
extension Set: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg {}
extension NSNumber: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg {}
extension NSArray: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg {}
extension NSSet: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg {}
extension NSDate: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg {}
