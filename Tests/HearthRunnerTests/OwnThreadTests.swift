#if Llama
import Foundation
import HearthCore
import HearthLlama
import HearthVoice
import Testing

@testable import HearthRunner

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What waits for a disk, or for a process that does not answer, keeps no thread of the program's tasks.
struct OwnThreadTests {
    /// Pipes stand for files of a slow disk: whoever opens one waits for its writer.
    @Test func checkingModelsForSpeechKeepsNoTaskWaiting() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // More than tasks have threads.
        let pipes = try (0..<ProcessInfo.processInfo.activeProcessorCount + 2).map { index in
            let path = folder.appendingPathComponent("\(index).bin").path
            try #require(mkfifo(path, 0o600) == 0)
            return path
        }
        let tasks = pipes.map { path in
            Task {
                let recognizer = ChildRecognizer(
                    model: SpeechModelFile(id: "slow", path: path), configuration: .init(), host: Program.host())
                try await recognizer.prepare()
            }
        }
        // A pipe can be written to once somebody opens it for reading. The last one first: on the threads of tasks those before
        // it would take them all, and this would never end.
        for path in pipes.reversed() {
            var end: Int32 = -1
            while true {
                end = open(path, O_WRONLY | O_NONBLOCK)
                if end >= 0 { break }
                await Task.yield()
            }
            close(end)
        }
        for task in tasks { await #expect(throws: (any Error).self) { try await task.value } }
    }

    @Test func aProcessThatDoesNotReadKeepsNoSenderWaiting() throws {
        let stub = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".sh")
        try "#!/bin/sh\nexec /bin/sleep 1000\n".write(to: stub, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: stub) }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: stub.path)
        let ended = Promise<RunnerProcess.End>()
        let program = RunnerProgram(path: stub.path)
        let process = try Spawner.shared.startNow(program, stub.path) { ended.settle(.success($0)) }
        // More than fits into the socket between the two.
        process.send(.count, 1, [UInt8](repeating: 0x61, count: 8 << 20))
        // Who had waited for it would have ended it before this, for not reading.
        process.giveUp()
        #expect(try ended.wait() == .stuck)
    }

    /// It would be waited for by all that start a model.
    @Test func aPipeIsNoModel() throws {
        let pipe = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try #require(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        #expect(ModelIdentity.file(pipe) == nil)
        #expect {
            _ = try Spawner.shared.startNow(RunnerProgram(path: "/bin/true"), pipe) { _ in }
        } throws: {
            ($0 as? LlamaError)?.reason == .modelUnreadable
        }
    }
}
#endif
