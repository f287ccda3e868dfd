import Foundation
public import HearthCore

/// Groups stretches of speech by the sound of the voice, into exactly as many groups as the user says there are speakers.
///
/// Experimental. Synthetic voices in clean sound it tells apart without a mistake; real people in one room, noise and short
/// remarks confuse it, and a stretch in which two people speak gets one name. It is never used unless asked for.
public struct VoiceClusterer: SpeakerDiarizer {
    public let name = "clustering"

    private struct Stretch {
        var start: Int
        var end: Int
        var model: VoiceModel
    }

    private static let most = 20
    /// Frames (of 10 ms) that describe a voice at all; what is shorter joins the group that it is most like.
    private static let leastFrames = 60.0
    /// Stretches that are compared with each other, all with all; those beyond join the groups that these have formed.
    private static let mostCompared = 400

    private let speakers: Int
    private let analyzer = SpectrumAnalyzer()
    private var stretches: [Stretch] = []

    /// - Parameter speakers: How many there are, 1 to 20.
    /// - Throws: ``VoiceError`` `bad-option` for another number.
    public init(speakers: Int) throws {
        guard (1...Self.most).contains(speakers) else {
            throw VoiceError(.badOption, "The number of speakers must be from 1 to \(Self.most).")
        }
        self.speakers = speakers
    }

    public mutating func feed(_ samples: [Float], start: Int, channel: Int) {
        stretches.append(
            Stretch(start: start, end: start + samples.count, model: VoiceModel(analyzer.frames(of: samples))))
    }

    public mutating func finish() throws -> DiarizationOutcome {
        guard stretches.count >= speakers else {
            return .unavailable(
                reason: "There are only \(stretches.count) stretches of speech, too few for \(speakers) speakers.")
        }
        let groups = try groups()
        // Numbered in the order of their first words.
        var numbers: [Int: Int] = [:]
        let turns = stretches.indices.map { index -> SpeakerTurn in
            let number = numbers[groups[index]] ?? numbers.count + 1
            numbers[groups[index]] = number
            return SpeakerTurn(
                start: AudioFormat.seconds(stretches[index].start), end: AudioFormat.seconds(stretches[index].end),
                speaker: "Speaker \(number)")
        }
        return .labelled(turns)
    }

    /// The group of each stretch.
    private func groups() throws -> [Int] {
        // The longest describe their voices best; if there are too few of these, shorter ones must do.
        let byLength = stretches.indices.sorted { (stretches[$0].model.count, $1) > (stretches[$1].model.count, $0) }
        let long = byLength.prefix { stretches[$0].model.count >= Self.leastFrames }
        let seeds = byLength.prefix(max(speakers, min(long.count, Self.mostCompared)))
        var members = seeds.map { [$0] }
        var models = seeds.map { stretches[$0].model }
        var distances = models.indices.map { row in
            (0..<row).map { VoiceModel.distance(models[row], models[$0]) }
        }
        // The two that are most alike become one, until as many are left as there are speakers.
        while models.count > speakers {
            try Task.checkCancellation()
            var (best, pair) = (Double.infinity, (1, 0))
            for row in models.indices {
                for column in 0..<row where distances[row][column] < best {
                    (best, pair) = (distances[row][column], (row, column))
                }
            }
            let (gone, kept) = pair
            models[kept] = models[kept].joined(models[gone])
            members[kept] += members[gone]
            models.remove(at: gone)
            members.remove(at: gone)
            distances.remove(at: gone)
            for row in gone..<distances.count { distances[row].remove(at: gone) }
            for row in models.indices where row != kept {
                let distance = VoiceModel.distance(models[row], models[kept])
                if row > kept { distances[row][kept] = distance } else { distances[kept][row] = distance }
            }
        }
        var result = [Int](repeating: 0, count: stretches.count)
        for (group, indices) in members.enumerated() { for index in indices { result[index] = group } }
        let placed = Set(seeds)
        for index in stretches.indices where !placed.contains(index) {
            let model = stretches[index].model
            result[index] =
                models.indices.min {
                    VoiceModel.distance(models[$0], model) < VoiceModel.distance(models[$1], model)
                } ?? 0
        }
        return result
    }
}

/// What is known of a voice: how many frames were heard, their mean and how they spread, as a normal distribution.
///
/// Only sums are kept, so that two can be joined, and an hour of speech needs no more memory than a word.
struct VoiceModel {
    private static let width = SpectrumAnalyzer.coefficients
    private(set) var count = 0.0
    private var sum = [Double](repeating: 0, count: width)
    /// The lower triangle of the sums of products.
    private var products = [Double](repeating: 0, count: width * (width + 1) / 2)

    init() {}

    init(_ frames: [[Float]]) {
        for frame in frames {
            count += 1
            var index = 0
            for row in 0..<Self.width {
                sum[row] += Double(frame[row])
                for column in 0...row {
                    products[index] += Double(frame[row]) * Double(frame[column])
                    index += 1
                }
            }
        }
    }

    func joined(_ other: VoiceModel) -> VoiceModel {
        var joined = self
        joined.count += other.count
        for index in sum.indices { joined.sum[index] += other.sum[index] }
        for index in products.indices { joined.products[index] += other.products[index] }
        return joined
    }

    /// How much worse one distribution describes both than two do: half of the difference of the logarithms of likelihood.
    ///
    /// Chen and Gopalakrishnan, "Speaker, environment and channel change detection and clustering via the Bayesian
    /// Information Criterion" (1998), without the penalty: the number of speakers is given, so there is nothing to weigh.
    static func distance(_ a: VoiceModel, _ b: VoiceModel) -> Double {
        let both = a.joined(b)
        return both.count * both.logDeterminant - a.count * a.logDeterminant - b.count * b.logDeterminant
    }

    /// The logarithm of the determinant of the covariance, by Cholesky's decomposition. A little is added to the diagonal,
    /// or a handful of frames would have none.
    private var logDeterminant: Double {
        guard count > 0 else { return 0 }
        var lower = [Double](repeating: 0, count: products.count)
        var result = 0.0
        for row in 0..<Self.width {
            let base = row * (row + 1) / 2
            for column in 0...row {
                let other = column * (column + 1) / 2
                var value = products[base + column] / count - sum[row] * sum[column] / (count * count)
                if row == column { value += 0.1 }
                for index in 0..<column { value -= lower[base + index] * lower[other + index] }
                if row == column {
                    let root = max(value, 1e-6).squareRoot()
                    lower[base + row] = root
                    result += 2 * log(root)
                } else {
                    lower[base + column] = value / lower[other + column]
                }
            }
        }
        return result
    }
}

// MARK: - Spectra

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
