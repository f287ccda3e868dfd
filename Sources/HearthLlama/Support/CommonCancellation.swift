import HearthCore

/// Is set once every one of its flags is: what several requests wait for goes on until nobody wants it.
final class CommonCancellation: Sendable {
    private let flags: [CancellationFlag]

    init(_ flags: [CancellationFlag]) { self.flags = flags }

    var isSet: Bool { !flags.isEmpty && flags.allSatisfy(\.isSet) }

    /// In the form that llama.cpp calls, as ``CancellationFlag/isSet``.
    static let isSet: @convention(c) (UnsafeMutableRawPointer?) -> Bool = { pointer in
        guard let pointer else { return false }
        return Unmanaged<CommonCancellation>.fromOpaque(pointer).takeUnretainedValue().isSet
    }
}
