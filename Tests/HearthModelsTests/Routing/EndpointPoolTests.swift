import HearthCore
import Testing

@testable import HearthModels

@Suite("Whose turn it is in a group of endpoints")
struct EndpointPoolTests {
    private let engines: [Engine]

    init() throws {
        engines = try (1...4).map { .endpoint(try #require(EndpointName("lab\($0)"))) }
    }

    private func group(_ weights: [Int] = [1, 1, 1, 1], parallel: Int = 8) throws -> EndpointGroup {
        EndpointGroup(
            .endpoint(try #require(EndpointName("pool"))),
            members: zip(engines, weights).map { .init($0, weight: $1) }, parallel: parallel)
    }

    private func at(_ seconds: Double) -> Duration { .seconds(seconds) }

    /// Takes the next turn; `nil` where nobody has room.
    private func take(
        _ pool: inout EndpointPool, _ conversation: String? = nil, at now: Duration = .zero,
        among allowed: [Engine]? = nil
    ) -> Engine? {
        let pick = pool.pick(among: allowed ?? engines, conversation: conversation.map(StableHash.of), at: now)
        guard case .member(let engine, _) = pick else { return nil }
        pool.begin(engine, at: now)
        return engine
    }

    @Test func `Requests that take unequally long are spread evenly, by what is under way and by what was given`()
        throws
    {
        var pool = EndpointPool(try group())
        var counts: [Engine: Int] = [:]
        var running: [Engine] = []
        var numbers = SplitMix(state: 7)
        for _ in 0..<4_000 {
            if running.count >= 20 || !running.isEmpty && numbers.next() % 3 == 0 {
                pool.end(running.remove(at: Int(numbers.next() % UInt64(running.count))), .answered, at: .zero)
            }
            let engine = try #require(take(&pool))
            counts[engine, default: 0] += 1
            running.append(engine)
        }
        #expect(counts.values.allSatisfy { (900...1_100).contains($0) }, "\(counts)")
    }

    @Test func `One after the other they take turns, though none is ever busy`() throws {
        var pool = EndpointPool(try group())
        var counts: [Engine: Int] = [:]
        for _ in 0..<100 {
            let engine = try #require(take(&pool))
            counts[engine, default: 0] += 1
            pool.end(engine, .answered, at: .zero)
        }
        #expect(counts.values.allSatisfy { $0 == 25 })
    }

    @Test func `Twice the weight is twice the work`() throws {
        var pool = EndpointPool(try group([2, 1, 1, 1], parallel: 1_000))
        var counts: [Engine: Int] = [:]
        for _ in 0..<500 { counts[try #require(take(&pool)), default: 0] += 1 }
        #expect(counts[engines[0]] == 200 && engines[1...].allSatisfy { counts[$0] == 100 }, "\(counts)")
    }

    @Test func `A member that has a number of its own takes that many, and the others what the group says`() throws {
        var group = try group(parallel: 2)
        group.members[1].parallel = 5
        group.members[2].parallel = 1
        var pool = EndpointPool(group)
        var counts: [Engine: Int] = [:]
        while let engine = take(&pool) { counts[engine, default: 0] += 1 }
        #expect(engines.map { counts[$0] } == [2, 5, 1, 2])
        // What the owner changes holds for those that are known already.
        group.members[1].parallel = 6
        pool.update(group)
        let (next, last) = (take(&pool), take(&pool))
        #expect(next == engines[1] && last == nil)
    }

    @Test func `A conversation stays where it is, and moves alone with the server that goes`() throws {
        var pool = EndpointPool(try group())
        func homes() throws -> [String: Engine] {
            var homes: [String: Engine] = [:]
            for number in 0..<200 {
                let engine = try #require(take(&pool, "c\(number)"))
                pool.end(engine, .answered, at: .zero)
                homes["c\(number)"] = engine
            }
            return homes
        }
        let before = try homes()
        #expect(Set(before.values).count == 4)
        #expect(try homes() == before)
        for (conversation, home) in before where home != engines[3] {
            let other = try #require(take(&pool, conversation, among: Array(engines[..<3])))
            pool.end(other, .answered, at: .zero)
            #expect(other == home, "a conversation moved whose server is still there")
        }
    }

    @Test func `One conversation does not burden its server far beyond the others`() throws {
        var pool = EndpointPool(try group(parallel: 1_000))
        for _ in 0..<100 { _ = try #require(take(&pool, "the one")) }
        let most = engines.map { pool.outstanding(of: $0) }.max() ?? 0
        #expect(most <= 33, "\(most) of 100 are above a share of 25 and a quarter")
    }

    @Test func `Conversations fall to servers by their weights`() throws {
        var pool = EndpointPool(try group([3, 1, 1, 1]))
        var counts: [Engine: Int] = [:]
        for number in 0..<3_000 {
            let engine = try #require(take(&pool, "c\(number)"))
            pool.end(engine, .answered, at: .zero)
            counts[engine, default: 0] += 1
        }
        #expect((1_350...1_650).contains(counts[engines[0]] ?? 0), "\(counts)")
    }

    @Test func `None gets more than it works on at a time`() throws {
        var pool = EndpointPool(try group(parallel: 2))
        for _ in 0..<8 { #expect(take(&pool) != nil) }
        #expect(pool.pick(among: engines, conversation: nil, at: .zero) == .full)
        #expect(engines.allSatisfy { pool.outstanding(of: $0) == 2 })
        pool.end(engines[2], .answered, at: .zero)
        #expect(take(&pool) == engines[2])
    }

    // MARK: Health

    private func fail(_ pool: inout EndpointPool, _ engine: Engine, times: Int, at now: Duration, wait: Duration? = nil)
    {
        for _ in 0..<times {
            pool.begin(engine, at: now)
            pool.end(engine, .failed(wait: wait), at: now)
        }
    }

    @Test func `One that fails three times in a row rests, and one request tries it afterwards`() throws {
        var pool = EndpointPool(try group())
        fail(&pool, engines[0], times: 2, at: .zero)
        #expect(!pool.isResting(engines[0], at: .zero))
        fail(&pool, engines[0], times: 1, at: .zero)
        #expect(pool.isResting(engines[0], at: at(4.9)))
        for _ in 0..<30 {
            let engine = try #require(take(&pool, at: at(1)))
            #expect(engine != engines[0])
            pool.end(engine, .answered, at: at(1))
        }
        #expect(pool.pick(among: engines, conversation: nil, at: at(5)) == .member(engines[0], .trial))
        pool.begin(engines[0], at: at(5))
        // Until that one tells, no other is risked.
        for _ in 0..<8 { #expect(take(&pool, at: at(5)) != engines[0]) }
        pool.end(engines[0], .failed(wait: nil), at: at(6))
        #expect(pool.isResting(engines[0], at: at(15.9)), "the second rest is no longer than the first")
        #expect(!pool.isResting(engines[0], at: at(16)))
    }

    @Test func `One that comes back is given a tenth at first, and is not flooded to catch up`() throws {
        var pool = EndpointPool(try group(parallel: 1_000))
        fail(&pool, engines[0], times: 3, at: .zero)
        for _ in 0..<300 { pool.end(try #require(take(&pool, at: at(1))), .answered, at: at(1)) }
        pool.begin(engines[0], at: at(6))
        pool.end(engines[0], .answered, at: at(6))
        func share(at now: Duration) throws -> Int {
            var taken: [Engine] = []
            for _ in 0..<124 { taken.append(try #require(take(&pool, at: now))) }
            for engine in taken { pool.end(engine, .answered, at: now) }
            return taken.count { $0 == engines[0] }
        }
        let shares = try [6, 21, 60].map { try share(at: at($0)) }
        #expect((3...6).contains(shares[0]) && (15...24).contains(shares[1]) && shares[2] == 31, "\(shares)")
    }

    @Test func `Who says when it wants to be asked again is left alone until then`() throws {
        var pool = EndpointPool(try group())
        fail(&pool, engines[1], times: 1, at: .zero, wait: .seconds(40))
        #expect(pool.isResting(engines[1], at: at(39)))
        #expect(!pool.isResting(engines[1], at: at(40)))
        let only = pool.pick(among: [engines[1]], conversation: nil, at: at(10))
        #expect(only == .resting(wait: at(30)))
    }

    @Test func `A trial that was cancelled tells nothing, and the next request is another`() throws {
        var pool = EndpointPool(try group())
        fail(&pool, engines[0], times: 3, at: .zero)
        pool.begin(engines[0], at: at(5))
        pool.end(engines[0], .silent, at: at(5))
        #expect(pool.pick(among: engines, conversation: nil, at: at(5)) == .member(engines[0], .trial))
    }

    @Test func `Settings that change keep what is known of those that stay`() throws {
        var pool = EndpointPool(try group())
        fail(&pool, engines[0], times: 3, at: .zero)
        var smaller = try group()
        smaller.members.remove(at: 1)
        pool.begin(engines[1], at: .zero)
        pool.update(smaller)
        #expect(pool.isResting(engines[0], at: at(1)))
        pool.end(engines[1], .answered, at: at(1))
        #expect(pool.pick(among: [engines[1]], conversation: nil, at: at(1)) == .resting(wait: .zero))
    }

    @Test(arguments: [
        (Failure.Kind.connectionFailed, true), (.timedOut, true), (.providerFailed, true), (.rateLimited, true),
        (.badKey, true), (.badRequest, false), (.contextTooLong, false), (.refusedByModel, false),
        (.refusedByPolicy, false),
    ])
    func `What a model makes of a prompt is no fault of its server`(_ kind: Failure.Kind, _ isOfTheServer: Bool) {
        let outcome = MemberOutcome(ScriptedEngine.Failure(kind))
        #expect(outcome == (isOfTheServer ? .failed(wait: nil) : .silent))
        #expect(MemberOutcome(CancellationError()) == .silent)
    }
}

/// Numbers that are the same in each run.
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 1
        return StableHash.mix(state)
    }
}
