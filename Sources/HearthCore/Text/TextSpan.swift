/// A half-open range of UTF-8 byte offsets into one text.
///
/// Offsets in Hearth always count the UTF-8 bytes of a document's extracted text: they are what the command line prints,
/// what the store keeps and what a citation is checked against.
public struct TextSpan: Hashable, Codable, Sendable, Comparable {
    /// The first byte.
    public var start: Int
    /// One past the last byte.
    public var end: Int

    public init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    public init(_ range: Range<Int>) {
        self.init(start: range.lowerBound, end: range.upperBound)
    }

    public var count: Int { end - start }
    public var isEmpty: Bool { end <= start }
    public var range: Range<Int> { start..<max(start, end) }

    public func overlaps(_ other: TextSpan) -> Bool { start < other.end && other.start < end }

    public func contains(_ other: TextSpan) -> Bool { start <= other.start && other.end <= end }

    public static func < (a: TextSpan, b: TextSpan) -> Bool { (a.start, a.end) < (b.start, b.end) }
}

extension String {
    /// The text of a span, or `nil` when the span does not lie inside the text or cuts a character's bytes.
    ///
    /// Bytes are checked, not repaired: a citation whose span is wrong must not look right.
    public func text(in span: TextSpan) -> String? {
        guard span.start >= 0, span.end >= span.start, span.end <= utf8.count else { return nil }
        let from = utf8.index(utf8.startIndex, offsetBy: span.start)
        let to = utf8.index(from, offsetBy: span.count)
        return String(utf8[from..<to])
    }
}
