/// A regular expression of ECMA-262 as a tree.
indirect enum RegexSyntax: Hashable, Sendable {
    case empty
    case set(ScalarSet)
    case sequence([RegexSyntax])
    case alternatives([RegexSyntax])
    /// `maximum` nil: any number of times.
    case repetition(RegexSyntax, minimum: Int, maximum: Int?, lazy: Bool)
    /// `capture` nil: `(?:…)`.
    case group(RegexSyntax, capture: Int?)
    case start
    case end
    case wordBoundary(negated: Bool)
    case backreference(Int)
    case look(RegexSyntax, behind: Bool, negative: Bool)

    static func text(_ string: String) -> RegexSyntax { .sequence(string.unicodeScalars.map { .set(ScalarSet($0)) }) }
}

extension RegexSyntax {
    /// The texts in which this is found, as a pattern for the whole text; `nil` where anchors stand inside.
    var whole: RegexSyntax? {
        let anything = RegexSyntax.repetition(.set(.all), minimum: 0, maximum: nil, lazy: false)
        switch self {
        case .group(let inner, _): return inner.whole
        case .alternatives(let items):
            var ways: [RegexSyntax] = []
            for item in items {
                guard let way = item.whole else { return nil }
                ways.append(way)
            }
            return .alternatives(ways)
        default:
            var items = if case .sequence(let items) = self { items } else { [self] }
            if items.first == .start { items.removeFirst() } else { items.insert(anything, at: 0) }
            if items.last == .end { items.removeLast() } else { items.append(anything) }
            guard items.allSatisfy(\.isPlain) else { return nil }
            return .sequence(items)
        }
    }

    /// Whether it looks at nothing but the characters it takes.
    private var isPlain: Bool {
        switch self {
        case .empty, .set: true
        case .sequence(let items), .alternatives(let items): items.allSatisfy(\.isPlain)
        case .repetition(let item, _, _, _), .group(let item, _): item.isPlain
        case .start, .end, .wordBoundary, .backreference, .look: false
        }
    }

    /// The shortest and the longest text; a longest one of `nil` has no end.
    private var extent: (least: Int, most: Int?) {
        switch self {
        case .set: return (1, 1)
        case .sequence(let items):
            return items.reduce((0, 0)) { sum, item in
                let part = item.extent
                return (Self.sum(sum.0, part.least), sum.1.flatMap { left in part.most.map { Self.sum(left, $0) } })
            }
        case .alternatives(let items):
            let parts = items.map(\.extent)
            let most: Int? = parts.contains { $0.most == nil } ? nil : parts.compactMap(\.most).max()
            return (parts.map(\.least).min() ?? 0, most)
        case .repetition(let item, let minimum, let maximum, _):
            let part = item.extent
            let most = maximum.flatMap { count in part.most.map { Self.product($0, count) } }
            return (Self.product(part.least, minimum), part.most == 0 ? 0 : most)
        case .group(let item, _): return item.extent
        case .empty, .start, .end, .wordBoundary, .backreference, .look: return (0, 0)
        }
    }

    private static func sum(_ a: Int, _ b: Int) -> Int { min(1 << 40, a + b) }
    private static func product(_ a: Int, _ b: Int) -> Int {
        min(1 << 40, a.multipliedReportingOverflow(by: b).overflow ? 1 << 40 : a * b)
    }

    /// This with bounds on its length, where they change nothing, or where it repeats one set of characters.
    func bounded(_ least: Int, _ most: Int?) -> RegexSyntax? {
        let extent = extent
        let fits = extent.least >= least && (most == nil || extent.most.map { $0 <= most ?? 0 } ?? false)
        if fits { return self }
        switch self {
        case .sequence(let items) where items.count == 1: return items[0].bounded(least, most)
        case .group(let item, _): return item.bounded(least, most)
        case .repetition(let item, let minimum, let maximum, let lazy):
            var inner = item
            while case .group(let next, _) = inner { inner = next }
            guard case .set = inner else { return nil }
            let lower = max(least, minimum)
            let upper = [most, maximum].compactMap { $0 }.min()
            if let upper, upper < lower { return .set(.none) }
            return .repetition(inner, minimum: lower, maximum: upper, lazy: lazy)
        default: return nil
        }
    }
}
