import Crypto
import Foundation
import HearthCore
import HearthTesting
import Synchronization
import Testing

@testable import HearthRegistry

/// Downloads in processes of their own, which are killed, run beside each other, or measured.
@Suite struct CrashTests {
    /// What the helper wrote after each piece: when, by its own clock, and how long the part then was.
    private func lines(of path: URL) -> [(time: Double, bytes: Int)] {
        let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
        // The last line may be cut off.
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let time = Double(words[0]), let bytes = Int(words[1]) else { return nil }
            return (time, bytes)
        }
    }

    @Test func whatIsFetchedBecomesDurableEverySecond() {
        #expect(DownloadConfiguration().synchronizationInterval == 1)
    }

    /// The same rule at a tenth of a second, so that many kills fit into a test.
    @Test func aKilledProcessLosesAtMostTheLastInterval() async throws {
        let interval = 0.1
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(6_000_000))
        // Where the server falls silent: a download cannot end before it is killed, however late that comes.
        let silence = Mutex<Int?>(nil)
        let wire = try await WireServer.start { request in
            let answer = server.answer(request)
            let places = Array(stride(from: 20_000, to: answer.bytes.count, by: 20_000))
            guard let place = silence.withLock({ $0 }) else { return answer }
            return answer.stalling(after: place).cut(at: places, pause: .milliseconds(15))
        }
        var generator = SeededGenerator(seed: 3)
        var judged = 0
        for run in 0..<12 {
            let log = fixture.folder.appending(path: "log-\(run)")
            let connection = wire.log.connections.count
            let enough = Int.random(in: 1_000..<700_000, using: &generator)
            silence.withLock { $0 = enough }
            let helper = try HelperProcess(
                "fetch", wire.url.absoluteString, fixture.place().path, "\(interval)", log.path)
            let hasCome = await wire.waitUntil {
                $0.connections.count > connection && $0.connections[connection].bytesSent >= enough
            }
            #expect(hasCome)
            helper.kill()
            _ = await helper.lines()
            #expect(!FileManager.default.fileExists(atPath: fixture.place().path))
            // The line before the last: whether what follows the last one was still done, nobody knows.
            let written = lines(of: log)
            let durable = DownloadJournal.read(DownloadFiles(destination: fixture.place()).journal)?.durableBytes ?? 0
            guard let end = written.dropLast().last else { continue }
            if let old = written.last(where: { $0.time < end.time - interval }) {
                judged += 1
                #expect(durable >= old.bytes, "run \(run): \(old.bytes) were \(end.time - old.time) s old")
            }
        }
        #expect(judged > 0)
        silence.withLock { $0 = nil }
        let last = try HelperProcess(
            "fetch", wire.url.absoluteString, fixture.place().path, "1", fixture.folder.appending(path: "log").path)
        #expect(await last.lines().first == "done " + SHA256.hash(data: server.bytes).hexadecimal)
        #expect(try Array(Data(contentsOf: fixture.place())) == server.bytes)
        #expect(fixture.partials.isEmpty)
        // Who goes on begins where the journal ended, not anew.
        #expect(wire.log.requests.last?.header("range") != nil)
        await wire.stop()
    }

    @Test func twoProcessesFetchOneFileOnce() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(1_000_000))
        let wire = try await WireServer.start { request in
            let answer = server.answer(request)
            return answer.cut(
                at: Array(stride(from: 50_000, to: answer.bytes.count, by: 50_000)), pause: .milliseconds(20))
        }
        let log = fixture.folder.appending(path: "log").path
        let helpers = try (0..<3).map { _ in
            try HelperProcess("fetch", wire.url.absoluteString, fixture.place().path, "1", log)
        }
        for helper in helpers {
            #expect(await helper.lines().first == "done " + SHA256.hash(data: server.bytes).hexadecimal)
        }
        #expect(wire.log.requests.count == 1)
        await wire.stop()
    }

    @Test func aFolderThatMayNotBeWrittenIsNamed() async throws {
        let fixture = try Fixture()
        let wire = try await WireServer.start { FileServer(bytes: noise(1_000)).answer($0) }
        try FileManager.default.createDirectory(
            at: fixture.models, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o555])
        let helper = try HelperProcess("nobody", wire.url.absoluteString, fixture.place().path)
        #expect(await helper.lines() == ["folder-not-writable"])
        #expect(wire.log.requests.isEmpty)
        await wire.stop()
    }

    /// 256 MB of zeros; `HEARTH_TEST_LARGE_FILE` names another number of bytes, such as 2147483648.
    @Test func aLargeFileStreamsThroughInConstantMemory() async throws {
        let bytes = ProcessInfo.processInfo.environment["HEARTH_TEST_LARGE_FILE"].flatMap { Int($0) } ?? 256_000_000
        let fixture = try Fixture()
        let wire = try await WireServer.start { _ in
            let head = "HTTP/1.1 200 OK\r\netag: \"one\"\r\ncontent-length: \(bytes)\r\n\r\n"
            return WireResponse(steps: [.bytes(Array(head.utf8)), .zeros(bytes)])
        }
        let helper = try HelperProcess(
            "fetch", wire.url.absoluteString, fixture.place().path, "1", "/dev/null")
        let lines = await helper.lines()
        #expect(lines.first?.hasPrefix("done ") == true)
        #expect(ModelFileSystem.regularFileSize(fixture.place().path) == bytes)
        let memory = try #require(lines.last?.split(separator: " ").last.flatMap { Int($0) })
        #expect(memory < 100_000_000, "\(memory) bytes of memory for a file of \(bytes)")
        await wire.stop()
    }

    /// With at most 256 MiB of memory: one allocation by a number that a header announces would end the process.
    @Test func tenThousandDamagedHeadersNeedLittleMemory() async throws {
        let fixture = try Fixture()
        var sample = SampleGGUF()
        sample.metadata.append(("tokenizer.ggml.tokens", .texts((0..<200).map { "token\($0)" })))
        sample.metadata.append(("general.languages", .texts(["en", "de"])))
        sample.metadata.append(("tokenizer.chat_template", .text("{{ messages }}")))
        let path = fixture.folder.appending(path: "good.gguf")
        try Data(sample.bytes).write(to: path)
        let helper = try HelperProcess("headers", path.path, "10000", "5")
        let words = try #require(await helper.lines().last?.split(separator: " "))
        #expect(helper.status == 0)
        #expect(words.count == 4 && words[0] == "read")
        let (read, refused) = (Int(words[1]) ?? 0, Int(words[3]) ?? 0)
        #expect(read + refused == 10_000 && read > 0 && refused > 2_500)
    }
}
