import Foundation
import HearthCore

/// What merging libraries goes by: single things with all of their rows.
extension StoreRun {
    private func rows(_ library: any Library, _ kind: LibraryRow.Kind) async throws -> [LibraryRow] {
        try await library.rows(of: kind, after: nil, limit: 500)
    }

    /// A document and a conversation of another store, each with all of its rows.
    private func sampleThings() async throws -> (document: LibraryItem, conversation: LibraryItem) {
        let other = MemoryLibrary()
        try await other.store([SampleDocuments(dimension: nil).ingestion(7)])
        let talk = try await other.createConversation(id: "talk", title: "Dort", systemPrompt: nil, label: nil).id
        for text in ["one", "two"] {
            _ = try await other.append(Message(.user, text), toConversation: talk)
        }
        var (document, conversation) = (LibraryItem(), LibraryItem())
        for kind in [LibraryRow.Kind.document, .text, .source, .chunk] {
            document[kind] = try await rows(other, kind)
        }
        for kind in [LibraryRow.Kind.conversation, .message] { conversation[kind] = try await rows(other, kind) }
        return (document, conversation)
    }

    /// They come beside what is there, as they were, under the next numbers, and what refers to them still does.
    func itemsAreAdded() async throws {
        let here = try await store("/here.txt", ["something else", "and more"])
        let before = try await library.chunks(ofDocument: here).map(\.id)
        let own = try await talk("here")
        let first = try await say(.user, "hello", in: own)
        let things = try await sampleThings()
        try await library.add(things.document)
        try await library.add(things.conversation)

        let content = SampleDocuments(dimension: nil).document(7).contentHash
        let row = try unwrap(
            try await library.rows(.document(content), after: nil, limit: 5).first, "document of that content")
        let number = try unwrap(row.values[0].integer, "number")
        var found = LibraryItem([row], of: .document)
        found[.text] = try await rows(library, .text).filter { $0.values[0] == row.values[0] }
        found[.source] = try await library.rows(.sources(ofDocument: number), after: nil, limit: 5)
        found[.chunk] = try await rows(library, .chunk).filter { $0.values[1] == row.values[0] }
        try equal(found.digest(), things.document.digest(), "the document")
        let id = try unwrap(row.values[1].text, "id")
        try equal(try await label(of: id), .personal, "its label, which follows from its place")
        let chunks = try await library.chunks(ofDocument: id).map(\.id)
        try expect((chunks.min() ?? 0) > (before.max() ?? 0), "a passage has a number that one had")
        try equal(try await library.chunks(ofDocument: here).map(\.id), before, "the passages that were there")

        let messages = try await self.said("talk")
        try equal(messages.map(\.message.content), ["one", "two"], "the conversation")
        try expect(messages.allSatisfy { $0.id > first.id }, "a message has a number that one had")
        try equal(try await self.said(own).map(\.message.content), ["hello"], "the conversation that was there")
        let last = try unwrap(messages.last?.id, "message")
        try expect(try await say(.user, "more", in: "talk").id > last, "a number was given twice")

        // Another place of what is there.
        var place = things.document[.source][0]
        place.values[0] = .text("/again.txt")
        place.values[1] = .integer(number)
        place.values[6] = .text("private")
        try await library.add(LibraryItem([place], of: .source))
        try equal(try await library.document(atPath: "/again.txt")?.id, id, "the document of the new place")
        try equal(try await label(of: id), .private, "the strictest of its places")
        let there = try await library.rows(.source(path: "/again.txt"), after: nil, limit: 5)
        try equal(there.count, 1, "the places of that name")
        try equal(try await library.rows(.entry(id: "none"), after: nil, limit: 5), [], "what is not there")
    }

    /// Nothing of a thing is added where something of it is there, and only the owner adds any.
    func itemsAreRefused() async throws {
        let things = try await sampleThings()
        try await library.add(things.document)
        let counts = try await library.counts()
        try await fails(.changed, "a content that is there") { try await library.add(things.document) }
        var other = things.conversation
        other[.source] = things.document[.source]
        try await fails(.changed, "a thing of which a place is there") { try await library.add(other) }
        try equal(try await library.rowCount(of: .conversation), 0, "what is left of a thing that was refused")
        try equal(try await library.counts(), counts, "the documents")
        try await fails(.invalidInput, "rows that are no thing's") {
            try await library.add(LibraryItem([LibraryRow([.text("a"), .integer(1)])], of: .counter))
        }
        try await asProgram(upTo: .private) {
            try await fails(.notAllowed, "a program that adds") { try await library.add(things.conversation) }
            try await fails(.notAllowed, "a program that looks") {
                _ = try await library.rows(.conversation(id: "talk"), after: nil, limit: 1)
            }
        }
        try await library.setUnfinishedCopy(of: "there")
        try await fails(.unfinishedCopy, "a copy that is not whole") { try await library.add(things.conversation) }
    }
}
