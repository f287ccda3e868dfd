extension ArraySlice<UInt8> {
    /// Where `needle` first occurs; `nil` when it does not or is empty.
    func firstRange(of needle: [UInt8]) -> Range<Int>? {
        guard let first = needle.first, count >= needle.count else { return nil }
        for start in startIndex...(endIndex - needle.count)
        where self[start] == first && self[start..<start + needle.count].elementsEqual(needle) {
            return start..<start + needle.count
        }
        return nil
    }
}

extension [UInt8] {
    /// Where `needle` first occurs; `nil` when it does not or is empty.
    func firstRange(of needle: [UInt8]) -> Range<Int>? { self[...].firstRange(of: needle) }
}

extension UInt8 {
    /// Whether it is white space of ASCII.
    var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
