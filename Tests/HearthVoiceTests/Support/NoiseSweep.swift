import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthVoice

/// Speech whose place is known, and the noises it is heard under.
enum NoiseSweep {
    enum Condition: String, CaseIterable {
        case clean, pink20, pink10, pink5, pink0, music10, clicks
    }

    /// Sentences by two voices with pauses of 0.6 to 2 s; and which samples are speech.
    static func speech() async throws -> (samples: [Float], speech: [Range<Int>]) {
        var samples: [Float] = []
        var speech: [Range<Int>] = []
        var generator = SeededGenerator(seed: 11)
        func pause() { samples += [Float](repeating: 0, count: 9_600 + Int(generator.next() % 22_400)) }
        pause()
        for (index, sentence) in (Flite.sentences + Flite.sentences).enumerated() {
            let spoken = Flite.trimmed(try await Flite.speak(sentence, voice: index % 2 == 0 ? "rms" : "slt"))
            speech.append(samples.count..<(samples.count + spoken.count))
            samples += spoken
            pause()
        }
        return (samples, speech)
    }

    /// The noise, so loud that the speech is above it by so many decibels.
    static func add(_ condition: Condition, to clean: [Float]) -> [Float] {
        switch condition {
        case .clean: clean
        case .pink20: mix(clean, pink(clean.count), decibels: 20)
        case .pink10: mix(clean, pink(clean.count), decibels: 10)
        case .pink5: mix(clean, pink(clean.count), decibels: 5)
        case .pink0: mix(clean, pink(clean.count), decibels: 0)
        case .music10: mix(clean, music(clean.count), decibels: 10)
        case .clicks: clicks(clean)
        }
    }

    /// The harmonic mean of precision and recall over frames of 32 ms.
    static func score(_ found: [Range<Int>], _ truth: [Range<Int>], count: Int) -> Double {
        func frames(_ spans: [Range<Int>]) -> Set<Int> {
            var frames: Set<Int> = []
            for span in spans {
                let first = (span.lowerBound + 256) / 512
                let last = (span.upperBound + 256) / 512
                for frame in first..<max(first, last) { frames.insert(frame) }
            }
            return frames
        }
        let (a, b) = (frames(found), frames(truth))
        return 2 * Double(a.intersection(b).count) / Double(max(1, a.count + b.count))
    }

    private static func mix(_ clean: [Float], _ noise: [Float], decibels: Double) -> [Float] {
        // The level of speech is that of the frames in which there is any.
        let loud = clean.filter { abs($0) > 0.001 }
        let factor = level(loud) / level(noise) * Float(pow(10, -decibels / 20))
        return zip(clean, noise).map { min(max($0 + $1 * factor, -1), 1) }
    }

    private static func level(_ samples: [Float]) -> Float {
        (samples.reduce(Float(0)) { $0 + $1 * $1 } / Float(max(1, samples.count))).squareRoot()
    }

    /// White noise through Paul Kellet's filter of three poles: as much power in each octave.
    private static func pink(_ count: Int) -> [Float] {
        var generator = SeededGenerator(seed: 23)
        var (a, b, c): (Float, Float, Float) = (0, 0, 0)
        return (0..<count).map { _ in
            let white = generator.sample()
            a = 0.99765 * a + white * 0.0990460
            b = 0.96300 * b + white * 0.2965164
            c = 0.57000 * c + white * 1.0526913
            return a + b + c + white * 0.1848
        }
    }

    /// Chords of three tones with overtones, a new one each half second.
    private static func music(_ count: Int) -> [Float] {
        let roots: [Float] = [220, 261.63, 196, 246.94, 293.66, 174.61]
        return (0..<count).map { index in
            let root = roots[index / 8_000 % roots.count]
            let time = Float(index % 16_000) / 16_000
            let decay = 1 - Float(index % 8_000) / 16_000
            var sum: Float = 0
            for ratio: Float in [1, 1.26, 1.5, 2, 3] { sum += sinf(2 * .pi * root * ratio * time) / ratio }
            return sum * decay
        }
    }

    /// Two milliseconds of noise, three times a second.
    private static func clicks(_ clean: [Float]) -> [Float] {
        var generator = SeededGenerator(seed: 31)
        var samples = clean
        var position = 0
        while position + 32 < samples.count {
            for offset in 0..<32 {
                samples[position + offset] = min(max(samples[position + offset] + generator.sample() * 0.5, -1), 1)
            }
            position += 3_000 + Int(generator.next() % 5_000)
        }
        return samples
    }
}
