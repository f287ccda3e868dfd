import Foundation
import HearthCore

/// Documents: the same content is one document, in all its places.
extension LibraryMerge {
    func documents(
        _ places: PlaceLabels, _ report: inout LibraryMergeReport, _ progress: Progress
    ) async throws -> LibraryMergeReport.Tally {
        var tally = LibraryMergeReport.Tally(name: LibraryRow.Kind.document.rawValue)
        var (hash, told) = (RunningHash(), [LibraryMergeReport.Conflict]())
        let model = try await carriedModel()
        try await forEach(.document, progress) { row in
            guard let id = row.values[1].text, let document = try await source.document(id: id) else { return }
            // Those of the journal come with their entries.
            guard !document.paths.allSatisfy({ $0.hasPrefix(JournalSession.pathPrefix) }) else { return }
            tally.total += 1
            guard !isWithheld(document.label) else {
                tally.withheld += 1
                return
            }
            var item = try await LibraryItem.document(row, of: source)
            let placeCount = item[.source].count
            item[.source] = item[.source].filter {
                !($0.values[0].text ?? "").hasPrefix(JournalSession.pathPrefix)
            }
            // The entry that makes it stricter comes later, and a merge may end before.
            let least = item[.source].count < placeCount ? document.label : .public
            let known = try await target.row(.document(document.contentHash))
            let (sources, conflicts) = try await placed(
                item[.source], content: document.contentHash, places, atLeast: least)
            told += conflicts
            tally.conflicts += conflicts.isEmpty ? 0 : 1
            if let known {
                try await join(sources, to: known, atLeast: document.label)
                tally.present += 1
            } else {
                item[.source] = sources
                item[.document] = [try await freelyNamed(row, document.contentHash)]
                try await add(item, of: .document, &tally, &hash) {
                    guard let there = try await target.row(.document(document.contentHash)) else { return nil }
                    return try await LibraryItem.document(there, of: target)
                }
            }
            try await carryVectors(of: item, content: document.contentHash, model)
        }
        for conflict in told { report.tell(conflict) }
        return tally
    }

    // MARK: Places

    /// The places of a content as the target is to have them: those that it has not, as private as the stricter of both has them, under
    /// another name where another content is there.
    func placed(
        _ sources: [LibraryRow], content: ContentHash, _ places: PlaceLabels, atLeast least: SensitivityLabel
    ) async throws -> (new: [LibraryRow], conflicts: [LibraryMergeReport.Conflict]) {
        var (new, conflicts) = ([LibraryRow](), [LibraryMergeReport.Conflict]())
        let known = try await target.row(.document(content))?.values[0]
        for var row in sources {
            guard let path = row.values[0].text else { throw LibraryRow.damaged(.source) }
            let word = try await label(of: row, path, places, atLeast: least)
            if let there = try await target.row(.source(path: path)) {
                if let known, there.values[1] == known { continue }
                let other = Self.name(path, beside: content)
                conflicts.append(.init(of: LibraryRow.Kind.document.rawValue, name: path, keptAs: other))
                // Of an earlier merge.
                if let taken = try await target.row(.source(path: other)) {
                    guard let known, taken.values[1] == known else { throw LibraryItem.taken }
                    continue
                }
                row.values[0] = .text(other)
            }
            row.values[6] = .init(word?.rawValue)
            new.append(row)
        }
        // In the order of their keys, as stores have them.
        return (new.sorted { $0.values[0].precedes($1.values[0]) }, conflicts)
    }

    /// The word for a place; `nil` where its folder says the same.
    private func label(
        of row: LibraryRow, _ path: String, _ places: PlaceLabels, atLeast least: SensitivityLabel
    ) async throws -> SensitivityLabel? {
        let own = row.values[6].text.map { SensitivityLabel(rawValue: $0) ?? .private }
        let folder = PlaceLabels.label(of: path, in: places.ours)
        let kept = try await target.row(.keptLabel(path: path))?.values[1].text
            .map { SensitivityLabel(rawValue: $0) ?? .private }
        var wanted = own ?? PlaceLabels.label(of: path, in: places.theirs) ?? .personal
        for label in [folder, kept, least] { wanted = max(wanted, label ?? .public) }
        return own == nil && wanted == folder ?? .personal ? nil : wanted
    }

    /// "/a/letter (1f2e3d4c).md" for "/a/letter.md": the same each time that this content is merged.
    static func name(_ path: String, beside content: ContentHash) -> String {
        let mark = " (\(content.hex.prefix(8)))"
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path[start...].lastIndex(of: "."), dot > start else { return path + mark }
        return "\(path[..<dot])\(mark)\(path[dot...])"
    }

    /// Adds places to a document that is there. It becomes as private as the strictest of them before, which the ledger tells.
    ///
    /// - Parameter label: How private the other library has it, also where it lies in no new place.
    func join(_ sources: [LibraryRow], to known: LibraryRow, atLeast label: SensitivityLabel) async throws {
        guard let id = known.values[1].text else { return }
        var wanted = label
        for row in sources {
            let own = row.values[6].text.map { SensitivityLabel(rawValue: $0) ?? .private }
            let folder = try await target.label(ofPath: row.values[0].text ?? "")
            wanted = max(wanted, own ?? folder ?? .personal)
        }
        if let there = try await target.document(id: id), wanted > there.label {
            try await target.setLabel(wanted, ofDocument: id)
        }
        guard !sources.isEmpty else { return }
        var rows = sources
        for index in rows.indices { rows[index].values[1] = known.values[0] }
        try await target.add(LibraryItem(rows, of: .source))
    }

    /// A row of a document under the shortest beginning of its hash that no other one has, as stores choose it.
    func freelyNamed(_ row: LibraryRow, _ content: ContentHash) async throws -> LibraryRow {
        var row = row
        for length in stride(from: 16, through: 64, by: 4) {
            let id = String(content.hex.prefix(length))
            guard try await target.row(.document(id: id)) == nil else { continue }
            row.values[1] = .text(id)
            break
        }
        return row
    }

    // MARK: Vectors

    /// The model whose vectors go over: that by which both search, or the source where the target has none. Others are made anew.
    func carriedModel() async throws -> String? {
        guard let model = try await source.activeVectorModel() else { return nil }
        let there = try await target.vectorModels()
        guard there.isEmpty || there.contains(where: { $0.id == model.id && $0.dimension == model.dimension }) else {
            return nil
        }
        return model.id
    }

    /// Carries the vectors that the target lacks, where it has the very same passages.
    func carryVectors(of item: LibraryItem, content: ContentHash, _ model: String?) async throws {
        guard let model, let first = item[.chunk].first?.values[0].integer,
            let there = try await target.row(.document(content)), let start = there.values[11].integer,
            let count = there.values[12].integer, Int(count) == item[.chunk].count
        else { return }
        var chunks = LibraryItem()
        chunks[.chunk] = try await LibraryItem.range(.chunk, from: start, to: start + count - 1, of: target)
        var wanted = LibraryItem()
        wanted[.chunk] = item[.chunk]
        guard Self.passages(chunks) == Self.passages(wanted) else { return }
        for offset in stride(from: Int64(0), to: count, by: 500) {
            let ids = (start + offset)..<min(start + offset + 500, start + count)
            let present = try await target.vectors(ofChunks: Array(ids), modelID: model)
            guard present.count < ids.count else { continue }
            let known = try await source.vectors(ofChunks: ids.map { $0 - start + first }, modelID: model)
            let new = ids.compactMap { id in
                present[id] == nil ? known[id - start + first].map { (chunkID: id, vector: $0) } : nil
            }
            if !new.isEmpty { try await target.addVectors(new, modelID: model) }
        }
    }

    /// Where passages lie and what they say, whatever their numbers are.
    private static func passages(_ item: LibraryItem) -> [[LibraryRow.Value]] {
        item[.chunk].map { Array($0.values.dropFirst(2)) }
    }
}
