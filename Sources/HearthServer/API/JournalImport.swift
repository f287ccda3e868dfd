import Foundation
import Hearth
import HearthHTTP

/// `POST /api/journal/import`: rows as `hearth journal import` reads them.
struct JournalImport: Sendable {
    let hearth: Hearth

    private static let batchSize = 500
    private static let mostRows = 100_000

    func run(_ request: ServerRequest) async throws -> Wire.JournalImport {
        let bytes = try await request.body.collect()
        let lines = bytes.split(separator: 0x0A).filter { !$0.allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 } }
        guard !lines.isEmpty else { throw ServerError(.badRequest, "There is no row to import.") }
        guard lines.count <= Self.mostRows else {
            throw ServerError(.tooLarge, "There are too many rows.")
        }
        let journal = hearth.journal
        var counts: [String: Int] = [:]
        var results: [Wire.JournalImport.Result] = []
        for start in stride(from: 0, to: lines.count, by: Self.batchSize) {
            try Task.checkCancellation()
            for (id, answer) in try await take(lines[start..<min(lines.count, start + Self.batchSize)], journal) {
                switch answer {
                case .success(let status):
                    counts[status, default: 0] += 1
                    results.append(.init(id: id, status: status))
                case .failure(let error):
                    counts["failed", default: 0] += 1
                    results.append(.init(id: id, error: Wire.Problem(ServerError.telling(error))))
                }
            }
        }
        func count(_ status: String) -> Int { counts[status] ?? 0 }
        return Wire.JournalImport(
            results: results, added: count("added"), updated: count("updated"), unchanged: count("unchanged"),
            undated: count("undated"), failed: count("failed"))
    }

    private func take(
        _ lines: ArraySlice<ArraySlice<UInt8>>, _ journal: Hearth.Journal
    ) async throws -> [(String, Result<String, any Error>)] {
        let rows = try await named(lines.map { line in Result { try Self.session(line) } })
        let good = rows.compactMap { row -> JournalSession? in
            guard case .add(let session) = row else { return nil }
            return session
        }
        var changes: [JournalChange]?
        do {
            changes = try await journal.add(good, embeds: false, keepsDates: true)
        } catch let error where JournalRow.isOfOneEntry(error) {
            // One entry cannot be kept: each on its own, so that the others are.
        }
        var answers: [(String, Result<String, any Error>)] = []
        var next = 0
        for row in rows {
            switch row {
            case .wrong(let error): answers.append(("", .failure(error)))
            case .kept(let entry):
                answers.append((entry.id, .success(Self.status(.added, entry))))
            case .add(let entry):
                do {
                    let change: JournalChange
                    if let changes {
                        change = next < changes.count ? changes[next] : .unchanged
                    } else {
                        change = try await journal.add([entry], embeds: false, keepsDates: true).first ?? .unchanged
                    }
                    answers.append((entry.id, .success(Self.status(change, entry))))
                } catch let error as CancellationError {
                    throw error
                } catch {
                    answers.append((entry.id, .failure(error)))
                }
                next += 1
            }
        }
        return answers
    }

    private static func status(_ change: JournalChange, _ entry: JournalSession) -> String {
        change == .added && entry.date == nil ? "undated" : change.rawValue
    }

    // MARK: - Names

    /// What becomes of a row.
    private enum Step {
        case wrong(any Error)
        case add(JournalSession)
        /// The very same is kept already, where the program that sends it may not look.
        case kept(JournalSession)
    }

    /// The rows under the ids that they are kept under.
    ///
    /// An id that a program gives may be that of an entry which it may not read, and so must neither change nor learn of. Unless
    /// it can read the entry of that id, it gets one that is made of the one it gave, whether that is taken or not; and where
    /// it may not read that entry either, or will not because it calls the row private, one that is made of the words too.
    private func named(_ sessions: [Result<JournalSession, any Error>]) async throws -> [Step] {
        let reader = Reader.current
        var coming: [String: SensitivityLabel] = [:]
        var steps: [Step] = []
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
