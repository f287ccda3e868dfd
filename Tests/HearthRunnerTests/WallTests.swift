#if Llama
import Dispatch
import Foundation
import HearthCore
import HearthLlama
import Synchronization
import Testing
import TinyModels

@testable import HearthRunner

/// What a model can do from its process, and what its end does.
struct WallTests {
    @Test(.enabled(if: RunnerProgram.canConfine, "this system confines no process"))
    func aConfinedProcessReachesNothing() async throws {
        let key = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try "secret".write(toFile: key, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: key) }
        let lease = try await Program.pool().lease(TinyModel().write())
        let process = try lease.process
        var writer = WireWriter()
        writer.put(key)
        let answer = try #require(process.call(.attempt, writer.bytes))
        var reader = WireReader(answer)
        #expect(try reader.number(UInt32.self) == 0)
        // What the kernel says of it: no environment, no further files, and a filter.
        let proc = "/proc/\(process.identifier)"
        let status = try String(contentsOfFile: proc + "/status", encoding: .utf8)
        #expect(status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1"))
        #expect(try String(contentsOfFile: proc + "/limits", encoding: .utf8).contains("Max core file size        1"))
        if let environment = FileManager.default.contents(atPath: proc + "/environ") { #expect(environment.isEmpty) }
        if let open = try? FileManager.default.contentsOfDirectory(atPath: proc + "/fd") {
            let places = open.compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: proc + "/fd/" + $0)
            }
            let files = places.filter { $0.hasPrefix("/") && $0 != "/dev/null" }
            #expect(files.count == 1 && files[0].hasSuffix(".gguf"), "\(places)")
            #expect(places.filter { $0.hasPrefix("socket:") }.count == 1, "\(places)")
        }
        // And it still works.
        #expect(try await !events(lease.engine, request("hello")).response.text.isEmpty)
    }

    /// What it asks for takes memory here, the process that has the key, and it need not read what it gets.
    @Test func aChildThatAsksForMoreThanItTakesIsRefused() async throws {
        let lease = try await Program.pool().lease(TinyModel().write())
        let states = WaitingStates()
        let keeper = StateKeeper(try lease.process, "file", states, nil)
        var writer = WireWriter()
        writer.put(UInt32(7))
        writer.put(ModelIdentity.prefix("file"))
        func ask(of request: UInt32) throws {
            let frame = Frame(kind: .askState, number: 1, payload: writer.bytes)
            try keeper.take(frame, of: request, conversation: "c", mark: PromptStateMark(""))
        }
        for _ in 0..<2 { try ask(of: 7) }
        #expect(throws: WireError.self) { try ask(of: 7) }
        try ask(of: 8)
        let size = states.maximumStateSize + Frame.usualLimit + 1
        let large = Frame(kind: .keepState, number: 0, payload: [UInt8](repeating: 0, count: size))
        #expect(throws: WireError.self) {
            try keeper.take(large, of: 8, conversation: "c", mark: PromptStateMark(""))
        }
        for _ in 0..<3 { states.goOn.signal() }
    }

    /// Gives nothing before it is told to go on.
    private final class WaitingStates: PromptStateStore {
        let goOn = DispatchSemaphore(value: 0)
        let maximumStateSize = 1 << 10

        func tokens(ofConversation id: String, identity: String) -> [Int32]? { nil }
        func state(ofConversation id: String, identity: String) -> PromptState? {
            goOn.wait()
            return nil
        }
        func mark() throws -> PromptStateMark { PromptStateMark("") }
        func save(_ state: PromptState, ofConversation id: String, since mark: PromptStateMark) throws {}
        func removeState(ofConversation id: String) throws {}
    }

    @Test func aCrashEndsItsRequestsAndNothingElse() async throws {
        let pool = Program.pool(window: 1)
        let (bad, good) = (try TinyModel().write(), try TinyModel(layers: 3).write())
        let other = try await pool.lease(good)
        // Held back by its reader, so that it is under way when the other process ends.
        var going = other.engine.respond(to: request("hello", tokens: 40)).makeAsyncIterator()
        _ = try await going.next()
        let lease = try await pool.lease(bad)
        var crashing = lease.engine.respond(to: request("hello", tokens: 400)).makeAsyncIterator()
        _ = try await crashing.next()
        try lease.process.send(.abort, 0)
        let found = await code { while try await crashing.next() != nil {} }
        #expect(found == "model-crashed")
        var rest = 0
        while let event = try await going.next() {
            rest += 1
            if case .final = event { break }
        }
        #expect(rest > 1)
        // The next one who asks gets a new process.
        #expect(try await !events(pool.languageModel(bad), request("hello")).response.text.isEmpty)
    }

    @Test func aFileThatEndsItsProcessTwiceIsDoubtful() async throws {
        let log = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".json")
        defer { try? FileManager.default.removeItem(at: log) }
        let time = Mutex(1000.0)
        let path = try TinyModel().write()
        func crash() async -> String? {
            // Each time another program: the log is what is remembered.
            let pool = Program.pool(CrashLog(url: log, now: { time.withLock { $0 } }))
            return await code {
                let lease = try await pool.lease(path)
                var answer = lease.engine.respond(to: request("hello", tokens: 400)).makeAsyncIterator()
                try lease.process.send(.abort, 0)
                while try await answer.next() != nil {}
            }
        }
        #expect(await crash() == "model-crashed")
        #expect(await crash() == "model-crashed")
        #expect(await crash() == "model-doubtful")
        #expect(
            await code { _ = try Program.host(CrashLog(url: log, now: { 1000 })).tokenizer(of: path) }
                == "model-doubtful")
        // A day later, or when it is another file, it may try again.
        time.withLock { $0 += CrashLog.memory + 1 }
        #expect(await crash() == "model-crashed")
        time.withLock { $0 = 1500 }
        try TinyModel(layers: 3).encoded().write(to: URL(fileURLWithPath: path))
        #expect(await crash() == "model-crashed")
    }

    /// Not by a message: by what is in the file.
    @Test func aFileThatEndsTheLibraryEndsItsOwnProcess() async throws {
        let crashes = CrashLog(url: nil)
        let path = try TinyModel.thatEndsItsProcess().written()
        for expected in ["model-crashed", "model-crashed", "model-doubtful"] {
            let model = Program.pool(crashes).languageModel(path)
            #expect(await code { _ = try await events(model, request("hello")) } == expected)
        }
    }

    @Test func aProcessThatIsKilledSaysNothingAgainstItsFile() async throws {
        let pool = Program.pool()
        let path = try TinyModel().write()
        for _ in 0..<3 {
            let lease = try await pool.lease(path)
            var answer = lease.engine.respond(to: request("hello", tokens: 400)).makeAsyncIterator()
            kill(try lease.process.identifier, SIGKILL)
            #expect(await code { while try await answer.next() != nil {} } == "model-killed")
        }
        #expect(try await !events(pool.languageModel(path), request("hello")).response.text.isEmpty)
    }

    /// Whatever stands in the place of the log: what the program itself has seen holds, and nothing is waited for.
    @Test func aLogThatCannotBeKeptStillTellsWhatWasSeen() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let other = folder.appendingPathComponent("other.json")
        try Data(#"{"b":{"times":[1000,1000]}}"#.utf8).write(to: other)
        let places = ["pipe", "link", "folder"].map { folder.appendingPathComponent($0) }
        #expect(mkfifo(places[0].path, 0o600) == 0)
        try FileManager.default.createSymbolicLink(at: places[1], withDestinationURL: other)
        try FileManager.default.createDirectory(at: places[2], withIntermediateDirectories: true)
        for place in places {
            let log = CrashLog(url: place, now: { 1000 })
            try log.check("b", "b.gguf")
            log.add("a", isFault: true)
            try log.check("a", "a.gguf")
            log.add("a", isFault: true)
            #expect(throws: LlamaError.self, "\(place.lastPathComponent)") { try log.check("a", "a.gguf") }
        }
        #expect(try String(contentsOf: other, encoding: .utf8) == #"{"b":{"times":[1000,1000]}}"#)
    }

    @Test func manyFilesThatEndAProcessDoNotClearOneThatIsDoubtful() throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".json")
        defer { try? FileManager.default.removeItem(at: place) }
        let time = Mutex(1000.0)
        func log() -> CrashLog { CrashLog(url: place, now: { time.withLock { $0 } }) }
        let kept = log()
        for _ in 0..<2 { kept.add("doubtful", isFault: true) }
        for number in 0..<(2 * CrashLog.mostEntries) {
            time.withLock { $0 += 1 }
            kept.add("once \(number)", isFault: true)
        }
        for one in [kept, log()] {
            #expect(throws: LlamaError.self) { try one.check("doubtful", "a.gguf") }
            try one.check("once 1", "b.gguf")
        }
        // The latest of those that did it once are remembered, too.
        kept.add("once \(2 * CrashLog.mostEntries - 1)", isFault: true)
        #expect(throws: LlamaError.self) { try log().check("once \(2 * CrashLog.mostEntries - 1)", "c.gguf") }
        // More doubtful ones than are remembered: the oldest goes, never the one that was noted now.
        for number in 0..<CrashLog.mostEntries {
            time.withLock { $0 += 1 }
            for _ in 0..<2 { kept.add("twice \(number)", isFault: true) }
            #expect(throws: LlamaError.self) { try log().check("twice \(number)", "d.gguf") }
        }
        try log().check("doubtful", "a.gguf")
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: place)) as? [String: Any]
        #expect(file?.count == CrashLog.mostEntries)
    }

    @Test func theLogIsItsOwnersAloneAndOutlivesItsProgram() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let place = folder.appendingPathComponent("cache/crashes.json")
        for _ in 0..<2 { CrashLog(url: place, now: { 1000 }).add("a", isFault: true) }
        #expect(throws: LlamaError.self) { try CrashLog(url: place, now: { 1001 }).check("a", "a.gguf") }
        let mode = try FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
    }

    @Test func theWaitBeforeTheNextStartDoubles() {
        let time = Mutex(100.0)
        let log = CrashLog(url: nil, now: { time.withLock { $0 } })
        #expect(log.wait(before: "a") == 0)
        var waits: [Double] = []
        for _ in 0..<10 {
            log.add("a", isFault: false)
            waits.append(log.wait(before: "a"))
        }
        #expect(waits.prefix(3) == [0.25, 0.5, 1] && waits.last == CrashLog.longestWait)
        #expect(log.wait(before: "b") == 0)
        time.withLock { $0 += 10 }
        #expect(log.wait(before: "a") == CrashLog.longestWait - 10)
        log.worked("a")
        #expect(log.wait(before: "a") == 0)
    }

    /// What stands still has no end of its own: a disk that does not answer, a file that the library never gets done with.
    @Test func aLoadThatStandsStillIsGivenUp() async throws {
        let stub = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".sh")
        try "#!/bin/sh\nexec /bin/sleep 1000\n".write(to: stub, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: stub) }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: stub.path)
        let crashes = CrashLog(url: nil)
        let host = ChildHost(
            program: RunnerProgram(path: stub.path), crashes: crashes, patience: .milliseconds(300))
        let path = try TinyModel().write()
        let found = await code { _ = try await host.load(path, configuration: .init(), progress: { _ in }) }
        #expect(found == "model-stuck")
        #expect(await code { _ = try host.tokenizer(of: path) } == "model-stuck")
        // That says nothing against the file, and others load it.
        #expect(try await !events(Program.pool(crashes).languageModel(path), request("hello")).response.text.isEmpty)
    }

    #if os(Linux)
    /// Bytes that a process may map, as the kernel has it.
    private func room(of process: RunnerProcess) throws -> UInt64? {
        let limits = try String(contentsOfFile: "/proc/\(process.identifier)/limits", encoding: .utf8)
        let line = limits.split(separator: "\n").first { $0.hasPrefix("Max address space") }
        return line?.dropFirst("Max address space".count).split(separator: " ").first.flatMap { UInt64($0) }
    }

    @Test func theKernelHoldsAProcessToTheMemoryThatItIsAllowed() async throws {
        let process = try await Program.pool().lease(TinyModel().write()).process
        let before = try #require(try room(of: process))
        #expect(before >= RunnerProcess.memoryBase && before < RunnerProcess.memoryBase + (4 << 30))
        process.allow(1 << 20)
        #expect(try room(of: process) == before + (1 << 20))
    }

    @Test func aProcessThatWantsMoreMemoryThanItIsAllowedEndsWithAClearError() async throws {
        let path = try TinyModel().write()
        let found = await code {
            // Not enough for the program itself.
            let process = try RunnerProcess.start(RunnerProgram(path: Program.path), model: path, room: 1) { _ in }
            while !process.isGone { try await Task.sleep(for: .milliseconds(2)) }
            _ = try process.number(for: nil)
        }
        // By itself, by the kernel, or before it was given its file.
        #expect(["model-crashed", "model-killed", "runner-unavailable"].contains(found))
        #expect(try await !events(Program.pool().languageModel(path), request("hello")).response.text.isEmpty)
    }

    /// What has another parent was left by the one that started it, and nothing would tell it that its time is over.
    @Test func aProcessWhoseParentIsAnotherEndsAtOnce() async throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let (stub, status) = (place.appendingPathExtension("sh"), place.appendingPathExtension("status"))
        defer { for file in [stub, status] { try? FileManager.default.removeItem(at: file) } }
        try "#!/bin/sh\n'\(Program.path)' \"$1\"\necho $? > '\(status.path)'\n".write(
            to: stub, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: stub.path)
        let pool = ModelPool(host: ChildHost(program: RunnerProgram(path: stub.path), crashes: CrashLog(url: nil)))
        let path = try TinyModel().write()
        #expect(await code { _ = try await pool.lease(path) } != nil)
        #expect(try String(contentsOf: status, encoding: .utf8) == "71\n")
    }
    #endif

    @Test func aProgramThatIsNotThereIsNamed() async throws {
        let host = ChildHost(program: RunnerProgram(path: "/nonexistent/hearth"))
        let pool = ModelPool(host: host)
        let path = try TinyModel().write()
        #expect(await code { _ = try await pool.lease(path) } == "runner-unavailable")
        // A program that is none of ours.
        let wrong = ModelPool(host: ChildHost(program: RunnerProgram(path: "/bin/true")))
        #expect(await code { _ = try await wrong.lease(path) } != nil)
    }
}
#endif
