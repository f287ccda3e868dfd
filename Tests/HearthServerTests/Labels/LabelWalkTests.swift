import Foundation
import HearthTesting
import Synchronization
import Testing

/// Whatever is done to a library, engines on other hosts and programs outside see nothing above their ceiling.
@Suite struct LabelWalkTests {
    /// A new library after so many steps: what was done long ago is done again often enough.
    private static let steps = 1_500

    /// `HEARTH_LABEL_SEED`, `HEARTH_LABEL_STEPS`; `HEARTH_LABEL_TRACE=canary7x` prints what becomes of a word. Rounds count the seed
    /// on: walks beside each other need seeds that are far apart.
    private static func variable(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    @Test(.timeLimit(.minutes(240)))
    func nobodyOutsideSeesWhatIsAboveTheirCeiling() async throws {
        let seed = Self.variable("HEARTH_LABEL_SEED").map { UInt64(clamping: $0) } ?? UInt64.random(in: 0..<1 << 40)
        let steps = Self.variable("HEARTH_LABEL_STEPS") ?? 400
        var left = steps
        let watch = Watch()
        var round: UInt64 = 0
        while left > 0, watch.all.isEmpty {
            let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-walk-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            watch.oracle.withLock { $0 = LabelOracle() }
            var walk = try await LabelWalk(folder: folder, seed: seed &+ round, watch: watch)
            do {
                for step in 0..<min(left, Self.steps) {
                    let kind = try await walk.step()
                    watch.trace("round \(round), step \(step), \(kind)")
                    guard watch.all.isEmpty else {
                        Issue.record("seed \(seed), round \(round), step \(step), \(kind): \(watch.all)")
                        break
                    }
                }
            } catch {
                await walk.end()
                throw error
            }
            await walk.end()
            left -= Self.steps
            round += 1
        }
        // Watchers who see nothing at all would prove nothing. What a short walk does is chance: there, each kind of them counts.
        let counts = watch.counts
        let each = [
            "engine answer", "engine chat", "wire", "mcp search", "mcp read_document", "mcp prompts/get",
            "mcp completion/complete",
            "mcp resources/list", "api POST api/search", "api turn", "api POST /v1/responses", "api GET /v1/responses",
            "program GET", "owner",
            "tool",
        ]
        for watcher in steps < 10_000 ? ["engine", "wire", "mcp", "api", "owner"] : each {
            let seen = counts.filter { $0.key.hasPrefix(watcher) }.values.reduce(0, +)
            #expect(seen > 0, "seed \(seed): \(watcher) saw nothing of \(counts)")
        }
    }
}
