import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthSchema
import HearthStore
import Testing

@testable import HearthServer

extension ServerClient {
    /// Sends a file as OpenAI's clients do.
    func sendFile(
        _ name: String, _ content: String, purpose: String? = "assistants", more: String = "", headers: String = ""
    ) async throws -> Reply {
        func field(_ name: String, _ value: String) -> String {
            "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        let form =
            (purpose.map { field("purpose", $0) } ?? "") + (more.isEmpty ? "" : field(more, "1"))
            + "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n\(content)\r\n--x--\r\n"
        return try await send(
            "POST", "/v1/files", type: "multipart/form-data; boundary=x", body: Array(form.utf8), headers: headers)
    }

    /// The ids of a list.
    func ids(_ target: String) async throws -> [String] {
        (try await send("GET", target).json["data"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
    }
}

@Suite("Files over OpenAI's interface")
struct LibraryFilesTests {
    @Test func `A file that a program sends is a document, listed, read and removed as a file`() async throws {
        try await ServerClient.with { client, hearth, folder async throws in
            let program = client.program
            let sent = try await program.sendFile("lease.md", "# Lease\n\nThe lease ends on 31 March 2027.\n")
            #expect(sent.status == 200 && sent.json["object"] == "file" && sent.json["status"] == "processed")
            #expect(sent.json["filename"] == "lease.md" && sent.json["purpose"] == "assistants")
            let id = try #require(sent.json["id"]?.stringValue)
            #expect(try await program.send("GET", "/api/documents/\(id)").json["path"] == "uploads/lease.md")
            #expect(try await program.ids("/v1/files") == [id])
            #expect(try await program.ids("/v1/files?purpose=batch").isEmpty)
            #expect(try await program.send("GET", "/v1/files/\(id)").json["bytes"] == sent.json["bytes"])
            #expect(try await program.send("GET", "/v1/files/\(id)/content").body.contains("31 March 2027"))
            // The same once more is no other file.
            #expect(
                try await program.sendFile("lease.md", "# Lease\n\nThe lease ends on 31 March 2027.\n").json["id"]
                    == sent.json["id"])
            let removed = try await program.send("DELETE", "/v1/files/\(id)")
            #expect(removed.json == ["id": .string(id), "object": "file", "deleted": true])
            #expect(try await program.send("GET", "/v1/files/\(id)").status == 404)
            #expect(try await program.send("DELETE", "/v1/files/\(id)").status == 404)
            #expect(try await hearth.database().documents().isEmpty)
            let left = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "incoming").path)
            #expect((left ?? []).isEmpty)
        }
    }

    @Test func `What an answer cites is a file of that name, and is told to people by the title`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let program = client.program
            let files = [
                ("note.txt", "The blue valve of the boiler was changed by Tom.\n"),
                (
                    "mail.eml",
                    "From: Mira <mira@example.org>\r\nTo: Jo <jo@example.org>\r\nSubject: The greenhouse heater\r\n"
                        + "Date: Tue, 05 May 2026 10:00:00 +0000\r\nMessage-ID: <a1@example.org>\r\n\r\n"
                        + "Hello Jo, the greenhouse heater costs 45 euros.\r\n"
                ),
                ("talk.srt", "1\n00:00:01,000 --> 00:00:04,000\nThe skate park opens in June.\n"),
                ("+49 170 1234567.txt", "The bicycle lock hangs on the shelf.\n"),
                (
                    "contacts.vcf",
                    "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Anna Keller\r\nTEL:+49 170 1234567\r\nEND:VCARD\r\n"
                ),
            ]
            for (name, text) in files { #expect(try await program.sendFile(name, text).status == 200, "\(name)") }
            let entry = try await client.send(
                "POST", "/api/journal/entries",
                json: ["date": "2026-05-07", "text": "I saw a cormorant near the old pier.", "label": "personal"])
            #expect(entry.status < 300, "\(entry.body)")
            for (question, file, title) in [
                ("Who changed the blue valve of the boiler?", "note.txt", "note"),
                ("What does the greenhouse heater cost?", "mail.eml", "The greenhouse heater"),
                ("When does the skate park open?", "talk.srt", "talk"),
                ("Where does the bicycle lock hang?", "+49 170 1234567.txt", "Anna Keller"),
                ("Where was the cormorant seen?", nil, nil),
            ] as [(String, String?, String?)] {
                let answer = try await program.send(
                    "POST", "/v1/responses", json: ["model": "documents", "input": .string(question)]
                ).json
                let part = answer["output"]?.arrayValue?.last?["content"]?.arrayValue?.first
                let mark = try #require(part?["annotations"]?.arrayValue?.first, "\(answer)")
                let (id, name) = (mark["file_id"]?.stringValue ?? "", mark["filename"]?.stringValue ?? "")
                #expect(file == nil ? name.contains("2026") && !name.contains("journal:") : name == file, "\(name)")
                if let title { #expect(part?["text"]?.stringValue?.contains("[1] \(title)") == true, "\(answer)") }
                #expect(try await program.send("GET", "/v1/files/\(id)").json["filename"]?.stringValue == name)
                let content = try await program.send("GET", "/v1/files/\(id)/content")
                #expect(content.status == 200 && !content.body.isEmpty)
            }
        }
    }

    @Test func `What cannot be done with a file is refused by its name, and nothing is kept`() async throws {
        try await ServerClient.with { client, hearth, folder async throws in
            for (reply, parameter) in [
                (try await client.sendFile("a.md", "One.", purpose: nil), "purpose"),
                (try await client.sendFile("a.md", "One.", purpose: "fine-tune"), "purpose"),
                (try await client.sendFile("a.md", "One.", more: "expires_after[seconds]"), "expires_after"),
                (try await client.sendFile("a.jsonl", "", purpose: "batch"), "file"),
            ] {
                #expect(reply.status == 400, "\(reply.body)")
                #expect(reply.json["error"]?["param"]?.stringValue == parameter, "\(reply.body)")
            }
            // What is no document is told of without a word of where it lay.
            let unread = try await client.sendFile("a.zip", "PK\u{3}\u{4} and nothing more")
            #expect((400..<500).contains(unread.status) && !unread.body.contains(folder.path), "\(unread.body)")
            #expect(try await client.ids("/v1/files").isEmpty)
            #expect(try await client.send("GET", "/v1/files?limit=0").status == 400)
            #expect(try await client.send("GET", "/v1/files?after=nothing").status == 400)
            #expect(try await client.send("GET", "/v1/files?order=up").status == 400)
        }
    }

    @Test func `A program lists, reads and removes no file that is above its ceiling`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let program = client.program
            let safe = try await client.sendFile(
                "safe.txt", "The combination of the safe is 4711.", headers: "hearth-label: private\r\n")
            let id = try #require(safe.json["id"]?.stringValue)
            #expect(try await client.ids("/v1/files") == [id])
            #expect(try await program.ids("/v1/files").isEmpty)
            for (method, target) in [
                ("GET", "/v1/files/\(id)"), ("GET", "/v1/files/\(id)/content"), ("DELETE", "/v1/files/\(id)"),
                ("GET", "/v1/vector_stores/vs_library/files/\(id)"),
            ] {
                #expect(try await program.send(method, target).status == 404, "\(method) \(target)")
            }
            #expect(try await hearth.database().document(id: id) != nil)
            // It may call its own file more private than it may read, and does not find it any more.
            let own = try await program.sendFile(
                "own.txt", "The spare key is with Ada.", headers: "hearth-label: private\r\n")
            #expect(own.status == 200 && own.json["filename"] == "own.txt", "\(own.body)")
            #expect(try await program.ids("/v1/files").isEmpty)
        }
    }

    @Test func `A file for a batch is kept as it is, and is no document`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let program = client.program
            let text = String(repeating: "{\"custom_id\": \"grüße\"}\n", count: 60_000)
            let sent = try await program.sendFile("requests.jsonl", text, purpose: "batch")
            let id = try #require(sent.json["id"]?.stringValue)
            #expect(id.hasPrefix("file-") && sent.json["bytes"]?.numberValue?.intValue == text.utf8.count)
            #expect(try await hearth.database().documents().isEmpty)
            // It is longer than one of the parts that it is kept in.
            #expect(try await program.send("GET", "/v1/files/\(id)/content").body == text)
            #expect(try await program.ids("/v1/files?purpose=batch") == [id])
            #expect(try await program.ids("/v1/files?purpose=assistants").isEmpty)
            #expect(try await program.send("DELETE", "/v1/files/\(id)").json["deleted"] == true)
            #expect(try await program.ids("/v1/files").isEmpty)
            // What is called private when it is sent is for the owner from then on.
            let secret = try await program.sendFile(
                "secret.jsonl", text, purpose: "batch", headers: "hearth-label: private\r\n")
            let hidden = try #require(secret.json["id"]?.stringValue)
            #expect(try await program.send("GET", "/v1/files/\(hidden)").status == 404)
            #expect(try await program.send("DELETE", "/v1/files/\(hidden)").status == 404)
            #expect(try await client.send("GET", "/v1/files/\(hidden)").status == 200)
        }
    }

    @Test func `A list of files goes on behind the last one, in both orders`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            for number in 1...3 { _ = try await client.sendFile("\(number).md", "The note number \(number) of five.") }
            for number in 4...5 { _ = try await client.sendFile("\(number).jsonl", "{}", purpose: "batch") }
            let all = try await client.ids("/v1/files")
            #expect(Set(all).count == 5)
            for (order, whole) in [("desc", all), ("asc", all.reversed())] {
                var (seen, after) = ([String](), "")
                while true {
                    let page = try await client.send("GET", "/v1/files?limit=2&order=\(order)\(after)").json
                    let ids = (page["data"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
                    seen += ids
                    #expect(page["first_id"]?.stringValue == ids.first && page["last_id"]?.stringValue == ids.last)
                    guard page["has_more"] == true, let last = ids.last else { break }
                    after = "&after=\(last)"
                }
                #expect(seen == whole, "\(order)")
            }
        }
    }

    @Test func `Each type can be written, and what is said of its fields is of fields that it has`() throws {
        let types: [any WireType.Type] = [
            LibraryWire.File.self, ListPage<LibraryWire.File>.self, LibraryWire.Deleted.self,
            LibraryWire.VectorStore.self, LibraryWire.StoreFile.self, LibraryWire.FoundPage.self,
            LibraryWire.Found.self, LibraryWire.TextPage.self, LibraryWire.FileBatch.self, LibraryWire.Batch.self,
        ]
        for type in types {
            var components = WireComponents()
            #expect(throws: Never.self, "\(type)") { _ = try type.shape(&components) }
        }
    }
}
