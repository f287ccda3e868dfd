import Foundation

/// Probabilities of tokens by a model's scores of them, as natural logarithms: the score less the logarithm of the sum of all
/// exponentials. The largest score is taken out of the sum, so that no exponential overflows.
struct TokenScores {
    private let scores: UnsafeBufferPointer<Float>
    /// The logarithm of the sum of the exponentials of all scores.
    private let normalizer: Double
    /// The likeliest tokens, the likeliest first; of equals the one with the lower number.
    let best: [Int]

    /// - Parameters:
    ///   - scores: One for each token of the vocabulary; has to outlive this value.
    ///   - count: How many of the likeliest tokens to find.
    init(_ scores: UnsafeBufferPointer<Float>, best count: Int) {
        self.scores = scores
        var best: [Int] = []
        best.reserveCapacity(count + 1)
        var largest = -Float.infinity
        // What a token has to exceed to be among the best.
        var threshold = count > 0 ? -Float.infinity : Float.infinity
        for index in scores.indices {
            let score = scores[index]
            if score > largest { largest = score }
            guard score > threshold else { continue }
            best.insert(index, at: best.firstIndex { scores[$0] < score } ?? best.count)
            if best.count > count { best.removeLast() }
            if best.count == count, let last = best.last { threshold = scores[last] }
        }
        var sum = 0.0
        for score in scores { sum += exp(Double(score) - Double(largest)) }
        normalizer = Double(largest) + log(sum)
        self.best = best
    }

    /// Whether the scores have a distribution: a damaged model computes what is not a number.
    var areNumbers: Bool { normalizer.isFinite }

    /// The logarithm of a token's probability; −∞ for one that is not in the vocabulary.
    func logprob(of token: Int) -> Double {
        scores.indices.contains(token) ? Double(scores[token]) - normalizer : -.infinity
    }
}
