/// Bytes that must not be seen: a key, a token, a password.
///
/// It prints as `<redacted>` wherever it is printed, is not `Codable`, and compares in constant time. The bytes are read by
/// asking for them by name, so that every place that handles them can be searched for.
public struct Secret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let storage: [UInt8]

    public init(bytes: some Sequence<UInt8>) {
        storage = Array(bytes)
    }

    /// The UTF-8 bytes of a text, such as an API key.
    public init(_ text: String) {
        storage = Array(text.utf8)
    }

    /// `count` bytes from the system's cryptographic generator.
    public static func random(count: Int) -> Secret {
        var generator = SystemRandomNumberGenerator()
        return Secret(bytes: (0..<max(0, count)).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    public var count: Int { storage.count }

    /// The bytes themselves. Never log or store what this returns.
    public func exposedBytes() -> [UInt8] { storage }

    /// The bytes as text, or `nil` when they are not UTF-8. Never log or store what this returns.
    public func exposedText() -> String? { String(validating: storage, as: UTF8.self) }

    /// Takes the same time wherever the first difference lies.
    public static func == (a: Secret, b: Secret) -> Bool {
        guard a.storage.count == b.storage.count else { return false }
        var difference: UInt8 = 0
        for (x, y) in zip(a.storage, b.storage) { difference |= x ^ y }
        return difference == 0
    }

    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
