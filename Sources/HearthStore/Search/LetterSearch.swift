import Foundation

/// Looks for words in texts, letter case aside: byte by byte, because all messages of a store are looked through while somebody
/// types.
struct LetterSearch {
    private let wanted: [UInt8]
    private let isASCII: Bool

    /// - Parameter text: In lower case.
    init(_ text: String) {
        isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        wanted = Array((isASCII ? text : text.precomposedStringWithCanonicalMapping).utf8)
    }

    func isIn(_ text: String) -> Bool {
        // The same letters may be written with marks of their own; file systems do that.
        var text = isASCII ? text : text.lowercased().precomposedStringWithCanonicalMapping
        return text.withUTF8 { bytes in holds(UnsafeRawBufferPointer(bytes)) }
    }

    func isIn(_ bytes: Data) -> Bool {
        guard isASCII else { return isIn(String(decoding: bytes, as: UTF8.self)) }
        return bytes.withUnsafeBytes(holds)
    }

    private func holds(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let first = wanted.first else { return true }
        guard wanted.count <= text.count else { return false }
        return wanted.withUnsafeBufferPointer { wanted in
            for start in 0...(text.count - wanted.count) where Self.lower(text[start]) == first {
                var length = 1
                while length < wanted.count, Self.lower(text[start + length]) == wanted[length] { length += 1 }
                if length == wanted.count { return true }
            }
            return false
        }
    }

    /// Of ASCII; other letters were made small before, or are none of the wanted ones.
    private static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}
