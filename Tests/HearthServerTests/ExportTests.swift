import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthStore
import Testing

@testable import HearthServer

@Suite struct ExportTests {
    @Test(arguments: ["json", "markdown", "html"]) func aConversationIsSentInPiecesAndCountsAsLongWork(_ format: String)
        async throws
    {
        try await ServerClient.with { client, hearth, _ in
            let talk = try await hearth.conversations.start(title: "Pieces")
            let database = try await hearth.database()
            for number in 0..<100 {
                let text = "\(number) " + String(repeating: "x", count: 2_000)
                try await database.append(Message(.user, text), toConversation: talk.id)
            }
            let reply = try await client.send("GET", "/api/conversations/\(talk.id)/export?format=\(format)")
            #expect(reply.status == 200)
            // Nobody has made all of it before the first of it goes out.
            #expect(ServerClient.header("transfer-encoding", of: reply) == "chunked")
            #expect(ServerClient.header("content-disposition", of: reply)?.hasPrefix("attachment; ") == true)
            let whole = try await hearth.conversations.whole(talk.id)
            let named = try #require(ConversationExport.Format(rawValue: format))
            #expect(try reply.body == ConversationExport.text(of: whole, as: named))
        }
        #expect(Wire.exportConversation.description.work == .long)
    }
}
