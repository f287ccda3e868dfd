import HearthAnalysis
package import HearthCore

extension Hearth.Journal {
    /// What a row of an import holds, before anything of it is stored.
    package enum ImportStep: Sendable {
        case add(JournalSession)
        /// The very same is stored already, where the program that sends it may not look: nothing is to be done.
        case kept(JournalSession)
        /// The row is no entry.
        case wrong(any Error)

        var session: JournalSession? { if case .add(let session) = self { session } else { nil } }
    }

    /// What an import did with an entry.
    package enum ImportStatus: String, Sendable, CaseIterable {
        case added, updated, unchanged
        /// Added without a date: kept, and in no period.
        case undated

        init(_ change: JournalChange, of session: JournalSession) {
            self =
                switch change {
                case .added: session.date == nil ? .undated : .added
                case .updated: .updated
                case .unchanged: .unchanged
                }
        }
    }

    /// A row of an import, and what became of it.
    package struct ImportAnswer: Sendable {
        /// The row's place among those of the import, from 0.
        package let row: Int
        /// The id under which its entry is stored; `nil` where the row is no entry.
        package let id: String?
        package let result: Result<ImportStatus, any Error>
    }

    /// How many rows of an import ended how.
    package struct ImportCounts: Sendable {
        private var counts: [ImportStatus: Int] = [:]
        package private(set) var failed = 0

        package subscript(status: ImportStatus) -> Int { counts[status, default: 0] }

        fileprivate mutating func count(_ result: Result<ImportStatus, any Error>) {
            switch result {
            case .success(let status): counts[status, default: 0] += 1
            case .failure: failed += 1
            }
        }
    }

    /// Rows that are stored in one transaction.
    private static let importBatch = 500

    /// Stores the rows of an import, batch by batch. An entry keeps the date that it has where the row names none. The entries get
    /// no vectors: ``embed(progress:)`` gives them, once for all batches.
    ///
    /// - Parameters:
    ///   - read: Reads the rows of a batch, one step for each, when those before it are stored.
    ///   - answered: Is told of each row, in order, when its batch is stored.
    /// - Throws: What fails of the store itself, what the closures throw, and `CancellationError`. What was stored until then stays.
    package func importRows<Row>(
        _ rows: [Row], read: (ArraySlice<Row>) async throws -> [ImportStep], answered: (ImportAnswer) throws -> Void
    ) async throws -> ImportCounts {
        var counts = ImportCounts()
        for start in stride(from: 0, to: rows.count, by: Self.importBatch) {
            try Task.checkCancellation()
            let steps = try await read(rows[start..<min(rows.count, start + Self.importBatch)])
            for (offset, (step, result)) in zip(steps, try await store(steps)).enumerated() {
                counts.count(result)
                let id: String? =
                    switch step {
                    case .add(let session), .kept(let session): session.id
                    case .wrong: nil
                    }
                try answered(ImportAnswer(row: start + offset, id: id, result: result))
            }
        }
        return counts
    }

    /// Stores the entries of a batch: all in one transaction or, where one of them cannot be kept, each on its own, so that the
    /// others are.
    private func store(_ steps: [ImportStep]) async throws -> [Result<ImportStatus, any Error>] {
        var changes: IndexingIterator<[JournalChange]>?
        do {
            changes = try await add(steps.compactMap(\.session), embeds: false, keepsDates: true).makeIterator()
        } catch let error where JournalRow.isOfOneEntry(error) {
            // Which of them is found below.
        }
        var results: [Result<ImportStatus, any Error>] = []
        for step in steps {
            switch step {
            case .wrong(let error): results.append(.failure(error))
            case .kept(let session): results.append(.success(ImportStatus(.added, of: session)))
            case .add(let session):
                do {
                    let change: JournalChange?
                    if changes != nil {
                        change = changes?.next()
                    } else {
                        change = try await add([session], embeds: false, keepsDates: true).first
                    }
                    results.append(.success(ImportStatus(change ?? .unchanged, of: session)))
                } catch let error as CancellationError {
                    throw error
                } catch {
                    results.append(.failure(error))
                }
            }
        }
        return results
    }
}
