import Foundation
import Testing
import TinyModels

/// What the program keeps from other users, from files and from the terminal.
@Suite(.serialized)
struct WallTests {
    private func mode(_ path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int
    }

    /// A PDF of one page, whose table of objects a reader has to make itself.
    private static let pdf = Data(
        """
        %PDF-1.4
        1 0 obj
        <</Type/Catalog/Pages 2 0 R>>
        endobj
        2 0 obj
        <</Type/Pages/Kids[3 0 R]/Count 1>>
        endobj
        3 0 obj
        <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>
        endobj
        4 0 obj
        <</Length 57>>stream
        BT /F 12 Tf 50 700 Td (The lease ends on the first of May.) Tj ET
        endstream
        endobj
        5 0 obj
        <</Type/Font/Subtype/Type1/BaseFont/Helvetica>>
        endobj
        trailer<</Root 1 0 R/Size 6>>
        %%EOF
        """.utf8)

    #if os(Linux)
    private func traced(
        _ hearth: borrowing HearthProgram, _ calls: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> String {
        let (process, log) = try hearth.tracing(calls, arguments, environment: environment)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return try String(contentsOf: log, encoding: .utf8)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftotext")))
    func aPDFLeavesNoCopyOnTheDisk() throws {
        let hearth = try HearthProgram()
        try hearth.write("lease.pdf", Self.pdf)
        let log = try traced(hearth, "open,openat,creat,memfd_create,execve,mkdir", ["ingest", "lease.pdf"])
        #expect(log.contains("memfd_create") && log.contains("pdftotext"))
        for line in log.split(separator: "\n") where line.contains("O_CREAT") && !line.contains("= -1") {
            #expect(line.contains(hearth.home.path), "\(line)")
        }
        #expect(try hearth.run("search", "lease", "--json").output.contains("first of May"))
    }

    @Test func thereIsNoCoreDumpAndNobodyLooksIn() throws {
        let hearth = try HearthProgram()
        let log = try traced(hearth, "prctl,setrlimit,prlimit64", ["--version"])
        #expect(log.contains("PR_SET_DUMPABLE, SUID_DUMP_DISABLE") || log.contains("PR_SET_DUMPABLE, 0"))
        #expect(log.contains("RLIMIT_CORE"))
        let open = try traced(
            hearth, "prctl,setrlimit,prlimit64", ["--version"], environment: ["HEARTH_DEBUGGABLE": "1"])
        #expect(!open.contains("PR_SET_DUMPABLE"))
    }
    #endif

    @Test func whatIsWrittenInTheClearIsItsOwnersAlone() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "The boiler was serviced in March.")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        #expect(try hearth.run("ask", "When was the boiler serviced?", "--engine", "basic").status == 0)
        let before = umask(0)
        defer { umask(before) }
        #expect(try hearth.run("export", "out").status == 0)
        let out = hearth.folder.appendingPathComponent("out").path
        #expect(mode(out) == 0o700)
        let all = try FileManager.default.subpathsOfDirectory(atPath: out)
        #expect(all.count >= 4)
        for name in all {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: out + "/" + name, isDirectory: &isFolder)
            #expect(mode(out + "/" + name) == (isFolder.boolValue ? 0o700 : 0o600), "\(name)")
        }
        #expect(try hearth.run("chat", input: "When was the boiler serviced?\n").status == 0)
        let talks = try hearth.run("conversations", "list", "--json").lines
        let id = try #require(talks.first?["conversationID"] as? String)
        for (format, name) in [("markdown", "talk.md"), ("json", "talk.json")] {
            let written = try hearth.run("conversations", "export", id, "--format", format, "--output", name)
            #expect(written.status == 0, "\(written.errors)")
            #expect(mode(hearth.folder.appendingPathComponent(name).path) == 0o600, "\(name)")
        }
    }

    @Test func doctorSaysWhatOthersMayReadAndHowToMendIt() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "Some text.")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        func folder() throws -> (state: String?, remedy: String?) {
            let line = try hearth.run("doctor", "--json").lines.first { $0["name"] as? String == "data folder" }
            return (line?["state"] as? String, line?["remedy"] as? String)
        }
        #expect(try folder().state == "good")
        chmod(hearth.home.path, 0o755)
        #expect(try folder().state == "bad" && folder().remedy?.hasPrefix("chmod 700") == true)
        chmod(hearth.home.path, 0o700)
        chmod(hearth.home.appendingPathComponent("hearth.sqlite").path, 0o644)
        #expect(try folder().state == "bad")
    }

    @Test func whatAKilledProgramLeftGoesWithTheNextCommand() throws {
        let hearth = try HearthProgram()
        let incoming = hearth.home.appendingPathComponent("incoming/0a")
        try FileManager.default.createDirectory(at: incoming, withIntermediateDirectories: true)
        try Data("a recording".utf8).write(to: incoming.appendingPathComponent("a.wav"))
        // Nobody holds its lock.
        try Data().write(to: incoming.appendingPathComponent(".lock"))
        let half = hearth.home.appendingPathComponent("settings.json.\(UUID().uuidString)")
        try Data("{}".utf8).write(to: half)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -7_200)], ofItemAtPath: half.path)
        #expect(try hearth.run("mode").status == 0)
        #expect(!FileManager.default.fileExists(atPath: incoming.path))
        #expect(!FileManager.default.fileExists(atPath: half.path))
    }

    @Test func noNameAndNoMetadataSteersTheTerminal() throws {
        let hearth = try HearthProgram()
        let evil = "evil\u{1B}[2J\u{07}\nspoofed.txt"
        try hearth.write(evil, "The lease ends on the first of May, as the letter says.")
        func expectHarmless(_ outcome: HearthProgram.Outcome, _ what: String) {
            for text in [outcome.output, outcome.errors] {
                #expect(!text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x07 }, "\(what): \(text)")
                #expect(!text.contains("\nspoofed"), "\(what): \(text)")
            }
        }
        expectHarmless(try hearth.run("ingest", evil), "ingest")
        expectHarmless(try hearth.run("ask", "When does the lease end?", "--show-context", "--engine", "basic"), "ask")
        expectHarmless(try hearth.run("search", "lease"), "search")
        expectHarmless(try hearth.run("documents", "list"), "list")
        // What turns the order of characters around, and what ends a line or a paragraph without being the end of a line.
        let orders: [UInt32] = [0x2028, 0x2029, 0x202E, 0x2066]
        for order in orders {
            let mark = Character(try #require(Unicode.Scalar(order)))
            let name = "turned\(mark)txt.exe.txt"
            try hearth.write(name, "The \(mark)tenant pays the rent in June \(order).")
            for arguments in [["ingest", name], ["search", "\(order)"], ["ask", "Who pays the rent in June?"]] {
                let outcome = try hearth.run(arguments)
                let shown = (outcome.output + outcome.errors).unicodeScalars
                #expect(!shown.contains { orders.contains($0.value) }, "\(arguments)")
            }
        }
        // What is in no file at all, but in an error.
        expectHarmless(try hearth.run("ingest", "no\u{1B}]0;owned\u{07}"), "missing")
        try hearth.write("evil.jinja", "{% x\u{1B}[2J %}")
        expectHarmless(try hearth.run("template", "render", "evil.jinja", input: "[]"), "template")
    }

    @Test func theLedgerCannotBeEmptiedUnnoticedAndItsAnchorCanBeKept() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "The boiler was serviced in March.")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        #expect(try hearth.run("ask", "When was the boiler serviced?", "--engine", "basic").status == 0)
        let anchor = try hearth.run("ledger", "anchor")
        #expect(anchor.status == 0 && anchor.output.contains(":"))
        try hearth.write("anchors", anchor.output)
        #expect(try hearth.run("ask", "And what of the boiler?", "--engine", "basic").status == 0)
        #expect(try hearth.run("ledger", "verify", "--anchor", "anchors").status == 0)
        let line = anchor.output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try hearth.run("ledger", "verify", "--anchor", line).status == 0)
        #expect(try hearth.run("ledger", "verify", "--anchor", "nothing").status == 2)
        let foreign = "1:" + String(repeating: "ab", count: 32)
        #expect(try hearth.run("ledger", "verify", "--anchor", foreign).status == 1)
        // The database alone, as a copy without its anchor.
        try FileManager.default.removeItem(at: hearth.home.appendingPathComponent("ledger.anchor"))
        let lost = try hearth.run("ledger", "verify")
        #expect(lost.status == 1 && lost.errors.contains("ledger anchor --accept"))
        #expect(try hearth.run("ledger", "anchor").status == 1)
        #expect(try hearth.run("ledger", "anchor", "--accept").status == 0)
        #expect(try hearth.run("ledger", "verify", "--anchor", line).status == 0)
    }
}
