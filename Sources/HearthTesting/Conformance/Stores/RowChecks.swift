import Foundation
import HearthCore

/// What a copy of a library goes by.
extension StoreRun {
    /// All rows of a library, read in pages of a size.
    private func rows(
        _ library: any Library, _ kind: LibraryRow.Kind, page size: Int
    ) async throws -> [LibraryRow] {
        var found: [LibraryRow] = []
        while true {
            let page = try await library.rows(of: kind, after: found.last, limit: size)
            if page.isEmpty { return found }
            try expect(page.count <= size, "a page of \(kind.rawValue) has more rows than were asked for")
            found += page
        }
    }

    private func carry(_ source: any Library, to target: any Library) async throws {
        try await target.setUnfinishedCopy(of: "there")
        for kind in LibraryRow.Kind.carried {
            let rows = try await rows(source, kind, page: 100)
            // In two steps: rows follow what is there.
            let half = rows.count / 2
            try await target.keep(Array(rows[..<half]), of: kind)
            try await target.keep(Array(rows[half...]), of: kind)
        }
    }

    private func same(_ source: any Library, _ target: any Library) async throws {
        for kind in LibraryRow.Kind.allCases {
            let (wanted, found) = (
                try await rows(source, kind, page: 100), try await rows(target, kind, page: 100)
            )
            try equal(found.count, wanted.count, kind.rawValue)
            for (found, wanted) in zip(found, wanted) where !found.isSame(as: wanted, of: kind) {
                try equal(found, wanted, kind.rawValue)
            }
            let digests = [wanted, found].map { rows in
                rows.reduce(into: LibraryDigest()) { $0.add($1, of: kind) }.value()
            }
            try equal(digests[0], digests[1], "the digests of \(kind.rawValue)")
        }
    }

    /// What the store holds can be read row by row, and another store takes it.
    func rowsAreRead() async throws {
        try await SampleLibrary.fill(library)
        for kind in LibraryRow.Kind.allCases {
            let rows = try await rows(library, kind, page: 100)
            try expect(!rows.isEmpty, "there are no rows of \(kind.rawValue)")
            try equal(try await library.rowCount(of: kind), rows.count, "the number of \(kind.rawValue)")
            try equal(try await self.rows(library, kind, page: 1), rows, "\(kind.rawValue) one by one")
            let columns = kind.columns.count
            try expect(rows.allSatisfy { $0.values.count == columns }, "a row of \(kind.rawValue) lacks a value")
        }
        let other = MemoryLibrary()
        try await carry(library, to: other)
        try await same(library, other)
    }

    /// What another store holds is taken as it is: ids, times, labels, origins, the ledger.
    func rowsAreKept() async throws {
        let other = MemoryLibrary()
        try await SampleLibrary.fill(other)
        try await carry(other, to: library)
        try await same(other, library)
        try equal(try await library.unfinishedCopy(), "there", "the mark")
        try await library.setUnfinishedCopy(of: nil)
        try equal(try await library.unfinishedCopy(), nil, "the mark of a whole library")
        let ledger = try await library.verifyLedger()
        try expect(ledger.valid, "the ledger: \(ledger.message ?? "")")
        try equal(ledger.anchor, try await other.verifyLedger(anchors: []).anchor, "its end")
        let (wanted, found) = (
            try await other.messages(ofConversation: "talk"), try await said("talk")
        )
        try equal(found, wanted, "the messages with their labels")
        try equal(try await library.folderLabels(), try await other.folderLabels(), "the labels of folders")
        func consents(_ library: any Library) async throws -> [String] {
            try await library.consentHistory().map { "\($0.id) \($0.consent.host) \($0.revokedAt != nil)" }
        }
        try equal(try await consents(library), try await consents(other), "the consents")
        try equal(try await library.peopleRegister(), try await other.peopleRegister(), "who is who")
        try equal(try await library.records(of: .feed), try await other.records(of: .feed), "the feeds")
        // By their rows: moments are counted from another day in memory, and lose the last bit on the way.
        try equal(
            try await library.workTask(id: "failed")?.row, try await other.workTask(id: "failed")?.row, "a task")
        try equal(
            try await library.workPart(WorkPart(file: 0, number: 1), of: "waiting"), Data([1, 0, 255]),
            "a part of a task's file")
        try equal(
            try await library.records(of: .watchedFolder), try await other.records(of: .watchedFolder), "the folders")
        try equal(try await library.watchedFileCounts(), try await other.watchedFileCounts(), "their files")
        // It goes on where the other one ended: no number is given twice.
        let last = try unwrap(found.last?.id, "message")
        try expect(try await say(.user, "more", in: "talk").id > last, "a message has a number that one had")
        let before = try await library.chunks(after: 0, limit: .max).map(\.id).max() ?? 0
        let id = try await store("/later.txt", ["something else"])
        try expect(try await library.chunks(ofDocument: id)[0].id > before, "a passage has an id that one had")
        _ = try await library.append(LedgerEntry(kind: .read, time: Date()))
        try expect(try await library.verifyLedger().valid, "the ledger does not go on")
    }

    /// Search finds what was carried once the index was made, by words and by meaning.
    func rowsAreFound() async throws {
        let other = MemoryLibrary()
        try await SampleLibrary.fill(other)
        try await carry(other, to: library)
        while true {
            let documents = try await library.documentsToIndex(as: "1", most: 100, largest: .max)
            if documents.isEmpty { break }
            let items = documents.map { document in
                (
                    document: document,
                    terms: document.chunks.map { ChunkTerms(title: "", body: $0.chunk.text.singleSpaced) }
                )
            }
            try await library.index(items, as: "1")
        }
        let hit = try unwrap(try await found("drei").first, "passage with the word")
        let chunk = try unwrap(try await library.chunks(ids: [hit.chunkID]).first, "passage")
        try expect(chunk.chunk.text.contains("drei"), "another passage was found")
        let vector = try unwrap(
            try await library.vectors(ofChunks: [hit.chunkID], modelID: nil)[hit.chunkID], "vector of the passage")
        let nearest = try await library.nearest(to: vector, limit: 1, modelID: nil, filter: .everything)
        try equal(nearest.map(\.chunkID), [hit.chunkID], "what is nearest to itself")
        try equal(try await library.counts(), try await other.counts(), "the counts")
        try equal(
            try await library.fullTextStatistics().chunks, try await other.fullTextStatistics().chunks, "the passages")
    }

    /// Rows are for copies, and for the owner.
    func rowsAreForCopies() async throws {
        let row = LibraryRow([.text("/folder/"), .text("private")])
        try await fails(.invalidInput, "a library that is no copy") { try await library.keep([row], of: .folderLabel) }
        try await library.setUnfinishedCopy(of: "there")
        try await fails(.invalidInput, "a row without all its values") {
            try await library.keep([LibraryRow([.text("/folder/")])], of: .folderLabel)
        }
        try await fails(.invalidInput, "a value of another form") {
            try await library.keep([LibraryRow([.integer(1), .text("private")])], of: .folderLabel)
        }
        try await fails(.invalidInput, "what follows from the rest") {
            try await library.keep([LibraryRow([.integer(1), .text("private")])], of: .documentLabel)
        }
        try await asProgram(upTo: .private) {
            try await fails(.notAllowed, "a program that copies") {
                try await library.keep([row], of: .folderLabel)
            }
            try await fails(.notAllowed, "a program that reads") {
                _ = try await library.rows(of: .folderLabel, after: nil, limit: 1)
            }
            try await fails(.notAllowed, "a program that unmarks") { try await library.setUnfinishedCopy(of: nil) }
        }
        let body = try CanonicalRecord.body(of: LedgerEntry(kind: .read, time: Date(timeIntervalSince1970: 1)))
        func record(_ number: Int, hash: ContentHash? = nil) -> LibraryRow {
            let content = CanonicalRecord.bytes(number: number, body: body)
            let hash = hash ?? ContentHash(of: [UInt8](repeating: 0, count: 32) + content)
            return LibraryRow([.integer(Int64(number)), .bytes(Data(content)), .bytes(Data(hash.bytes))])
        }
        try await fails(.brokenLedger, "a record that follows none") {
            try await library.keep([record(2)], of: .ledgerRecord)
        }
        try await fails(.brokenLedger, "a record with another hash") {
            try await library.keep([record(1, hash: ContentHash(of: [1]))], of: .ledgerRecord)
        }
        try equal(try await library.rowCount(of: .ledgerRecord), 0, "what is left of a wrong record")
        try await library.keep([record(1)], of: .ledgerRecord)
        try expect(try await library.verifyLedger().valid, "a record that was carried")
        try await library.keep([row], of: .folderLabel)
        try equal(try await library.folderLabels(), ["/folder/": .private], "the row")
    }
}
