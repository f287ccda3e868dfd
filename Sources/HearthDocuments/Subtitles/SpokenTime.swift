/// A time as written transcripts give it: `[03:15]`, `(1:02:03)`, `00:03:15` or `[03:15 - 03:21]`, with the brackets
/// perhaps escaped for Markdown.
struct SpokenTime {
    var start: Double
    var stop: Double?
    /// The byte after it and after the white space that follows.
    var end: Int

    init?(_ bytes: [UInt8], at position: Int, limit: Int) {
        var index = position
        var closing: UInt8?
        if index < limit, bytes[index] == UInt8(ascii: "\\") { index += 1 }
        if index < limit, bytes[index] == UInt8(ascii: "[") || bytes[index] == UInt8(ascii: "(") {
            closing = bytes[index] == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ")")
            index += 1
        } else if index > position {
            return nil
        }
        guard let first = Timestamp.lenient(bytes, at: index, limit: limit) else { return nil }
        start = first.seconds
        index = first.end
        if let second = Self.second(bytes, after: index, limit: limit) {
            stop = second.seconds
            index = second.end
        }
        if let closing {
            if index < limit, bytes[index] == UInt8(ascii: "\\") { index += 1 }
            guard index < limit, bytes[index] == closing else { return nil }
            index += 1
        } else if index < limit, !isSpace(bytes[index]) {
            // "10:30am" and "3:16." are parts of a sentence.
            return nil
        }
        while index < limit, isSpace(bytes[index]) { index += 1 }
        end = index
    }

    /// The second time of `00:01 - 00:05` or `00:01 --> 00:05`.
    private static func second(_ bytes: [UInt8], after position: Int, limit: Int) -> Timestamp? {
        var index = position
        var dashes = 0
        while index < limit, index - position < 8 {
            let byte = bytes[index]
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: ">") {
                dashes += 1
            } else if !isSpace(byte) {
                break
            }
            index += 1
        }
        return dashes > 0 ? Timestamp.lenient(bytes, at: index, limit: limit) : nil
    }
}
