import Foundation

/// Describes sound by mel-frequency cepstral coefficients: the shape of the spectrum as the ear divides it, a dozen numbers
/// for every 25 ms.
///
/// After Davis and Mermelstein, "Comparison of parametric representations for monosyllabic word recognition" (1980).
struct SpectrumAnalyzer {
    /// Coefficients a frame; the zeroth, which is loudness, is left out.
    static let coefficients = 13
    private static let window = 400
    private static let hop = 160
    private static let size = 512
    private static let filters = 26
    private static let lowest = 80.0
    private static let highest = 7_600.0

    private let hamming: [Float]
    /// For each filter, the bins it covers and their weights.
    private let bank: [(first: Int, weights: [Float])]
    private let cosines: [[Float]]
    private let twiddles: [(cosine: Float, sine: Float)]

    init() {
        hamming = (0..<Self.window).map { Float(0.54 - 0.46 * cos(2 * .pi * Double($0) / Double(Self.window - 1))) }
        let mel = { (hertz: Double) in 2595 * log10(1 + hertz / 700) }
        let hertz = { (mel: Double) in 700 * (pow(10, mel / 2595) - 1) }
        let step = (mel(Self.highest) - mel(Self.lowest)) / Double(Self.filters + 1)
        let edges = (0..<(Self.filters + 2)).map {
            hertz(mel(Self.lowest) + Double($0) * step) * Double(Self.size) / 16_000
        }
        bank = (0..<Self.filters).map { filter in
            let (low, middle, high) = (edges[filter], edges[filter + 1], edges[filter + 2])
            let first = Int(low.rounded(.up))
            let last = max(first, Int(high.rounded(.down)))
            let weights = (first...last).map { bin -> Float in
                let position = Double(bin)
                let weight = position < middle ? (position - low) / (middle - low) : (high - position) / (high - middle)
                return Float(max(0, weight))
            }
            return (first, weights)
        }
        cosines = (1...Self.coefficients).map { row in
            (0..<Self.filters).map { Float(cos(.pi * Double(row) * (Double($0) + 0.5) / Double(Self.filters))) }
        }
        twiddles = (0..<(Self.size / 2)).map {
            let angle = -2 * Double.pi * Double($0) / Double(Self.size)
            return (Float(cos(angle)), Float(sin(angle)))
        }
    }

    /// The coefficients of each frame; none for less than 25 ms.
    func frames(of samples: [Float]) -> [[Float]] {
        guard samples.count >= Self.window else { return [] }
        return stride(from: 0, through: samples.count - Self.window, by: Self.hop).map { start in
            var real = [Float](repeating: 0, count: Self.size)
            var imaginary = real
            for index in 0..<Self.window {
                // What is low is strong in voices; this evens it out.
                let before = start + index > 0 ? samples[start + index - 1] : 0
                real[index] = (samples[start + index] - 0.97 * before) * hamming[index]
            }
            transform(&real, &imaginary)
            let energies = bank.map { filter -> Float in
                var sum: Float = 0
                for (offset, weight) in filter.weights.enumerated() {
                    let bin = filter.first + offset
                    sum += weight * (real[bin] * real[bin] + imaginary[bin] * imaginary[bin])
                }
                return log(sum + 1e-8)
            }
            return cosines.map { row in zip(row, energies).reduce(Float(0)) { $0 + $1.0 * $1.1 } }
        }
    }

    /// The fast Fourier transform of Cooley and Tukey, in place.
    private func transform(_ real: inout [Float], _ imaginary: inout [Float]) {
        let count = Self.size
        var other = 0
        for index in 1..<count {
            var bit = count >> 1
            while other & bit != 0 {
                other ^= bit
                bit >>= 1
            }
            other |= bit
            if index < other {
                real.swapAt(index, other)
                imaginary.swapAt(index, other)
            }
        }
        var length = 2
        while length <= count {
            let step = count / length
            for start in stride(from: 0, to: count, by: length) {
                for offset in 0..<(length / 2) {
                    let (even, odd) = (start + offset, start + offset + length / 2)
                    let (cosine, sine) = twiddles[offset * step]
                    let (x, y) = (
                        real[odd] * cosine - imaginary[odd] * sine, real[odd] * sine + imaginary[odd] * cosine
                    )
                    (real[odd], imaginary[odd]) = (real[even] - x, imaginary[even] - y)
                    (real[even], imaginary[even]) = (real[even] + x, imaginary[even] + y)
                }
            }
            length *= 2
        }
    }
}
