#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How different what is said after a place is from what was said before it: 1 minus the cosine of two windows, as in
/// TextTiling (Hearst 1997), with the square roots of counts weighted by rarity.
///
/// Both windows slide over the whole text; a step costs as much as the items that enter or leave, so that all places
/// together take time in proportion to the text whatever the width of the windows is.
struct TopicShift {
    /// For each sentence, the difference at its start, from 0 to 1.
    private(set) var values: [Double] = []

    /// - Parameters:
    ///   - items: For each sentence the numbers of what counts in it, and how much each counts.
    ///   - lengths: Words of each sentence, by which the width of a window is measured.
    ///   - weights: By number of the item.
    ///   - width: Words of each of the two windows.
    init(items: [[(item: Int, amount: Double)]], lengths: [Int], weights: [Double], width: Int) {
        var left = Window(weights.count)
        var right = Window(weights.count)
        var dot = 0.0
        var leftLength = 0
        var rightLength = 0
        var leftStart = 0
        var rightEnd = 0
        values = [Double](repeating: 0, count: items.count)

        func change(_ window: inout Window, _ other: Window, _ sentence: Int, _ sign: Double) {
            for (item, amount) in items[sentence] {
                let before = window.root(item)
                window.add(item, sign * amount, weights[item])
                dot += (window.root(item) - before) * other.root(item) * weights[item]
            }
        }
        for place in items.indices {
            if place > 0 {
                if rightEnd >= place {
                    change(&right, left, place - 1, -1)
                    rightLength -= lengths[place - 1]
                }
                change(&left, right, place - 1, 1)
                leftLength += lengths[place - 1]
            }
            rightEnd = max(rightEnd, place)
            while rightEnd < items.count, rightEnd == place || rightLength + lengths[rightEnd] <= width {
                change(&right, left, rightEnd, 1)
                rightLength += lengths[rightEnd]
                rightEnd += 1
            }
            while leftStart + 1 < place, leftLength > width {
                change(&left, right, leftStart, -1)
                leftLength -= lengths[leftStart]
                leftStart += 1
            }
            // A window without an item, but for the remainder of rounding, differs from nothing.
            guard left.norm > 1e-6, right.norm > 1e-6 else { continue }
            values[place] = max(0, min(1, 1 - dot / (left.norm * right.norm).squareRoot()))
        }
    }

    private struct Window {
        private var amounts: [Double]
        private var roots: [Double]
        /// The sum of squares of the weighted roots.
        var norm = 0.0

        init(_ count: Int) {
            amounts = [Double](repeating: 0, count: count)
            roots = amounts
        }

        func root(_ item: Int) -> Double { roots[item] }

        mutating func add(_ item: Int, _ amount: Double, _ weight: Double) {
            // What was added is taken away again in other steps; the remainder of rounding must not go below nothing.
            let now = max(0, amounts[item] + amount)
            norm += (now - amounts[item]) * weight
            amounts[item] = now
            roots[item] = now.squareRoot()
        }
    }
}
