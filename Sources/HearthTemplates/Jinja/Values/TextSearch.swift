/// Where bytes occur in bytes, by the two-way algorithm: in time linear in both and with no memory of its own, however often
/// the beginning of what is looked for comes up.
///
/// M. Crochemore and D. Perrin, "Two-way string-matching", Journal of the ACM 38 (1991).
enum TextSearch {
    /// Bytes that are read forwards or backwards.
    private struct View {
        let start: UnsafePointer<UInt8>
        let count: Int
        let direction: Int

        subscript(index: Int) -> UInt8 { start[index * direction] }
    }

    /// Where the first `needle` within `range` begins.
    static func first(_ needle: [UInt8], in bytes: [UInt8], _ range: Range<Int>) -> Int? {
        search(needle, bytes, range, backwards: false).map { range.lowerBound + $0 }
    }

    /// Where the last `needle` within `range` begins.
    static func last(_ needle: [UInt8], in bytes: [UInt8], _ range: Range<Int>) -> Int? {
        search(needle, bytes, range, backwards: true).map { range.upperBound - $0 - needle.count }
    }

    /// How many bytes come before the first match, in the direction of reading.
    private static func search(_ needle: [UInt8], _ bytes: [UInt8], _ range: Range<Int>, backwards: Bool) -> Int? {
        guard !needle.isEmpty else { return 0 }
        guard needle.count <= range.count else { return nil }
        return needle.withUnsafeBufferPointer { needle in
            bytes.withUnsafeBufferPointer { bytes in
                guard let pattern = needle.baseAddress, let text = bytes.baseAddress else { return nil }
                return backwards
                    ? search(
                        View(start: pattern + needle.count - 1, count: needle.count, direction: -1),
                        View(start: text + range.upperBound - 1, count: range.count, direction: -1))
                    : search(
                        View(start: pattern, count: needle.count, direction: 1),
                        View(start: text + range.lowerBound, count: range.count, direction: 1))
            }
        }
    }

    private static func search(_ needle: View, _ text: View) -> Int? {
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
    private static func maximalSuffix(_ bytes: View, _ precedes: (UInt8, UInt8) -> Bool) -> (start: Int, period: Int) {
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
