import HearthCore
import HearthText

/// A stretch of a text that is shown otherwise than it is written: marks of Markdown, of notes that link to each other, of HTML.
package struct MarkJSON: Codable, Hashable, Sendable {
    /// Bytes of the document's text, end exclusive.
    package var start: Int
    package var end: Int
    /// What is shown in its place; empty where nothing is.
    package var shown: String

    /// - Parameter start: Where the text begins in its document.
    /// - Returns: In order; `nil` where the text is shown as it stands.
    package static func all(in text: String, from start: Int) -> [MarkJSON]? {
        let found = ShownText(text).replaced
        return found.isEmpty
            ? nil : found.map { MarkJSON(start: start + $0.span.start, end: start + $0.span.end, shown: $0.shown) }
    }
}
