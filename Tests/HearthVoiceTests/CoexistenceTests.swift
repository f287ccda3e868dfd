#if Whisper && Llama
import Foundation
import Testing
import TinyModels

@testable import HearthVoice

/// whisper.cpp and llama.cpp bring different versions of one library. Where their names meet, a process ends, or computes
/// nonsense; here each must give in company what it gives alone.
@Suite(.enabled(if: TestFiles.hasWhisper, "needs scripts/setup")) struct CoexistenceTests {
    private func run(_ engines: [String], model: URL) throws -> [String] {
        let process = Process()
        process.executableURL = TestFiles.program("VoiceCoexistenceHelper")
        process.arguments = [TestFiles.silero, model.path, TestFiles.jfk] + engines
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0, "\(engines)")
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func bothWorkInOneProcessInEitherOrder() async throws {
        try await TestFiles.withFolder { folder in
            var model = try ScriptedWhisperModel(vocabulary: TestFiles.vocabulary)
            model.say([(0, [" Hello", " world"], 30)])
            model.hear(language: 0)
            let file = folder.appendingPathComponent("model.bin")
            try model.write(to: file)
            let llama = try run(["llama"], model: file)
            let whisper = try run(["whisper"], model: file)
            #expect(llama.count == 1 && whisper.count == 1)
            #expect(whisper[0].contains("Hello world"))
            #expect(try run(["llama", "whisper", "llama"], model: file) == llama + whisper + llama)
            #expect(try run(["whisper", "llama", "whisper"], model: file) == whisper + llama + whisper)
        }
    }
}
#endif
