import Foundation
import HearthCore
import Synchronization
import Testing

@Suite struct DecodedCacheTests {
    /// How often each text was decoded.
    private final class Count: Sendable {
        let of = Mutex<[String: Int]>([:])

        func decode(_ data: Data) -> String {
            let text = String(decoding: data, as: UTF8.self)
            of.withLock { $0[text, default: 0] += 1 }
            return text
        }

        subscript(text: String) -> Int { of.withLock { $0[text] ?? 0 } }
    }

    @Test func `The same bytes are decoded once, and other bytes are another value`() {
        let (cache, count) = (DecodedCache<String>(bytes: 1_000), Count())
        for _ in 0..<3 {
            #expect(cache.value(of: Data("one".utf8), count.decode) == "one")
            #expect(cache.value(of: Data("two".utf8), count.decode) == "two")
        }
        #expect(count["one"] == 1 && count["two"] == 1)
        cache.removeAll()
        _ = cache.value(of: Data("one".utf8), count.decode)
        #expect(count["one"] == 2)
    }

    @Test func `What is asked for again and again stays, what nobody asks for goes, and so does what is too large`() {
        let (cache, count) = (DecodedCache<String>(bytes: 100), Count())
        let used = String(repeating: "u", count: 10)
        for number in 100..<200 {
            _ = cache.value(of: Data(used.utf8), count.decode)
            _ = cache.value(of: Data("\(number) as one of many".utf8), count.decode)
        }
        #expect(count[used] == 1)
        _ = cache.value(of: Data("100 as one of many".utf8), count.decode)
        #expect(count["100 as one of many"] == 2)
        let large = String(repeating: "l", count: 51)
        for _ in 0..<2 { _ = cache.value(of: Data(large.utf8), count.decode) }
        #expect(count[large] == 2)
    }

    @Test func `What cannot be decoded is tried again`() {
        struct Wrong: Error {}
        let cache = DecodedCache<Int>(bytes: 100)
        #expect(throws: Wrong.self) { try cache.value(of: Data([1])) { _ in throw Wrong() } }
        #expect(cache.value(of: Data([1])) { _ in 5 } == 5)
    }
}
