import Crypto
import Foundation
import HearthCore
import HearthTesting
import HearthTransport
import Synchronization
import Testing

@testable import HearthRegistry

/// What servers do to a download, one by one.
@Suite struct ServerTests {
    private func hash(_ bytes: [UInt8]) -> String { SHA256.hash(data: bytes).hexadecimal }

    @Test(arguments: [404, 410]) func whatIsNotThereIsNotAskedForAgain(status: Int) async throws {
        let fixture = try Fixture()
        let wire = try await WireServer.start(script: [.http(status)])
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        #expect(await fixture.failure(request) == "model-not-found")
        #expect(wire.log.requests.count == 1)
        await wire.stop()
    }

    @Test(arguments: [500, 502, 503, 504, 408]) func aPassingTroubleIsWaitedOut(status: Int) async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(20_000))
        let count = Mutex(0)
        let wire = try await WireServer.start { request in
            count.withLock {
                $0 += 1; return $0
            } < 3 ? .http(status) : server.answer(request)
        }
        let file = try await fixture.fetch(DownloadRequest(urls: [wire.url], destination: fixture.place()))
        #expect(file.sha256 == hash(server.bytes))
        await wire.stop()
    }

    @Test func aServerThatStaysInTroubleIsGivenUp() async throws {
        let fixture = try Fixture()
        let waits = Mutex<[Duration]>([])
        let wire = try await WireServer.start(script: [.http(503)])
        let downloader = fixture.downloader {
            $0.sleep = { wait in waits.withLock { $0.append(wait) } }
            $0.jitter = { 1 }
        }
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        #expect(await fixture.failure(request, with: downloader) == "bad-response")
        // Each wait is twice the one before.
        let all = waits.withLock { $0 }
        #expect(all == (0..<all.count).map { .milliseconds(500) * (1 << $0) } && all.count == 5)
        await wire.stop()
    }

    /// Hours are not waited for in silence.
    @Test func aWaitOfHoursIsSaid() async throws {
        let fixture = try Fixture()
        let wire = try await WireServer.start(script: [.http(429, headers: [("retry-after", "7200")])])
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        do {
            _ = try await fixture.fetch(request)
            Issue.record("It ended well.")
        } catch let error as RegistryError {
            #expect(error.message.contains("120 minutes"))
        }
        #expect(wire.log.requests.count == 1)
        await wire.stop()
    }

    @Test func aCompressedAnswerThatNobodyAskedForIsNoFile() async throws {
        let fixture = try Fixture()
        let wire = try await WireServer.start(script: [
            .http(headers: [("content-encoding", "gzip")], body: [0x1F, 0x8B] + noise(1_000))
        ])
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        #expect(await fixture.failure(request) == "bad-response")
        #expect(!FileManager.default.fileExists(atPath: fixture.place().path))
        #expect(wire.log.requests.allSatisfy { $0.header("accept-encoding") ?? "identity" == "identity" })
        await wire.stop()
    }

    @Test func aSlowServerIsFollowedAndItsSpeedShown() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(200_000))
        let wire = try await WireServer.start { request in
            server.answer(request).cut(at: Array(stride(from: 5_000, to: 200_000, by: 5_000)), pause: .milliseconds(30))
        }
        var speeds: [Double] = []
        var remaining: [Double] = []
        for try await event in fixture.downloader().download(
            DownloadRequest(urls: [wire.url], destination: fixture.place()))
        {
            guard case .progress(let progress) = event else { continue }
            if let speed = progress.bytesPerSecond { speeds.append(speed) }
            if let left = progress.secondsRemaining { remaining.append(left) }
        }
        #expect(!speeds.isEmpty && speeds.allSatisfy { $0 > 0 && $0 < 2_000_000 })
        #expect(remaining.last == 0)
        await wire.stop()
    }

    /// A connection that was lost without a word.
    @Test func aServerThatFallsSilentIsAskedForTheRest() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(300_000))
        let count = Mutex(0)
        let wire = try await WireServer.start { request in
            let answer = server.answer(request)
            return count.withLock {
                $0 += 1; return $0
            } < 3 ? answer.stalling(after: 100_000) : answer
        }
        let downloader = fixture.downloader { $0.longestSilence = .seconds(2) }
        let file = try await fixture.fetch(
            DownloadRequest(urls: [wire.url], destination: fixture.place()), with: downloader)
        #expect(file.sha256 == hash(server.bytes))
        // Each began where the one before fell silent.
        #expect(wire.log.requests.dropFirst().allSatisfy { $0.header("range")?.hasPrefix("bytes=0-") == false })
        await wire.stop()
    }

    /// A rest that ends early, and one that begins elsewhere than was asked.
    @Test func aRestThatIsNotTheOneThatWasAskedForIsNotTaken() async throws {
        let fixture = try Fixture()
        let bytes = noise(300_000)
        let count = Mutex(0)
        let wire = try await WireServer.start { request in
            let number = count.withLock {
                $0 += 1; return $0
            }
            let tag = [(name: "etag", value: "\"one\"")]
            switch number {
            case 1: return FileServer(bytes: bytes).answer(request).dropping(after: 120_000)
            case 2:
                // Says where it begins, and lies.
                return .http(
                    206, headers: tag + [("content-range", "bytes 0-99999/300000")], body: Array(bytes[..<100_000]))
            case 3: return FileServer(bytes: bytes).answer(request).dropping(after: 150_000)
            case 4:
                let start = Int(request.header("range")?.dropFirst(6).dropLast() ?? "") ?? 0
                return .http(
                    206, headers: tag + [("content-range", "bytes \(start)-\(start + 999)/300000")],
                    body: Array(bytes[start..<start + 1_000]))
            default: return FileServer(bytes: bytes).answer(request)
            }
        }
        let file = try await fixture.fetch(DownloadRequest(urls: [wire.url], destination: fixture.place()))
        #expect(file.sha256 == hash(bytes))
        await wire.stop()
    }

    /// A weak tag promises nothing about bytes (RFC 9110, section 8.8.1), so that a part cannot be continued.
    @Test func aWeakTagIsNoReasonToGoOn() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(200_000), tag: "W/\"one\"")
        let count = Mutex(0)
        let wire = try await WireServer.start { request in
            let answer = server.answer(request)
            return count.withLock {
                $0 += 1; return $0
            } < 3 ? answer.dropping(after: 90_000) : answer
        }
        let file = try await fixture.fetch(DownloadRequest(urls: [wire.url], destination: fixture.place()))
        #expect(file.sha256 == hash(server.bytes))
        #expect(wire.log.requests.allSatisfy { $0.header("range") == nil })
        await wire.stop()
    }

    @Test func anEmptyFileIsNoModel() async throws {
        let fixture = try Fixture()
        let wire = try await WireServer.start { FileServer(bytes: []).answer($0) }
        let inspector = ModelInspector(connection: fixture.connection, machine: .sample) { _ in true }
        await #expect(throws: RegistryError.self) {
            _ = try await inspector.inspect(wire.url.appending(path: "a.gguf"))
        }
        await wire.stop()
    }

    @Test func redirectsWithoutEndAreGivenUp() async throws {
        let fixture = try Fixture()
        let wire = try await WireServer.start(script: [.http(302, headers: [("location", "/again")])])
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        #expect(await fixture.failure(request) == "too-many-redirects")
        await wire.stop()
    }

    /// A file where the folder should be; a folder without the right to write is in ``CrashTests``, since root has it always.
    @Test func aFolderThatCannotBeMadeIsNamed() async throws {
        let fixture = try Fixture()
        let wire = try await WireServer.start { FileServer(bytes: noise(1_000)).answer($0) }
        try Data().write(to: fixture.models)
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        #expect(await fixture.failure(request) == "file-failed")
        #expect(wire.log.requests.isEmpty)
        await wire.stop()
    }

    @Test func offlineNothingIsOpenedAndTheRefusalIsRecorded() async throws {
        let fixture = try Fixture { $0.reach = { .nowhere } }
        let wire = try await WireServer.start(script: [.http(200)])
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        #expect(await fixture.failure(request) == "refused-by-policy")
        let inspector = ModelInspector(connection: fixture.connection, machine: .sample) { _ in true }
        await #expect(throws: (any Error).self) { _ = try await inspector.inspect(wire.url.appending(path: "a.gguf")) }
        #expect(wire.log.connections.isEmpty)
        #expect(fixture.ledger.entries.map(\.kind) == [.decision, .refusal, .decision, .refusal])
        #expect(fixture.ledger.entries.map(\.purpose) == ["download", "download", "probe", "probe"])
        #expect(fixture.ledger.entries.map(\.decision) == [nil, 1, nil, 3])
        await wire.stop()
    }

    /// A look, and a download over a mirror that has nothing: each decision says how it ended.
    @Test func everyDecisionSaysHowItEnded() async throws {
        let fixture = try Fixture()
        let sample = SampleGGUF()
        let server = FileServer(bytes: sample.bytes)
        let wire = try await WireServer.start { request in
            request.target.hasPrefix("/none") ? .http(404) : server.answer(request)
        }
        let inspector = ModelInspector(connection: fixture.connection, machine: .sample) { _ in true }
        _ = try await inspector.inspect(wire.url.appending(path: "sample.gguf"))
        await #expect(throws: (any Error).self) {
            _ = try await inspector.inspect(wire.url.appending(path: "none.gguf"))
        }
        let urls = ["none.gguf", "sample.gguf"].map { wire.url.appending(path: $0) }
        _ = try await fixture.fetch(DownloadRequest(urls: urls, destination: fixture.place()))
        let entries = fixture.ledger.entries
        var ends: [Int: [String?]] = [:]
        for entry in entries where entry.kind == .outcome {
            ends[entry.decision ?? 0, default: []].append(entry.errorCode)
        }
        let decisions = entries.indices.filter { entries[$0].kind == .decision }.map { $0 + 1 }
        #expect(decisions.count == 4)
        let codes = try decisions.map { number in
            let codes = try #require(ends[number])
            #expect(codes.count == 1)
            return codes[0] != nil
        }
        #expect(codes == [false, true, true, false])
        await wire.stop()
    }

    @Test func aDownloadThatIsGivenUpSaysSo() async throws {
        let fixture = try Fixture()
        let wire = try await WireServer.start { _ in .http(503) }
        let task = Task {
            try await fixture.fetch(
                DownloadRequest(urls: [wire.url.appending(path: "m.gguf")], destination: fixture.place()))
        }
        while fixture.ledger.entries.isEmpty { await Task.yield() }
        task.cancel()
        await #expect(throws: (any Error).self) { _ = try await task.value }
        while !fixture.ledger.entries.contains(where: { $0.kind == .outcome }) { await Task.yield() }
        #expect(fixture.ledger.entries.count { $0.kind == .outcome && $0.decision == 1 && $0.errorCode != nil } == 1)
        await wire.stop()
    }
}

extension MachineFacts {
    static let sample = MachineFacts(memory: 16 << 30, availableMemory: 8 << 30, freeDisk: 100 << 30, cores: 4)
}
