import Foundation
import HearthCore
import Testing

@testable import HearthServer

/// The journal through the server: entries with their moment, and what is made of them by itself.
@Suite("Journal")
struct JournalServerTests {
    /// What is kept of a level, when the work that brings it up to date has ended.
    private func periods(_ client: ServerClient, _ level: String) async throws -> [JSONValue] {
        for _ in 0..<5 {
            let found = try await client.send("GET", "/api/journal/periods?level=\(level)").json
            guard found["stale"] != 0 else { return found["periods"]?.arrayValue ?? [] }
            if let job = found["job"], job != .null { _ = try await client.end(of: job) }
        }
        return []
    }

    private func entry(_ client: ServerClient, _ id: JSONValue?) async throws -> JSONValue {
        try await client.send("GET", "/api/journal/entries/\(id?.stringValue ?? "")").json
    }

    @Test func `An entry without a date is of now, in the writer's own zone`() async throws {
        try await ServerClient.with { client, _, _ in
            let made = try await client.send(
                "POST", "/api/journal/entries", json: ["text": "Written just now.", "timeZone": "Pacific/Kiritimati"])
            #expect(made.status == 201 && made.json["status"] == "added", "\(made.body)")
            let written = try await entry(client, made.json["id"])
            // The day there, fourteen hours ahead of Greenwich; the test may run over its midnight.
            let there = TimeZone(secondsFromGMT: 14 * 3600) ?? .gmt
            let days = [-60.0, 0].compactMap { seconds in
                CivilDate.today(Date().addingTimeInterval(seconds), zone: there)?.description
            }
            #expect(days.contains(written["date"]?.stringValue ?? ""), "\(written)")
            #expect(written["time"]?.stringValue != nil && written["timeZone"] == "Pacific/Kiritimati")
            let undated = try await client.send(
                "POST", "/api/journal/entries", json: ["text": "Of no day.", "date": .null])
            #expect(undated.json["status"] == "undated")
            let wrong = try await client.send(
                "POST", "/api/journal/entries", json: ["text": "Elsewhere.", "timeZone": "Mars/Olympus"])
            #expect(wrong.status == 422 && wrong.json["error"]?["field"] == "timeZone")
            let nowhere = try await client.send(
                "POST", "/api/journal/entries",
                json: ["text": "Of no day.", "date": .null, "timeZone": "Mars/Olympus"])
            #expect(nowhere.status == 422)
        }
    }

    @Test func `What a change leaves out stays as it was`() async throws {
        try await ServerClient.with { client, _, _ in
            let made = try await client.send(
                "POST", "/api/journal/entries",
                json: [
                    "text": "The first words.", "date": "2026-03-01T21:30", "timeZone": "Europe/Berlin",
                    "title": "A title", "languages": ["en"], "duration": 90,
                ])
            let target = "/api/journal/entries/\(made.json["id"]?.stringValue ?? "")"
            _ = try await client.send("PUT", target, json: ["text": "Other words."])
            let changed = try await client.send("GET", target).json
            #expect(changed["text"] == "Other words." && changed["date"] == "2026-03-01")
            #expect(changed["time"] == "21:30:00" && changed["timeZone"] == "Europe/Berlin")
            #expect(changed["title"] == "A title" && changed["languages"] == ["en"] && changed["duration"] == 90)
            _ = try await client.send("PUT", target, json: ["text": "Other words.", "date": .null, "title": .null])
            let cleared = try await client.send("GET", target).json
            #expect(cleared["date"] == .null && cleared["title"] == .null)
        }
    }

    @Test func `Days, weeks and years follow their entries by themselves`() async throws {
        try await ServerClient.with { client, _, _ in
            let first = try await client.send(
                "POST", "/api/journal/entries", json: ["text": "Fired the kiln. A good day.", "date": "2026-03-01"])
            for level in ["day", "week", "month", "year", "yearWrap"] {
                let periods = try await periods(client, level)
                #expect(periods.map { $0["state"] } == ["current"], "\(level)")
                #expect(periods.first?["rollup"]?["engine"] == "basic")
            }
            // Added, changed and removed.
            _ = try await client.send(
                "POST", "/api/journal/entries", json: ["text": "Sold two pots.", "date": "2026-03-01"])
            #expect(try await periods(client, "day").first?["rollup"]?["entries"] == 2)
            let target = "/api/journal/entries/\(first.json["id"]?.stringValue ?? "")"
            _ = try await client.send("PUT", target, json: ["text": "Fired the kiln.", "date": "2026-04-02"])
            #expect(try await periods(client, "day").map { $0["period"] } == ["2026-03-01", "2026-04-02"])
            _ = try await client.send("DELETE", target)
            #expect(try await periods(client, "month").map { $0["period"] } == ["2026-03"])
            let rows = #"{"id": "v-2025-01-03", "date": "2025-01-03", "text": "Snow on the roof."}"#
            _ = try await client.send(
                "POST", "/api/journal/import", type: "application/x-ndjson", body: Array(rows.utf8))
            #expect(try await periods(client, "year").map { $0["state"] } == ["current", "current"])
            let page = try await client.send("GET", "/api/journal/wrapped/2025/page")
            #expect(page.status == 409 || page.status == 200)
        }
    }

    @Test func `The storage tells documents and entries apart`() async throws {
        try await ServerClient.with { client, _, _ in
            _ = try await client.send("POST", "/api/journal/entries", json: ["text": "Wrote a letter."])
            _ = try await client.upload("notes.txt", "The kiln is fired on Tuesdays.")
            let storage = try await client.send("GET", "/api/storage").json
            #expect(storage["documents"] == 1 && storage["journalEntries"] == 1)
        }
    }
}
