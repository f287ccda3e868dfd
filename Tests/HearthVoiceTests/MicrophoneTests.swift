import Foundation
import HearthCore
import Testing

@testable import HearthVoice

#if canImport(Subprocess) || os(Linux)
/// No machine that tests has a microphone; a program that writes samples stands in for the one that records.
@Suite struct MicrophoneTests {
    private func microphone(_ script: String, maximumSeconds: Double = 60) -> Microphone {
        Microphone(program: "/bin/sh", arguments: ["-c", script], maximumSeconds: maximumSeconds)
    }

    @Test func hearsWhatTheRecorderWrites() async throws {
        // 16,000 samples of 0x1000.
        let source = microphone(
            "i=0; while [ $i -lt 1000 ]; do printf '\\000\\020\\000\\020\\000\\020\\000\\020\\000\\020\\000\\020\\000\\020\\000\\020\\000\\020\\000\\020\\000\\020\\000\\020\\000\\020\\000\\020\\000\\020\\000\\020'; i=$((i+1)); done"
        )
        let samples = try await TestFiles.samples(source)
        #expect(samples.count == 16_000 && samples.allSatisfy { $0 == 0.125 })
    }

    @Test func aRecorderThatFailsIsAnErrorWithItsWords() async throws {
        let error = await #expect(throws: VoiceError.self) {
            for try await _ in microphone("echo 'no such device' >&2; exit 1").chunks() {}
        }
        #expect(error?.code == "audio-device" && error?.message.contains("no such device") == true)
    }

    @Test func stoppingLeavesNoRecorderBehind() async throws {
        let mark = "hearth-microphone-\(UUID().uuidString)"
        let source = microphone("sleep 1000 & cat /dev/zero # \(mark)")
        do {
            for try await chunk in source.chunks() where chunk.start > 16_000 { break }
        }
        #expect(try await TestFiles.waitForEnd(ofProcessesWith: mark))
    }

    @Test func recordingEndsByItselfAtItsLimit() async throws {
        let samples = try await TestFiles.samples(microphone("cat /dev/zero", maximumSeconds: 2))
        #expect(samples.count >= 32_000)
    }

    @Test func namesThatAreOptionsAreRefused() {
        #expect(throws: VoiceError.self) { _ = try Microphone(device: "-f cd") }
        #expect(throws: VoiceError.self) { _ = try Microphone(device: "") }
    }

    @Test func aBusyReaderLosesTheNewestSoundAndTheClockGoesOn() async throws {
        let buffer = LiveBuffer(maximum: 100)
        _ = buffer.add([Float](repeating: 0.1, count: 80))
        _ = buffer.add([Float](repeating: 0.2, count: 80))
        _ = buffer.add([Float](repeating: 0.3, count: 40))
        var chunks: [AudioChunk] = []
        for _ in 0..<2 { if let chunk = try await buffer.next(atMost: 60) { chunks.append(chunk) } }
        _ = buffer.add([Float](repeating: 0.4, count: 10))
        buffer.finish()
        while let chunk = try await buffer.next(atMost: 60) { chunks.append(chunk) }
        #expect(chunks.map(\.start) == [0, 60, 210] || chunks.map(\.start) == [0, 60])
        #expect(buffer.report.warnings.count == 1)
        #expect(buffer.report.duration == AudioFormat.seconds(210))
    }
}
#endif
