#if Llama
import Testing

@testable import HearthLlama

@Suite struct LikeliestTests {
    @Test func theFirstOfTheGreatestIsFoundAtEveryLength() {
        for count in 0..<200 {
            // Few values, so that the greatest stands in several places; each length has others.
            let values = (0..<count).map { Float(($0 &* 7_919 &+ count &* 104_729) % 11 - 5) }
            let naive = values.indices.max { (values[$0], $1) < (values[$1], $0) } ?? 0
            #expect(values.withUnsafeBufferPointer(Likeliest.index) == naive, "\(values)")
        }
    }

    @Test func whatIsNoNumberIsNeverTheLikeliest() {
        for place in 0..<40 {
            var values = [Float](repeating: .nan, count: 40)
            values[place] = -7
            #expect(values.withUnsafeBufferPointer(Likeliest.index) == place)
        }
        #expect([Float](repeating: .nan, count: 40).withUnsafeBufferPointer(Likeliest.index) == 0)
        #expect([Float](repeating: -.infinity, count: 40).withUnsafeBufferPointer(Likeliest.index) == 0)
    }
}
#endif
