import Foundation
import HearthTesting
import Testing

/// Reading files through the real binary.
@Suite struct IngestTests {
    private func statuses(_ outcome: HearthProgram.Outcome) -> [String: String] {
        var found: [String: String] = [:]
        for line in outcome.lines {
            if let path = line["path"] as? String { found[path] = line["status"] as? String }
        }
        return found
    }

    @Test func aSecondRunSkipsWhatIsUnchangedAndReplacesWhatChanged() throws {
        let hearth = try HearthProgram()
        try hearth.write("n/a.txt", "Alpha is the first letter.\n")
        try hearth.write("n/b.txt", "Beta is the second letter.\n")
        #expect(statuses(try hearth.run("ingest", "n", "--json")) == ["n/a.txt": "added", "n/b.txt": "added"])

        try hearth.write("n/b.txt", "Omega is the last letter.\n")
        let second = try hearth.run("ingest", "n", "--json")

        #expect(statuses(second) == ["n/a.txt": "unchanged", "n/b.txt": "updated"])
        let old = try hearth.run("search", "beta second", "--json").lines.first?["results"] as? [[String: Any]]
        #expect(old?.contains { ($0["text"] as? String)?.contains("Beta") == true } == false)
        let new = try hearth.run("search", "omega", "--json").lines.first?["results"] as? [[String: Any]]
        #expect((new?.first?["text"] as? String)?.contains("Omega") == true)
    }

    @Test func aFolderOfMailsIsReadMailByMail() throws {
        let hearth = try HearthProgram()
        let mail = "From: Anna <anna@example.org>\nSubject: The ladder\n\nIt stands behind the shed.\n"
        try hearth.write("mail/cur/1795525875.M1P1.vm:2,S", mail)
        try hearth.write("mail/new/1795525876.M1P2.vm", mail.replacing("ladder", with: "saw"))
        try hearth.write("mail/tmp/1795525877.M1P3.vm", "From: Ann")
        let outcome = try hearth.run("ingest", "mail", "--json")
        #expect(
            statuses(outcome) == [
                "mail/cur/1795525875.M1P1.vm:2,S": "added", "mail/new/1795525876.M1P2.vm": "added",
                "mail/tmp/1795525877.M1P3.vm": "skipped",
            ])
        let found = try hearth.run("search", "ladder", "--json").lines.first?["results"] as? [[String: Any]]
        #expect(found?.first?["title"] as? String == "The ladder")
    }

    @Test func oneBadFileDoesNotStopTheRun() throws {
        let hearth = try HearthProgram()
        try hearth.write("n/a.txt", "Alpha.\n")
        try hearth.write("n/broken.docx", "PK\u{03}\u{04} this is no archive")
        try hearth.write("n/z.txt", "Omega.\n")

        let outcome = try hearth.run("ingest", "n", "nowhere.txt", "--json")

        #expect(outcome.status == 0)
        let found = statuses(outcome)
        #expect(found["n/a.txt"] == "added")
        #expect(found["n/broken.docx"] == "failed")
        #expect(found["n/z.txt"] == "added")
        #expect(found["nowhere.txt"] == "failed")
        let summary = try #require(outcome.lines.last?["summary"] as? [String: Any])
        #expect(summary["added"] as? Int == 2)
        #expect(summary["failed"] as? Int == 2)
    }

    @Test func aFileThatIsNotWhatItsNameSaysTellsWhatItWasReadAs() throws {
        let hearth = try HearthProgram()
        try hearth.write("n/invoice.pdf", "The heron stands in the marsh; this is no PDF.\n")
        let told = try hearth.run("ingest", "n")
        #expect(told.status == 0 && told.errors.contains("Its name says PDF, but it is plain text"), "\(told.errors)")
        try hearth.write("m/other.pdf", "The stork stands on the roof; nor is this.\n")
        let line = try hearth.run("ingest", "m", "--json").lines.first
        let warnings = line?["warnings"] as? [[String: Any]]
        #expect(line?["format"] as? String == "text" && warnings?.first?["kind"] as? String == "otherFormat")
    }

    /// Lines for programs tell it themselves; whoever sees only the status must not take a part for the whole.
    @Test func theStatusTellsThatSomeOfSeveralFilesFailed() throws {
        let hearth = try HearthProgram()
        try hearth.write("n/a.txt", "Alpha.\n")
        try hearth.write("n/broken.docx", "PK\u{03}\u{04} this is no archive")
        try hearth.write("a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>The bridge is open again.\n")

        #expect(try hearth.run("ingest", "n").status == 5)
        #expect(try hearth.run("ingest", "n").status == 5, "also where the others are unchanged")
        #expect(try hearth.run("ingest", "n/a.txt").status == 0)
        #expect(try hearth.run("ingest", "n/broken.docx").status == 1)
        #expect(try hearth.run("extract", "n/a.txt", "n/broken.docx").status == 5)
        #expect(try hearth.run("transcript", "parse", "a.vtt", "nowhere.vtt").status == 5)
        #expect(try hearth.run("transcript", "analyze", "a.vtt", "nowhere.vtt").status == 5)
        #expect(try hearth.run("transcript", "import", "a.vtt", "nowhere.vtt").status == 5)
        #expect(try hearth.run("transcript", "import", "a.vtt", "nowhere.vtt", "--json").status == 0)
        try hearth.write("j.jsonl", "{\"id\":1,\"date\":\"2026-01-01\",\"text\":\"Snow.\"}\n{\"id\":2}\n")
        #expect(try hearth.run("journal", "import", "j.jsonl").status == 5)
    }

    /// A scan or a blank file as the first of all, several in one run, and files that lose their text and get it back.
    @Test func filesWithoutTextAreStoredAndSaidAndHarmNothing() throws {
        let hearth = try HearthProgram()
        for (name, text) in [
            ("empty.txt", ""), ("blank.txt", " \n\t\n\u{A0}\u{3000}\n"), ("blank.html", "<p> </p><img src=a>"),
        ] {
            try hearth.write("n/\(name)", text)
        }
        let first = try hearth.run("ingest", "n", "--json")
        #expect(first.status == 0, "\(first.errors)")
        let files = first.lines.filter { $0["path"] != nil }
        #expect(
            files.count == 3 && files.allSatisfy { $0["withoutText"] as? Bool == true && $0["chunks"] as? Int == 0 })
        #expect((first.lines.last?["summary"] as? [String: Any])?["withoutText"] as? Int == 3)

        func ask() throws -> [String: Any]? {
            try hearth.run("ask", "Where does the heron stand?", "--json").lines.first
        }
        #expect(try ask()?["abstained"] as? Bool == true)
        try hearth.write("n/a.txt", "The heron stands in the marsh.\n")
        let second = try hearth.run("ingest", "n")
        #expect(second.status == 0 && second.output.contains("3 without text"), "\(second.output) \(second.errors)")
        #expect(try ask()?["abstained"] as? Bool == false)

        for content in ["\n", ""] {
            try hearth.write("n/a.txt", content)
            #expect(try hearth.run("ingest", "n").output.contains("no text"))
            #expect(try ask()?["abstained"] as? Bool == true, "what was emptied must not be quoted any more")
        }
        // A copy that has not come yet is no document.
        try hearth.write("n/late.pdf", "")
        #expect(try hearth.run("ingest", "n/late.pdf", "--json").lines.first?["status"] as? String == "failed")
        try FileManager.default.removeItem(atPath: hearth.folder.path + "/n/late.pdf")
        try hearth.write("n/a.txt", "The heron stands in the reeds.\n")
        #expect(try hearth.run("ingest", "n").status == 0)
        #expect(try ask()?["abstained"] as? Bool == false)

        let listed = try hearth.run("documents", "list", "--json").lines
        #expect(listed.count(where: { $0["withoutText"] as? Bool == true }) >= 1)
        #expect(try hearth.run("backup", "copy.backup").status == 0)
        #expect(try hearth.run("restore", "copy.backup", "--yes").status == 0)
        #expect(
            try hearth.run("doctor", "--json").lines.contains {
                $0["name"] as? String == "store" && $0["state"] as? String == "good"
                    && ($0["detail"] as? String)?.contains("without text") == true
            })
    }

    @Test func theSameContentIsStoredOnce() throws {
        let hearth = try HearthProgram()
        try hearth.write("n/a.txt", "One and the same sentence about herons.\n")
        try hearth.write("n/copy.txt", "One and the same sentence about herons.\n")
        #expect(try hearth.run("ingest", "n").status == 0)

        let documents = try hearth.run("documents", "list", "--json").lines

        #expect(documents.count == 1)
        #expect((documents.first?["paths"] as? [String])?.count == 2)
    }

    @Test func aFileThatWasRenamedIsCalledByItsNewName() throws {
        let hearth = try HearthProgram()
        try hearth.write("n/draft.txt", "One and the same sentence about herons.\n")
        #expect(try hearth.run("ingest", "n").status == 0)
        let (from, to) = (hearth.folder.path + "/n/draft.txt", hearth.folder.path + "/n/wading birds.txt")
        try FileManager.default.moveItem(atPath: from, toPath: to)
        #expect(try hearth.run("ingest", "n").status == 0)
        let document = try hearth.run("documents", "list", "--json").lines.first
        #expect(document?["title"] as? String == "wading birds")
        #expect((document?["path"] as? String)?.hasSuffix("wading birds.txt") == true)
        let found = try hearth.run("search", "wading", "--json").lines.first?["results"] as? [[String: Any]]
        #expect(found?.first?["title"] as? String == "wading birds")
        // A copy gives no other name.
        try hearth.write("n/copy.txt", "One and the same sentence about herons.\n")
        #expect(try hearth.run("ingest", "n").status == 0)
        #expect(try hearth.run("documents", "list", "--json").lines.first?["title"] as? String == "wading birds")
    }

    @Test func aTitleIsNoLongerThanAListCanShow() throws {
        let hearth = try HearthProgram()
        try hearth.write(
            "long.md", "# " + String(repeating: "heron ", count: 5_000) + "\n\nThe heron stands in the marsh.\n")
        #expect(try hearth.run("ingest", "long.md").status == 0)
        let title = try hearth.run("documents", "list", "--json").lines.first?["title"] as? String ?? ""
        #expect(title.hasPrefix("heron heron") && title.hasSuffix("…") && title.unicodeScalars.count == 301)
    }

    @Test func aSearchThatIsLimitedToNothingSaysSo() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "The heron stands in the marsh.\n")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        for limit in [["--format", "pdf"], ["--label", "private"]] {
            let found = try hearth.run(["search", "heron"] + limit)
            #expect(found.status == 0 && found.output.hasPrefix("Nothing found."))
            #expect(found.errors.contains("no document of what the search was limited to"), "\(found.errors)")
        }
    }

    private func titles(_ outcome: HearthProgram.Outcome) -> [String] {
        let results = outcome.lines.first?["results"] as? [[String: Any]]
        return (results ?? []).compactMap { $0["title"] as? String }.sorted()
    }

    @Test func mailsAreFoundByWhenTheyWereWritten() throws {
        let hearth = try HearthProgram()
        for (name, date, words) in [
            ("a", "Tue, 14 May 2024 10:00:00 +0000", "came back to the marsh"),
            ("b", "Fri, 14 Jun 2024 10:00:00 +0000", "has three young ones on the island"),
        ] {
            try hearth.write(
                "n/\(name).eml",
                "From: Ann\nSubject: \(name)\nDate: \(date)\nMIME-Version: 1.0\n\nThe heron \(words).\n")
        }
        try hearth.write("n/c.txt", "The heron says no day.\n")
        #expect(try hearth.run("ingest", "n").status == 0)
        #expect(try titles(hearth.run("search", "heron", "--json")) == ["a", "b", "c"])
        #expect(try titles(hearth.run("search", "heron", "--json", "--after", "2024-05-01")) == ["a", "b"])
        #expect(try titles(hearth.run("search", "heron", "--json", "--before", "2024-06-01")) == ["a"])
        #expect(
            try titles(hearth.run("search", "heron", "--json", "--after", "2024-06-01", "--before", "2024-07-01")) == [
                "b"
            ])
        #expect(try titles(hearth.run("search", "heron", "--json", "--after", "2025-01-01")).isEmpty)
        #expect(try titles(hearth.run("search", "heron", "--json", "--from", "ann")) == ["a", "b"])
        #expect(try titles(hearth.run("search", "heron", "--json", "--from", "Ann", "--after", "2024-06-01")) == ["b"])
        #expect(try titles(hearth.run("search", "heron", "--json", "--from", "Bob")).isEmpty)
        #expect(try hearth.run(["search", "heron", "--from", "?"]).status == 2)
        #expect(try hearth.run(["search", "heron", "--after", "2025-01-01", "--before", "2024-01-01"]).status == 2)
    }

    @Test func anExportIsNotReadInWithTheFolderThatItLiesIn() throws {
        let hearth = try HearthProgram()
        try hearth.write("n/a.txt", "The heron stands in the marsh.\n")
        #expect(try hearth.run("ingest", "n").status == 0)
        let export = try hearth.run("export", "n/out")
        #expect(export.output.contains("Wrote 1 document and 0 conversations"), "\(export)")
        let again = statuses(try hearth.run("ingest", "n", "--hidden", "--json"))
        #expect(again == ["n/a.txt": "unchanged", "n/out": "skipped"])
        #expect(try hearth.run("documents", "list", "--json").lines.count == 1)
        #expect(try hearth.run("ingest", "n/out", "--json").lines.contains { $0["status"] as? String == "added" })
    }

    @Test func entriesOfTheJournalAreNoDocumentsWhereTheyAreCounted() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "The heron stands in the marsh.\n")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        #expect(try hearth.run("journal", "add", "Saw the heron.", "--date", "2026-03-01").status == 0)
        let export = try hearth.run("export", "out").output
        #expect(export.contains("Wrote 1 document, 1 entry of the journal and 0 conversations"), "\(export)")
        #expect(try hearth.run("doctor").output.contains("1 document, 1 journal entry, 2 chunks"))
    }

    @Test func aBackupIsAFileWithAName() throws {
        let hearth = try HearthProgram()
        for name in ["", "-"] {
            let outcome = try hearth.run("backup", "--", name)
            #expect(outcome.status == 2 && outcome.errors.contains("name one"), "\(outcome)")
        }
    }

    /// What was private would otherwise be seen by programs as soon as its export is read in, here or on another machine.
    @Test func anExportThatIsReadInIsNoLessPrivateThanItWas() throws {
        let hearth = try HearthProgram()
        try hearth.write("n/health.txt", "The blood pressure is 150 over 95.\n")
        try hearth.write("n/bread.txt", "Bake the bread at 230 degrees.\n")
        #expect(try hearth.run("ingest", "n").status == 0)
        #expect(try hearth.run("documents", "label", "n/health.txt", "private").status == 0)
        #expect(try hearth.run("export", "out").status == 0)
        // A copy that was moved, read by a store that knows nothing of it.
        try FileManager.default.moveItem(atPath: hearth.folder.path + "/out", toPath: hearth.folder.path + "/moved")
        let other = ["HEARTH_HOME": hearth.folder.path + "/other"]

        #expect(try hearth.run("ingest", "moved", environment: other).status == 0)

        let listed = try hearth.run("documents", "list", "--json", environment: other).lines
        let labels = listed.reduce(into: [String: String]()) { labels, document in
            let path = document["path"] as? String ?? ""
            let name = path.split(separator: "/").last?.split(separator: "-").first.map(String.init) ?? ""
            labels[name] = document["label"] as? String
        }
        #expect(labels["health"] == "private" && labels["bread"] == "personal")
        #expect(labels["documents.json"] == nil && listed.count == 2, "what an export says about its documents is none")
        #expect(Set(listed.compactMap { $0["title"] as? String }) == ["health", "bread"])
        // Nor is it where it is only summed up, by a store that has none of it.
        let health = listed.compactMap { $0["path"] as? String }.first { $0.contains("/health-") }
        let summary = try hearth.run(
            ["summarize", try #require(health), "--json"],
            environment: ["HEARTH_HOME": hearth.folder.path + "/third"])
        #expect((summary.lines.first?["route"] as? [String: Any])?["label"] as? String == "private")
        // Nor is it by itself, copied out of the export.
        let text = try String(contentsOfFile: try #require(health), encoding: .utf8)
        try hearth.write("copied/health.md", text)
        let fourth = ["HEARTH_HOME": hearth.folder.path + "/fourth"]
        #expect(try hearth.run("ingest", "copied", environment: fourth).status == 0)
        let copied = try hearth.run("documents", "list", "--json", environment: fourth).lines
        #expect(copied.map { $0["label"] as? String } == ["private"])
        // The owner's word holds.
        #expect(try hearth.run("ingest", "moved", "--label", "personal", environment: other).status == 0)
        let after = try hearth.run("documents", "list", "--json", environment: other).lines
        #expect(after.allSatisfy { $0["label"] as? String == "personal" })
    }

    @Test func twoRunsOverOneFolderAddEachFileOnce() throws {
        let hearth = try HearthProgram()
        for number in 0..<40 { try hearth.write("n/\(number).txt", "Heron \(number) stands in marsh \(number).\n") }
        let processes = try (0..<2).map { _ in try hearth.start(["ingest", "n", "--json"]) }
        var counts: [String: Int] = [:]
        for process in processes {
            let output = (process.standardOutput as? Pipe)?.fileHandleForReading.readDataToEndOfFile() ?? Data()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            let outcome = HearthProgram.Outcome(status: 0, output: String(decoding: output, as: UTF8.self), errors: "")
            for status in statuses(outcome).values { counts[status, default: 0] += 1 }
        }
        #expect(counts == ["added": 40, "unchanged": 40])
        #expect(try hearth.run("documents", "list", "--json").lines.count == 40)
    }

    @Test func hiddenFilesAndLinksOutOfTheFolderAreLeftAlone() throws {
        let hearth = try HearthProgram()
        try hearth.write("n/a.txt", "Alpha.\n")
        try hearth.write("n/.hidden.txt", "Hidden.\n")
        let outside = try hearth.write("outside.txt", "Outside.\n")
        try FileManager.default.createSymbolicLink(
            atPath: hearth.folder.path + "/n/link.txt", withDestinationPath: outside)

        let found = statuses(try hearth.run("ingest", "n", "--json"))

        #expect(found == ["n/a.txt": "added", "n/link.txt": "skipped"])
        #expect(statuses(try hearth.run("ingest", "n", "--hidden", "--json"))["n/.hidden.txt"] == "added")
    }

    @Test func aPrivateDocumentStaysPrivateWhenItIsReadAgain() throws {
        let hearth = try HearthProgram()
        func label() throws -> String? {
            try hearth.run("documents", "list", "--json").lines.first?["label"] as? String
        }
        try hearth.write("a.txt", "Alpha.\n")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        #expect(try label() == "personal")
        #expect(try hearth.run("ingest", "a.txt", "--label", "private").status == 0)
        #expect(try label() == "private", "an unchanged file takes a label that is given")
        try hearth.write("a.txt", "Alpha and omega.\n")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        #expect(try label() == "private")
    }

    @Test func pruneForgetsFilesThatAreGone() throws {
        let hearth = try HearthProgram()
        try hearth.write("n/a.txt", "Alpha stays.\n")
        let gone = try hearth.write("n/b.txt", "Beta goes.\n")
        #expect(try hearth.run("ingest", "n").status == 0)
        try FileManager.default.removeItem(atPath: gone)

        #expect(try hearth.run("ingest", "n").status == 0)
        #expect(try hearth.run("documents", "list", "--json").lines.count == 2)
        #expect(try hearth.run("ingest", "n", "--prune").status == 0)
        #expect(try hearth.run("documents", "list", "--json").lines.count == 1)
    }

    @Test func onlyWhatIsGoneIsForgotten() throws {
        let hearth = try HearthProgram()
        try hearth.write("n/.hidden/a.txt", "Alpha is hidden.\n")
        let b = try hearth.write("n/b.txt", "Beta stays.\n")
        #expect(try hearth.run("ingest", "n", "--hidden").status == 0)
        #expect(try hearth.run("ingest", "n", "--prune").status == 0)
        #expect(try hearth.run("documents", "list", "--json").lines.count == 2, "hidden is not gone")

        // The place of a disk that is not there.
        let away = b.replacingOccurrences(of: "/n/b.txt", with: "/away")
        let folder = b.replacingOccurrences(of: "/n/b.txt", with: "/n")
        try FileManager.default.moveItem(atPath: folder, toPath: away)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let empty = try hearth.run("ingest", "n", "--prune")
        #expect(empty.status == 0 && empty.errors.contains("its disk may be missing"))
        #expect(try hearth.run("documents", "list", "--json").lines.count == 2)
    }

    @Test func aFileThatComesBackIsAsPrivateAsItWas() throws {
        let hearth = try HearthProgram()
        let path = try hearth.write("n/a.txt", "Alpha is a secret.\n")
        try hearth.write("n/b.txt", "Beta stays.\n")
        #expect(try hearth.run("ingest", "n").status == 0)
        #expect(try hearth.run("documents", "label", "n/a.txt", "private").status == 0)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
        #expect(try hearth.run("ingest", "n/b.txt", "n", "--prune").errors.contains("Forgot"))
        try FileManager.default.removeItem(atPath: path + ".away")
        // Also with other words in it.
        try hearth.write("n/a.txt", "Alpha is still a secret.\n")
        #expect(try hearth.run("ingest", "n").status == 0)
        let shown = try hearth.run("documents", "show", "n/a.txt", "--json")
        #expect(shown.output.contains("\"private\""), "\(shown.output)")
    }

    /// Each document is whole or absent after a kill at any moment, and the next run completes the work.
    @Test func aKillAtAnyMomentLosesNothing() throws {
        let hearth = try HearthProgram()
        let count = 120
        for number in 0..<count {
            let body = (0..<40).map { "Line \($0) of note \(number) speaks of subject \(number * 37 % 101)." }
            try hearth.write("n/note\(number).md", "# Note \(number)\n\n" + body.joined(separator: "\n\n") + "\n")
        }
        var generator = SeededGenerator(seed: 20260728)
        var kills = 0
        for _ in 0..<12 {
            let process = try hearth.start(["ingest", "n"])
            usleep(UInt32.random(in: 5_000...400_000, using: &generator))
            if process.isRunning {
                kill(process.processIdentifier, SIGKILL)
                kills += 1
            }
            process.waitUntilExit()
            let documents = try hearth.run("documents", "list", "--json")
            #expect(documents.status == 0, "\(documents.errors)")
            for document in documents.lines {
                let id = try #require(document["documentID"] as? String)
                #expect((document["chunks"] as? Int ?? 0) > 0, "document \(id) is there without its chunks")
            }
        }
        let last = try hearth.run("ingest", "n", "--json")
        #expect(last.status == 0)
        #expect(try hearth.run("documents", "list", "--json").lines.count == count)
        #expect(
            try hearth.run("doctor", "--json").lines.contains {
                $0["name"] as? String == "store" && $0["state"] as? String == "good"
            })
        let found = try hearth.run("search", "note 77", "--json").lines.first?["results"] as? [[String: Any]]
        #expect(found?.isEmpty == false)
        #expect(kills > 0, "no run was killed: the test did not test anything")
    }
}
