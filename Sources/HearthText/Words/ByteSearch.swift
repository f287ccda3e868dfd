/// Plain search in text as bytes, where characters as people see them do not matter: much faster than over `Character`.
package enum ByteSearch {
    /// Where `needle` first stands in `hay`, or in a part of it. Knuth, Morris and Pratt's search (1977), so that no repetition makes
    /// it slow.
    package static func first(_ needle: [UInt8], in hay: [UInt8], within range: Range<Int>? = nil) -> Int? {
        let range = range ?? 0..<hay.count
        guard !needle.isEmpty, needle.count <= range.count, range.upperBound <= hay.count else { return nil }
        return hay.withUnsafeBufferPointer { hay in
            // Most needles are not there: nothing is made ready for them until their first byte is found.
            guard let start = range.first(where: { hay[$0] == needle[0] }), needle.count <= range.upperBound - start
            else {
                return nil
            }
            return first(needle, in: hay, within: start..<range.upperBound)
        }
    }

    private static func first(_ needle: [UInt8], in hay: UnsafeBufferPointer<UInt8>, within range: Range<Int>) -> Int? {
        var fallback = [0]
        fallback.reserveCapacity(needle.count)
        var matched = 0
        for byte in needle.dropFirst() {
            while matched > 0, needle[matched] != byte { matched = fallback[matched - 1] }
            if needle[matched] == byte { matched += 1 }
            fallback.append(matched)
        }
        matched = 0
        for place in range {
            while matched > 0, needle[matched] != hay[place] { matched = fallback[matched - 1] }
            if needle[matched] == hay[place] { matched += 1 }
            if matched == needle.count { return place - needle.count + 1 }
        }
        return nil
    }
}
