import HearthCore
import Testing

@Suite struct ByteSearchTests {
    /// The same search, as plain as it can be.
    private func places(_ needle: [UInt8], _ bytes: ArraySlice<UInt8>) -> [Int] {
        guard !needle.isEmpty, needle.count <= bytes.count else { return [] }
        return (bytes.startIndex...bytes.endIndex - needle.count).filter {
            bytes[$0..<$0 + needle.count].elementsEqual(needle)
        }
    }

    @Test func whatIsThereIsFoundFromBothEndsAndInParts() {
        // Few letters, so that beginnings, periods and overlaps come up in all ways.
        var state: UInt64 = 0x2545_F491_4F6C_DD1D
        func random(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        for _ in 0..<20_000 {
            let letters = 1 + random(3)
            let bytes = (0..<random(24)).map { _ in UInt8(random(letters)) }
            let needle = (0..<random(9)).map { _ in UInt8(random(letters)) }
            let start = random(bytes.count + 1)
            let range = start..<start + random(bytes.count - start + 1)
            let (all, part) = (places(needle, bytes[...]), places(needle, bytes[range]))
            #expect(ByteSearch.first(needle, in: bytes) == all.first, "\(needle) in \(bytes)")
            #expect(ByteSearch.last(needle, in: bytes) == all.last, "\(needle) in \(bytes)")
            #expect(ByteSearch.first(needle, in: bytes, within: range) == part.first, "\(needle) in \(bytes[range])")
            #expect(ByteSearch.last(needle, in: bytes, within: range) == part.last, "\(needle) in \(bytes[range])")
            #expect(bytes[range].firstRange(of: needle) == part.first.map { $0..<$0 + needle.count })
            #expect(bytes.firstRange(of: needle) == all.first.map { $0..<$0 + needle.count })
        }
    }

    @Test func nothingIsFoundWhereThereIsNothing() {
        #expect(ByteSearch.first([1], in: []) == nil)
        #expect(ByteSearch.last([1], in: []) == nil)
        #expect(ByteSearch.first([], in: [1]) == nil)
        #expect(ByteSearch.last([], in: [1]) == nil)
        #expect(ByteSearch.first([1], in: [1], within: 0..<2) == nil)
        #expect(ByteSearch.last([1], in: [1], within: 0..<2) == nil)
    }

    @Test func whiteSpaceOfASCIIIsSixBytes() {
        #expect((0...UInt8.max).filter(\.isASCIISpace) == [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20])
    }
}
