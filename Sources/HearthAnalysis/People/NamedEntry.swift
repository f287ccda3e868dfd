import Foundation
import HearthCore

/// An entry of a journal with the names that were found in it.
struct NamedEntry: Sendable {
    var id: String
    /// `nil` for an undated entry.
    var date: CivilDate?
    var label: SensitivityLabel
    /// BCP 47; `und` when it was not recognised.
    var language: String
    var names: [NamedEntity]

    init(id: String, date: CivilDate?, label: SensitivityLabel, language: String, names: [NamedEntity]) {
        self.id = id
        self.date = date
        self.label = label
        self.language = language
        self.names = names
    }

    init(_ session: SessionIntelligence, label: SensitivityLabel) {
        self.init(
            id: session.entryID, date: session.date, label: label, language: session.language, names: session.entities)
    }

    /// The part of what is kept of an entry that its names are in.
    private struct Kept: Decodable, Sendable {
        var language: String
        var entities: [NamedEntity]
        var engine: String
    }

    /// The entries that were read, in order of time: of each the names that were found when it was read last.
    ///
    /// Names are told by code, whatever engine wrote the rest; so of what several engines made of an entry, any will do. The basic engine's is
    /// taken where it is there: it is the one that is made anew by itself.
    static func all(in library: any JournalStore) async throws -> [NamedEntry] {
        let heads = try await library.journalHeads(from: nil, to: nil)
        let kept = try await library.keptJournalContents(.session)
        return try await Concurrency.map(heads, isBasic: true) { head -> NamedEntry? in
            let decoder = JSONDecoder()
            // What another version wrote and this one cannot read is made anew with the next run.
            let found = (kept[head.id] ?? []).compactMap { try? decoder.decode(Kept.self, from: $0) }
            guard let best = found.first(where: { $0.engine == Engine.basic.rawValue }) ?? found.first else {
                return nil
            }
            return NamedEntry(
                id: head.id, date: head.date, label: head.label, language: best.language, names: best.entities)
        }.compactMap(\.self)
    }
}
