import CEncoderKernels
import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthEmbedding
@testable import HearthGGUF

/// Damaged models in this very process: encoder, reader and tagger work beside the key, so that whatever a file says, the process goes on.
@Suite struct MutationTests {
    private static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

    /// Some hundreds in a usual run; `HEARTH_MUTATIONS` says how many (`scripts/mutate-models` makes thousands).
    private static let count = variable("HEARTH_MUTATIONS").flatMap(Int.init) ?? 300
    private static let first = variable("HEARTH_MUTATION_SEED").flatMap(UInt64.init) ?? 1

    private enum Work { case embedding, reading, tagging }

    private static let models: [(builder: GGUFBuilder, work: Work)] = [
        (TinyModel().builder, .embedding), (UnigramTokenizerTests.model().builder, .embedding),
        (TinyReader().builder, .reading), (TinyTagger().builder, .tagging),
    ]
    private static let texts = ["", "the quick brown fox jumps over the lazy dog.", "渔船 é e\u{301} ＡＢ unaffable!", "🙂"]

    // MARK: Damage

    /// Values that code seldom expects.
    private static let numbers: [UInt64] = [
        0, 1, 2, 3, 31, 32, 33, 64, 255, 256, 1 << 16, 1 << 20, 1 << 31, 1 << 32, 1 << 40, 1 << 62, UInt64(Int64.max),
        UInt64(Int64.max) - 31, .max - 31, .max,
    ]
    private static let floats: [Float] = [
        .nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        .leastNonzeroMagnitude, 0, -0.0, 1e20, -1,
    ]
    private static let words = ["", "▁", "▁▁a", "a▁b", "\u{0}", "bert", "t5", String(repeating: "é", count: 300)]

    private static func pick<Element>(_ all: [Element], _ random: inout SeededGenerator) -> Element {
        all[Int.random(in: all.indices, using: &random)]
    }

    private static func value(_ random: inout SeededGenerator) -> GGUFBuilder.Value {
        let number = pick(numbers, &random)
        return switch Int.random(in: 0..<9, using: &random) {
        case 0: .uint32(UInt32(truncatingIfNeeded: number))
        case 1: .int32(Int32(truncatingIfNeeded: number))
        case 2: .uint64(number)
        case 3: .int64(Int64(truncatingIfNeeded: number))
        case 4: .float(pick(floats, &random))
        case 5: .double(Double(pick(floats, &random)))
        case 6: .bool(number % 2 == 0)
        case 7: .string(pick(words, &random))
        default: .array(type: 4, (0..<number % 4).map { _ in .uint32(UInt32(truncatingIfNeeded: number)) })
        }
    }

    /// Another value, or of a list another element, or a shorter list.
    private static func change(_ value: GGUFBuilder.Value, _ random: inout SeededGenerator) -> GGUFBuilder.Value {
        guard case .array(let type, var values) = value, !values.isEmpty, Int.random(in: 0..<4, using: &random) > 0
        else { return self.value(&random) }
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: values.indices, using: &random)
            switch values[place] {
            case .string: values[place] = .string(pick(words, &random))
            case .float: values[place] = .float(pick(floats, &random))
            case .int32: values[place] = .int32(Int32(truncatingIfNeeded: pick(numbers, &random)))
            case .uint8: values[place] = .uint8(UInt8.random(in: .min ... .max, using: &random))
            default: values[place] = self.value(&random)
            }
        }
        if Int.random(in: 0..<6, using: &random) == 0 { values.removeLast() }
        return .array(type: type, values)
    }

    /// A file that is well-formed and says something else.
    private static func changed(_ model: GGUFBuilder, _ random: inout SeededGenerator) -> Data {
        var builder = model
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            let index = Int.random(in: builder.tensors.indices, using: &random)
            var tensor = builder.tensors[index]
            guard tensor.bytes.count >= 4 else { continue }
            let some = Int.random(in: 0..<tensor.bytes.count / 4, using: &random) * 4
            switch Int.random(in: 0..<14, using: &random) {
            case 0:
                let place = Int.random(in: tensor.dimensions.indices, using: &random)
                tensor.dimensions[place] = pick(numbers, &random)
            case 1: tensor.dimensions.reverse()
            case 2: tensor.type = pick([0, 1, 2, 8, 12, 24, 26, 28, 30, 99, .max], &random)
            case 3:
                builder.offsets[tensor.name] = pick(numbers, &random)
            case 4: builder.offsets[tensor.name] = UInt64.random(in: 0..<4_000, using: &random) * 32
            case 5: tensor.bytes.removeLast(tensor.bytes.count - some)
            case 6...8:
                tensor.bytes.replaceSubrange(some..<some + 4, with: bytes(pick(floats, &random).bitPattern))
            case 9:
                let all = bytes(pick(floats, &random).bitPattern)
                tensor.bytes = (0..<tensor.bytes.count / 4).flatMap { _ in all }
            default:
                let place = Int.random(in: builder.metadata.indices, using: &random)
                builder.metadata[place].1 = change(builder.metadata[place].1, &random)
            }
            builder.tensors[index] = tensor
        }
        return builder.build()
    }

    /// Bytes that are none of what the format has there, most of them in the head.
    private static func damaged(_ model: GGUFBuilder, _ random: inout SeededGenerator) -> Data {
        let data = model.build()
        let head = (try? GGUFFile(data: data).dataOffset) ?? data.count
        var all = [UInt8](data)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let isInHead = Int.random(in: 0..<4, using: &random) > 0
            let place = Int.random(in: 0..<(isInHead ? min(head, all.count) : all.count), using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0...1: all[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
            case 2: all[place] = UInt8.random(in: .min ... .max, using: &random)
            case 3...5:
                for (index, byte) in bytes(pick(numbers, &random)).enumerated() where place + index < all.count {
                    all[place + index] = byte
                }
            case 6: all.removeSubrange(place..<min(all.count, place + Int.random(in: 1...64, using: &random)))
            default: all.removeLast(Int.random(in: 0..<all.count / 2, using: &random))
            }
            if all.count < 64 { break }
        }
        return Data(all)
    }

    // MARK: Work

    /// What became of a file: a code, `answered`, or `no numbers`.
    ///
    /// - Throws: What is no failure of the file's.
    private static func outcome(_ data: Data, as work: Work, _ kernel: hearth_kernel) async throws -> String {
        do {
            let file = try GGUFFile(data: data)
            switch work {
            case .embedding:
                let encoder = try SentenceEncoder(
                    file: file, threads: 1, maxTokens: 16, before: ["query: "], kernel: kernel)
                let vectors = try await encoder.embed(texts)
                let isWhole = vectors.count == texts.count
                return isWhole && vectors.allSatisfy { $0.count == encoder.dimension && $0.allSatisfy(\.isFinite) }
                    ? "answered" : "no numbers"
            case .reading:
                let reader = try SpanReader(file: file, threads: 1, kernel: kernel)
                let readings = try await reader.read(question: "the lazy fox?", passages: texts)
                let isWhole = readings.count == texts.count
                return isWhole && zip(readings, texts).allSatisfy { isSound($0, of: $1) } ? "answered" : "no numbers"
            case .tagging:
                let tagger = try SentenceTagger(file: file, threads: 1, kernel: kernel)
                let tags = try await tagger.tag(texts.map { TaggerSentence($0, speaker: $0.isEmpty ? nil : "a") })
                let isWhole = tags.count == texts.count
                return isWhole && zip(tags, texts).allSatisfy { isSound($0, of: $1) } ? "answered" : "no numbers"
            }
        } catch let error as EmbeddingError {
            return error.code
        } catch let error as GGUFError {
            return error.code
        }
    }

    private static func isSound(_ reading: PassageReading, of text: String) -> Bool {
        let chances = [reading.relevance, reading.answerable] + reading.spans.map(\.probability)
        return chances.allSatisfy { $0 >= 0 && $0 <= 1.000_001 }
            && reading.spans.allSatisfy {
                $0.score.isFinite && $0.place.start >= 0 && $0.place.start <= $0.place.end
                    && $0.place.end <= text.utf8.count
            } && reading.bytesRead <= text.utf8.count
    }

    private static func isSound(_ tags: SentenceTags, of text: String) -> Bool {
        let labels = [tags.positive, tags.negative] + tags.emotions.values + tags.acts.values
        let chances = labels.map(\.probability) + tags.names.map(\.probability)
        return chances.allSatisfy { (0...1).contains($0) } && tags.valence.isFinite && tags.salience.isFinite
            && tags.names.allSatisfy { text.text(in: $0.place) != nil && !$0.place.isEmpty }
            && zip(tags.names, tags.names.dropFirst()).allSatisfy { $0.place.end <= $1.place.start }
            && tags.bytesRead <= text.utf8.count
    }

    @Test(.timeLimit(.minutes(240)))
    func damagedFilesAreRefusedOrGiveNumbersInThisProcess() async throws {
        var counts: [String: Int] = [:]
        for number in 0..<UInt64(Self.count) {
            var random = SeededGenerator(seed: (number &+ Self.first &* 1_000_003) &* 0xD134_2543_DE82_EF95)
            let (model, work) = Self.pick(Self.models, &random)
            let kernel = Self.pick(KernelTests.supported, &random)
            let data =
                Int.random(in: 0..<3, using: &random) == 0
                ? Self.damaged(model, &random) : Self.changed(model, &random)
            let outcome = try await Self.outcome(data, as: work, kernel)
            #expect(outcome != "no numbers", "seed \(Self.first), file \(number)")
            counts[outcome, default: 0] += 1
        }
        let summary = counts.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        print("mutated encoders: \(summary)")
        // Some were taken, and some were not.
        #expect(counts["answered", default: 0] > 0 && counts.count > 2, "\(summary)")
    }

    // MARK: Memory

    private func refusal(_ builder: GGUFBuilder) throws -> EmbeddingError? {
        let file = try GGUFFile(data: builder.build())
        let error = #expect(throws: EmbeddingError.self) {
            try SentenceEncoder(file: file, threads: 1, maxTokens: 16, kernel: HEARTH_KERNEL_PORTABLE)
        }
        return error
    }

    @Test func layersThatShareTheirBytesAreNoModel() throws {
        var builder = TinyModel().builder
        var places: [String: UInt64] = [:]
        var place: UInt64 = 0
        for tensor in builder.tensors {
            places[tensor.name] = place
            place = (place + UInt64(tensor.bytes.count) + 31) / 32 * 32
        }
        for index in builder.tensors.indices where builder.tensors[index].name.hasPrefix("blk.1.") {
            let name = builder.tensors[index].name
            let shared = try #require(places["blk.0." + name.dropFirst("blk.1.".count)])
            builder.offsets[name] = shared
            builder.tensors[index].bytes = []
        }
        let error = try refusal(builder)
        #expect(error?.reason == .malformedModel && error?.message.contains("over each other") == true)
    }

    @Test func aNarrowModelIsNotWideInside() throws {
        var builder = TinyModel().builder
        builder.metadata.removeAll { $0.0 == "bert.feed_forward_length" }
        builder.add("bert.feed_forward_length", .uint32(UInt32(33 * TinyModel.width)))
        let error = try refusal(builder)
        #expect(error?.reason == .malformedModel && error?.message.contains("feed_forward_length") == true)
    }
}
