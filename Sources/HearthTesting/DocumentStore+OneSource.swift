public import HearthCore

extension DocumentStore {
    /// Stores one document, read from one source: what most tests of a store begin with.
    ///
    /// - Throws: What ``DocumentStore/store(_:)`` throws.
    @discardableResult
    public func replaceSource(_ source: SourceFile, with document: NewDocument) async throws -> IngestionOutcome {
        let outcomes = try await store([Ingestion(source: source, document: document)])
        guard let outcome = outcomes.first else { throw StoreError(.failure, "The document was not stored.") }
        return outcome
    }
}
