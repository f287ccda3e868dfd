import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthStore

/// The ledger with other processes: killed, at the same time, and a program that is not ours.
@Suite(.serialized) struct LedgerProcessTests {
    @Test func aKilledWriterLeavesAChainThatVerifies() async throws {
        let store = try TemporaryStore()
        try store.open().close()
        var generator = SeededGenerator(seed: UInt64(ProcessInfo.processInfo.processIdentifier))
        var reported = 0
        for _ in 0..<8 {
            let writer = try Helper("ledger", store.folder.path, "1000000")
            try await Task.sleep(for: .milliseconds(Int.random(in: 50...300, using: &generator)))
            writer.kill()
            reported = max(reported, writer.lines().compactMap { Int($0) }.max() ?? 0)
            let database = try store.open()
            let result = try await database.verifyLedger()
            #expect(result.valid, "\(result)")
            // Whatever was reported as written is there.
            #expect(result.records >= reported)
            #expect(try await database.append(SampleEntries.entry(1)) == result.records + 1)
            try database.close()
        }
        #expect(reported > 0, "the writers were killed before they wrote anything")
    }

    @Test func processesThatAppendAtOnceKeepOneChain() async throws {
        let store = try TemporaryStore()
        let writers = try (0..<3).map { _ in try Helper("ledger", store.folder.path, "200") }
        let numbers = writers.flatMap { $0.lines().compactMap { Int($0) } }
        #expect(numbers.sorted() == Array(1...600), "each number was given once")
        let database = try store.open()
        let result = try await database.verifyLedger()
        #expect(result.valid && result.records == 600)
    }

    @Test func aDatabaseThatIsOpenForReadingOnlyTakesNoRecord() async throws {
        let store = try TemporaryStore()
        let database = try store.open()
        _ = try await database.append(SampleEntries.entry(1))
        try database.close()
        let readOnly = try HearthDatabase(.init(folder: store.folder, key: store.key, isReadOnly: true))
        #expect(await code { _ = try await readOnly.append(SampleEntries.entry(2)) } == "read-only")
        #expect(try await readOnly.verifyLedger().records == 1)
    }

    /// Runs the program that stands in `docs/ledger.md` over an export.
    @Test func aProgramThatIsNotOursVerifiesAnExport() async throws {
        let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        // scripts/setup demands it, so its absence is a failure and not a reason to skip.
        let interpreter = try #require(python.first { FileManager.default.isExecutableFile(atPath: $0) })
        let store = try TemporaryStore()
        let database = try store.open()
        for number in 1...20 {
            var entry = SampleEntries.entry(number, kind: number % 3 == 0 ? .outcome : .connection)
            if number % 3 == 0 { entry.usage = TokenUsage(promptTokens: number, completionTokens: 1) }
            if number % 4 == 0 { entry.text = "Größe \"5\", \u{1F525}\n\0" }
            if number % 5 == 0 { entry = LedgerEntry(kind: .refusal, time: entry.time, errorCode: "refused-by-policy") }
            _ = try await database.append(entry)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        var lines: [String] = []
        for record in try await database.ledger() {
            lines.append(String(decoding: try encoder.encode(record), as: UTF8.self))
        }
        let anchor = try #require(try await database.verifyLedger().anchor)

        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let document = try String(contentsOf: folder.appending(path: "docs/ledger.md"), encoding: .utf8)
        let program = try #require(document.components(separatedBy: "```python\n").dropFirst().first)
            .components(separatedBy: "```")[0]

        func run(_ lines: [String]) throws -> String {
            let file = store.folder.appending(path: "export.jsonl")
            try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: interpreter)
            process.arguments = ["-c", program, file.path]
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        #expect(try run(lines) == anchor)
        var changed = lines
        changed[6] = changed[6].replacing("api.openai.com", with: "api.openai.org")
        #expect(try run(changed).contains("record 7"))
        var shorter = lines
        shorter.remove(at: 10)
        #expect(try run(shorter).contains("record 12"))
        var longer = lines
        longer[2] = longer[2].replacing("\"promptTokens\":3", with: "\"promptTokens\":4")
        #expect(try run(longer).contains("record 3"))
    }
}
