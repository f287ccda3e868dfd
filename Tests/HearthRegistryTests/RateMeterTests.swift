import Foundation
import HearthCore
import Testing

@testable import HearthRegistry

@Suite struct RateMeterTests {
    @Test func aSteadyStreamHasItsSpeedFromTheStart() throws {
        var meter = RateMeter()
        for tick in 0...10 { meter.add(tick == 0 ? 0 : 50_000, at: Double(tick) * 0.5) }
        #expect(abs(try #require(meter.bytesPerSecond) - 100_000) < 1)
        let progress = meter.progress(bytes: 500_000, total: 1_000_000)
        #expect(abs(try #require(progress.secondsRemaining) - 5) < 0.01)
    }

    @Test func whatIsOldCountsHalfAfterTheHalfLife() throws {
        var meter = RateMeter(halfLife: 4)
        meter.add(0, at: 0)
        for tick in 1...400 { meter.add(10_000, at: Double(tick)) }
        for tick in 401...404 { meter.add(0, at: Double(tick)) }
        #expect(abs(try #require(meter.bytesPerSecond) - 5_000) < 50)
    }

    @Test func nothingIsSaidBeforeItIsKnown() {
        var meter = RateMeter()
        #expect(meter.progress(bytes: 0, total: 10).bytesPerSecond == nil)
        meter.add(1_000_000, at: 5)
        #expect(meter.bytesPerSecond == nil)
        meter.add(0, at: 6)
        #expect(meter.progress(bytes: 0, total: 10).secondsRemaining == nil)
    }

    @Test func hashesOfServersAreRead() {
        let hash = String(repeating: "ab", count: 32)
        let digest = "sha-256=:" + Data(repeating: 0xAB, count: 32).base64EncodedString() + ":"
        func named(_ headers: [(name: String, value: String)]) -> String? {
            ServerHash.of(HTTPResponse(status: 200, headers: headers, body: HTTPBody { nil }))
        }
        #expect(named([("X-Linked-ETag", "\"\(hash.uppercased())\"")]) == hash)
        #expect(named([("x-checksum-sha256", hash)]) == hash)
        #expect(named([("repr-digest", "sha-512=:AAAA:, " + digest)]) == hash)
        for wrong in ["sha-256=:AAAA:", "sha-256=::", "sha-256=\(hash)", "md5=:\(hash):", ",,,=", ""] {
            #expect(named([("repr-digest", wrong)]) == nil)
        }
        // An entity tag may be anything, even 64 digits.
        #expect(named([("etag", "\"\(hash)\"")]) == nil)
    }
}
