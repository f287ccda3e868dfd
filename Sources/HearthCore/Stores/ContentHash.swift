import Crypto
public import Foundation

/// A SHA-256 digest.
public struct ContentHash: Hashable, Sendable, CustomStringConvertible {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// The digest of `data`.
    public init(of data: some DataProtocol) {
        bytes = Array(SHA256.hash(data: data))
    }

    /// A digest that was computed before; `nil` unless it has 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == SHA256.byteCount else { return nil }
        self.bytes = bytes
    }

    /// 64 lower-case hexadecimal digits.
    public var hex: String { bytes.hexadecimal }

    public var description: String { hex }
}

extension Sequence<UInt8> {
    /// Two lower-case digits for each byte.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
