/// Looks for the marks that close what was opened, in time that grows with the text alone.
///
/// What was found, or looked for in vain, is kept by the kind of the mark: of a thousand brackets that nothing closes
/// the first alone looks through what is behind it. Whether a place is such a mark may depend on what stands around it,
/// and not on what opened.
struct ClosingSearch {
    private var known: [Int: (from: Int, place: Int, isFound: Bool)] = [:]

    /// The first place of a range that is the mark; `nil` where none is.
    ///
    /// - Parameter kind: A number for the mark.
    mutating func first(_ kind: Int, in range: Range<Int>, where isOne: (Int) -> Bool) -> Int? {
        var place = range.lowerBound
        if let last = known[kind], last.from <= place, place <= last.place {
            if last.isFound { return last.place < range.upperBound ? last.place : nil }
            place = last.place
        }
        while place < range.upperBound, !isOne(place) { place += 1 }
        let isFound = place < range.upperBound
        known[kind] = (range.lowerBound, place, isFound)
        return isFound ? place : nil
    }

    /// The same for a mark of some bytes.
    mutating func first(_ kind: Int, _ mark: StaticString, in bytes: [UInt8], _ range: Range<Int>) -> Int? {
        let count = mark.utf8CodeUnitCount
        guard range.count >= count else { return nil }
        return first(kind, in: range.lowerBound..<(range.upperBound - count + 1)) { bytes[$0...].starts(with: mark) }
    }
}
