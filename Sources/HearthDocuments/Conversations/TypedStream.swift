import HearthCore

/// The words of a text with attributes, as Apple's programs keep one: an `NSAttributedString` in the form of `typedstream`.
///
/// Of the stream nothing but its first string is read, which is that of the text; no object in it is made.
enum TypedStream {
    /// Classes and their versions stand before the string.
    private static let head = 512

    /// `nil` for what is no such stream, or is cut off.
    static func string(_ bytes: ArraySlice<UInt8>) -> String? {
        // The version, the signature, and the version of the system that wrote it.
        guard bytes.starts(with: [0x04, 0x0B]), bytes.dropFirst(2).starts(with: "streamtyped") else { return nil }
        let begin = Array(bytes.prefix(head))
        guard let name = begin.firstIndex(of: "NSString", in: begin.indices) else { return nil }
        // Behind the class: where it ends, and that a string of bytes follows ("+").
        let after = name + 8
        guard let mark = begin[after..<min(after + 8, begin.count)].firstIndex(of: UInt8(ascii: "+")) else {
            return nil
        }
        var place = bytes.startIndex + mark + 1
        guard let length = length(bytes, &place), length <= bytes.endIndex - place else { return nil }
        return String(validating: bytes[place..<(place + length)], as: UTF8.self)
    }

    /// A number: of one byte, or of two or four that follow a mark, the lowest first.
    private static func length(_ bytes: ArraySlice<UInt8>, _ place: inout Int) -> Int? {
        func take(_ count: Int) -> Int? {
            guard count <= bytes.endIndex - place else { return nil }
            defer { place += count }
            return bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        guard let first = take(1) else { return nil }
        switch first {
        case 0x81: return take(2)
        case 0x82: return take(4)
        case 0..<0x80: return first
        default: return nil
        }
    }
}
