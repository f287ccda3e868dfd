import Foundation
import HearthCore
import Testing

@testable import HearthServer

/// The people of the journal through the server.
@Suite("People of the journal")
struct PeopleServerTests {
    private static let target = "/api/journal/people"

    /// Entries of two days, and what is known of the people in them when they have been read.
    private func diary(_ client: ServerClient) async throws -> [JSONValue] {
        for (day, text) in [
            ("2026-03-01", "Told Mum about the boat. Anna Keller came to London."),
            ("2026-03-02", "Mom was on the telephone."),
        ] {
            let made = try await client.send(
                "POST", "/api/journal/entries", json: ["text": .string(text), "date": .string(day)])
            #expect(made.status == 201, "\(made.body)")
        }
        return try await people(client)
    }

    private func people(_ client: ServerClient) async throws -> [JSONValue] {
        for _ in 0..<5 {
            let found = try await client.send("GET", Self.target).json
            guard let job = found["job"], job != .null else { return found["people"]?.arrayValue ?? [] }
            _ = try await client.end(of: job)
        }
        return []
    }

    private func correct(_ client: ServerClient, _ body: JSONValue) async throws -> (status: Int, json: JSONValue) {
        let reply = try await client.send("POST", Self.target + "/corrections", json: body)
        return (reply.status, reply.json)
    }

    private func counted(_ client: ServerClient) async throws -> [String: JSONValue] {
        for _ in 0..<5 {
            let found = try await client.send("GET", "/api/journal/periods?level=year").json
            if let job = found["job"], job != .null {
                _ = try await client.end(of: job)
                continue
            }
            let people = found["periods"]?.arrayValue?.first?["rollup"]?["people"]?.arrayValue ?? []
            return Dictionary(
                people.compactMap { person in
                    person["name"]?.stringValue.flatMap { name in person["mentions"].map { (name, $0) } }
                }, uniquingKeysWith: { first, _ in first })
        }
        return [:]
    }

    @Test func `Names of one person are one, and what is corrected is made anew by itself`() async throws {
        try await ServerClient.with { client, _, _ in
            let found = try await diary(client)
            let mother = try #require(found.first { $0["names"]?.arrayValue?.contains("Mum") == true })
            #expect(mother["mentions"] == 2 && mother["entries"] == 2 && mother["isCorrected"] == false)
            #expect(mother["first"] == "2026-03-01" && mother["last"] == "2026-03-02")
            let id = try #require(mother["id"])
            let renamed = try await correct(client, ["person": id, "action": "rename", "name": "Ingrid"])
            #expect(renamed.status == 200, "\(renamed.json)")
            // With the first correction somebody has an id that follows from no name; by the one from before there is still somebody.
            let ingrid = try #require(renamed.json["people"]?.arrayValue?.first { $0["name"] == "Ingrid" })
            #expect(ingrid["id"] != id && ingrid["mentions"] == 2)
            for known in [ingrid["id"]?.stringValue, id.stringValue] {
                let entries = try await client.send("GET", "/api/journal/entries?person=\(known ?? "")").json
                #expect(entries["total"] == 2)
            }
            #expect(try await counted(client)["Ingrid"] == 2)
            let place = try await correct(client, ["person": "Anna Keller", "action": "exclude", "kind": "place"])
            #expect(place.json["notPeople"] == [["name": "Anna Keller", "kind": "place"]])
            #expect(try await counted(client)["Anna Keller"] == nil)
            let back = try await correct(client, ["person": "Anna Keller", "action": "forget"])
            #expect(back.json["notPeople"] == [])
            #expect(try await counted(client)["Anna Keller"] == 1)
        }
    }

    @Test func `Entries and the calendar can be asked for those that name somebody`() async throws {
        try await ServerClient.with { client, _, _ in
            _ = try await diary(client)
            let entries = try await client.send("GET", "/api/journal/entries?person=Anna%20Keller").json
            #expect(entries["total"] == 1 && entries["entries"]?.arrayValue?.first?["date"] == "2026-03-01")
            let days = try await client.send("GET", "/api/journal/calendar?person=Mum").json["days"]?.arrayValue
            #expect(days?.map { $0["date"] } == ["2026-03-01", "2026-03-02"])
            #expect(try await client.send("GET", "/api/journal/entries?person=Nobody").status == 404)
        }
    }

    @Test func `What cannot be corrected is said`() async throws {
        try await ServerClient.with { client, _, _ in
            _ = try await diary(client)
            #expect(try await correct(client, ["person": "Nobody", "action": "split"]).status == 404)
            #expect(try await correct(client, ["person": "Mum", "action": "rename"]).json["error"]?["field"] == "name")
            #expect(try await correct(client, ["person": "Mum", "action": "merge"]).json["error"]?["field"] == "into")
            #expect(try await correct(client, ["person": "Mum", "action": "marry"]).status >= 400)
            let taken = try await correct(client, ["person": "Mum", "action": "rename", "name": "Anna Keller"])
            #expect(taken.json["error"]?["code"] == "invalid-input", "\(taken.json)")
        }
    }

    @Test func `A program sees those whom it may read of, and corrects nobody`() async throws {
        try await ServerClient.with { client, _, _ in
            _ = try await diary(client)
            let given = try await client.program.send("GET", Self.target)
            #expect(given.status == 200 && given.json["people"] == [] && given.json["notPeople"] == [])
            let refused = try await client.program.send(
                "POST", Self.target + "/corrections", json: ["person": "Mum", "action": "exclude"])
            #expect(refused.status == 403 && refused.json["error"]?["code"] == "owner-only", "\(refused.body)")
            #expect(try await client.program.send("GET", "/api/journal/entries?person=Mum").status == 404)
        }
    }
}
