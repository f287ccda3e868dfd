import Foundation
import HearthCore
import HearthTesting

/// The tiny model with the heads of a tagger, of random weights too. Its labels stand in another order than the tagger has them, with some
/// among them that it does not know.
struct TinyTagger {
    static let window = 32
    static let shapes = [
        "digits", "later", "first capital", "none", "mixed", "first lower", "capital", "letter", "upper", "lower",
    ]
    static let names =
        ["I-WORK", "B-WORK", "I-LAW", "B-LAW", "O"]
        + ["PER", "MISC", "LOC", "EVENT", "ORG", "PRODUCT"].flatMap { ["I-" + $0, "B-" + $0] }
    static let mood =
        ["positive"] + SentenceTags.Emotion.allCases.reversed().map(\.rawValue) + ["later", "valence", "negative"]
    static let acts = SentenceTags.Act.allCases.reversed().map(\.rawValue) + ["later"]
    static let kinds: [String: SentenceTags.Name.Kind] = [
        "PER": .person, "LOC": .location, "ORG": .organization, "WORK": .work, "PRODUCT": .product, "EVENT": .event,
        "MISC": .other,
    ]

    /// Of each label of both heads its scale, shift and threshold.
    static let calibrations: [String: [Float]] = {
        var generator = SeededGenerator(seed: 99)
        var found: [String: [Float]] = [:]
        for label in Set(mood + acts).sorted() {
            found[label] =
                generator.floats(1, 0.5...2) + generator.floats(1, -1...1) + generator.floats(1, 0.2...0.8)
        }
        // Of one only the frequency is known.
        found["calm"]?[0] = 0
        return found
    }()

    var model: TinyModel
    var builder: GGUFBuilder

    init(seed: UInt64 = 7) {
        model = TinyModel(seed: seed)
        builder = model.builder
        builder.metadata.removeAll { $0.0 == "general.name" }
        builder.add("general.name", .string("tiny-tagger"))
        builder.add("general.languages", .array(type: 8, [.string("en")]))
        builder.add("hearth.tagger.version", .uint32(2))
        builder.add("hearth.tagger.window", .uint32(UInt32(Self.window)))
        for (key, labels) in [
            ("case", Self.shapes), ("names", Self.names), ("mood", Self.mood), ("acts", Self.acts),
        ] { builder.add("hearth.tagger.\(key).labels", .array(type: 8, labels.map { .string($0) })) }
        for (head, labels) in [("mood", Self.mood), ("acts", Self.acts)] {
            for (index, key) in ["scale", "shift", "threshold"].enumerated() {
                let values = labels.map { GGUFBuilder.Value.float(Self.calibrations[$0]?[index] ?? 0) }
                builder.add("hearth.tagger.\(head).\(key)", .array(type: 6, values))
            }
        }
        var generator = SeededGenerator(seed: seed + 1)
        func add(_ name: String, _ dimensions: [Int]) {
            let values = generator.floats(dimensions.reduce(1, *), -0.5...0.5)
            model.tensors[name] = values
            builder.addFloats(name, dimensions, values)
        }
        let w = TinyModel.width
        add("tagger.case.weight", [w, Self.shapes.count])
        for (head, count) in [
            ("names", Self.names.count), ("mood", Self.mood.count), ("acts", Self.acts.count), ("salience", 1),
        ] {
            add("tagger.\(head).weight", [w, count])
            add("tagger.\(head).bias", [count])
        }
    }

    mutating func set(_ key: String, _ value: GGUFBuilder.Value?) {
        builder.metadata.removeAll { $0.0 == key }
        if let value { builder.add(key, value) }
    }

    mutating func replace(_ tensor: String, _ dimensions: [Int], _ values: [Float]) {
        builder.tensors.removeAll { $0.name == tensor }
        model.tensors[tensor] = values
        builder.addFloats(tensor, dimensions, values)
    }

    /// Makes it take every word for such a label, whatever the text is.
    mutating func take(everyWordFor label: String) {
        replace("tagger.names.bias", [Self.names.count], Self.names.map { $0 == label ? 100 : 0 })
    }

    // MARK: What it has to find

    /// A word of a sentence: its pieces and its shape.
    struct Word {
        var tokens: [Int32]
        var shape: String
    }

    /// A sentence of a window, worked out in the plainest way.
    struct Reading {
        /// Logits.
        var mood: [String: Double]
        var acts: [String: Double]
        var salience: Double
        /// Of each word the logarithms of softmax over its labels, in the order of the file.
        var names: [[Double]]

        func probability(_ label: String, of logits: [String: Double]) -> Double {
            let calibration = (TinyTagger.calibrations[label] ?? []).map(Double.init)
            return 1 / (1 + exp(-(calibration[0] * (logits[label] ?? 0) + calibration[1])))
        }

        /// The spans of the best allowed sequence, first word, one behind the last, kind: over a matrix of all steps.
        var spans: [(words: Range<Int>, kind: SentenceTags.Name.Kind)] {
            let labels = TinyTagger.names
            func isAllowed(_ before: String, _ after: String) -> Bool {
                !after.hasPrefix("I-") || before.dropFirst(2) == after.dropFirst(2)
            }
            guard let first = names.first else { return [] }
            var best = labels.indices.map { isAllowed("O", labels[$0]) ? first[$0] : -.infinity }
            var paths = labels.indices.map { [$0] }
            for row in names.dropFirst() {
                let steps = labels.indices.map { after in
                    labels.indices.filter { isAllowed(labels[$0], labels[after]) }.max { best[$0] < best[$1] } ?? 0
                }
                paths = labels.indices.map { paths[steps[$0]] + [$0] }
                best = labels.indices.map { best[steps[$0]] + row[$0] }
            }
            let path = labels.indices.max { best[$0] < best[$1] }.map { paths[$0] } ?? []
            var found: [(words: Range<Int>, kind: SentenceTags.Name.Kind?)] = []
            for (word, label) in path.enumerated() {
                let type = String(labels[label].dropFirst(2))
                if labels[label].hasPrefix("B-") { found.append((word..<word + 1, TinyTagger.kinds[type])) }
                if labels[label].hasPrefix("I-"), let last = found.popLast() {
                    found.append((last.words.lowerBound..<word + 1, last.kind))
                }
            }
            return found.compactMap { words, kind in kind.map { (words, $0) } }
        }
    }

    /// - Parameter segments: That of each sentence.
    func window(_ sentences: [[Word]], segments: [Int]) -> [Reading] {
        var tokens: [Int32] = []
        var types: [Int] = []
        var shapes: [String] = []
        var heads: [Int] = []
        for (sentence, segment) in zip(sentences, segments) {
            heads.append(tokens.count)
            tokens.append(2)
            shapes.append("none")
            for word in sentence {
                tokens += word.tokens
                shapes += word.tokens.map { _ in word.shape }
            }
            while types.count < tokens.count { types.append(segment) }
        }
        tokens.append(3)
        shapes.append("none")
        types.append(segments.last ?? 0)
        let w = TinyModel.width
        let table = (model.tensors["tagger.case.weight"] ?? []).map(Double.init)
        let added = shapes.map { shape in
            Self.shapes.firstIndex(of: shape).map { Array(table[$0 * w..<($0 + 1) * w]) } ?? []
        }
        let vectors = model.vectors(tokens, segments: types, adding: added)
        func head(_ name: String, _ vector: [Double]) -> [Double] {
            let weights = model.tensors["tagger.\(name).weight"] ?? []
            return (model.tensors["tagger.\(name).bias"] ?? []).enumerated().map { row, bias in
                vector.indices.reduce(Double(bias)) { $0 + vector[$1] * Double(weights[row * w + $1]) }
            }
        }
        return zip(sentences, heads).map { sentence, place in
            var next = place + 1
            let length = sentence.reduce(1) { $0 + $1.tokens.count }
            let mean = (0..<w).map { i in vectors[place..<place + length].reduce(0) { $0 + $1[i] } / Double(length) }
            let names = sentence.map { word in
                defer { next += word.tokens.count }
                let logits = head("names", vectors[next])
                let sum = log(logits.reduce(0) { $0 + exp($1) })
                return logits.map { $0 - sum }
            }
            return Reading(
                mood: .init(uniqueKeysWithValues: zip(Self.mood, head("mood", mean))),
                acts: .init(uniqueKeysWithValues: zip(Self.acts, head("acts", mean))),
                salience: head("salience", mean)[0], names: names)
        }
    }
}
