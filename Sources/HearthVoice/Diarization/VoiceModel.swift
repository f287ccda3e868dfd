import Foundation

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
