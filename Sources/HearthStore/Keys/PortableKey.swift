import Crypto
import Foundation
public import HearthCore

/// The key of a database as it goes to another machine: sealed under a key that follows from a passphrase, so that who finds it has nothing.
public enum PortableKey {
    /// AES-256-GCM.
    ///
    /// - Parameters:
    ///   - wrapping: 32 bytes.
    ///   - binding: What stands beside it and must not be changed.
    public static func seal(_ key: Secret, under wrapping: Secret, binding: [UInt8]) throws -> [UInt8] {
        let box = try key.withExposedBytes { bytes in
            try AES.GCM.seal(bytes, using: symmetric(wrapping), authenticating: binding)
        }
        guard let combined = box.combined else { throw StoreError(.failure, "The key could not be encrypted.") }
        return Array(combined)
    }

    /// `nil` where it was sealed under another key, or what stands beside it was changed.
    public static func open(_ sealed: [UInt8], under wrapping: Secret, binding: [UInt8]) -> Secret? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            var opened = try? AES.GCM.open(box, using: symmetric(wrapping), authenticating: binding)
        else { return nil }
        defer { opened.resetBytes(in: 0..<opened.count) }
        return opened.count == DatabaseKey.byteCount ? Secret(bytes: opened) : nil
    }

    private static func symmetric(_ key: Secret) -> SymmetricKey { key.withExposedBytes { SymmetricKey(data: $0) } }
}
