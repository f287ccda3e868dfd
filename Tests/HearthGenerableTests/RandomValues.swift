import Foundation
import HearthGenerable

/// Random instances of the examples, the same on every run.
struct RandomValues {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return range.lowerBound + Int(state >> 33) % (range.upperBound - range.lowerBound + 1)
    }

    mutating func some<Value>(_ range: ClosedRange<Int>, _ make: (inout Self) -> Value) -> [Value] {
        (0..<number(range)).map { _ in make(&self) }
    }

    mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? { number(0...1) == 0 ? nil : make(&self) }

    mutating func text() -> String {
        some(0...5) { ["a", "Z", "\"", "\\", "\n", "é", "漢", "👍🏽", "\u{0}", "/"][$0.number(0...9)] }.joined()
    }

    mutating func letters(_ range: ClosedRange<Int>) -> String {
        some(range) { String(UnicodeScalar(UInt8($0.number(97...122)))) }.joined()
    }

    mutating func summary() -> Summary {
        Summary(
            topics: [text(), text(), text()], level: number(1...5), kind: ["news", "story"][number(0...1)],
            code: letters(2...2) + String(number(0...999)), mark: ["A", "7", "42"][number(0...2)],
            slug: maybe { $0.letters(1...6) }, version: "1", votes: some(1...4) { $0.number(0...9) },
            grid: some(0...3) { [$0.number(-5...5), $0.number(-5...5)] }, price: Double(number(0...1_000_000)) / 7,
            share: -Float(number(0...1_000)) / 3, amount: Decimal(number(0...1_000)) / 10, note: maybe { $0.text() },
            isFinal: maybe { $0.number(0...1) == 1 }, default: number(0...1) == 1)
    }

    mutating func shape(depth: Int = 0) -> Shape {
        switch number(0...(depth > 2 ? 2 : 3)) {
        case 0: .circle(radius: Double(number(-100...100)) / 8)
        case 1: .text(text(), size: maybe { $0.number(-3...3) })
        case 2: .none
        default: .pair(shape(depth: depth + 1), shape(depth: depth + 1))
        }
    }

    mutating func tree(depth: Int = 0) -> Tree {
        Tree(name: text(), children: some(0...(depth > 2 ? 0 : 3)) { $0.tree(depth: depth + 1) })
    }

    mutating func scene() -> Scene {
        Scene(
            shape: shape(), colors: some(0...3) { Color.allCases[$0.number(0...1)] },
            favourite: maybe { Color.allCases[$0.number(0...1)] }, inner: Outer.Color(shade: number(-9...9)),
            tree: maybe { $0.tree() }, seen: number(0...1) == 1, title: text(), observed: number(0...9))
    }
}
