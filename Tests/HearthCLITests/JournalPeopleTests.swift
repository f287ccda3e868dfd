import Foundation
import Testing

/// `hearth journal people …` through the real binary.
@Suite struct JournalPeopleCommandTests {
    private func diary() throws -> HearthProgram {
        let hearth = try HearthProgram()
        let rows = [
            #"{"id":"a","date":"2026-03-01","text":"Told Mum about the boat. Anna Keller came to London.","languages":["en"]}"#,
            #"{"id":"b","date":"2026-03-02","text":"Mom was on the telephone. Maria Lopez walked with me.","languages":["en"]}"#,
            #"{"id":"c","text":"A loose page about Anna Keller.","languages":["en"]}"#,
        ]
        try hearth.write("diary.jsonl", rows.joined(separator: "\n") + "\n")
        #expect(try hearth.run("journal", "import", "diary.jsonl", "--json").status == 0)
        return hearth
    }

    private func people(_ hearth: borrowing HearthProgram) throws -> [[String: Any]] {
        let found = try hearth.run("journal", "people", "--json")
        #expect(found.status == 0, "\(found.errors)")
        return found.lines
    }

    private func counted(_ hearth: borrowing HearthProgram) throws -> [String: Int] {
        let year = try hearth.run("journal", "year", "2026", "--json").lines.first
        let people = year?["people"] as? [[String: Any]] ?? []
        return Dictionary(
            people.compactMap { person in
                (person["name"] as? String).flatMap { name in (person["mentions"] as? Int).map { (name, $0) } }
            }, uniquingKeysWith: +)
    }

    @Test func peopleAreListedWithTheirNames() throws {
        let hearth = try diary()
        let found = try people(hearth)
        let mother = try #require(found.first { ($0["names"] as? [String])?.contains("Mum") == true })
        #expect(Set(mother["names"] as? [String] ?? []) == ["Mum", "Mom"] && mother["mentions"] as? Int == 2)
        // An undated entry names people, too.
        #expect(found.first { $0["name"] as? String == "Anna Keller" }?["entries"] as? Int == 2)
        #expect(try hearth.run("journal", "people").output.contains("Anna Keller"))
        let listed = try hearth.run("journal", "list", "--person", "anna keller", "--json").lines
        #expect(listed.compactMap { $0["id"] as? String } == ["a", "c"])
    }

    @Test func whatIsCorrectedHoldsInTheYearAndAfterAnotherImport() throws {
        let hearth = try diary()
        #expect(try counted(hearth)["Anna Keller"] == 1)
        let merged = try hearth.run("journal", "people", "merge", "Mom", "Maria Lopez", "--json")
        #expect(merged.lines.first?["name"] as? String == "Maria Lopez", "\(merged.errors)")
        #expect(try hearth.run("journal", "people", "not-a-person", "Anna Keller", "--kind", "place").status == 0)
        #expect(try counted(hearth) == ["Maria Lopez": 3])
        for id in ["a", "b", "c"] { _ = try hearth.run("journal", "remove", "--", id) }
        #expect(try hearth.run("journal", "import", "diary.jsonl").status == 0)
        #expect(try counted(hearth) == ["Maria Lopez": 3])
        let shown = try hearth.run("journal", "people", "--json").lines
        #expect(shown.contains { $0["notAPerson"] as? String == "Anna Keller" && $0["kind"] as? String == "place" })
        #expect(try hearth.run("journal", "people", "forget-correction", "--all").status == 0)
        #expect(try counted(hearth)["Anna Keller"] == 1)
    }

    @Test func namesAreRenamedAndSplit() throws {
        let hearth = try diary()
        #expect(try hearth.run("journal", "people", "rename", "Mum", "Ingrid").output.hasPrefix("Ingrid"))
        #expect(try hearth.run("journal", "people", "split", "Mom").status == 0)
        let found = try people(hearth)
        #expect(found.first { $0["name"] as? String == "Mom" }?["mentions"] as? Int == 1)
        // What was said goes along with an export.
        #expect(try hearth.run("export", "out").status == 0)
        let said = try String(contentsOf: hearth.folder.appendingPathComponent("out/people.json"), encoding: .utf8)
        #expect(said.contains("\"shown\" : \"Ingrid\""), "\(said)")
        #expect(try hearth.run("journal", "people", "forget-correction", "Mom").output.contains("Mom"))
    }

    @Test func mistakesAreSaid() throws {
        let hearth = try diary()
        let unknown = try hearth.run("journal", "people", "rename", "Ana Keller", "X")
        #expect(unknown.status != 0 && unknown.errors.contains("Anna Keller"), "\(unknown.errors)")
        #expect(try hearth.run("journal", "people", "forget-correction").status == 2)
        #expect(try hearth.run("journal", "people", "forget-correction", "Mum", "--all").status == 2)
        #expect(try hearth.run("journal", "people", "not-a-person", "Mum", "--kind", "planet").status == 2)
        #expect(try hearth.run("journal", "people", "split", "Anna Keller").status != 0)
    }
}
