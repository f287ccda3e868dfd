package import Foundation
package import HearthCore

/// An entry as a line of a JSONL file has it: what an import reads, by whichever way it comes.
package struct JournalRow: Decodable, Sendable {
    /// A text, or a number, which is taken as it is written.
    private enum Name: Decodable {
        case text(String)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let number = try? value.decode(Int.self) {
                self = .text(String(number))
            } else if let text = try? value.decode(String.self) {
                self = .text(text)
            } else {
                self = .text("\(try value.decode(Double.self))")
            }
        }
    }

    private var id: Name?
    private var date: String?
    private var time: String?
    private var timeZone: String?
    private var calendar: EntryMoment.Calendar?
    private var title: String?
    private var text: String
    private var duration: Double?
    private var languages: [String]?
    private var label: SensitivityLabel?

    /// - Throws: `DecodingError` where the line is no entry.
    package init(parsing line: Data) throws { self = try JSONDecoder().decode(Self.self, from: line) }

    /// The id that it was given; `nil` where it was given none.
    package var name: String? { if case .text(let name)? = id { name } else { nil } }

    /// The entry. Without an id of its own it is known by what it holds, so that importing it again adds nothing.
    ///
    /// - Parameter otherwise: Its label where it says none.
    /// - Throws: ``AnalysisError`` `bad-date`, `bad-time`, `bad-zone`.
    package func session(label otherwise: SensitivityLabel = .private) throws -> JournalSession {
        let moment = try date.map {
            try EntryMoment($0, time: time, timeZone: timeZone, calendar: calendar ?? .gregorian)
        }
        var session = JournalSession(
            id: "", date: moment?.date, time: moment?.time, timeZone: moment?.timeZone ?? timeZone, title: title,
            text: text, duration: duration, languages: languages ?? [], label: label ?? otherwise)
        session.id = name ?? "entry-\(session.contentHash.hex.prefix(16))"
        return session
    }

    /// Whether an error is about one entry of those that were to be kept together, so that the others can be, each on its own. What
    /// fails of the store itself, such as a full disk, would fail for each of them again.
    package static func isOfOneEntry(_ error: any Error) -> Bool {
        let kinds: Set<Failure.Kind> = [.invalidInput, .usage, .notAllowed, .conflict, .unknownItem]
        return error.readable.map { kinds.contains($0.kind) } ?? false
    }
}
