import Foundation
import Hearth
import HearthMCP

/// What somebody who types may choose from: names of documents and transcripts, and periods of the journal.
///
/// The store gives a program nothing above its ceiling, so no name of what it may not read is among them; those that are given
/// are noted, and written down where they are private, as those of a list are.
struct LibraryNames: Sendable {
    let hearth: Hearth

    /// Documents that are looked through, the newest first: each key that is typed asks again.
    private static let mostLookedThrough = 10_000
    private static let pageSize = 1000

    /// Names by which the tools find a document: its title or its file's name, where no other has the same, else its path.
    func documents(_ typed: String) async throws -> MCPSuggestions {
        let (documents, isAll) = try await newest()
        return try await suggestions(documents, typed, isAll: isAll)
    }

    /// The same for stored transcripts.
    func transcripts(_ typed: String) async throws -> MCPSuggestions {
        let documents = try await hearth.transcripts.list().map(\.document)
        return try await suggestions(documents, typed, isAll: true)
    }

    /// Ids of documents, found by how they begin or by a name.
    func ids(_ typed: String) async throws -> MCPSuggestions {
        let (documents, isAll) = try await newest()
        var chosen = documents.filter { $0.id.hasPrefix(typed.lowercased()) }
        if chosen.isEmpty { chosen = documents.filter { Self.rank($0, typed) != nil } }
        try await hearth.privacy.willName(chosen.prefix(MCPSuggestions.most).map { .document($0.id) })
        return MCPSuggestions(chosen.map(\.id), hasMore: !isAll)
    }

    /// Years, months, weeks and days of which the journal has an entry, the longest and latest first.
    func periods(_ typed: String) async throws -> MCPSuggestions {
        var found: [JournalPeriod: JournalHead] = [:]
        for head in try await hearth.journal.heads() {
            guard let date = head.date else { continue }
            for level in Self.levels {
                let period = JournalPeriod(level, holding: date)
                guard period.name.hasPrefix(typed.uppercased()) else { continue }
                // One entry makes a period known; the least private of them says least.
                if let known = found[period], known.label <= head.label { continue }
                found[period] = head
            }
        }
        let sorted = found.sorted { a, b in
            let (first, second) = (Self.rank(of: a.key.level), Self.rank(of: b.key.level))
            return first == second ? a.key.start > b.key.start : first < second
        }
        try await hearth.privacy.willName(sorted.prefix(MCPSuggestions.most).map { .entry($0.value.id) })
        return MCPSuggestions(sorted.map(\.key.name))
    }

    private static let levels: [RollupLevel] = [.year, .month, .week, .day]

    private static func rank(of level: RollupLevel) -> Int { levels.firstIndex(of: level) ?? levels.count }

    // MARK: - Names

    private func newest() async throws -> (documents: [StoredDocument], isAll: Bool) {
        var found: [StoredDocument] = []
        while found.count < Self.mostLookedThrough {
            try Task.checkCancellation()
            let page = try await hearth.documents.list(limit: Self.pageSize, offset: found.count)
            found += page
            guard page.count == Self.pageSize else { return (found, true) }
        }
        return (found, false)
    }

    private func suggestions(_ documents: [StoredDocument], _ typed: String, isAll: Bool) async throws -> MCPSuggestions
    {
        var counts: [String: Int] = [:]
        for document in documents { counts[Self.name(of: document).lowercased(), default: 0] += 1 }
        var best: [StoredDocument] = []
        var others: [StoredDocument] = []
        for document in documents {
            switch Self.rank(document, typed) {
            case .some(0): best.append(document)
            case .some: others.append(document)
            case .none: break
            }
        }
        let all = best + others
        try await hearth.privacy.willName(all.prefix(MCPSuggestions.most).map { .document($0.id) })
        let names = all.map { document in
            let name = Self.name(of: document)
            // Each by a name that leads to it alone.
            return counts[name.lowercased()] == 1 ? name : document.paths.first ?? document.id
        }
        return MCPSuggestions(names, hasMore: !isAll)
    }

    /// 0 where a document's title or file's name begins with what was typed, 1 where one of them holds it; `nil` elsewhere.
    private static func rank(_ document: StoredDocument, _ typed: String) -> Int? {
        guard !typed.isEmpty else { return 0 }
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
        let ranks = [name(of: document), file(of: document)].compactMap { name -> Int? in
            guard let place = name.range(of: typed, options: options) else { return nil }
            return place.lowerBound == name.startIndex ? 0 : 1
        }
        return ranks.min()
    }

    private static func name(of document: StoredDocument) -> String {
        if let title = document.title, title.contains(where: { !$0.isWhitespace }) { return title }
        return file(of: document)
    }

    private static func file(of document: StoredDocument) -> String {
        document.paths.first?.split(separator: "/").last.map(String.init) ?? document.id
    }
}
