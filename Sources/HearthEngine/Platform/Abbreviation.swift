package import HearthCore

/// The beginning of an id by which a person names something.
package enum Abbreviation {
    /// Characters from which on it is meant: a slip of the finger must not name what is then removed.
    private static let shortest = 4

    /// Refuses a beginning that is too short; whole ids may be of any length.
    ///
    /// - Throws: `StoreError` with the code `unknown-item`.
    package static func check(_ text: String, of id: String, help: Failure.Help? = nil) throws {
        guard text != id, text.count < shortest else { return }
        throw StoreError(
            .unknownItem,
            "“\(text)” is too short for the beginning of an id: write at least \(shortest) characters, or all "
                + "of it.", help: help.map { [$0] } ?? [])
    }
}
