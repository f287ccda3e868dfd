import Crypto
public import HearthCore

/// The secret that lets clients in.
public struct AccessToken: Sendable {
    private let secret: Secret

    public init(_ secret: Secret) { self.secret = secret }

    /// 32 random bytes, in 43 characters of base64url.
    public static func random() -> Secret {
        Secret(base64URL(Secret.random(count: 32).exposedBytes()))
    }

    /// Whether what a client presents is the token. Takes the same time wherever the two differ.
    func accepts(_ text: some StringProtocol) -> Bool {
        // Hashes have one length and tell nothing of how much of a guess was right.
        let given = SHA256.hash(data: Array(text.utf8))
        return given == SHA256.hash(data: secret.exposedBytes())
    }

    /// RFC 4648, 5, without padding.
    static func base64URL(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 4 / 3 + 3)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for offset in 0..<3 { bits = bits << 8 | (offset < group.count ? UInt32(group[start + offset]) : 0) }
            for digit in 0...group.count { text.append(alphabet[Int(bits >> (18 - 6 * UInt32(digit)) & 63)]) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
