/// White space (Unicode property White_Space) in UTF-8 bytes.
enum WhiteSpace {
    /// Bytes of the white-space character that begins at `position`, 0 where there is none.
    static func width(_ bytes: [UInt8], _ position: Int) -> Int {
        let byte = bytes[position]
        if byte < 0x80 { return byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) ? 1 : 0 }
        if byte == 0xC2 {
            guard position + 1 < bytes.count else { return 0 }
            return bytes[position + 1] == 0xA0 || bytes[position + 1] == 0x85 ? 2 : 0
        }
        guard byte == 0xE1 || byte == 0xE2 || byte == 0xE3, position + 2 < bytes.count else { return 0 }
        let value =
            (UInt32(byte & 0x0F) << 12) | (UInt32(bytes[position + 1] & 0x3F) << 6)
            | UInt32(bytes[position + 2] & 0x3F)
        switch value {
        case 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: return 3
        default: return 0
        }
    }

    /// `span` without the white space at both ends; empty when it is nothing else.
    static func trimmed(_ start: Int, _ end: Int, in bytes: [UInt8]) -> (start: Int, end: Int) {
        var start = start
        while start < end {
            let width = width(bytes, start)
            if width == 0 { break }
            start += width
        }
        var end = end
        while end > start {
            var last = end - 1
            while last > start, bytes[last] & 0xC0 == 0x80 { last -= 1 }
            guard self.width(bytes, last) == end - last else { break }
            end = last
        }
        return (start, max(start, end))
    }
}
