import Foundation
import HearthCore
import HearthHTTP
import HearthRegistry
import HearthVoice
import Testing

@testable import HearthServer

/// What the page shows before anybody has asked for something.
@Suite("First looks")
struct FirstLookTests {
    @Test func `Questions to begin with are about what is in the library, and an empty one has none`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let empty = try await client.send("GET", "/api/suggestions").json
            #expect(empty["questions"] == [] && empty["documents"] == 0)
            // A journal is no library.
            _ = try await client.send("POST", "/api/journal/entries", json: ["text": "Walked along the river bank."])
            #expect(try await client.send("GET", "/api/suggestions").json["documents"] == 0)
            _ = try await client.upload(
                "kiln.txt",
                """
                The kiln schedule of the pottery studio. The kiln schedule says that glaze firing happens on Tuesdays.
                Glaze firing needs a dry shelf. Whoever books glaze firing writes the name into the kiln schedule.
                """)
            let found = try await client.send("GET", "/api/suggestions").json
            #expect(found["documents"] == 1)
            let question = try #require(found["questions"]?.arrayValue?.first)
            let text = (question["text"]?.stringValue ?? "").lowercased()
            #expect(text.contains("kiln") && (text.contains("firing") || text.contains("schedule")), "\(text)")
            let id = question["documentID"]?.stringValue ?? ""
            #expect(try await client.send("GET", "/api/documents/\(id)").status == 200)
        }
    }

    @Test func `Of a lone document there are several questions, about its headings and in its language`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            _ = try await client.upload(
                "mietvertrag.md",
                """
                # Mietvertrag, Lindenweg 4

                Der Mietvertrag gilt seit dem 1. April 2024 für die Wohnung im ersten Stock.

                ## 1. Miete

                Der Vermieter bekommt 1.180 Euro im Monat, und zwar 1.180 Euro bis zum dritten Werktag.

                ## 2. Kaution

                Die Kaution beträgt 3.540 Euro und wird auf einem Sparbuch angelegt. Mr. Wagner verwahrt das Sparbuch.
                """)
            let found = try await client.send("GET", "/api/suggestions").json
            let texts = found["questions"]?.arrayValue?.compactMap { $0["text"]?.stringValue }
            // The text beneath "Miete" has no such word, only one that holds it.
            #expect(texts == ["Was steht in „Mietvertrag“ über Kaution?", "Was steht in „Mietvertrag“?"])
        }
    }

    @Test func `An answer that says nothing tells why, and tells it again after a reload`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let made = try await client.send("POST", "/api/conversations", json: [:])
            let id = try #require(made.json["conversationID"]?.stringValue)
            func ask(_ question: JSONValue) async throws -> JSONValue {
                let reply = try await client.send(
                    "POST", "/api/conversations/\(id)/messages", json: ["text": question, "engine": "basic"])
                return try #require(ServerClient.events(reply).last?.data["message"])
            }
            let empty = try await ask("When does the lease end?")
            #expect(empty["abstained"] == true && empty["abstention"] == "no-documents")
            _ = try await client.upload("lease.md", "# Lease\n\nThe lease ends on 31 March 2027.\n")
            let unsaid = try await ask("Which vaccines does the dog Rufus need in autumn?")
            #expect(unsaid["abstained"] == true && unsaid["abstention"] == "not-said")
            let said = try await ask("When does the lease end?")
            #expect(said["abstained"] == false && said["abstention"] == nil)
            let again = try await client.send("GET", "/api/conversations/\(id)").json["messages"]?.arrayValue ?? []
            #expect(again.filter { $0["role"] == "assistant" } == [empty, unsaid, said])
        }
    }

    @Test func `What can run a model is asked of the build`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let kinds = try await client.send("GET", "/api/models/kinds").json["kinds"]?.arrayValue ?? []
            #expect(kinds.count == Modality.allCases.count)
            func runtimes(_ modality: Modality) -> [String: JSONValue] {
                let kind = kinds.first { $0["modality"] == .string(modality.rawValue) }
                let pairs = (kind?["runtimes"]?.arrayValue ?? []).map { ($0["name"]?.stringValue ?? "", $0) }
                return Dictionary(pairs) { first, _ in first }
            }
            // Hearth's own code is in every build.
            #expect(runtimes(.voiceActivity).mapValues { $0["available"] } == ["hearth": true])
            #expect(runtimes(.voiceActivity)["hearth"]?["formats"] == ["ggml-whisper"])
            #expect(runtimes(.embedding)["hearth"]?["available"] == true)
            #expect(runtimes(.speechRecognition)["whisper.cpp"]?["available"] == .bool(WhisperRecognizer.isBuilt))
            // Nothing sends recordings or rankings elsewhere, and no service is set up here.
            #expect(runtimes(.speechRecognition)["remote"] == nil && runtimes(.reranking)["remote"] == nil)
            #expect(runtimes(.textGeneration)["remote"]?["available"] == false)
        }
    }

    @Test func `A name of a file is what the reader of the header makes of it, and nothing else`() {
        func header(_ name: String) -> String {
            ServerResponse.attachment("", name: name, type: "text/plain").headers
                .first { $0.name == "content-disposition" }?.value ?? ""
        }
        #expect(header("meeting.srt") == "attachment; filename=\"meeting.srt\"")
        #expect(
            header("Größe\r\nX: \"1\".srt")
                == "attachment; filename=\"Gr____e__X_ _1_.srt\"; "
                + "filename*=UTF-8''Gr%C3%B6%C3%9Fe%0D%0AX%3A%20%221%22.srt")
    }
}
