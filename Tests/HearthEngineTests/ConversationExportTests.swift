import Foundation
import HearthCore
import HearthStore
import Synchronization
import Testing

@testable import HearthEngine

@Suite struct ConversationExportTests {
    private let folder: TemporaryFolder
    private let hearth: Hearth

    init() throws {
        folder = try TemporaryFolder()
        hearth = try Hearth(folder: folder.url.appendingPathComponent("home"))
    }

    /// A conversation of many messages, with what JSON and Markdown have to write in other ways.
    private func talk(_ count: Int, bytes: Int = 20) async throws -> Conversation {
        let talk = try await hearth.conversations.start(
            title: "A \"title\"", systemPrompt: "Be\nbrief. \"messages\" : [")
        let database = try await hearth.database()
        for number in 0..<count {
            let text = "\(number) \"messages\" : [\n\t/ü \(String(repeating: "x", count: bytes))"
            try await database.append(Message(number % 2 == 0 ? .user : .assistant, text), toConversation: talk.id)
        }
        return talk
    }

    private func pieces(_ talk: Conversation, _ format: ConversationExport.Format) async throws -> [String] {
        let pieces = Mutex<[String]>([])
        try await hearth.conversations.export(talk, as: format) { piece in pieces.withLock { $0.append(piece) } }
        return pieces.withLock { $0 }
    }

    @Test(arguments: [0, 1, 31, 32, 33, 100], ConversationExport.Format.allCases)
    func anExportInPiecesIsTheSameAsInOne(count: Int, format: ConversationExport.Format) async throws {
        let talk = try await talk(count)
        let whole = try await hearth.conversations.whole(talk.id)
        #expect(whole.messages.count == count)
        #expect(try await pieces(whole, format).joined() == ConversationExport.text(of: whole, as: format))
    }

    @Test(arguments: [0, 3]) func theFormIsThatOfTheRecord(count: Int) async throws {
        let talk = try await talk(count)
        let whole = try await hearth.conversations.whole(talk.id)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let record = String(decoding: try encoder.encode(ConversationExport.Record(whole)), as: UTF8.self)
        let text = try ConversationExport.text(of: whole, as: .json)
        #expect(try JSONValue(parsing: text) == JSONValue(parsing: record))
        #expect(text.hasPrefix("{\n  \"createdAt\" : ") && text.hasSuffix("\n}\n"))
    }

    @Test(arguments: [[], [0], [3, 0, 40]]) func anExportOfEverythingHoldsEachConversation(counts: [Int]) async throws {
        var talks: [Conversation] = []
        for count in counts { talks.append(try await hearth.conversations.whole(talk(count).id)) }
        let target = folder.url.appendingPathComponent("out")
        #expect(try await hearth.data.export(to: target).conversations == counts.count)
        let list = try String(contentsOf: target.appendingPathComponent("conversations.json"), encoding: .utf8)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let written = try #require(try JSONValue(parsing: list).arrayValue)
        #expect(written.count == counts.count)
        for talk in talks {
            let record = try encoder.encode(ConversationExport.Record(talk))
            #expect(try written.contains(JSONValue(parsing: String(decoding: record, as: UTF8.self))))
            let file = target.appendingPathComponent("conversations/\(talk.id).md")
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(try text == ConversationExport.text(of: talk, as: .markdown))
        }
    }

    @Test func noPieceIsLong() async throws {
        let pieces = try await pieces(talk(120, bytes: 5_000), .markdown)
        #expect(pieces.count > 10)
        #expect(pieces.allSatisfy { $0.utf8.count < 48 << 10 })
    }

    @Test func whatIsSaidMeanwhileIsNotInIt() async throws {
        let talk = try await talk(40, bytes: 5_000)
        let database = try await hearth.database()
        let text = Mutex("")
        try await hearth.conversations.export(talk, as: .markdown) { piece in
            text.withLock { $0 += piece }
            try await database.append(Message(.user, "said meanwhile"), toConversation: talk.id)
        }
        #expect(text.withLock { !$0.contains("said meanwhile") && $0.contains("\n\n0 ") && $0.contains("\n\n39 ") })
    }
}
