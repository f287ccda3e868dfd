/// Plain search in text as bytes, where characters as people see them do not matter: much faster than over `Character`.
///
/// By the two-way algorithm, in time linear in both and with no memory of its own, however often the beginning of what is looked for
/// comes up: M. Crochemore and D. Perrin, "Two-way string-matching", Journal of the ACM 38 (1991).
package enum ByteSearch {
    /// Where `needle` first stands in `hay`, or in a part of it; `nil` where it does not, or is empty.
    package static func first(_ needle: [UInt8], in hay: [UInt8], within range: Range<Int>? = nil) -> Int? {
        let range = range ?? 0..<hay.count
        guard range.upperBound <= hay.count else { return nil }
        return hay.withUnsafeBufferPointer { hay in
            first(needle, in: UnsafeBufferPointer(rebasing: hay[range])).map { range.lowerBound + $0 }
        }
    }

    /// Where `needle` last stands in `hay`, or in a part of it; `nil` where it does not, or is empty.
    package static func last(_ needle: [UInt8], in hay: [UInt8], within range: Range<Int>? = nil) -> Int? {
        let range = range ?? 0..<hay.count
        guard !needle.isEmpty, needle.count <= range.count, range.upperBound <= hay.count else { return nil }
        let skipped = needle.withUnsafeBufferPointer { needle in
            hay.withUnsafeBufferPointer { hay -> Int? in
                guard let pattern = needle.baseAddress, let text = hay.baseAddress else { return nil }
                return search(
                    Backwards(last: pattern + needle.count - 1, count: needle.count),
                    Backwards(last: text + range.upperBound - 1, count: range.count))
            }
        }
        return skipped.map { range.upperBound - $0 - needle.count }
    }

    fileprivate static func first(_ needle: [UInt8], in hay: UnsafeBufferPointer<UInt8>) -> Int? {
        needle.withUnsafeBufferPointer { needle in
            guard let pattern = needle.baseAddress, let text = hay.baseAddress, let head = needle.first,
                needle.count <= hay.count
            else { return nil }
            // Most needles are not there: nothing is made ready for them until their first byte is found.
            guard let start = hay.firstIndex(of: head), needle.count <= hay.count - start else { return nil }
            return search(
                Forwards(first: pattern, count: needle.count), Forwards(first: text + start, count: hay.count - start)
            ).map { start + $0 }
        }
    }

    /// How many bytes come before the first match, in the order of reading.
    private static func search<Order: ByteOrder>(_ needle: Order, _ text: Order) -> Int? {
        // The needle is cut in two where its repetitions are plainest; the right part is compared first, then the left one.
        let (least, leastPeriod) = maximalSuffix(needle) { $0 < $1 }
        let (greatest, greatestPeriod) = maximalSuffix(needle) { $0 > $1 }
        let cut = max(least, greatest)
        var period = least > greatest ? leastPeriod : greatestPeriod
        let repeats = (0..<cut).allSatisfy { needle[$0] == needle[$0 + period] }
        if !repeats { period = max(cut, needle.count - cut) + 1 }
        // Of a needle that repeats itself, how much is known to match already.
        var known = 0
        var position = 0
        while position <= text.count - needle.count {
            var index = max(cut, known)
            while index < needle.count, needle[index] == text[position + index] { index += 1 }
            guard index == needle.count else {
                position += index - cut + 1
                known = 0
                continue
            }
            index = cut
            while index > known, needle[index - 1] == text[position + index - 1] { index -= 1 }
            if index <= known { return position }
            position += period
            known = repeats ? needle.count - period : 0
        }
        return nil
    }

    /// Where the suffix begins that comes last in the order of the alphabet, and the period of that suffix.
    private static func maximalSuffix(
        _ bytes: some ByteOrder, _ precedes: (UInt8, UInt8) -> Bool
    ) -> (start: Int, period: Int) {
        var best = -1
        var start = 0
        var offset = 1
        var period = 1
        while start + offset < bytes.count {
            let new = bytes[start + offset]
            let old = bytes[best + offset]
            if precedes(new, old) {
                start += offset
                offset = 1
                period = start - best
            } else if new == old {
                if offset == period {
                    start += period
                    offset = 1
                } else {
                    offset += 1
                }
            } else {
                best = start
                start = best + 1
                offset = 1
                period = 1
            }
        }
        return (best + 1, period)
    }
}

extension ArraySlice<UInt8> {
    /// Where `needle` first occurs; `nil` when it does not or is empty.
    package func firstRange(of needle: [UInt8]) -> Range<Int>? {
        withUnsafeBufferPointer { ByteSearch.first(needle, in: $0) }
            .map { startIndex + $0..<startIndex + $0 + needle.count }
    }
}

extension [UInt8] {
    /// Where `needle` first occurs; `nil` when it does not or is empty.
    package func firstRange(of needle: [UInt8]) -> Range<Int>? {
        ByteSearch.first(needle, in: self).map { $0..<$0 + needle.count }
    }
}

// MARK: - Reading forwards and backwards

/// Bytes in the order in which they are searched. One type for each order, so that each has code of its own.
private protocol ByteOrder {
    var count: Int { get }
    subscript(index: Int) -> UInt8 { get }
}

private struct Forwards: ByteOrder {
    let first: UnsafePointer<UInt8>
    let count: Int

    subscript(index: Int) -> UInt8 { first[index] }
}

private struct Backwards: ByteOrder {
    let last: UnsafePointer<UInt8>
    let count: Int

    subscript(index: Int) -> UInt8 { last[-index] }
}

// MARK: - Kinds of bytes

extension UInt8 {
    /// Whether it is white space of ASCII: space, tab, line feed, vertical tab, form feed, carriage return.
    @inlinable package var isASCIISpace: Bool { self == 0x20 || self &- 0x09 < 5 }
}
