import Foundation
import HearthTesting
import Testing

@testable import HearthLlama

struct TokenScoresTests {
    private func scores<Value>(_ values: [Float], best: Int, _ read: (TokenScores) -> Value) -> Value {
        values.withUnsafeBufferPointer { read(TokenScores($0, best: best)) }
    }

    /// By the definition, in double precision.
    private func softmax(_ values: [Float]) -> [Double] {
        let exponentials = values.map { exp(Double($0)) }
        let sum = exponentials.reduce(0, +)
        return exponentials.map { log($0 / sum) }
    }

    @Test func probabilitiesAreThoseOfTheDefinitionAndAddUpToOne() {
        var random = SeededGenerator(seed: 1)
        for size in [1, 2, 7, 300] {
            let values = (0..<size).map { _ in Float.random(in: -20...20, using: &random) }
            let expected = softmax(values)
            let found = scores(values, best: 0) { scores in values.indices.map { scores.logprob(of: $0) } }
            for (a, b) in zip(found, expected) { #expect(abs(a - b) < 1e-9) }
            #expect(abs(found.reduce(0) { $0 + exp($1) } - 1) < 1e-9)
        }
    }

    @Test func largeScoresNeitherOverflowNorVanish() {
        for shift: Float in [-30_000, -1_000, 1_000, 30_000] {
            let found = scores([shift, shift + 1, shift - 1], best: 3) { scores in
                #expect(scores.areNumbers && scores.best == [1, 0, 2])
                return (0..<3).map { scores.logprob(of: $0) }
            }
            for (a, b) in zip(found, softmax([0, 1, -1])) { #expect(abs(a - b) < 1e-9) }
        }
    }

    @Test func theBestAreThoseOfASortedVocabulary() {
        var random = SeededGenerator(seed: 2)
        for count in [0, 1, 5, 20, 400] {
            // Few values, so that many are equal.
            let values = (0..<300).map { _ in Float(Int.random(in: -9...9, using: &random)) }
            let sorted = values.indices.sorted { values[$0] == values[$1] ? $0 < $1 : values[$0] > values[$1] }
            #expect(scores(values, best: count, \.best) == Array(sorted.prefix(count)))
        }
    }

    @Test func whatIsMaskedIsNeverAmongTheBestAndHasNoProbability() {
        scores([-.infinity, 1, -.infinity], best: 3) { scores in
            #expect(scores.best == [1] && scores.areNumbers)
            #expect(scores.logprob(of: 0) == -.infinity && scores.logprob(of: 1) == 0)
            #expect(scores.logprob(of: 3) == -.infinity && scores.logprob(of: -1) == -.infinity)
        }
    }

    @Test(arguments: [[Float.nan, 1], [1, .nan], [.infinity, 1], [-.infinity, -.infinity], []])
    func whatIsNoDistributionIsSeen(_ values: [Float]) {
        #expect(!scores(values, best: 1, \.areNumbers))
    }
}

#if Llama
@Suite struct LikeliestTests {
    @Test func theFirstOfTheGreatestIsFoundAtEveryLength() {
        for count in 0..<200 {
            // Few values, so that the greatest stands in several places; each length has others.
            let values = (0..<count).map { Float(($0 &* 7_919 &+ count &* 104_729) % 11 - 5) }
            let naive = values.indices.max { (values[$0], $1) < (values[$1], $0) } ?? 0
            #expect(values.withUnsafeBufferPointer(Likeliest.index) == naive, "\(values)")
        }
    }

    @Test func whatIsNoNumberIsNeverTheLikeliest() {
        for place in 0..<40 {
            var values = [Float](repeating: .nan, count: 40)
            values[place] = -7
            #expect(values.withUnsafeBufferPointer(Likeliest.index) == place)
        }
        #expect([Float](repeating: .nan, count: 40).withUnsafeBufferPointer(Likeliest.index) == 0)
        #expect([Float](repeating: -.infinity, count: 40).withUnsafeBufferPointer(Likeliest.index) == 0)
    }
}

struct UTF8ProgressTests {
    @Test func exactlyTheTextsThatAreUTF8AreTaken() {
        let bytes: [UInt8] = [0x41, 0x80, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF4, 0xF5]
        for first in bytes {
            for second in bytes {
                for third in bytes {
                    for fourth in bytes {
                        let text = [first, second, third, fourth]
                        var progress = UTF8Progress()
                        let isTaken = text.allSatisfy { progress.take($0) } && progress.missing == 0
                        #expect(isTaken == (String(validating: text, as: UTF8.self) != nil), "\(text)")
                    }
                }
            }
        }
    }
}
#endif
