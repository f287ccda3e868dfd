import HearthCore
import HearthTesting
import Testing

@testable import HearthVoice

/// 10 ms frames make the arithmetic easy to follow.
@Suite struct SpeechSegmenterTests {
    private func segmenter(maximum: Double = 28) -> SpeechSegmenter {
        SpeechSegmenter(
            .init(
                frame: 160, threshold: 0.5, minimumSpeech: 0.25, minimumSilence: 0.3, padding: 0.03,
                maximumSpeech: maximum))
    }

    private func run(_ segmenter: SpeechSegmenter, _ frames: [(Float, Int)]) -> [VoiceActivityEvent] {
        var segmenter = segmenter
        var events: [VoiceActivityEvent] = []
        for (measure, count) in frames { for _ in 0..<count { events += segmenter.feed(measure) } }
        return events + segmenter.finish(at: frames.reduce(0) { $0 + $1.1 } * 160)
    }

    private func spans(_ events: [VoiceActivityEvent]) -> [Range<Int>] {
        events.compactMap { if case .ended(let range) = $0 { range } else { nil } }
    }

    @Test func speechIsPadded() {
        let events = run(segmenter(), [(0, 100), (1, 50), (0, 100)])
        #expect(events == [.began(at: 15_520), .ended(15_520..<24_480)])
    }

    @Test func aShortPauseDoesNotEndSpeech() {
        #expect(spans(run(segmenter(), [(0, 10), (1, 50), (0, 29), (1, 50), (0, 50)])).count == 1)
        #expect(spans(run(segmenter(), [(0, 10), (1, 50), (0, 31), (1, 50), (0, 50)])).count == 2)
    }

    @Test func aWordsSoftEndBelongsToIt() {
        // Between the two thresholds speech goes on but does not begin.
        #expect(spans(run(segmenter(), [(0.4, 100)])).isEmpty)
        #expect(spans(run(segmenter(), [(1, 30), (0.4, 30), (0, 50)])) == [0..<(60 * 160 + 480)])
    }

    @Test func aClickIsNoSpeech() {
        #expect(run(segmenter(), [(0, 10), (1, 20), (0, 50)]) == [.began(at: 1_120), .cancelled])
    }

    @Test func speechAtTheEndIsNotLost() {
        #expect(spans(run(segmenter(), [(0, 10), (1, 40)])) == [1_120..<8_000])
    }

    @Test func longSpeechIsCutAtItsWeakestMomentAndNothingIsLost() {
        // 2.9 s of speech with a hesitation at 1.7 s; at most 2 s at once.
        let events = run(segmenter(maximum: 2), [(1, 170), (0.45, 3), (1, 117), (0, 50)])
        let spans = spans(events)
        #expect(spans.count == 2)
        #expect(spans[0].upperBound == spans[1].lowerBound)
        #expect((170 * 160...173 * 160).contains(spans[0].upperBound))
        #expect(spans[1].upperBound == 290 * 160 + 480)
        #expect(spans.allSatisfy { $0.count <= 2 * 16_000 })
    }

    @Test func speechWithoutAnEndIsCutAgainAndAgain() {
        let spans = spans(run(segmenter(maximum: 2), [(1, 3_000)]))
        #expect(spans.first?.lowerBound == 0 && spans.last?.upperBound == 480_000)
        #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }

    @Test func theHorizonNeverPassesAnEventToCome() {
        var segmenter = segmenter(maximum: 2)
        var generator = SeededGenerator(seed: 5)
        var horizon = 0
        for _ in 0..<20_000 {
            let events = segmenter.feed(generator.next() % 100 < 60 ? 0.9 : 0.1)
            for event in events {
                switch event {
                case .began(let sample): #expect(sample >= horizon)
                case .ended(let range): #expect(range.lowerBound >= horizon)
                case .cancelled: break
                }
            }
            #expect(segmenter.horizon >= horizon)
            horizon = segmenter.horizon
        }
    }
}
