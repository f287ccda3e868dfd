import Foundation
import Testing

/// `hearth journal …` through the real binary.
@Suite struct JournalTests {
    private static let rows = [
        #"{"id":"a","date":"2026-03-28T22:30:00Z","timeZone":"Europe/Berlin","text":"Wrote to Anna Keller in London about the boat. I must paint the hull."}"#,
        #"{"id":"b","date":"2026-03-29","text":"Anna Keller came from London. We painted the hull of the boat in the rain, and I was happy."}"#,
        #"{"id":"c","date":"2026-03-29","text":"A second thought before sleep: the boat needs a name.","duration":90}"#,
        #"{"id":"d","date":"2020-12-31","text":"The last evening of the year, and snow on the harbour. I think it was a good one."}"#,
        #"{"id":"e","date":"2024-02-29","text":"A leap day, spent in London with the accounts of the boat club."}"#,
        #"{"id":"f","date":"1659/60-01-05","text":"Home from the office, and so to bed, being troubled with a cold."}"#,
        #"{"id":"g","text":"A loose page without a date."}"#,
    ]

    private func imported() throws -> HearthProgram {
        let hearth = try HearthProgram()
        try hearth.write("diary.jsonl", Self.rows.joined(separator: "\n") + "\n")
        let first = try hearth.run("journal", "import", "diary.jsonl", "--json")
        #expect(first.status == 0)
        #expect(first.lines.compactMap { $0["status"] as? String } == Array(repeating: "added", count: 6) + ["undated"])
        return hearth
    }

    private func rollup(_ hearth: borrowing HearthProgram, _ level: String) throws -> [[String: Any]] {
        try hearth.run("journal", "rollup", "--level", level, "--json").lines
    }

    @Test func importingAgainAddsNothingAndKeepsAllEntries() throws {
        let hearth = try imported()
        let again = try hearth.run("journal", "import", "diary.jsonl", "--json").lines.compactMap {
            $0["status"] as? String
        }
        #expect(again == Array(repeating: "unchanged", count: 7))
        let listed = try hearth.run("journal", "list", "--json").lines
        #expect(listed.compactMap { $0["id"] as? String } == ["f", "d", "e", "a", "b", "c", "g"])
        #expect(try hearth.run("journal", "list", "--undated", "--json").lines.count == 1)
    }

    @Test func aLengthOfAnswersIsTakenAndWhatItDoesNotChangeIsSaid() throws {
        let hearth = try imported()
        for command in [
            ["rollup", "--level", "day"], ["week", "2026-W13"], ["month", "2026-03"], ["year", "2026"], ["show", "a"],
            ["wrapped", "2026"],
        ] {
            #expect(try hearth.run(["journal"] + command + ["--max-tokens", "0"]).status == 2, "\(command)")
            #expect(try hearth.run(["journal"] + command + ["--max-tokens", "3000"]).status == 0, "\(command)")
        }
        let kept = try hearth.run("journal", "month", "2026-03", "--max-tokens", "3000")
        #expect(kept.errors.contains("--again"))
        let anew = try hearth.run("journal", "month", "2026-03", "--max-tokens", "3000", "--again")
        #expect(!anew.errors.contains("--again"))
    }

    @Test func aDayMayBeNamedByWhereItLiesBesideToday() throws {
        let hearth = try HearthProgram()
        var dates: [String] = []
        for day in ["yesterday", "Today", "tomorrow 21:30", "today 08:00"] {
            let added = try hearth.run("journal", "add", "A walk.", "--date", day, "--time-zone", "UTC", "--json")
            dates.append(try #require(added.lines.first?["date"] as? String, "\(day): \(added.errors)"))
        }
        #expect(dates[0] < dates[1] && dates[1] < dates[2])
        #expect(try hearth.run("journal", "list", "--from", "yesterday", "--to", "tomorrow").status == 0)
        for day in ["1.3.2026", "someday", "2026-02-30", "tomorrow or so"] {
            let refused = try hearth.run("journal", "add", "A walk.", "--date", day)
            #expect(refused.status == 2 && !refused.errors.contains("calendar\""), "\(refused.errors)")
        }
        let refused = try hearth.run("journal", "add", "A walk.", "--date", "someday").errors
        #expect(
            refused.contains("2026-03-01") && refused.contains("yesterday") && refused.contains("none"), "\(refused)")
    }

    @Test func oneBadRowIsTheOnlyOneThatIsLeftOut() throws {
        let hearth = try HearthProgram()
        let rows = [#"{"id":"x","date":"2026-02-30","text":"No such day."}"#, "not json", "[1]", Self.rows[1]]
        try hearth.write("diary.jsonl", rows.joined(separator: "\n") + "\n")
        let lines = try hearth.run("journal", "import", "diary.jsonl", "--json").lines
        #expect(lines.count == 4)
        #expect((lines[0]["error"] as? [String: Any])?["code"] as? String == "bad-date")
        #expect(lines[1]["error"] != nil && lines[3]["status"] as? String == "added")
        let message = (lines[2]["error"] as? [String: Any])?["message"] as? String
        #expect(message?.contains("it is not a JSON object") == true, "\(message ?? "")")
    }

    @Test func whatIsWrongInAFileIsNamedByItsLineAndAnIdThatStandsTwiceIsNamed() throws {
        let hearth = try HearthProgram()
        try hearth.write(
            "diary.jsonl",
            """
            {"id": "a", "text": "One."}

            {"id": "b", "date": "2026-02-30", "text": "No such day."}
            {"id": "a", "text": "Two."}
            """)
        let found = try hearth.run("journal", "import", "diary.jsonl").errors
        #expect(found.contains("Line 3: 2026-02-30 is no day"), "\(found)")
        #expect(found.contains("the id a stands in lines 1, 4"), "\(found)")
    }

    /// Midnight and a change of clocks, week 53, a leap day, a double year of the old style.
    @Test func everyEntryStandsInThePeriodsOfItsDay() throws {
        let hearth = try imported()
        let days = try rollup(hearth, "day")
        #expect(
            days.compactMap { $0["period"] as? String } == [
                "1660-01-05", "2020-12-31", "2024-02-29", "2026-03-28", "2026-03-29",
            ])
        #expect(days.compactMap { $0["entries"] as? Int } == [1, 1, 1, 1, 2])
        let weeks = try rollup(hearth, "week").compactMap { $0["period"] as? String }
        #expect(weeks == ["1660-W02", "2020-W53", "2024-W09", "2026-W13"])
        let months = try rollup(hearth, "month")
        #expect(months.compactMap { $0["period"] as? String } == ["1660-01", "2020-12", "2024-02", "2026-03"])
        #expect(months[2]["end"] as? String == "2024-02-29")
        for level in ["day", "week", "month", "year", "yearWrap"] {
            let found = try rollup(hearth, level)
            // Words are runs of characters that are no white space, counted here from the rows themselves.
            #expect(found.compactMap { $0["words"] as? Int }.reduce(0, +) == Self.words(dated: true))
            #expect(found.compactMap { $0["entries"] as? Int }.reduce(0, +) == 6)
            for quote in found.flatMap({ $0["quotes"] as? [[String: Any]] ?? [] }) {
                let entry = try #require(quote["entryID"] as? String)
                let row = try #require(Self.rows.first { $0.contains("\"id\":\"\(entry)\"") })
                #expect(row.contains(try #require(quote["text"] as? String)))
            }
        }
    }

    @Test func aDateThatIsNoneIsAMistakeInTheArguments() throws {
        let hearth = try HearthProgram()
        for date in ["yesterday", "2026-02-30"] {
            let refused = try hearth.run("journal", "add", "A walk.", "--date", date)
            #expect(refused.status == 2, "\(refused.errors)")
            #expect(refused.errors.hasPrefix("error: \(date) is no day"), "\(refused.errors)")
        }
        #expect(try hearth.run("journal", "list", "--json").lines.isEmpty)
    }

    @Test func aFileThatIsNoJournalIsNotToldLineByLine() throws {
        let hearth = try HearthProgram()
        try hearth.write("notes.jsonl", String(repeating: "not a row\n", count: 200))
        let refused = try hearth.run("journal", "import", "notes.jsonl")
        #expect(refused.status != 0)
        #expect(refused.errors.contains("190 more could not be read"), "\(refused.errors)")
        #expect(refused.errors.split(separator: "\n").count < 15)
    }

    private static func words(dated: Bool) -> Int {
        rows.compactMap { (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any] }
            .filter { ($0["date"] != nil) == dated }
            .compactMap { ($0["text"] as? String)?.split(whereSeparator: \.isWhitespace).count }.reduce(0, +)
    }

    @Test func anEditRecomputesItsAncestorsAndNoOthers() throws {
        let hearth = try imported()
        for level in ["day", "month", "year"] { #expect(try rollup(hearth, level).isEmpty == false) }
        #expect(try hearth.run("journal", "edit", "e", "A leap day, spent at home after all.").status == 0)
        for (level, changed) in [("day", "2024-02-29"), ("month", "2024-02"), ("year", "2024")] {
            let recomputed = try rollup(hearth, level).filter { $0["recomputed"] as? Bool == true }
            #expect(recomputed.compactMap { $0["period"] as? String } == [changed])
        }
        #expect(try hearth.run("journal", "remove", "e", "--json").status == 0)
        #expect(try rollup(hearth, "year").contains { $0["period"] as? String == "2024" } == false)
    }

    @Test func entriesAreAddedShownAndMadeUndated() throws {
        let hearth = try HearthProgram()
        let added = try #require(
            try hearth.run(
                "journal", "add", "Rowed to the island with Anna Keller.", "--date", "2026-05-01T23:59", "--title",
                "The island", "--json"
            ).lines.first)
        let id = try #require(added["id"] as? String)
        let shown = try #require(try hearth.run("journal", "show", id, "--json").lines.first)
        #expect(shown["text"] as? String == "Rowed to the island with Anna Keller.")
        #expect(shown["title"] as? String == "The island" && shown["time"] as? String == "23:59:00")
        #expect(try hearth.run("journal", "edit", id, "--date", "none").status == 0)
        #expect(try rollup(hearth, "day").isEmpty)
        #expect(try hearth.run("journal", "add", "x", "--date", "2026-02-30").status != 0)
        #expect(try hearth.run("journal", "list", "--json").lines.count == 1)
        #expect(try hearth.run("journal", "show", "nothing").status != 0)
    }

    @Test func anEntryIsNamedByFourCharactersOrItsWholeID() throws {
        let hearth = try HearthProgram()
        let added = try #require(try hearth.run("journal", "add", "Snow.", "--json").lines.first)
        let id = try #require(added["id"] as? String)
        for arguments in [["edit", String(id.prefix(1)), "Rain."], ["remove", String(id.prefix(3))]] {
            let refused = try hearth.run(["journal"] + arguments)
            #expect(refused.status == 1 && refused.errors.contains("at least 4 characters"), "\(refused.errors)")
        }
        let shown = try hearth.run("journal", "show", String(id.prefix(4)), "--json").lines.first
        #expect(shown?["text"] as? String == "Snow.")
    }

    @Test func aTextAndAFileAreNotBothTaken() throws {
        let hearth = try HearthProgram()
        try hearth.write("entry.md", "Rain.\n")
        try hearth.write("said.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nHail.\n")
        for option in [["--file", "entry.md"], ["--transcript", "said.vtt"]] {
            let refused = try hearth.run(["journal", "add", "Snow."] + option)
            #expect(refused.status == 2 && refused.errors.contains("not both"), "\(refused.errors)")
        }
        #expect(try hearth.run("journal", "list", "--json").lines.isEmpty)
    }

    @Test func whatWasChangedIsSaidInWords() throws {
        let hearth = try HearthProgram()
        try hearth.write(
            "diary.jsonl",
            Data(
                #"""
                {"id": "v-2025-01-03", "date": "2025-01-03", "title": "Snow", "text": "Snow on the roof."}
                {"id": "v-2025-01-04", "text": "A thought\nof no day, which goes on and on and on until nobody wants to hear it."}

                """#.utf8))
        #expect(try hearth.run("journal", "import", "diary.jsonl").status == 0)
        let changed = try hearth.run("journal", "edit", "v-2025-01-03", "Snow on every roof.").output
        #expect(changed == "Changed the entry of 2025-01-03, “Snow”.\n")
        #expect(try hearth.run("journal", "edit", "v-2025-01-03", "--title", "Snow").output == "Nothing changed.\n")
        let removed = try hearth.run("journal", "remove", "v-2025-01-04").output
        #expect(removed.hasPrefix("Removed the undated entry, “A thought of no day") && removed.contains("…”"))
    }

    @Test func anEntryOfOneSentenceIsSummedUpInThatSentence() throws {
        let hearth = try HearthProgram()
        #expect(try hearth.run("journal", "add", "Up early.", "--date", "2026-03-01").status == 0)
        #expect(try rollup(hearth, "session").map { $0["summary"] as? String } == ["Up early."])
        let none = try hearth.run("journal", "today")
        #expect(none.output.hasPrefix("No entries on 2"), "\(none.output)")
        #expect(try hearth.run("journal", "month", "1999-01").output.hasPrefix("No entries in 1999-01."))
    }

    @Test func theWrappedPageIsWrittenWholeAndForItsOwnerAlone() throws {
        let hearth = try imported()
        let outcome = try hearth.run("journal", "wrapped", "2026", "--output", "2026.html", "--json")
        #expect(outcome.status == 0)
        let path = hearth.folder.appendingPathComponent("2026.html").path
        let html = try String(contentsOfFile: path, encoding: .utf8)
        #expect(html.hasPrefix("<!DOCTYPE html>") && html.contains("</html>"))
        #expect(html.contains("Anna Keller") && !html.contains("http:") && !html.contains("https:"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        // A page that is there is not written over.
        #expect(try hearth.run("journal", "wrapped", "2026", "--output", "2026.html").status == 1)
        #expect(try hearth.run("journal", "wrapped", "2019").status == 1)
        let nowhere = try hearth.run("journal", "wrapped", "2026", "--output", "nowhere/2026.html")
        #expect(nowhere.errors.contains("nowhere/2026.html cannot be written"), "\(nowhere.errors)")
    }

    @Test func anEntryOfNowIsOfTheDayInItsTimeZone() throws {
        let hearth = try HearthProgram()
        let unknown = try hearth.run("journal", "add", "Up early.", "--time-zone", "Mars/Phobos")
        #expect(unknown.status == 2 && unknown.errors.contains("no time zone"), "\(unknown)")
        // The two are 26 hours apart, so that it is never the same day in both.
        let days = try ["Etc/GMT-14", "Etc/GMT+12"].map { zone in
            let added = try hearth.run("journal", "add", "Up early in \(zone).", "--time-zone", zone, "--json")
            return try #require(added.lines.first?["date"] as? String)
        }
        #expect(days[0] > days[1])
        let id = try #require(try hearth.run("journal", "list", "--json").lines.first?["id"] as? String)
        #expect(try hearth.run("journal", "edit", id, "--time-zone", "Europe/Berlin").output.hasPrefix("Changed"))
        let shown = try hearth.run("journal", "show", id, "--json").lines.first
        #expect(shown?["timeZone"] as? String == "Europe/Berlin")
    }
}
