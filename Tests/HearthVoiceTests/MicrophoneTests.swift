import Foundation
import HearthCore
import HearthSystem
import Testing

@testable import HearthVoice

#if os(Linux) || os(macOS)
/// No machine that tests has a microphone; a program that writes samples stands in for the one that records.
@Suite struct MicrophoneTests {
    private func microphone(_ script: String, maximumSeconds: Double = 60) -> Microphone {
        Microphone(recorders: [("/bin/sh", ["-c", script])], maximumSeconds: maximumSeconds)
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

    /// PulseAudio's and PipeWire's programs make memory that they share with the server, which counts as writing a file.
    @Test func aRecorderMayShareMemory() async throws {
        let source = microphone("f=$(mktemp) && head -c 3200 /dev/zero >$f && cat $f; rm -f $f")
        #expect(try await TestFiles.samples(source).count == 1_600)
    }

    @Test func theNextRecorderIsTriedWhereOneGivesNoSound() async throws {
        let broken = "echo 'connection refused' >&2; exit 1"
        let source = Microphone(
            recorders: [("/bin/sh", ["-c", broken]), ("/bin/sh", ["-c", "head -c 3200 /dev/zero"])], maximumSeconds: 60)
        #expect(try await TestFiles.samples(source).count == 1_600)
        let none = Microphone(
            recorders: [("/bin/sh", ["-c", broken]), ("/bin/sh", ["-c", "exit 0"])], maximumSeconds: 60)
        let error = await #expect(throws: VoiceError.self) { for try await _ in none.chunks() {} }
        #expect(error?.code == "audio-device")
        #expect(error?.message.contains("sh: connection refused; sh gave no sound") == true)
    }

    /// A sound server that is there and has no microphone keeps its program waiting for ever.
    @Test func theNextRecorderIsTriedWhereOneSaysNothingAtAll() async throws {
        let mark = "hearth-mute-\(UUID().uuidString)"
        let mute = (program: "/bin/sh", arguments: ["-c", "sleep 1000 # \(mark)"])
        let sound = (program: "/bin/sh", arguments: ["-c", "head -c 3200 /dev/zero"])
        let source = Microphone(recorders: [mute], maximumSeconds: 60, silence: 0.3)
        let error = await #expect(throws: VoiceError.self) { for try await _ in source.chunks() {} }
        #expect(error?.code == "audio-device" && error?.message.contains("sh gave no sound") == true)
        // The second one's patience is the same, which a busy machine may exceed.
        let both = Microphone(recorders: [mute, sound], maximumSeconds: 60, silence: 5)
        #expect(try await TestFiles.samples(both).count == 1_600)
        #expect(try await TestFiles.waitForEnd(ofProcessesWith: mark))
    }

    @Test func aProgramThatClosesItsOutputAndStaysIsStopped() async throws {
        let mark = "hearth-closed-\(UUID().uuidString)"
        let child = ChildProcess(
            path: "/bin/sh", arguments: ["-c", "exec >&-; sleep 1000 # \(mark)"], wall: .device,
            limits: .init(silence: 0.3))
        let error = await #expect(throws: VoiceError.self) { _ = try await child.listen { _ in true } }
        #expect(error?.code == "timeout")
        #expect(try await TestFiles.waitForEnd(ofProcessesWith: mark))
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
        // 80 samples and 20 of the next 80, then a gap of 60 + 40, then what came when there was room again.
        #expect(chunks.map(\.start) == [0, 60, 200] && chunks.map(\.samples.count) == [60, 40, 10])
        #expect(chunks.last?.samples.first == 0.4)
        #expect(buffer.report.warnings.count == 1)
        #expect(buffer.report.duration == AudioFormat.seconds(210))
    }
}
#endif
