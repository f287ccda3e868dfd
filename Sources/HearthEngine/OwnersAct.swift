package import HearthCore

extension Reader {
    /// Refuses what only the owner does, where a program asks for it: whatever decides what may leave this machine and to whom, what
    /// is kept where, and what is fetched from elsewhere. A program that could do it would be the owner.
    ///
    /// It stands where the thing is done, and not where it is asked for, so that a way in of which nobody thought is none.
    ///
    /// - Parameter act: What is refused, as the beginning of a sentence.
    /// - Throws: ``EngineError`` with the code `owner-only`.
    package static func requireOwner(for act: String) throws {
        guard current != nil else { return }
        throw EngineError(
            .ownerOnly, "\(act) is for the owner to do, and not for programs."
        )
    }
}
