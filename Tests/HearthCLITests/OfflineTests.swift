import Foundation
import Testing

/// `hearth --offline`: what the operating system saw, not what the program says.
@Suite struct OfflineTests {
    #if os(Linux)
    /// A line of a trace: a system call that has to do with the network.
    private struct Call {
        var name: String
        var line: String

        init?(_ line: Substring) {
            // "[pid 12] socket(AF_INET, …) = -1 EACCES (Permission denied)", or with a number alone in front.
            guard let match = line.firstMatch(of: #/^(?:\[pid\s+\d+\] |\d+\s+)?([a-z0-9_]+)\(/#) else { return nil }
            name = String(match.1)
            self.line = String(line)
        }

        var isInternet: Bool { line.contains("AF_INET") || line.contains("sin_addr") || line.contains("AF_PACKET") }
    }

    /// Runs a command under a trace of its system calls.
    private func trace(
        _ hearth: borrowing HearthProgram, _ arguments: [String], input: String = ""
    ) throws -> (calls: [Call], output: String, status: Int32) {
        let (process, log) = try hearth.tracing("network", arguments)
        let (output, errors, standardInput) = (Pipe(), FileHandle.nullDevice, Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = standardInput
        try process.run()
        standardInput.fileHandleForWriting.write(Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let lines = try String(contentsOf: log, encoding: .utf8)
        return (lines.split(separator: "\n").compactMap(Call.init), text, process.terminationStatus)
    }

    /// The program's own check, and nothing else.
    private func expectNothingSent(_ calls: [Call], sourceLocation: SourceLocation = #_sourceLocation) {
        let internet = calls.filter(\.isInternet)
        // The program tries for itself whether the kernel denies it a socket: three kinds each time it asks.
        let trials = internet.filter { $0.name == "socket" }.count
        #expect(
            trials > 0 && trials.isMultiple(of: 3), "the check by trying: \(internet.map(\.line))",
            sourceLocation: sourceLocation)
        for call in internet {
            #expect(
                call.name == "socket" && call.line.contains("EACCES"), "\(call.line)", sourceLocation: sourceLocation)
        }
        for call in calls where call.name == "connect" {
            #expect(call.line.contains("AF_UNIX"), "\(call.line)", sourceLocation: sourceLocation)
        }
    }

    @Test func askSummarizeAndChatAttemptNoConnection() throws {
        let hearth = try HearthProgram()
        try hearth.write("lease.md", AskTests.lease)
        #expect(try hearth.run("ingest", "lease.md").status == 0)
        try hearth.preferRemoteEngine()

        let ask = try trace(hearth, ["--offline", "ask", "When does the lease end?", "--json"])
        #expect(ask.status == 0 && ask.output.contains("28 February 2026"))
        expectNothingSent(ask.calls)
        let summary = try trace(hearth, ["summarize", "lease.md", "--offline", "--words", "20"])
        #expect(summary.status == 0 && !summary.output.isEmpty)
        expectNothingSent(summary.calls)
        let chat = try trace(hearth, ["chat", "--offline"], input: "When does the lease end?\n")
        #expect(chat.status == 0 && chat.output.contains("2026"))
        expectNothingSent(chat.calls)
    }

    @Test func theTraceSeesAnAttempt() throws {
        // A control: without enforcement the doctor's own trial gets its socket, and the trace shows it.
        let hearth = try HearthProgram()
        let calls = try trace(hearth, ["doctor"]).calls.filter { $0.name == "socket" && $0.isInternet }
        #expect(calls.contains { !$0.line.contains("EACCES") })
        // And the same question with the same settings does reach for the remote engine where nothing forbids it.
        try hearth.write("lease.md", AskTests.lease)
        #expect(try hearth.run("ingest", "lease.md").status == 0)
        try hearth.preferRemoteEngine()
        let ask = try trace(hearth, ["ask", "When does the lease end?", "--json"])
        #expect(ask.calls.contains { $0.name == "connect" && $0.line.contains("192.0.2.1") })
    }
    #endif

    private func finding(_ outcome: HearthProgram.Outcome) -> [String: Any]? {
        outcome.lines.first { $0["name"] as? String == "offline enforcement" }
    }

    @Test func theDoctorSaysWhetherItIsEnforced() throws {
        let hearth = try HearthProgram()
        #expect(finding(try hearth.run("doctor", "--json"))?["state"] as? String == "missing")
        #expect(finding(try hearth.run("--offline", "doctor", "--json"))?["state"] as? String == "good")
        #expect(finding(try hearth.run("doctor", "--json", "--offline"))?["state"] as? String == "good")
        for (value, state) in [("1", "good"), ("yes", "good"), ("0", "missing"), ("", "missing")] {
            let outcome = try hearth.run("doctor", "--json", environment: ["HEARTH_OFFLINE": value])
            #expect(finding(outcome)?["state"] as? String == state, "HEARTH_OFFLINE=\(value)")
        }
    }

    @Test func behindABareDashItIsAWord() throws {
        let hearth = try HearthProgram()
        let outcome = try hearth.run("search", "--json", "--", "--offline")
        #expect(outcome.status == 0)
    }
}

extension HearthProgram {
    /// Puts a service first that is allowed and asked for, at an address that no machine has (RFC 5737).
    fileprivate func preferRemoteEngine() throws {
        for (key, value) in [
            ("custom-url", "https://192.0.2.1/v1"), ("custom-model", "tiny"), ("order", "custom,basic"),
            ("connect-timeout", "0.2"),
        ] {
            #expect(try run("settings", "set", key, value).status == 0)
        }
        #expect(try run("consent", "grant", "custom").status == 0)
    }
}

/// `hearth ledger` and `hearth usage` on the command line.
@Suite struct LedgerCommandTests {
    @Test func anUntouchedLedgerVerifies() throws {
        let hearth = try HearthProgram()
        let outcome = try hearth.run("ledger", "verify", "--json")
        #expect(outcome.status == 0)
        #expect(outcome.lines.last?["valid"] as? Bool == true)
        #expect(outcome.lines.last?["records"] as? Int == 0)
        let anchor = try #require(outcome.lines.last?["anchor"] as? String)
        #expect(try hearth.run("ledger", "verify", "--anchor", anchor).status == 0)
        let other = "1:" + String(repeating: "0", count: 64)
        let refused = try hearth.run("ledger", "verify", "--anchor", other, "--json")
        #expect(refused.status == 1)
        #expect(refused.lines.last?["valid"] as? Bool == false && refused.lines.last?["firstBroken"] as? Int == 1)
        #expect(try hearth.run("ledger", "list", "--json").output == "")
        #expect(try hearth.run("usage", "--json").output == "")
    }

    @Test func aRestoreIsInTheLedger() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "The heron stands in the marsh.\n")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        #expect(try hearth.run("backup", "copy.backup").status == 0)
        let before = try hearth.run("ledger", "list", "--json").lines.count
        #expect(try hearth.run("restore", "copy.backup", "--yes").status == 0)
        let records = try hearth.run("ledger", "list", "--json").lines
        #expect(records.count == before + 1)
        #expect(records.last?["purpose"] as? String == "restore" && records.last?["number"] as? Int == before + 1)
        #expect(try hearth.run("ledger", "list", "--kind", "refusal", "--json").lines.isEmpty)
        #expect(try hearth.run("ledger", "list", "--since", "2999-01-01", "--json").lines.isEmpty)
        #expect(try hearth.run("ledger", "list", "--limit", "1", "--json").lines.count == 1)
        #expect(try hearth.run("ledger", "list").output.contains("restore"))
        let exported = try hearth.run("ledger", "export")
        #expect(exported.lines.count == before + 1 && exported.lines.last?["hash"] != nil)
        #expect(try hearth.run("ledger", "export", "out.jsonl").status == 0)
        #expect(try String(contentsOfFile: hearth.folder.path + "/out.jsonl", encoding: .utf8) == exported.output)
        #expect(try hearth.run("ledger", "verify").output.contains("\(before + 1) record"))
    }

    @Test(arguments: [
        ["list", "--limit", "0"], ["list", "--since", "soon"], ["list", "--since", "2026-11-01T9"],
        ["list", "--engine", "hal9000"], ["list", "--kind", "rumour"], ["verify", "--anchor", "x"],
    ])
    func badArgumentsAreWrongUsage(_ arguments: [String]) throws {
        let process = try HearthProgram()
        let running = try process.start(["ledger"] + arguments)
        running.waitUntilExit()
        #expect(running.terminationStatus == 2)
    }
}
