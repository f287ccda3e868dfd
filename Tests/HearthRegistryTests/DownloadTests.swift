import Crypto
import Foundation
import HearthCore
import HearthTesting
import Synchronization
import Testing

@testable import HearthRegistry

private func sha256(_ bytes: [UInt8]) -> String { SHA256.hash(data: bytes).hexadecimal }

@Suite struct DownloadTests {
    @Test func aFileArrivesWholeHashedPrivateAndInTheLedger() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(300_000))
        let wire = try await WireServer.start { server.answer($0) }
        let file = try await fixture.fetch(
            DownloadRequest(urls: [wire.url.appending(path: "m.gguf")], destination: fixture.place()))
        #expect(try Array(Data(contentsOf: fixture.place())) == server.bytes)
        #expect(file.sha256 == sha256(server.bytes))
        #expect(fixture.partials.isEmpty)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(fixture.ledger.entries.map(\.kind) == [.decision, .connection, .outcome])
        #expect(fixture.ledger.entries.allSatisfy { $0.purpose == "download" })
        #expect(fixture.ledger.entries.dropFirst().allSatisfy { $0.decision == 1 && $0.errorCode == nil })
        await wire.stop()
    }

    @Test func partsFromWhichNothingCanGoOnAreSweptUnlessSomebodyWritesThem() throws {
        let fixture = try Fixture()
        func files(_ name: String) -> DownloadFiles { DownloadFiles(folder: fixture.models, name: name) }
        func journal(_ bytes: Int) -> DownloadJournal {
            DownloadJournal(url: "https://models.example/m", validator: "\"1\"", total: 100, durableBytes: bytes)
        }
        try ModelFileSystem.makeFolder(files("a").folder)
        for name in ["copied", "begun", "fetched", "busy"] { try Data("GGUF".utf8).write(to: files(name).partial) }
        try journal(0).write(files("begun").journal)
        try journal(4).write(files("fetched").journal)
        let lock = try FileLock(files("busy").lock)
        DeadParts.sweep(fixture.models)
        #expect(fixture.partials == ["busy.part", "fetched.json", "fetched.part"])
        try #require(lock).release()
        DeadParts.sweep(fixture.models)
        #expect(fixture.partials == ["fetched.json", "fetched.part"])
        // Where there is no such folder, none is made.
        DeadParts.sweep(fixture.folder.appending(path: "nowhere"))
        #expect(!FileManager.default.fileExists(atPath: fixture.folder.appending(path: "nowhere").path))
    }

    /// 200 connections that break at places that a seed decides; the file is right in the end.
    @Test func twoHundredBrokenConnectionsLoseNothing() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(4_000_000))
        let generator = Mutex(SeededGenerator(seed: 7))
        let broken = Mutex(0)
        let wire = try await WireServer.start { request in
            // As long as something is missing, there is no file at all.
            #expect(!FileManager.default.fileExists(atPath: fixture.place().path))
            let answer = server.answer(request)
            let place = generator.withLock { Int.random(in: 0..<30_000, using: &$0) }
            guard
                broken.withLock({
                    $0 += 1; return $0 <= 200
                })
            else { return answer }
            return answer.dropping(after: place, reset: place % 2 == 0)
        }
        let downloader = fixture.downloader {
            $0.mostFailures = 250
            $0.synchronizationInterval = 0.05
        }
        let file = try await fixture.fetch(
            DownloadRequest(urls: [wire.url], destination: fixture.place()), with: downloader)
        #expect(broken.withLock { $0 } > 200)
        #expect(file.sha256 == sha256(server.bytes))
        #expect(try Array(Data(contentsOf: fixture.place())) == server.bytes)
        await wire.stop()
    }

    @Test func aDownloadGoesOnInAnotherRunWhereItStopped() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(500_000))
        let isBroken = Mutex(true)
        let wire = try await WireServer.start { request in
            let answer = server.answer(request)
            return isBroken.withLock { $0 } ? answer.dropping(after: 200_000) : answer
        }
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        let first = fixture.downloader { $0.mostAttempts = 1 }
        #expect(await fixture.failure(request, with: first) == "download-interrupted")
        #expect(!FileManager.default.fileExists(atPath: fixture.place().path))
        #expect(fixture.partials == ["model.gguf.json", "model.gguf.part"])
        isBroken.withLock { $0 = false }
        _ = try await fixture.fetch(request)
        #expect(try Array(Data(contentsOf: fixture.place())) == server.bytes)
        let range = try #require(wire.log.requests.last?.header("range"))
        let start = try #require(Int(range.dropFirst(6).dropLast()))
        #expect(start > 100_000)
        #expect(wire.log.requests.last?.header("if-range") == "\"one\"")
        await wire.stop()
    }

    /// What lies beyond the journal's word may be anything after a power failure.
    @Test func onlyWhatTheJournalVouchesForIsTrusted() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(400_000))
        let isBroken = Mutex(true)
        let wire = try await WireServer.start { request in
            let answer = server.answer(request)
            return isBroken.withLock { $0 } ? answer.dropping(after: 150_000) : answer
        }
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        _ = await fixture.failure(request, with: fixture.downloader { $0.mostAttempts = 1 })
        let part = fixture.models.appending(path: ".partial/model.gguf.part")
        let handle = try FileHandle(forWritingTo: part)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(count: 50_000))
        try handle.close()
        isBroken.withLock { $0 = false }
        _ = try await fixture.fetch(request)
        #expect(try Array(Data(contentsOf: fixture.place())) == server.bytes)
        await wire.stop()
    }

    @Test func aChangedFileIsFetchedFromItsStart() async throws {
        let fixture = try Fixture()
        let current = Mutex(FileServer(bytes: noise(300_000), tag: "\"one\""))
        let isBroken = Mutex(true)
        let wire = try await WireServer.start { request in
            let answer = current.withLock { $0 }.answer(request)
            return isBroken.withLock { $0 } ? answer.dropping(after: 100_000) : answer
        }
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        _ = await fixture.failure(request, with: fixture.downloader { $0.mostAttempts = 1 })
        let fresh = noise(250_000, seed: 2)
        current.withLock { $0 = FileServer(bytes: fresh, tag: "\"two\"") }
        isBroken.withLock { $0 = false }
        let file = try await fixture.fetch(request)
        #expect(file.sha256 == sha256(fresh))
        await wire.stop()
    }

    /// A server that knows ranges but not `If-Range` sends the rest of another file.
    @Test func aRestOfAnotherFileIsNotJoinedToTheOldPart() async throws {
        let fixture = try Fixture()
        let old = noise(300_000)
        let fresh = noise(300_000, seed: 3)
        let count = Mutex(0)
        let wire = try await WireServer.start { request in
            var request = request
            request.headers.removeAll { $0.name.lowercased() == "if-range" }
            let number = count.withLock {
                $0 += 1; return $0
            }
            return number == 1
                ? FileServer(bytes: old, tag: "\"one\"").answer(request).dropping(after: 100_000)
                : FileServer(bytes: fresh, tag: "\"two\"").answer(request)
        }
        let file = try await fixture.fetch(DownloadRequest(urls: [wire.url], destination: fixture.place()))
        #expect(file.sha256 == sha256(fresh))
        await wire.stop()
    }

    @Test func aServerWithoutRangesIsAskedForEverythingAgain() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(200_000), tag: nil, knowsRanges: false)
        let count = Mutex(0)
        let wire = try await WireServer.start { request in
            let answer = server.answer(request)
            return count.withLock {
                $0 += 1; return $0
            } < 3 ? answer.dropping(after: 90_000) : answer
        }
        let file = try await fixture.fetch(DownloadRequest(urls: [wire.url], destination: fixture.place()))
        #expect(file.sha256 == sha256(server.bytes))
        await wire.stop()
    }

    @Test func aWrongHashLeavesNothing() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(100_000))
        let wire = try await WireServer.start { server.answer($0) }
        let request = DownloadRequest(
            urls: [wire.url], destination: fixture.place(), sha256: String(repeating: "0", count: 64))
        #expect(await fixture.failure(request) == "wrong-hash")
        #expect(!FileManager.default.fileExists(atPath: fixture.place().path))
        #expect(fixture.partials.isEmpty)
        await wire.stop()
    }

    @Test func aFileThatTheValidationRefusesLeavesNothing() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(100_000))
        let wire = try await WireServer.start { server.answer($0) }
        var request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        request.validate = { try FileCheck.check($0, format: .gguf) }
        #expect(await fixture.failure(request) == "model-damaged")
        #expect(!FileManager.default.fileExists(atPath: fixture.place().path))
        #expect(fixture.partials.isEmpty)
        await wire.stop()
    }

    @Test func aLyingLengthNeverBecomesAFile() async throws {
        let fixture = try Fixture()
        let body = noise(50_000)
        // Announces more than it sends, each time.
        let wire = try await WireServer.start(script: [
            .http(headers: [("content-length", "80000"), ("connection", "close")], body: body, framing: .asGiven)
                .dropping(after: 1 << 20)
        ])
        let code = await fixture.failure(DownloadRequest(urls: [wire.url], destination: fixture.place()))
        #expect(code != nil)
        #expect(!FileManager.default.fileExists(atPath: fixture.place().path))
        let expected = DownloadRequest(urls: [wire.url], destination: fixture.place("b.gguf"), expectedBytes: 50_000)
        #expect(await fixture.failure(expected) == "wrong-size")
        await wire.stop()
    }

    @Test func aBodyWithoutALengthIsNotTrusted() async throws {
        let fixture = try Fixture()
        let body = noise(50_000)
        let wire = try await WireServer.start(script: [.http(body: body, framing: .untilClose)])
        #expect(
            await fixture.failure(DownloadRequest(urls: [wire.url], destination: fixture.place())) == "bad-response")
        // With its hash it can be.
        let file = try await fixture.fetch(
            DownloadRequest(urls: [wire.url], destination: fixture.place(), sha256: sha256(body)))
        #expect(file.bytes == body.count)
        await wire.stop()
    }

    @Test func anEndlessBodyIsCutOff() async throws {
        let fixture = try Fixture()
        let wire = try await WireServer.start(script: [
            .http(body: noise(3_000_000), framing: .chunked(size: 50_000))
        ])
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        let code = await fixture.failure(request, with: fixture.downloader { $0.mostBytes = 2_000_000 })
        #expect(code == "model-too-large" || code == "response-too-large")
        #expect(!FileManager.default.fileExists(atPath: fixture.place().path))
        await wire.stop()
    }

    @Test func aMirrorStandsIn() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(100_000))
        let missing = try await WireServer.start(script: [.http(404)])
        let wire = try await WireServer.start { server.answer($0) }
        let file = try await fixture.fetch(
            DownloadRequest(
                urls: [missing.url, wire.url], destination: fixture.place(), sha256: sha256(server.bytes)))
        #expect(file.bytes == 100_000)
        let gone = DownloadRequest(urls: [missing.url], destination: fixture.place("b.gguf"))
        #expect(await fixture.failure(gone) == "model-not-found")
        await missing.stop()
        await wire.stop()
    }

    @Test(arguments: [401, 403]) func aRefusedTokenSaysSo(status: Int) async throws {
        let fixture = try Fixture()
        let wire = try await WireServer.start(script: [.http(status)])
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        #expect(await fixture.failure(request) == "needs-token")
        await wire.stop()
    }

    @Test func aServerThatIsBusyIsWaitedForAsItAsks() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(1_000))
        let count = Mutex(0)
        let waits = Mutex<[Duration]>([])
        let wire = try await WireServer.start { request in
            count.withLock {
                $0 += 1; return $0
            } < 3
                ? .http(429, headers: [("retry-after", "17")]) : server.answer(request)
        }
        let downloader = fixture.downloader { $0.sleep = { wait in waits.withLock { $0.append(wait) } } }
        _ = try await fixture.fetch(
            DownloadRequest(urls: [wire.url], destination: fixture.place()), with: downloader)
        #expect(waits.withLock { $0 } == [.seconds(17), .seconds(17)])
        await wire.stop()
    }

    @Test func theTokenStaysWithItsHost() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(100_000))
        let storage = try await WireServer.start { server.answer($0) }
        let target = storage.url.appending(path: "blob").absoluteString
        let gate = try await WireServer.start(script: [.http(302, headers: [("location", target)])])
        let origin = try #require(Origin(gate.url))
        fixture.credential.withLock {
            $0 = Credential(header: "Authorization", prefix: "Bearer ", key: Secret("hf_secret"), origin: origin)
        }
        let file = try await fixture.fetch(DownloadRequest(urls: [gate.url], destination: fixture.place()))
        #expect(file.bytes == 100_000)
        #expect(gate.log.requests.first?.header("authorization") == "Bearer hf_secret")
        #expect(storage.log.requests.count == 1)
        #expect(storage.log.requests.allSatisfy { $0.header("authorization") == nil })
        await gate.stop()
        await storage.stop()
    }

    @Test func twoWhoAskForOneFileShareOneDownload() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(200_000))
        let wire = try await WireServer.start { server.answer($0).delayed(by: .milliseconds(50)) }
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        let downloader = fixture.downloader()
        async let first = fixture.fetch(request, with: downloader)
        async let second = fixture.fetch(request, with: downloader)
        // Stands for another process: it has nothing in common with the first but the files.
        let other = fixture.downloader { $0.sleep = { try await Task.sleep(for: min($0, .milliseconds(5))) } }
        async let third = fixture.fetch(request, with: other)
        let files = try await [first, second, third]
        #expect(Set(files).count == 1)
        #expect(wire.log.requests.count == 1)
        await wire.stop()
    }

    @Test func cancellingKeepsThePartAndDiscardingRemovesIt() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(500_000))
        let wire = try await WireServer.start { server.answer($0).stalling(after: 200_000) }
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        let downloader = fixture.downloader()
        let task = Task { await fixture.failure(request, with: downloader) }
        let isMoving = await wire.waitUntil { $0.connections.first?.bytesSent ?? 0 >= 200_000 }
        #expect(isMoving)
        let part = fixture.models.appending(path: ".partial/model.gguf.part").path
        while (ModelFileSystem.regularFileSize(part) ?? 0) < 100_000 { await Task.yield() }
        await downloader.cancel(fixture.place())
        #expect(await task.value != nil)
        #expect((ModelFileSystem.regularFileSize(part) ?? 0) >= 100_000)
        #expect(fixture.partials == ["model.gguf.json", "model.gguf.part"])
        #expect(await wire.waitUntil { $0.openConnectionCount == 0 })
        try await downloader.discard(fixture.place())
        #expect(fixture.partials.isEmpty)
        await wire.stop()
    }

    @Test func droppingTheStreamStopsTheDownload() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(500_000))
        let wire = try await WireServer.start { server.answer($0).stalling(after: 200_000) }
        let downloader = fixture.downloader()
        func takeOne() async throws {
            let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
            for try await _ in downloader.download(request) { break }
        }
        try await takeOne()
        #expect(await wire.waitUntil { !$0.connections.isEmpty && $0.openConnectionCount == 0 })
        await wire.stop()
    }

    @Test func downloadsAtOnceHaveProgressOfTheirOwn() async throws {
        let fixture = try Fixture()
        let wire = try await WireServer.start { request in
            let answer = FileServer(bytes: noise(request.target.contains("a") ? 300_000 : 200_000)).answer(request)
            return answer.cut(at: [50_000, 100_000, 150_000], pause: .milliseconds(50))
        }
        let downloader = fixture.downloader()
        func totals(_ name: String) async throws -> (Set<Int?>, [Int]) {
            var totals: Set<Int?> = []
            var bytes: [Int] = []
            let request = DownloadRequest(urls: [wire.url.appending(path: name)], destination: fixture.place(name))
            for try await event in downloader.download(request) {
                if case .progress(let progress) = event {
                    totals.insert(progress.total)
                    bytes.append(progress.bytes)
                }
            }
            return (totals, bytes)
        }
        async let first = totals("a")
        async let second = totals("b")
        let (a, b) = try await (first, second)
        #expect(a.0 == [300_000] && b.0 == [200_000])
        #expect(a.1 == a.1.sorted() && b.1 == b.1.sorted())
        #expect(a.1.last == 300_000 && b.1.last == 200_000)
        #expect(Set(a.1).count > 2 && Set(b.1).count > 2)
        await wire.stop()
    }

    @Test func aRangeThatIsRefusedBecauseAllIsThereIsTheEnd() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(100_000))
        let wire = try await WireServer.start { server.answer($0) }
        // A part that is whole, from a run that was killed before the rename, whose journal did not know the size.
        let files = DownloadFiles(destination: fixture.place())
        try ModelFileSystem.makeFolder(files.folder)
        try Data(server.bytes).write(to: files.partial)
        try DownloadJournal(url: wire.url.absoluteString, validator: "\"one\"", total: nil, durableBytes: 100_000)
            .write(files.journal)
        let file = try await fixture.fetch(DownloadRequest(urls: [wire.url], destination: fixture.place()))
        #expect(file.sha256 == sha256(server.bytes))
        #expect(wire.log.requests.count == 1)
        await wire.stop()
    }
}
