import Foundation

// Bytes as text: hexadecimal, base64url and percent-encoding. One of each for all modules.

extension Sequence<UInt8> {
    /// Two lower-case digits for each byte.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// Base64 with the alphabet for addresses and file names, without padding (RFC 4648, section 5).
package enum Base64URL {
    package static func encoded(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// - Returns: `nil` for an empty text, one with anything that is none of its 64 characters, and one of an impossible length.
    package static func decoded(_ text: String) -> [UInt8]? {
        var plain: [UInt8] = []
        plain.reserveCapacity(text.utf8.count + 3)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                plain.append(byte)
            case UInt8(ascii: "-"): plain.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): plain.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        guard !plain.isEmpty, plain.count % 4 != 1 else { return nil }
        plain += [UInt8](repeating: UInt8(ascii: "="), count: (4 - plain.count % 4) % 4)
        return Data(base64Encoded: Data(plain)).map { Array($0) }
    }
}

/// Percent-encoding (RFC 3986, section 2.1).
package enum PercentCoding {
    /// The text that is meant, or `nil` when an escape is broken, or the bytes are not UTF-8 or hold a zero.
    ///
    /// - Parameter plusIsSpace: As in the query of a form (`application/x-www-form-urlencoded`).
    package static func decoded(_ text: Substring, plusIsSpace: Bool = false) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// A text with every byte escaped that is not unreserved (letters and digits of ASCII, `-`, `.`, `_`, `~`): fit for one segment of a
    /// path, a value of a query, and a parameter of a header (RFC 8187).
    package static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a byte stands for itself wherever it is (RFC 3986, section 2.3).
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
