import HearthCore
package import HearthKnowledge

extension NamedText {
    /// Who somebody is whom a chat calls by a number: the name to show in the place of these bytes, as the command prints it and the
    /// interface answers with it.
    package struct Name: Codable, Sendable {
        package var start: Int
        package var end: Int
        package var name: String
    }

    /// The names beside a text that stays as it is.
    ///
    /// - Parameter start: The place of the text's first byte.
    /// - Returns: `nil` where nobody is known.
    package func list(from start: Int = 0) -> [Name]? {
        guard !names.isEmpty else { return nil }
        return names.map { Name(start: start + $0.span.start, end: start + $0.span.end, name: $0.contact.name) }
    }
}
