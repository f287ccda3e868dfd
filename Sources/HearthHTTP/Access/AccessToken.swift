import Crypto
public import HearthCore

/// The secret that lets clients in, and the cookies and links that are made from it.
///
/// A cookie is `EXPIRY.NONCE.MAC`, with an HMAC-SHA256 by the token over the first two, so that a browser stays signed in
/// when the server starts again, and every cookie is void as soon as the token changes.
public struct AccessToken: Sendable {
    private let secret: Secret
    private let key: SymmetricKey

    public init(_ secret: Secret) {
        self.secret = secret
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret.exposedBytes()), info: Array("hearth session".utf8),
            outputByteCount: 32)
    }

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

    // MARK: Cookies

    /// The value of a cookie that holds until `expiry`, in seconds since 1970.
    func cookie(expiry: Int) -> String {
        let payload = "\(expiry).\(Self.base64URL(Secret.random(count: 16).exposedBytes()))"
        return payload + "." + Self.base64URL(mac(payload))
    }

    /// Until when a cookie holds, in seconds since 1970; `nil` when it was not made here, or holds no longer.
    func expiry(ofCookie cookie: some StringProtocol, now: Int) -> Int? {
        let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
        guard cookie.utf8.count <= 256, parts.count == 3, let expiry = Int(parts[0]) else { return nil }
        let expected = Self.base64URL(mac("\(parts[0]).\(parts[1])"))
        return Secret(expected) == Secret(String(parts[2])) && now < expiry ? expiry : nil
    }

    private func mac(_ text: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
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
