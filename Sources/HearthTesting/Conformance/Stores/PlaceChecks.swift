import Foundation
import HearthCore

extension StoreRun {
    /// Pins and folders, which belong to a list and to nothing that was said.
    func conversationPlaces() async throws {
        for id in ["a", "b", "c"] {
            _ = try await talk(id)
            try await say(.user, "Hello from \(id)", in: id)
        }
        _ = try await talk("silent")
        func listed(_ folder: String? = nil, holding text: String? = nil) async throws -> [String] {
            try await library.conversations(holding: text, inFolder: folder, limit: 9, offset: 0).conversations.map(
                \.id)
        }
        try equal(try await listed(), ["c", "b", "a"], "the one used last first")
        let before = try await library.conversation(matching: "a")
        try await library.placeConversation(id: "a", isPinned: true, inFolder: "Home")
        try await library.placeConversation(id: "b", isPinned: false, inFolder: "Home")
        try await library.placeConversation(id: "silent", isPinned: true, inFolder: "Nothing")
        let placed = try await library.conversation(matching: "a")
        try expect(placed.isPinned && placed.folder == "Home", "where it was put")
        try equal(placed.updatedAt, before.updatedAt, "when it was used last")
        try equal(try await listed(), ["a", "c", "b"], "the pinned one first")
        try equal(try await listed("Home"), ["a", "b"], "a folder")
        try equal(try await listed("Home", holding: "from b"), ["b"], "a search in a folder")
        try equal(try await listed("home"), [], "another folder")
        try equal(try await library.conversationFolders(), [ConversationFolder(name: "Home", count: 2)], "folders")
        try await library.placeConversation(id: "a", isPinned: false, inFolder: nil)
        try equal(try await library.conversation(matching: "a").folder, nil, "taken out")
        try await fails(.unknownItem, "a place for nothing") {
            try await library.placeConversation(id: "none", isPinned: true, inFolder: nil)
        }
        try await say(.assistant, "A secret.", in: "b", label: .private)
        try await asProgram(upTo: .personal) {
            try equal(try await library.conversationFolders(), [], "a folder of what may not be read")
            try await fails(.unknownItem, "a place above the ceiling") {
                try await library.placeConversation(id: "b", isPinned: true, inFolder: nil)
            }
        }
    }

    /// A conversation that goes on from a message of another.
    func branches() async throws {
        let id = try await library.createConversation(id: nil, title: nil, systemPrompt: "Be brief.", label: .private)
            .id
        let document = try await store("/a", ["a"])
        let first = try await say(.user, "Q1", in: id)
        let answer = try await say(
            .assistant, "A1", in: id, origin: .init(documents: [document: .personal], given: first.id))
        try await say(.user, "Q2", in: id)
        try await library.placeConversation(id: id, isPinned: true, inFolder: "Home")
        let branch = try await library.branchConversation(id: id, upTo: answer.id)
        try expect(branch.id != id && !branch.isPinned, "a conversation of its own")
        try equal(branch.folder, "Home", "its folder")
        try equal(branch.title, "Q1", "its title")
        try equal(branch.systemPrompt, "Be brief.", "its prompt")
        try equal(branch.messageCount, 2, "its messages")
        let (old, new) = (try await said(id), try await said(branch.id))
        try equal(new.map(\.message), Array(old.map(\.message).prefix(2)), "what was said")
        try equal(new.map(\.label), Array(old.map(\.label).prefix(2)), "how private it is")
        try expect(Set(new.map(\.id)).isDisjoint(with: old.map(\.id)), "an id was given twice")
        try equal(new.last?.origin.given, new.first?.id, "what the copy of an answer was given")
        // Each goes on by itself.
        try await say(.user, "Q3", in: branch.id)
        try equal(try await said(id).map(\.message.content), ["Q1", "A1", "Q2"], "the first one")
        _ = try await library.removeConversation(id: id)
        try equal(try await said(branch.id).map(\.message.content), ["Q1", "A1", "Q3"], "the branch")
        let empty = try await library.branchConversation(id: branch.id, upTo: first.id - 1)
        try equal(empty.messageCount, 0, "from before the first message")
        try await fails(.unknownItem, "a branch of nothing") {
            _ = try await library.branchConversation(id: "none", upTo: .max)
        }
        // A copy is as private as what it was made of is called later.
        let plain = try await talk("plain")
        let asked = try await say(.user, "Q", in: plain)
        try await say(.assistant, "A", in: plain, origin: .init(documents: [document: .personal], given: asked.id))
        let later = try await say(.user, "And?", in: plain)
        try await say(.assistant, "So.", in: plain, origin: .init(given: asked.id))
        let copy = try await library.branchConversation(id: plain, upTo: .max).id
        let part = try await library.branchConversation(id: plain, upTo: later.id).id
        try await library.setLabel(.private, ofDocument: document)
        let labels: [SensitivityLabel] = [.personal, .private, .personal, .private]
        try equal(try await said(plain).map(\.label), labels, "the first one's labels")
        try equal(try await said(copy).map(\.label), labels, "those of its copy")
        try equal(try await said(part).map(\.label), Array(labels.prefix(3)), "those of a part of it")
        try await asProgram(upTo: .personal) {
            try await fails(.unknownItem, "a branch above the ceiling") {
                _ = try await library.branchConversation(id: branch.id, upTo: .max)
            }
        }
    }
}
