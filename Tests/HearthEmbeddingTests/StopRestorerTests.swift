import Foundation
import HearthCore
import HearthGGUF
import HearthTesting
import Testing

@testable import HearthEmbedding

/// The model that tells where sentences end in talk without marks.
@Suite struct StopRestorerTests {
    private static let shipped = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Models/hearth-stops-en.gguf").path

    /// A table with a weight of 100 for "the word behind the gap is `so`", and whatever a test changes.
    private static func file(
        keys: [UInt32]? = nil, weights: [Int8] = [100], set: [(String, GGUFBuilder.Value?)] = []
    ) throws -> GGUFFile {
        let known = keys ?? [StopFeatures(["x", "so"], frequent: []).key(3, behind: 0)]
        var builder = GGUFBuilder()
        builder.add("general.name", .string("tiny-stops"))
        builder.add("general.languages", .array(type: 8, [.string("en")]))
        builder.add("hearth.stops.version", .uint32(1))
        builder.add("hearth.stops.frequent", .array(type: 8, [.string("so")]))
        builder.add("hearth.stops.bias", .double(-2))
        builder.add("hearth.stops.scale", .double(0.03))
        builder.add("hearth.stops.threshold", .double(-0.5))
        for (key, value) in set {
            builder.metadata.removeAll { $0.0 == key }
            if let value { builder.add(key, value) }
        }
        builder.tensors = [
            .init(
                name: "stops.keys", dimensions: [UInt64(known.count)], type: 26,
                bytes: known.flatMap { key in (0..<4).map { UInt8(truncatingIfNeeded: key >> (8 * $0)) } }),
            .init(
                name: "stops.weights", dimensions: [UInt64(weights.count)], type: 24,
                bytes: weights.map { UInt8(bitPattern: $0) }),
        ]
        return try GGUFFile(data: builder.build())
    }

    @Test func aLogitIsTheBiasAndTheWeightsOfTheFeaturesLessTheThreshold() async throws {
        let model = try StopRestorer(file: Self.file())
        #expect(model.id == "tiny-stops" && model.languages == ["en"])
        let ends = try await model.sentenceEnds(in: ["we", "left", "So", "what", "so."])
        #expect(ends.count == 4)
        for (found, wanted) in zip(ends, [-1.5, 1.5, -1.5, 1.5]) { #expect(abs(found - wanted) < 1e-9) }
    }

    @Test func wordsAreReadWithoutCaseAndMarks() {
        for (word, wanted) in [
            ("Don’t", "don't"), ("“So,”", "so"), ("U.S.", "u.s"), ("10%", "10"), ("--", ""), ("", ""), ("café", "café"),
            (String(repeating: "a", count: 90), String(repeating: "a", count: 48)),
        ] {
            // The marks of “So,” are bytes above ASCII, which count as letters.
            let expected = word == "“So,”" ? "“so,”" : wanted
            #expect(StopFeatures.normalized(word) == Array(expected.utf8), "\(word)")
        }
    }

    @Test func noWordsAndOneHaveNoGaps() async throws {
        let model = try StopRestorer(file: Self.file())
        #expect(try await model.sentenceEnds(in: []).isEmpty)
        #expect(try await model.sentenceEnds(in: ["so"]).isEmpty)
        #expect(try await model.sentenceEnds(in: ["", ""]).count == 1)
    }

    @Test func aFileThatSaysNonsenseIsRefused() throws {
        let bad: [[(String, GGUFBuilder.Value?)]] = [
            [("hearth.stops.version", .uint32(9))], [("hearth.stops.version", nil)], [("hearth.stops.bias", nil)],
            [("hearth.stops.scale", .double(.nan))], [("hearth.stops.frequent", .string("so"))],
            [("general.languages", nil)],
        ]
        for set in bad {
            #expect(throws: EmbeddingError.self, "\(set)") { try StopRestorer(file: Self.file(set: set)) }
        }
        for keys: [UInt32] in [[5, 5], [9, 3], [1, .max]] {
            #expect(throws: EmbeddingError.self, "\(keys)") {
                try StopRestorer(file: Self.file(keys: keys, weights: [1, 1]))
            }
        }
        #expect(throws: EmbeddingError.self) { try StopRestorer(file: Self.file(weights: [1, 2])) }
    }

    @Test func itTellsWhatItsTrainingMeasured() async throws {
        let model = try StopRestorer(modelAt: Self.shipped)
        for (words, wanted) in StopFixture.talk {
            let ends = try await model.sentenceEnds(in: words.split(separator: " ").map(String.init))
            #expect(ends.count == wanted.count)
            for (found, wanted) in zip(ends, wanted) {
                let (p, q) = (1 / (1 + exp(-found)), 1 / (1 + exp(-wanted)))
                #expect(abs(p - q) < 1e-4, "\(words)")
            }
        }
    }

    @Test func timeGrowsWithTheWords() async throws {
        let model = try StopRestorer(modelAt: Self.shipped)
        let clock = ContinuousClock()
        let words = (0..<100_000).map { "w\($0 % 977)" } + [String(repeating: "x", count: 1_000_000)]
        let took = try await clock.measure { _ = try await model.sentenceEnds(in: words) }
        #expect(took < .seconds(30))
    }
}
