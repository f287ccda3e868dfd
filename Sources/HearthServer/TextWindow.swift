/// A part of a text, from a byte to a byte, widened to whole characters.
struct TextWindow: Sendable {
    let text: Substring
    /// UTF-8 bytes; ``end`` is exclusive.
    let start: Int
    let end: Int
    let total: Int

    init(of whole: String, start: Int, end: Int) {
        let bytes = whole.utf8
        total = bytes.count
        func boundary(_ offset: Int) -> String.Index {
            var index = bytes.index(bytes.startIndex, offsetBy: min(max(0, offset), bytes.count))
            // A window begins and ends at scalars; grapheme clusters can be of any length.
            while index < bytes.endIndex, bytes[index] & 0xC0 == 0x80 { index = bytes.index(before: index) }
            return index
        }
        let first = boundary(start)
        let last = max(first, boundary(max(start, end)))
        text = whole[first..<last]
        self.start = bytes.distance(from: bytes.startIndex, to: first)
        self.end = bytes.distance(from: bytes.startIndex, to: last)
    }
}
