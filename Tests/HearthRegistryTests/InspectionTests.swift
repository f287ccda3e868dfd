import Foundation
import HearthCore
import HearthGGUF
import HearthTesting
import Synchronization
import Testing

@testable import HearthRegistry

private let machine = MachineFacts(memory: 16 << 30, availableMemory: 8 << 30, freeDisk: 100 << 30, cores: 4)

@Suite struct InspectionTests {
    private func inspector(_ fixture: Fixture, machine: MachineFacts = machine) -> ModelInspector {
        ModelInspector(connection: fixture.connection, machine: machine) { $0 == "llama" || $0 == "bert" }
    }

    @Test func aHeaderIsReadWithoutItsWeights() async throws {
        let fixture = try Fixture()
        var sample = SampleGGUF()
        sample.tensorElements = 4_000_000
        sample.metadata.append(("tokenizer.ggml.tokens", .texts((0..<60_000).map { "token\($0)" })))
        let server = FileServer(bytes: sample.bytes)
        let wire = try await WireServer.start { server.answer($0) }
        let found = try await inspector(fixture).inspect(wire.url.appending(path: "sample.gguf"))
        #expect(found.isCompatible, "\(found.refusal ?? "")")
        #expect(found.manifest.architecture == "llama" && found.manifest.contextLength == 4096)
        #expect(found.manifest.parameters == 4_000_000 && found.manifest.bytes == sample.bytes.count)
        #expect(found.manifest.shape?.vocabulary == 60_000 && found.manifest.shape?.keyValueHeads == 2)
        #expect(found.header?.fileBytes == sample.bytes.count)
        // The header has 1.2 MB; windows double, so that at most twice of it is fetched.
        #expect(found.fetchedBytes <= 2 * sample.header.count)
        #expect(fixture.ledger.entries.first?.purpose == "probe" && fixture.ledger.entries.first?.kind == .decision)
        await wire.stop()
    }

    @Test func aServerWithoutRangesIsReadOnlyAsFarAsNeeded() async throws {
        let fixture = try Fixture()
        var sample = SampleGGUF()
        sample.tensorElements = 20_000_000
        let server = FileServer(bytes: sample.bytes, knowsRanges: false)
        let wire = try await WireServer.start { server.answer($0) }
        let found = try await inspector(fixture).inspect(wire.url.appending(path: "sample.gguf"))
        #expect(found.isCompatible)
        #expect(!found.canResume)
        #expect(found.fetchedBytes <= 1 << 20)
        await wire.stop()
    }

    @Test func whatCannotRunIsRefusedWithTheReason() async throws {
        let fixture = try Fixture()
        var unknown = SampleGGUF()
        unknown.metadata[0] = ("general.architecture", .text("mystery"))
        let files: [String: [UInt8]] = [
            "/mystery.gguf": unknown.bytes, "/page.gguf": Array("<!doctype html><html>".utf8),
            "/model.safetensors": [16, 0, 0, 0, 0, 0, 0, 0] + Array("{\"a\":1}         ".utf8),
            "/short.gguf": Array(SampleGGUF().bytes.dropLast(100)), "/noise.bin": noise(2_000),
        ]
        let wire = try await WireServer.start { FileServer(bytes: files[$0.target] ?? [0]).answer($0) }
        func failed(_ name: String) async throws -> [String] {
            try await inspector(fixture).inspect(wire.url.appending(path: name)).checks
                .filter { $0.state == .failed }.map(\.name)
        }
        #expect(try await failed("mystery.gguf") == ["architecture"])
        #expect(try await failed("page.gguf") == ["format"])
        #expect(try await failed("model.safetensors") == ["runtime"])
        #expect(try await failed("short.gguf") == ["size"])
        #expect(try await failed("noise.bin") == ["format"])
        let tiny = MachineFacts(memory: 600 << 20, availableMemory: nil, freeDisk: 1 << 20, cores: 1)
        let sample = SampleGGUF().bytes
        let other = try await WireServer.start { FileServer(bytes: sample).answer($0) }
        let names = try await inspector(fixture, machine: tiny).inspect(other.url.appending(path: "a.gguf")).checks
            .filter { $0.state == .failed }.map(\.name)
        #expect(names == ["disk"])
        await wire.stop()
        await other.stop()
    }

    /// What a network was made for is told by its header: a chat model loads as a reranker, and is of no use as one.
    @Test func aModelIsTakenOnlyForWhatItsHeaderSays() throws {
        let fixture = try Fixture()
        try FileManager.default.createDirectory(at: fixture.models, withIntermediateDirectories: true)
        let chat = SampleGGUF()
        var embedder = SampleGGUF()
        embedder.metadata.append(("llama.pooling_type", .number(3)))
        var reranker = SampleGGUF()
        reranker.metadata.append(("llama.pooling_type", .number(4)))
        var unpooled = SampleGGUF()
        unpooled.metadata.append(("llama.pooling_type", .number(0)))
        let kinds: [(SampleGGUF, Modality)] = [
            (chat, .textGeneration), (embedder, .embedding), (reranker, .reranking), (unpooled, .textGeneration),
        ]
        for (index, (sample, made)) in kinds.enumerated() {
            let file = fixture.models.appending(path: "sample\(index).gguf")
            try Data(sample.bytes).write(to: file)
            let inspector = inspector(fixture)
            #expect(try inspector.inspect(file: file.path).manifest.modality == made)
            for wanted in [Modality.textGeneration, .embedding, .reranking] {
                let found = try inspector.inspect(file: file.path, wishes: ModelWishes(modality: wanted))
                let failed = found.checks.filter { $0.state == .failed }.map(\.name)
                #expect(failed == (wanted == made ? [] : ["modality"]), "\(made) as \(wanted)")
                guard wanted != made else { continue }
                #expect(found.refusal?.contains("a model for \(made.title)") == true)
                #expect(!found.isRefusedForFormatOnly)
            }
        }
        // A name promises nothing.
        let named = fixture.models.appending(path: "my-reranker.gguf")
        try Data(chat.bytes).write(to: named)
        #expect(try !inspector(fixture).inspect(file: named.path).isCompatible)
    }

    /// Hostile headers: never a crash, never more read than the limit.
    @Test func mutatedRemoteHeadersEndInAnAnswer() async throws {
        let fixture = try Fixture()
        let good = SampleGGUF().bytes
        let generator = Mutex(SeededGenerator(seed: 11))
        let current = Mutex(good)
        let wire = try await WireServer.start { request in FileServer(bytes: current.withLock { $0 }).answer(request) }
        for _ in 0..<150 {
            var bytes = good
            generator.withLock { generator in
                for _ in 0..<Int.random(in: 1...6, using: &generator) {
                    bytes[Int.random(in: 4..<500, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
                }
            }
            current.withLock { $0 = bytes }
            let found = try await inspector(fixture).inspect(wire.url.appending(path: "m.gguf"))
            #expect(found.fetchedBytes <= bytes.count)
        }
        await wire.stop()
    }

    @Test func aHeaderThatNeverEndsIsGivenUp() async throws {
        let fixture = try Fixture()
        // Announces a string of 2^40 bytes in a file of 2^41.
        var head = Array("GGUF".utf8) + [3, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + [1, 0, 0, 0, 0, 0, 0, 0]
        head += [0, 0, 0, 0, 0, 1, 0, 0]
        let bytes = head + [UInt8](repeating: 65, count: 3_000_000)
        let wire = try await WireServer.start { request in
            guard request.method == "GET", let range = request.header("range")?.dropFirst(6).split(separator: "-"),
                let first = Int(range[0]), let last = Int(range[1])
            else { return .http() }
            let end = min(last, bytes.count - 1)
            return .http(
                206, headers: [("content-range", "bytes \(first)-\(end)/2199023255552")],
                body: Array(bytes[first...end]))
        }
        var reader = RemoteFileReader(connection: fixture.connection)
        reader.maximumHeader = 1 << 20
        let file = try await reader.read(wire.url)
        #expect(file.header == nil && file.headerProblem?.reason == .truncated)
        #expect(file.fetchedBytes <= 1 << 20)
        await wire.stop()
    }

    @Test func memoryIsThatOfWeightsCacheAndOneStep() {
        let shape = ModelShape(
            layers: 16, width: 2048, heads: 32, keyValueHeads: 8, keyLength: 64, valueLength: 64, vocabulary: 128_256)
        let estimate = MemoryEstimate(weights: 807_694_464, shape: shape, context: 8192)
        // llama.cpp reports 256 MiB of keys and values for Llama 3.2 1B at 8,192 tokens.
        #expect(estimate.cache == 256 << 20)
        #expect(estimate.compute >= 512 * 128_256 * 4)
        let hostile = ModelShape(
            layers: .max, width: .max, heads: .max, keyValueHeads: .max, keyLength: .max, valueLength: .max,
            vocabulary: .max)
        #expect(MemoryEstimate(weights: .max, shape: hostile, context: .max).total > 0)
    }
}
