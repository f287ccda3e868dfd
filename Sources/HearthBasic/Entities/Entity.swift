public import HearthCore

/// A name in a text.
public struct Entity: Hashable, Codable, Sendable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case person, organization, location, product
        /// A book, film, song, law or other creation.
        case work
        case other
    }

    /// The name as it stands in the text.
    public var text: String
    public var type: Kind
    public var span: TextSpan

    public init(text: String, type: Kind, span: TextSpan) {
        self.text = text
        self.type = type
        self.span = span
    }
}
