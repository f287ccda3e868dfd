import Testing

@testable import HearthExtractive

@Suite struct TopicShiftTests {
    private struct Generator: RandomNumberGenerator {
        var state: UInt64 = 7
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    /// The windows beside a place, found anew.
    private func windows(_ place: Int, _ lengths: [Int], _ width: Int) -> (Range<Int>, Range<Int>) {
        var start = place
        var length = 0
        while start > 0, length + lengths[start - 1] <= width || start == place {
            length += lengths[start - 1]
            start -= 1
        }
        var end = place
        length = 0
        while end < lengths.count, end == place || length + lengths[end] <= width {
            length += lengths[end]
            end += 1
        }
        return (start..<place, place..<end)
    }

    private func cosine(_ a: [Double], _ b: [Double], _ weights: [Double]) -> Double {
        var dot = 0.0
        var left = 0.0
        var right = 0.0
        for index in weights.indices {
            dot += (a[index] * b[index]).squareRoot() * weights[index]
            left += a[index] * weights[index]
            right += b[index] * weights[index]
        }
        return left > 0 && right > 0 ? dot / (left * right).squareRoot() : 1
    }

    @Test(arguments: [5, 20, 60, 1000]) func slidingWindowsGiveWhatCountingAnewGives(width: Int) {
        var generator = Generator()
        let weights = (0..<12).map { _ in Double.random(in: 0.5...3, using: &generator) }
        let items = (0..<80).map { _ in
            (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                (item: Int.random(in: 0..<12, using: &generator), amount: 1.0)
            }
        }
        let lengths = (0..<80).map { _ in Int.random(in: 1...15, using: &generator) }
        let found = TopicShift(items: items, lengths: lengths, weights: weights, width: width).values
        for place in 1..<80 {
            let (before, after) = windows(place, lengths, width)
            func counts(_ range: Range<Int>) -> [Double] {
                var counts = [Double](repeating: 0, count: 12)
                for (item, amount) in items[range].joined() { counts[item] += amount }
                return counts
            }
            let expected = 1 - cosine(counts(before), counts(after), weights)
            #expect(abs(found[place] - expected) < 1e-6, "at \(place)")
        }
    }

    @Test func theChosenBordersAreTheBestOfAll() {
        var generator = Generator()
        for _ in 0..<20 {
            let places = Array(0..<9)
            let scores = places.map { _ in Double.random(in: -1...2, using: &generator) }
            let positions = places.map { $0 * 10 + Int.random(in: 1...9, using: &generator) }
            let chosen = BorderChooser(
                places: places, scores: scores, positions: positions, length: 100, shortness: 0.8
            )
            .best(3)
            func value(_ borders: [Int]) -> Double {
                let ends = [0] + borders.map { positions[$0] } + [100]
                let costs = zip(ends, ends.dropFirst()).map { start, end in
                    BorderChooser.cost(Double(end - start) / 25, shortness: 0.8)
                }
                return borders.reduce(0) { $0 + scores[$1] } - costs.reduce(0, +)
            }
            var best = -Double.infinity
            for a in 0..<7 { for b in (a + 1)..<8 { for c in (b + 1)..<9 { best = max(best, value([a, b, c])) } } }
            #expect(chosen.count == 3)
            #expect(abs(value(chosen) - best) < 1e-9)
        }
    }
}
