import CSandbox

/// Bytes that must not be seen: a key, a token, a password.
///
/// It prints as `<redacted>` wherever it is printed, is not `Codable`, and compares in constant time. The bytes are read by
/// asking for them by name, so that every place that handles them can be searched for. They lie in pages of their own, which
/// are not swapped where the system's limit allows it, are in no core dump and not in a child process, and are overwritten with
/// the last copy of the value.
public struct Secret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let storage: SecretBytes

    public init(bytes: some Sequence<UInt8>) {
        var copy = Array(bytes)
        self.init(wiping: &copy)
    }

    /// The UTF-8 bytes of a text, such as an API key.
    public init(_ text: String) {
        self.init(bytes: text.utf8)
    }

    /// Takes bytes over and overwrites them where they were.
    ///
    /// - Parameter count: How many of them are the secret; `nil` for all.
    public init(wiping bytes: inout [UInt8], count: Int? = nil) {
        storage = bytes.withUnsafeMutableBytes { buffer in
            let used = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(count ?? buffer.count))
            let kept = SecretBytes(count: used.count) { $0.copyMemory(from: UnsafeRawBufferPointer(used)) }
            if let base = buffer.baseAddress { csandbox_wipe(base, buffer.count) }
            return kept
        }
        bytes = []
    }

    private init(_ storage: SecretBytes) { self.storage = storage }

    /// `count` bytes from the system's cryptographic generator.
    public static func random(count: Int) -> Secret {
        var generator = SystemRandomNumberGenerator()
        return Secret(
            SecretBytes(count: max(0, count)) { buffer in
                for index in buffer.indices { buffer[index] = UInt8.random(in: .min ... .max, using: &generator) }
            })
    }

    public var count: Int { storage.count }

    /// Lends the bytes where they lie. The better way: what ``exposedBytes()`` returns is a copy that nobody overwrites.
    public func withExposedBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try body(storage.buffer)
    }

    /// The bytes themselves. Never log or store what this returns.
    public func exposedBytes() -> [UInt8] { withExposedBytes { Array($0) } }

    /// The bytes as text, or `nil` when they are not UTF-8. Never log or store what this returns.
    public func exposedText() -> String? { withExposedBytes { String(validating: $0, as: UTF8.self) } }

    /// Takes the same time wherever the first difference lies.
    public static func == (a: Secret, b: Secret) -> Bool {
        guard a.count == b.count else { return false }
        var difference: UInt8 = 0
        for (x, y) in zip(a.storage.buffer, b.storage.buffer) { difference |= x ^ y }
        return difference == 0
    }

    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The pages of one secret. They are written before anybody else knows of them, and never again until they are wiped.
private final class SecretBytes: Sendable {
    let count: Int
    // Nobody writes to them after `init`, and `deinit` has the last reference.
    private nonisolated(unsafe) let pages: UnsafeMutableRawPointer

    init(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
        self.count = count
        guard let pages = csandbox_secret_pages(count) else {
            // Without memory nothing goes on, and a place that can be swapped is not what was promised.
            fatalError("There is no memory for a secret.")
        }
        self.pages = pages
        fill(UnsafeMutableRawBufferPointer(start: pages, count: count))
    }

    var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: pages, count: count) }

    deinit { csandbox_wipe_secret_pages(pages, count) }
}

/// A place that keeps secrets by name: a key file, the Keychain, the desktop's secret service.
///
/// Names are lower-case and dashed, such as `database-key`; see ``SecretName/isValid(_:)``.
public protocol SecretStore: Sendable {
    /// What kind of place it is, for messages: `key file in /home/me/.hearth`.
    var placeDescription: String { get }

    /// The secret of that name, or `nil` when there is none.
    func secret(named name: String) throws -> Secret?

    /// Keeps a secret, replacing one of that name.
    func setSecret(_ secret: Secret, named name: String) throws

    /// Keeps a secret only when there is none of that name, and returns the one that is kept afterwards: of two processes
    /// that call this at once, both get the same.
    func addSecret(_ secret: Secret, named name: String) throws -> Secret

    /// Removes a secret; it is no error when there is none.
    func removeSecret(named name: String) throws
}

/// The form of a secret's name.
public enum SecretName {
    /// 1 to 64 characters of `a-z`, `0-9` and `-`, not starting with `-`: safe as a file name and as an argument.
    public static func isValid(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: "-")
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            }
    }
}
