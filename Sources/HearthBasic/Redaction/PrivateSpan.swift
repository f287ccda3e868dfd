import HearthCore

/// A place in a text that is private, or that may be.
struct PrivateSpan {
    var range: Range<Int>
    var kind: RedactionKind
    /// Whether it only may be of that kind.
    var isDoubtful = false
}

/// The bytes of a text, with the questions that all detectors ask.
struct RedactionText {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    var count: Int { bytes.count }

    /// The byte at a place; 0 outside the text, so that neighbours can be asked for without a check.
    subscript(place: Int) -> UInt8 { bytes.indices.contains(place) ? bytes[place] : 0 }

    func isDigit(_ place: Int) -> Bool { Self.isDigit(self[place]) }
    func isLetter(_ place: Int) -> Bool { Self.isLetter(self[place]) }
    /// A letter, a digit, or part of a character beyond ASCII.
    func isWord(_ place: Int) -> Bool {
        let byte = self[place]
        return byte >= 0x80 || Self.isLetter(byte) || Self.isDigit(byte)
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    static func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }
    static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

    /// Whether the ASCII text stands at a place, in whatever case.
    func matches(_ lower: StaticString, at place: Int) -> Bool {
        guard place >= 0, place + lower.utf8CodeUnitCount <= bytes.count else { return false }
        for offset in 0..<lower.utf8CodeUnitCount {
            let byte = bytes[place + offset]
            let folded = byte &- 0x41 < 26 ? byte | 0x20 : byte
            if folded != lower.utf8Start[offset] { return false }
        }
        return true
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
