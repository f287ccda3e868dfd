import Foundation
import HearthCore

/// Brings a stream of samples to 16 kHz: a low-pass filter of windowed sinc form, evaluated only where a sample is wanted.
///
/// The filter passes up to 0.92 of the lower of the two limits (7.4 kHz for 44.1 kHz input) and is 16 zero crossings wide on
/// either side, with a Kaiser window of β = 8.6, which keeps what is folded back some 80 dB below the sound.
struct Resampler {
    private static let zeroCrossings = 16.0
    private static let beta = 8.6
    /// Coefficients of all phases together, as a bound for absurd rates.
    private static let maximumCoefficients = 400_000

    /// Output samples are at multiples of `step / phases` input samples.
    private let phases: Int
    private let step: Int
    /// Input samples under the filter.
    private let taps: Int
    private let coefficients: [Float]
    private var input: [Float]
    /// Where the next output lies, in units of 1/phases of an input sample from the start of `input`.
    private var position: Int
    /// Samples that came and went: the end is where the input ends, whatever the filter still holds.
    private var received = 0
    private var given = 0

    /// - Returns: `nil` when the rates have so little in common that the filter would be huge; 16 kHz itself needs none.
    init?(from rate: Int) {
        let common = Self.greatestCommonDivisor(rate, AudioFormat.sampleRate)
        phases = AudioFormat.sampleRate / common
        step = rate / common
        let limit = min(1, Double(AudioFormat.sampleRate) / Double(rate)) * 0.92
        let half = (Self.zeroCrossings / limit).rounded(.up)
        // Whole groups of eight, which is how they are multiplied.
        taps = (2 * Int(half) + 7) / 8 * 8
        guard phases * taps <= Self.maximumCoefficients else { return nil }
        var coefficients: [Float] = []
        coefficients.reserveCapacity(phases * taps)
        for phase in 0..<phases {
            var row: [Double] = []
            for tap in 0..<taps {
                let distance = Double(tap) - (half - 1) - Double(phase) / Double(phases)
                row.append(limit * Self.sinc(limit * distance) * Self.kaiser(distance / half))
            }
            // Each phase passes a constant unchanged.
            let sum = row.reduce(0, +)
            coefficients += row.map { Float($0 / sum) }
        }
        self.coefficients = coefficients
        // So that the first output lies on the first input sample.
        input = [Float](repeating: 0, count: Int(half) - 1)
        position = 0
    }

    /// Appends what can be said by now.
    mutating func feed(_ samples: [Float], into output: inout [Float]) {
        received += samples.count
        extend(samples, into: &output, limit: Int.max)
    }

    private mutating func extend(_ samples: [Float], into output: inout [Float], limit: Int) {
        input += samples
        let width = MemoryLayout<Float>.stride
        coefficients.withUnsafeBytes { table in
            input.withUnsafeBytes { samples in
                let count = samples.count / width
                while true {
                    let first = position / phases
                    guard first + taps <= count, given < limit else { break }
                    let row = position % phases * taps
                    var sum = SIMD8<Float>(repeating: 0)
                    for tap in stride(from: 0, to: taps, by: 8) {
                        let weight = table.loadUnaligned(fromByteOffset: (row + tap) * width, as: SIMD8<Float>.self)
                        let sample = samples.loadUnaligned(fromByteOffset: (first + tap) * width, as: SIMD8<Float>.self)
                        sum += weight * sample
                    }
                    output.append(min(max(sum.sum(), -1), 1))
                    position += step
                    given += 1
                }
            }
        }
        let used = min(position / phases, input.count)
        input.removeFirst(used)
        position -= used * phases
    }

    /// Appends the end, for which silence is taken to follow.
    mutating func finish(into output: inout [Float]) {
        extend([Float](repeating: 0, count: taps), into: &output, limit: (received * phases + step - 1) / step)
    }

    private static func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }

    /// The Kaiser window at -1 to 1.
    private static func kaiser(_ x: Double) -> Double {
        abs(x) >= 1 ? 0 : bessel(beta * (1 - x * x).squareRoot()) / bessel(beta)
    }

    /// The modified Bessel function of order 0, by its power series.
    private static func bessel(_ x: Double) -> Double {
        var (sum, term, index) = (1.0, 1.0, 1.0)
        while term > sum * 1e-12 {
            term *= (x / (2 * index)) * (x / (2 * index))
            sum += term
            index += 1
        }
        return sum
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }
}
