import Foundation
import Testing

/// What a wish in plain words becomes.
@Suite struct DoTests {
    /// The arguments of the command that a wish becomes.
    private func arguments(_ hearth: borrowing HearthProgram, _ wish: String) throws -> [String] {
        let understood = try hearth.run("do", wish, "--engine", "basic", "--json")
        let line = try #require(understood.lines.first)
        let arguments = try #require((line["action"] as? [String: Any])?["arguments"] as? [String])
        // Without the folder, which a system may name in several ways.
        return arguments.filter { $0 != "--engine=basic" }.map { String($0.split(separator: "/").last ?? "") }
    }

    @Test func aWishThatDoesNotSayWhatItIsAboutIsAnsweredWithAQuestion() throws {
        let hearth = try HearthProgram()
        let asked = try hearth.run("do", "summarize", "--engine", "basic")
        #expect(asked.status == 2 && asked.errors.contains("Summarize what?") && asked.output.isEmpty, "\(asked)")
        let json = try hearth.run("do", "rewrite this", "--engine", "basic", "--json")
        #expect((json.lines.first?["question"] as? String)?.hasPrefix("Rewrite what?") == true, "\(json)")
        #expect(try hearth.run("do", "make me a sandwich", "--engine", "basic").status == 1)
        let empty = try hearth.run("do", " ")
        #expect(empty.status == 2 && empty.errors.contains("is empty"))
        #expect(try arguments(hearth, "quiz") == ["quiz"])
    }

    @Test func whatTheWishSaysBesideTheThingBecomesOptions() throws {
        let hearth = try HearthProgram()
        try hearth.write("gate.txt", "The gate was mended in May. It is green.\n")
        #expect(try hearth.run("ingest", "gate.txt").status == 0)
        #expect(
            try arguments(hearth, "summarize gate.txt in 20 words") == ["summarize", "--words=20", "--", "gate.txt"])
        #expect(
            try arguments(hearth, "find 3 passages about the gate in gate.txt")
                == ["search", "--in=gate.txt", "--limit=3", "--", "the gate"])
        #expect(try arguments(hearth, "shorten gate.txt") == ["rewrite", "--as=shorter", "--", "gate.txt"])
        #expect(try arguments(hearth, "what did I write in March 2025?") == ["journal", "month", "2025-03"])
        #expect(
            try arguments(hearth, "what did I write yesterday?")
                == ["journal", "rollup", "--level=day", "--from=yesterday", "--to=yesterday"])
        let done = try hearth.run("do", "find 1 passage about the gate in gate.txt", "--yes")
        #expect(done.status == 0 && done.output.contains("mended in May"), "\(done)")
        let removal = try hearth.run("do", "remove the note about the gate", "--engine", "basic")
        #expect(removal.status == 2 && removal.errors.contains("Nothing is removed by a wish"), "\(removal)")
    }

    @Test func aDocumentIsFoundByWordsOfItsNameOrItsTitle() throws {
        let hearth = try HearthProgram()
        let lease = try hearth.write("papers/house-lease-2024.txt", "The lease ends in May. The rent is 900 euros.\n")
        try hearth.write("papers/boat-talk-17.txt", "Anna: The boats are old.\nBen: Then we mend them.\n")
        try hearth.write("papers/b.md", "# Repairs of the boiler\n\nThe boiler was repaired in March.\n")
        #expect(try hearth.run("ingest", "papers").status == 0)

        for wish in ["summarize the lease", "summarize my house lease", "summarise the lease document"] {
            #expect(try arguments(hearth, wish) == ["summarize", "--", "house-lease-2024.txt"], "\(wish)")
        }
        #expect(try arguments(hearth, "summarize the boiler repairs") == ["summarize", "--", "b.md"])
        #expect(
            try arguments(hearth, "transcript of the boat talk") == ["transcript", "analyze", "--", "boat-talk-17.txt"])
        #expect(
            try arguments(hearth, "Could you please summarize the lease for me?")
                == ["summarize", "--", "house-lease-2024.txt"])
        // What means none, any or several stays as it was said.
        #expect(try arguments(hearth, "summarize the contract") == ["summarize", "--", "the contract"])
        #expect(try arguments(hearth, "summarize my document") == ["summarize", "--", "my document"])

        let unknown = try hearth.run("do", "summarize the contract", "--json")
        #expect(unknown.lines.first?["notes"] as? [String] == ["No file or document here is called “the contract”."])

        let done = try hearth.run("do", "summarize the lease", "--yes")
        #expect(done.status == 0 && done.output.contains("The lease ends in May."), "\(done)")
        // Also where only the store still has it.
        try FileManager.default.removeItem(atPath: lease)
        let kept = try hearth.run("do", "summarize the lease", "--yes")
        #expect(kept.status == 0 && kept.output.contains("The lease ends in May."), "\(kept)")

        try hearth.write("papers/garage_lease.txt", "The garage costs 40 euros.\n")
        #expect(try hearth.run("ingest", "papers").status == 0)
        let several = try hearth.run("do", "summarize the lease", "--json")
        #expect((several.lines.first?["notes"] as? [String])?.first?.hasPrefix("2 documents may be meant") == true)
    }
}
