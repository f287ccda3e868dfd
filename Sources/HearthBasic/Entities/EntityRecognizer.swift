import HearthCore

/// Finds names of persons, organizations, places, products and works.
public struct EntityRecognizer: Sendable {
    public init() {}

    /// The names in order of their place; they do not overlap.
    public func entities(in text: String, language: String? = nil) -> [Entity] {
        text.withBytes { bytes in
            var found: [Entity] = []
            var current: TextSpan? = nil
            for word in WordSplitter().words(in: text) {
                let isCapital = bytes[word.span.start] >= 0x41 && bytes[word.span.start] <= 0x5A
                if let open = current, isCapital, word.span.start == open.end + 1, bytes[open.end] == 0x20 {
                    current = TextSpan(start: open.start, end: word.span.end)
                    continue
                }
                if let open = current { found.append(entity(open, bytes)) }
                current = isCapital && word.span.start > 0 ? word.span : nil
            }
            if let open = current { found.append(entity(open, bytes)) }
            return found
        }
    }

    private func entity(_ span: TextSpan, _ bytes: UTF8Bytes) -> Entity {
        Entity(text: bytes.string(span.range), type: .other, span: span)
    }
}
