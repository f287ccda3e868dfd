import Foundation
import HearthCore

/// Entries of the journal, and conversations: joined by their ids.
extension LibraryMerge {
    // MARK: The journal

    func entries(
        _ report: inout LibraryMergeReport, _ progress: Progress
    ) async throws -> LibraryMergeReport.Tally {
        var tally = LibraryMergeReport.Tally(name: LibraryRow.Kind.entry.rawValue)
        var (hash, told) = (RunningHash(), [LibraryMergeReport.Conflict]())
        let model = try await carriedModel()
        try await forEach(.entry, progress) { row in
            guard let id = row.values[1].text, let word = row.values[6].text else { throw LibraryRow.damaged(.entry) }
            let label = SensitivityLabel(rawValue: word) ?? .private
            tally.total += 1
            guard !isWithheld(label) else {
                tally.withheld += 1
                return
            }
            var row = row
            if let there = try await target.row(.entry(id: id)) {
                if Self.saysTheSame(row, there) {
                    tally.present += 1
                    return try await raise(id, from: there, to: label)
                }
                // The same name each time that this entry is merged.
                let words = LibraryItem([Self.row(row, without: Self.besidesAnEntry)], of: .entry)
                let other = "\(id)-\(words.digest().hex.prefix(8))"
                told.append(.init(of: tally.name, name: id, keptAs: other))
                tally.conflicts += 1
                if let there = try await target.row(.entry(id: other)) {
                    tally.present += 1
                    return try await raise(other, from: there, to: label)
                }
                row.values[1] = .text(other)
            }
            let (item, document) = try await entry(row, from: id)
            let kept = row.values[1].text ?? id
            try await add(item, of: .entry, &tally, &hash) {
                guard let there = try await target.row(.entry(id: kept)) else { return nil }
                var found = LibraryItem([there], of: .entry)
                guard let document, let new = try await target.row(.document(document)) else { return found }
                if item[.document].isEmpty {
                    found[.source] = try await LibraryItem.all(
                        .source(path: JournalSession.pathPrefix + kept), of: target)
                } else {
                    found = try await LibraryItem.document(new, of: target)
                    found[.entry] = [there]
                }
                return found
            }
            if let document { try await carryVectors(of: item, content: document, model) }
        }
        for conflict in told { report.tell(conflict) }
        return tally
    }

    /// Columns of an entry that are not what a person wrote or said: its number and id, how private it is, the digest that this goes
    /// into, and when it came and was changed.
    private static let besidesAnEntry: Set<Int> = [0, 1, 6, 10, 11, 12]

    private static func saysTheSame(_ row: LibraryRow, _ other: LibraryRow) -> Bool {
        Self.row(row, without: besidesAnEntry) == Self.row(other, without: besidesAnEntry)
    }

    /// A row without what some columns say.
    private static func row(_ row: LibraryRow, without columns: Set<Int>) -> LibraryRow {
        LibraryRow(row.values.enumerated().map { columns.contains($0.offset) ? .null : $0.element })
    }

    private func raise(_ id: String, from there: LibraryRow, to label: SensitivityLabel) async throws {
        let present = there.values[6].text.flatMap(SensitivityLabel.init(rawValue:)) ?? .private
        guard label > present, let document = try await target.document(atPath: JournalSession.pathPrefix + id) else {
            return
        }
        // The same text in another place may be stricter.
        try await target.setLabel(max(label, document.label), ofDocument: document.id)
    }

    /// An entry with the document by which search finds it, under the id that it is to have; and the content of that document.
    private func entry(
        _ row: LibraryRow, from id: String
    ) async throws -> (item: LibraryItem, content: ContentHash?) {
        var item = LibraryItem([row], of: .entry)
        guard let kept = row.values[1].text,
            var place = try await source.row(.source(path: JournalSession.pathPrefix + id)),
            let number = place.values[1].integer, let document = try await source.documentRow(number),
            let content = document.values[2].bytes.flatMap({ ContentHash(bytes: Array($0)) })
        else { return (item, nil) }
        // It is as private as its entry.
        place.values[0] = .text(JournalSession.pathPrefix + kept)
        place.values[6] = row.values[6]
        guard try await target.row(.source(path: JournalSession.pathPrefix + kept)) == nil else { return (item, nil) }
        if let known = try await target.row(.document(content)) {
            place.values[1] = known.values[0]
            item[.source] = [place]
            // Another place of the same content may be milder so far.
            if let id = known.values[1].text, let there = try await target.document(id: id),
                let label = row.values[6].text.flatMap(SensitivityLabel.init(rawValue:)), label > there.label
            {
                try await target.setLabel(label, ofDocument: id)
            }
        } else {
            let found = try await LibraryItem.document(document, of: source)
            item = found
            item[.document] = [try await freelyNamed(document, content)]
            item[.source] = [place]
            item[.entry] = [row]
        }
        return (item, content)
    }

    // MARK: Conversations

    func conversations(
        _ report: inout LibraryMergeReport, _ progress: Progress
    ) async throws -> LibraryMergeReport.Tally {
        var tally = LibraryMergeReport.Tally(name: LibraryRow.Kind.conversation.rawValue)
        var (hash, told) = (RunningHash(), [LibraryMergeReport.Conflict]())
        try await forEach(.conversation, progress) { row in
            guard let id = row.values[1].text else { throw LibraryRow.damaged(.conversation) }
            tally.total += 1
            let theirs = try await LibraryItem.conversation(row, of: source)
            let strictest = try await label(of: theirs, id, in: source)
            guard !isWithheld(strictest) else {
                tally.withheld += 1
                return
            }
            var item = theirs
            var kept = id
            if let there = try await target.row(.conversation(id: id)) {
                let ours = try await LibraryItem.conversation(there, of: target)
                if Self.holds(ours, theirs) {
                    tally.present += 1
                    // Nothing makes the messages of one that is there stricter: so it is told.
                    let isMilder = try await label(of: ours, id, in: target) < strictest
                    if isMilder || row.values[2] != .null && row.values[2] != there.values[2] {
                        tally.conflicts += 1
                        told.append(.init(of: tally.name, name: id, keptAs: nil))
                    }
                    return
                }
                kept = Self.id(beside: theirs)
                tally.conflicts += 1
                told.append(.init(of: tally.name, name: id, keptAs: kept))
                if try await target.row(.conversation(id: kept)) != nil {
                    tally.present += 1
                    return
                }
                item[.conversation][0].values[1] = .text(kept)
            }
            let new = try await withOurDocuments(item)
            try await add(new, of: .conversation, &tally, &hash) {
                guard let there = try await target.row(.conversation(id: kept)) else { return nil }
                return try await LibraryItem.conversation(there, of: target)
            }
        }
        for conflict in told { report.tell(conflict) }
        return tally
    }

    /// The strictest that anything of it is: it is read as a whole or not at all.
    private func label(
        of item: LibraryItem, _ id: String, in library: any Library
    ) async throws -> SensitivityLabel {
        func said(_ value: LibraryRow.Value?) -> SensitivityLabel {
            value?.text.map { SensitivityLabel(rawValue: $0) ?? .private } ?? .personal
        }
        var label = try await library.strictestLabel(ofConversation: id, before: .max) ?? .public
        if let row = item[.conversation].first, row.values[3] != .null { label = max(label, said(row.values[4])) }
        if let boundary = item[.boundary].first { label = max(label, said(boundary.values[2])) }
        return label
    }

    /// Whether a conversation has the prompt of another one, and begins with all that is said there.
    private static func holds(_ ours: LibraryItem, _ theirs: LibraryItem) -> Bool {
        guard ours[.conversation].first?.values[3] == theirs[.conversation].first?.values[3],
            ours[.message].count >= theirs[.message].count
        else { return false }
        return zip(words(of: ours), words(of: theirs)).allSatisfy { $0 == $1 }
    }

    /// The messages of a conversation under numbers of their own, without labels, which may have risen, and lengths, which are counted
    /// anew.
    private static func words(of item: LibraryItem) -> [LibraryRow] {
        item.numbered(from: LibraryNumbers())[.message].map { row($0, without: [1, 7, 12, 13]) }
    }

    /// The id under which another conversation of the same id is kept: the same each time that this one is merged.
    private static func id(beside item: LibraryItem) -> String {
        var words = LibraryItem(words(of: item), of: .message)
        words[.conversation] = item[.conversation].map { row($0, without: [2, 5, 6, 7, 8]) }
        let hex = Array(words.digest().hex.prefix(32))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(hex[$0]) }.joined(separator: "-")
    }

    /// A conversation whose messages name the documents that they were made of by the target's numbers. Where one is not there, nothing
    /// says how private it was, so its message counts as private.
    private func withOurDocuments(_ item: LibraryItem) async throws -> LibraryItem {
        var item = item
        var numbers: [Int64: Int64] = [:]
        var (rows, lost) = ([LibraryRow](), Set<Int64>())
        for row in item[.messageDocument] {
            guard let message = row.values[0].integer, let theirs = row.values[1].integer else { continue }
            if numbers[theirs] == nil,
                let content = try await source.documentRow(theirs)?.values[2].bytes.flatMap({
                    ContentHash(bytes: Array($0))
                }),
                let ours = try await target.row(.document(content))?.values[0].integer
            {
                numbers[theirs] = ours
            }
            guard let ours = numbers[theirs] else {
                lost.insert(message)
                continue
            }
            rows.append(LibraryRow([.integer(message), .integer(ours)]))
        }
        item[.messageDocument] = rows
        guard !lost.isEmpty else { return item }
        item[.message] = item[.message].map { row in
            guard let number = row.values[0].integer, lost.contains(number) else { return row }
            var row = row
            row.values[7] = .text(SensitivityLabel.private.rawValue)
            return row
        }
        return item
    }
}
