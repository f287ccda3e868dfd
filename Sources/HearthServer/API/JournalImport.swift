import Foundation
import Hearth
import HearthHTTP

/// `POST /api/journal/import`: rows as `hearth journal import` reads them.
struct JournalImport: Sendable {
    let hearth: Hearth

    private static let mostRows = 100_000

    func run(_ request: ServerRequest) async throws -> Wire.JournalImport {
        let bytes = try await request.body.collect()
        let lines = bytes.split(separator: 0x0A).filter { !$0.allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 } }
        guard !lines.isEmpty else { throw ServerError(.badRequest, "There is no row to import.") }
        guard lines.count <= Self.mostRows else {
            throw ServerError(.tooLarge, "There are too many rows.")
        }
        var results: [Wire.JournalImport.Result] = []
        let counts = try await hearth.journal.importRows(lines) { batch in
            try await named(batch.map { line in Result { try Self.session(line) } })
        } answered: { answer in
            switch answer.result {
            case .success(let status): results.append(.init(id: answer.id ?? "", status: status.rawValue))
            case .failure(let error):
                results.append(.init(id: answer.id ?? "", error: Wire.Problem(ServerError.telling(error))))
            }
        }
        return Wire.JournalImport(
            results: results, added: counts[.added], updated: counts[.updated], unchanged: counts[.unchanged],
            undated: counts[.undated], failed: counts.failed)
    }

    // MARK: - Names

    /// The rows under the ids that they are kept under.
    ///
    /// An id that a program gives may be that of an entry which it may not read, and so must neither change nor learn of. Unless
    /// it can read the entry of that id, it gets one that is made of the one it gave, whether that is taken or not; and where
    /// it may not read that entry either, or will not because it calls the row private, one that is made of the words too.
    private func named(_ sessions: [Result<JournalSession, any Error>]) async throws -> [Hearth.Journal.ImportStep] {
        let reader = Reader.current
        var coming: [String: SensitivityLabel] = [:]
        var steps: [Hearth.Journal.ImportStep] = []
        for session in sessions {
            guard case .success(var entry) = session else {
                if case .failure(let error) = session { steps.append(.wrong(error)) }
                continue
            }
            // One that cannot be an id is the store's to refuse.
            let canBeThere = !entry.id.isEmpty && entry.id.utf8.count <= Hearth.Journal.longestID
            guard let reader, reader.ceiling < .private, canBeThere else {
                steps.append(.add(entry))
                continue
            }
            func label(_ id: String) async throws -> SensitivityLabel? {
                if let label = coming[id] { return label }
                return try await hearth.privacy.label(of: [.entry(id)])
            }
            let given = entry.id
            var known = try await label(given)
            if known.map({ $0 > reader.ceiling }) ?? true {
                entry.id = Self.name("1", given)
                known = try await label(entry.id)
            }
            if known ?? entry.label > reader.ceiling {
                entry.id = Self.name("2", given, entry.contentHash.hex)
                known = try await label(entry.id)
            }
            if let hidden = known, hidden > reader.ceiling {
                steps.append(.kept(entry))
            } else {
                coming[entry.id] = max(Reader.ofWords(entry.label), known ?? .public)
                steps.append(.add(entry))
            }
        }
        return steps
    }

    private static func name(_ parts: String...) -> String {
        "import-" + ContentHash(of: Data(parts.joined(separator: "\0").utf8)).hex.prefix(24)
    }

    private static func session(_ line: ArraySlice<UInt8>) throws -> JournalSession {
        let row: JournalRow
        do {
            row = try JournalRow(parsing: Data(line))
        } catch {
            throw ServerError(.badRow, "The row is no entry: it needs at least a `text`.")
        }
        return try row.session()
    }
}
