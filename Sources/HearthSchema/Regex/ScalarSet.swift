/// A set of Unicode scalar values, as sorted ranges that neither touch nor overlap.
struct ScalarSet: Hashable, Sendable {
    private(set) var ranges: [ClosedRange<UInt32>]

    static let maximum: UInt32 = 0x10FFFF
    static let all = ScalarSet(sorted: [0...maximum])
    static let none = ScalarSet(sorted: [])

    private init(sorted: [ClosedRange<UInt32>]) { ranges = sorted }

    init(_ ranges: [ClosedRange<UInt32>]) {
        self.init(sorted: [])
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last, UInt64(range.lowerBound) <= UInt64(last.upperBound) + 1 {
                self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                self.ranges.append(range)
            }
        }
    }

    init(_ scalar: Unicode.Scalar) { self.init(sorted: [scalar.value...scalar.value]) }

    init(_ scalars: String) { self.init(scalars.unicodeScalars.map { $0.value...$0.value }) }

    init(where belongs: (Unicode.Scalar) -> Bool) {
        self.init(sorted: [])
        var start: UInt32?
        for value in 0...Self.maximum {
            let inside = Unicode.Scalar(value).map(belongs) ?? false
            if inside, start == nil { start = value }
            if !inside, let first = start {
                ranges.append(first...(value - 1))
                start = nil
            }
        }
        if let first = start { ranges.append(first...Self.maximum) }
    }

    var isEmpty: Bool { ranges.isEmpty }

    func contains(_ value: UInt32) -> Bool {
        if ranges.count <= 4 {
            for range in ranges where value <= range.upperBound { return value >= range.lowerBound }
            return false
        }
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if value > ranges[middle].upperBound { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= value
    }

    var inverted: ScalarSet {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= Self.maximum { result.append(next...Self.maximum) }
        return ScalarSet(sorted: result)
    }

    func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

    func intersection(_ other: ScalarSet) -> ScalarSet {
        inverted.union(other.inverted).inverted
    }

    func subtracting(_ other: ScalarSet) -> ScalarSet { intersection(other.inverted) }
}

extension ScalarSet {
    static let digits = ScalarSet([0x30...0x39])
    static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    /// White space and line ends of ECMA-262.
    static let space = ScalarSet([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    /// What `.` does not match.
    static let lineEnds = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
}
