import Foundation
import HearthCore
import Testing

@testable import HearthVoice

/// What blocks, or computes for as long as it pleases, does so on a thread of its own. More of it at a time than tasks have
/// threads is held here until a task has seen all of it: on the threads of tasks none of these tests would ever end.
@Suite struct OwnThreadTests {
    private let many = ProcessInfo.processInfo.activeProcessorCount + 2

    @Test func makingDetectorsKeepsNoTaskWaiting() async throws {
        let gate = Gate()
        try await hold(gate) {
            _ = try await VoicePipeline.createPipeline(
                .init(
                    recognizer: ScriptedRecognizer(),
                    detector: .custom {
                        gate.pass()
                        return EnergyDetector()
                    }))
        }
    }

    @Test func detectingSpeechKeepsNoTaskWaiting() async throws {
        let gate = Gate()
        try await hold(gate) {
            let pipeline = try await VoicePipeline.createPipeline(
                .init(recognizer: ScriptedRecognizer(), detector: .custom { HeldDetector(gate: gate) }))
            let result = try await pipeline.transcribe(SampleSource(Tones.samples([1, 1, 1])))
            #expect(result.segments.map(\.text) == ["words"])
        }
    }

    @Test func tellingSpeakersApartKeepsNoTaskWaiting() async throws {
        let gate = Gate()
        try await hold(gate) {
            let pipeline = try await VoicePipeline.createPipeline(
                .init(recognizer: ScriptedRecognizer(), diarization: .custom { HeldDiarizer(gate: gate) }))
            let result = try await pipeline.transcribe(SampleSource(Tones.samples([1, 1, 1])))
            #expect(result.segments.map(\.speaker) == ["Somebody"])
        }
    }

    /// Does the work so often at a time, and lets it pass the gate once all of it is there.
    private func hold(_ gate: Gate, _ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<many { group.addTask { try await work() } }
            while gate.held < many { await Task.yield() }
            gate.open()
            try await group.waitForAll()
        }
    }
}

/// Hears like the energy detector, once the gate is open.
private struct HeldDetector: VoiceActivityDetector {
    let gate: Gate
    private var detector = EnergyDetector()

    init(gate: Gate) { self.gate = gate }

    var name: String { detector.name }
    var horizon: Int { detector.horizon }

    mutating func feed(_ samples: [Float]) -> [VoiceActivityEvent] {
        gate.pass()
        return detector.feed(samples)
    }

    mutating func finish() -> [VoiceActivityEvent] { detector.finish() }
}

/// Gives everything one name, once the gate is open.
private struct HeldDiarizer: SpeakerDiarizer {
    let gate: Gate
    let name = "held"

    mutating func feed(_ samples: [Float], start: Int, channel: Int) {}

    mutating func finish() -> DiarizationOutcome {
        gate.pass()
        return .labelled([SpeakerTurn(start: 0, end: 3_600, speaker: "Somebody")])
    }
}

/// Holds threads until it is opened.
///
/// `@unchecked Sendable`: every access to its fields holds `condition`.
private final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var count = 0
    private var isOpen = false

    /// Threads that came to it.
    var held: Int { condition.withLock { count } }

    func pass() {
        condition.lock()
        count += 1
        while !isOpen { condition.wait() }
        condition.unlock()
    }

    func open() {
        condition.withLock {
            isOpen = true
            condition.broadcast()
        }
    }
}
