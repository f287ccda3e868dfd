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
    fileprivate struct Kept: Decodable, Sendable {
        var language: String
        var entities: [NamedEntity]
        var engine: String
    }

    /// The entries that were read, in order of time: of each the names that were found when it was read last.
    ///
    /// Names are told by code, whatever engine wrote the rest; so of what several engines made of an entry, any will do. The basic engine's is
    /// taken where it is there: it is the one that is made anew by itself.
    ///
    /// - Parameter names: What was decoded before.
    static func all(in library: any JournalStore, _ names: JournalNames) async throws -> [NamedEntry] {
        let heads = try await library.journalHeads(from: nil, to: nil)
        let kept = try await library.keptJournalContents(.session)
        return try await Concurrency.map(heads, isBasic: true) { head -> NamedEntry? in
            // What another version wrote and this one cannot read is made anew with the next run.
            let found = (kept[head.id] ?? []).compactMap { try? names.decoded($0) }
            guard let best = found.first(where: { $0.engine == Engine.basic.rawValue }) ?? found.first else {
                return nil
            }
            return NamedEntry(
                id: head.id, date: head.date, label: head.label, language: best.language, names: best.entities)
        }.compactMap(\.self)
    }
}

/// The names of entries, decoded once for as long as this lives: who is who follows from those of a whole diary, and is asked for at each look.
public final class JournalNames: Sendable {
    /// Some ten thousand entries.
    private let cache = DecodedCache<NamedEntry.Kept>(bytes: 64 << 20)

    public init() {}

    fileprivate func decoded(_ data: Data) throws -> NamedEntry.Kept {
        try cache.value(of: data) { try JSONDecoder().decode(NamedEntry.Kept.self, from: $0) }
    }

    /// Forgets all of them.
    public func removeAll() { cache.removeAll() }
}
