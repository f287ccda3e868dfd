#if Llama
import Foundation
import HearthCore
import HearthLlama
import HearthTesting
import Synchronization
import Testing
import TinyModels

@testable import HearthRunner

/// Damaged files of every kind, in their own processes: this one survives all of them.
struct MutationTests {
    /// A few hundred in a usual run; `HEARTH_MUTATIONS` says how many (`scripts/mutate-models` makes thousands).
    private static let count = ProcessInfo.processInfo.environment["HEARTH_MUTATIONS"].flatMap(Int.init) ?? 240
    private static let first = ProcessInfo.processInfo.environment["HEARTH_MUTATION_SEED"].flatMap(UInt64.init) ?? 1

    private enum Work { case writing, ranking, embedding }

    private static let files: [(data: Data, work: Work)] = [
        (TinyModel(width: 32, layers: 1, context: 128).encoded(), .writing),
        (TinyModel(vocabulary: .sentencePiece, width: 32, layers: 1, context: 128).encoded(), .writing),
        (TinyModel(architecture: "qwen2", width: 32, layers: 1, context: 128).encoded(), .writing),
        (TinyEncoder(pooling: 4, hasRankingHead: true).encoded(), .ranking),
        (TinyEncoder().encoded(), .embedding),
    ]

    /// Values that code seldom expects.
    private static let strange: [[UInt8]] = [
        [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0xC0, 0x7F], [0, 0, 0x80, 0x7F], [0, 0, 0, 0x80], [1, 0, 0, 0],
        [0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 1, 0], [26, 0, 0, 0], [3, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0x80], [7, 0, 0, 0],
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0, 1, 0, 0, 0], [64, 0, 0, 0], [0, 1, 0, 0],
    ]

    /// Most damage goes to the head, where the numbers are that the library believes.
    private static func mutated(_ data: Data, _ random: inout SeededGenerator) -> Data {
        var bytes = [UInt8](data)
        // Names of keys tell where the vocabulary's long lists end and begin; the rest of the head is short.
        let head = max(600, bytes.count - (bytes.count * 7 / 8))
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let isInHead = Int.random(in: 0..<10, using: &random) < 8
            let place = Int.random(
                in: 8..<max(9, isInHead ? min(head, bytes.count - 16) : bytes.count - 16), using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2: bytes[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
            case 3: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 4...7:
                // A number behind a key: its type's four bytes stand between.
                let value = strange[Int.random(in: 0..<strange.count, using: &random)]
                for (index, byte) in value.enumerated() { bytes[place + index] = byte }
            case 8:
                let cut = Int.random(in: 1...64, using: &random)
                bytes.removeSubrange(place..<min(bytes.count, place + cut))
            default:
                let end = min(bytes.count, place + Int.random(in: 1...64, using: &random))
                bytes.insert(contentsOf: bytes[place..<end], at: end)
            }
            if bytes.count < 64 { break }
        }
        return Data(bytes)
    }

    /// Like `mutated`, but of a number that a key names, which is where damage does most.
    private static func keyed(_ data: Data, _ random: inout SeededGenerator) -> Data {
        var bytes = [UInt8](data)
        let names = [
            "context_length", "embedding_length", "block_count", "feed_forward_length", "head_count", "head_count_kv",
            "rms_epsilon", "norm_epsilon", "bos_token_id", "eos_token_id", "pooling_type", "token_type_count",
            "attn_q.weight", "ffn_up.weight", "attn_norm.weight", "token_embd.weight", "output.weight", "cls.weight",
        ]
        let name = Array(names[Int.random(in: 0..<names.count, using: &random)].utf8)
        guard let found = Data(bytes).range(of: Data(name)) else { return mutated(data, &random) }
        let place = found.upperBound + [0, 4, 8, 12, 16, 20, 24][Int.random(in: 0..<7, using: &random)]
        let value = strange[Int.random(in: 0..<strange.count, using: &random)]
        for (index, byte) in value.enumerated() where place + index < bytes.count { bytes[place + index] = byte }
        return Data(bytes)
    }

    /// What became of a file: a code, or `answered`.
    private static func outcome(_ data: Data, as work: Work) async throws -> String {
        let path = try data.written()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let host = Program.host()
        return await withTaskGroup(of: String?.self) { group in
            group.addTask {
                await code {
                    switch work {
                    case .writing:
                        let engine = LlamaEngine.Configuration(
                            contextLength: 96, threads: 1, batchSize: 32, parallelRequests: 1)
                        let pool = ModelPool(configuration: .init(engine: engine), host: host)
                        _ = try await events(pool.languageModel(path), request("hello", tokens: 4))
                    case .ranking:
                        let ranker = try await host.rerankingModel(
                            path, configuration: .init(maxTokens: 32, threads: 1))
                        _ = try await ranker.scores(query: "garden", texts: ["the bank"])
                    case .embedding:
                        let embedder = try await host.embeddingModel(
                            path, configuration: .init(maxTokens: 32, threads: 1))
                        _ = try await embedder.embed(["the bank", "a garden"])
                    }
                } ?? "answered"
            }
            // A file may also make the library never end; its process is ended with the task.
            group.addTask {
                try? await Task.sleep(for: .seconds(60))
                return Task.isCancelled ? nil : "hangs"
            }
            var result = "nothing"
            while let next = await group.next() {
                guard let next, result == "nothing" else { continue }
                result = next
                group.cancelAll()
            }
            return result
        }
    }

    @Test func damagedFilesEndTheirOwnProcessesAtMost() async throws {
        var counts: [String: Int] = [:]
        let numbers = (0..<UInt64(Self.count)).map { $0 &+ Self.first &* 1_000_003 }
        try await withThrowingTaskGroup(of: String.self) { group in
            var rest = numbers.makeIterator()
            func add() {
                guard let number = rest.next() else { return }
                group.addTask {
                    var random = SeededGenerator(seed: number &* 0xD134_2543_DE82_EF95)
                    let file = Self.files[Int.random(in: 0..<Self.files.count, using: &random)]
                    let isKeyed = Bool.random(using: &random)
                    let data = isKeyed ? Self.keyed(file.data, &random) : Self.mutated(file.data, &random)
                    return try await Self.outcome(data, as: file.work)
                }
            }
            for _ in 0..<2 { add() }
            while let outcome = try await group.next() {
                counts[outcome, default: 0] += 1
                add()
            }
        }
        let summary = counts.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        print("mutated models: \(summary)")
        #expect(counts.values.reduce(0, +) == Self.count)
        #expect(counts["hangs", default: 0] == 0)
        // Every outcome is an answer, or an error that names what is wrong.
        #expect(counts.keys.allSatisfy { $0.allSatisfy { $0.isLetter || $0 == "-" } }, "\(summary)")
        #expect(counts["answered", default: 0] > 0 && counts.count > 2, "\(summary)")
    }
}
#endif
