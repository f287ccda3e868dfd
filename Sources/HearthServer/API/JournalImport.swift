import Foundation
import HearthAnalysis
import HearthCore
import HearthEngine
import HearthHTTP
import HearthStore

/// `POST /api/journal/import`: rows as `hearth journal import` reads them.
struct JournalImport: Sendable {
    let hearth: Hearth

    private static let batchSize = 500
    private static let mostRows = 100_000

    private struct Row: Decodable {
        enum Name: Decodable {
            case text(String)

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                if let text = try? value.decode(String.self) {
                    self = .text(text)
                } else if let number = try? value.decode(Int.self) {
                    self = .text(String(number))
                } else {
                    self = .text("\(try value.decode(Double.self))")
                }
            }
        }

        var id: Name?
        var date: String?
        var time: String?
        var timeZone: String?
        var calendar: EntryMoment.Calendar?
        var title: String?
        var text: String
        var duration: Double?
        var languages: [String]?
        var label: SensitivityLabel?
    }

    func run(_ request: ServerRequest) async throws -> ServerResponse {
        let bytes = try await request.body.collect()
        let lines = bytes.split(separator: 0x0A).filter { !$0.allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 } }
        guard !lines.isEmpty else { throw ServerError(.badRequest, "bad-request", "There is no row to import.") }
        guard lines.count <= Self.mostRows else {
            throw ServerError(.contentTooLarge, "too-large", "There are too many rows.")
        }
        let journal = try await hearth.journal()
        var counts: [String: Int] = [:]
        var results: [JSONValue] = []
        for start in stride(from: 0, to: lines.count, by: Self.batchSize) {
            try Task.checkCancellation()
            for (id, answer) in try await take(lines[start..<min(lines.count, start + Self.batchSize)], journal) {
                switch answer {
                case .success(let status):
                    counts[status, default: 0] += 1
                    results.append(["id": .string(id), "status": .string(status)])
                case .failure(let error):
                    counts["failed", default: 0] += 1
                    results.append(["id": .string(id), "error": ServerError.telling(error).value])
                }
            }
        }
        var object: JSONObject = ["results": .array(results)]
        for name in ["added", "updated", "unchanged", "undated", "failed"] {
            object[name] = JSONEncoding.number(counts[name] ?? 0)
        }
        return .json(.object(object))
    }

    private func take(
        _ lines: ArraySlice<ArraySlice<UInt8>>, _ journal: Journal
    ) async throws -> [(String, Result<String, any Error>)] {
        let sessions = lines.map { line in Result { try Self.session(line) } }
        let good = sessions.compactMap { try? $0.get() }
        var changes: [JournalChange]?
        do {
            changes = try await journal.add(good, embeds: false, keepsDates: true)
        } catch is StoreError {
            // One entry cannot be kept: each on its own, so that the others are.
        }
        var answers: [(String, Result<String, any Error>)] = []
        var next = 0
        for session in sessions {
            switch session {
            case .failure(let error): answers.append(("", .failure(error)))
            case .success(let entry):
                do {
                    let change: JournalChange
                    if let changes {
                        change = next < changes.count ? changes[next] : .unchanged
                    } else {
                        change = try await journal.add([entry], embeds: false, keepsDates: true).first ?? .unchanged
                    }
                    let isUndated = change == .added && entry.date == nil
                    answers.append((entry.id, .success(isUndated ? "undated" : change.rawValue)))
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

    private static func session(_ line: ArraySlice<UInt8>) throws -> JournalSession {
        let row: Row
        do {
            row = try JSONDecoder().decode(Row.self, from: Data(line))
        } catch {
            throw ServerError(.badRequest, "bad-row", "The row is no entry: it needs at least a `text`.")
        }
        let moment = try row.date.map {
            try EntryMoment($0, time: row.time, timeZone: row.timeZone, calendar: row.calendar ?? .gregorian)
        }
        var session = JournalSession(
            id: "", date: moment?.date, time: moment?.time, timeZone: moment?.timeZone ?? row.timeZone,
            title: row.title, text: row.text, duration: row.duration, languages: row.languages ?? [],
            label: row.label ?? .private)
        if case .text(let id)? = row.id {
            session.id = id
        } else {
            // Without a name it is known by what it holds, so that importing it again adds nothing.
            session.id = "entry-" + session.contentHash.hex.prefix(16)
        }
        return session
    }
}
