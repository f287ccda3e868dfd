import Foundation
import HearthCore
import HearthTesting

/// The tiny model with the heads of a reader, of random weights too.
struct TinyReader {
    static let window = 32, questionTokens = 8, stride = 10, spanTokens = 5
    static let answerable = (scale: 0.7, shift: -0.3), relevance = (scale: 1.5, shift: 0.2)

    var model: TinyModel
    var builder: GGUFBuilder

    init(seed: UInt64 = 7) {
        model = TinyModel(seed: seed)
        builder = model.builder
        builder.metadata.removeAll { $0.0 == "general.name" }
        builder.add("general.name", .string("tiny-reader"))
        builder.add("general.languages", .array(type: 8, [.string("en")]))
        for (key, value) in [
            ("version", 1), ("question_tokens", Self.questionTokens), ("window", Self.window), ("stride", Self.stride),
            ("span_tokens", Self.spanTokens),
        ] { builder.add("hearth.reader." + key, .uint32(UInt32(value))) }
        for (head, value) in [("answerable", Self.answerable), ("relevance", Self.relevance)] {
            builder.add("hearth.reader.\(head).scale", .float(Float(value.scale)))
            builder.add("hearth.reader.\(head).shift", .float(Float(value.shift)))
        }
        var generator = SeededGenerator(seed: seed + 1)
        for head in ["reader.span", "reader.passage"] {
            for (name, dimensions) in [(".weight", [TinyModel.width, 2]), (".bias", [2])] {
                let values = generator.floats(dimensions.reduce(1, *), -0.5...0.5)
                model.tensors[head + name] = values
                builder.addFloats(head + name, dimensions, values)
            }
        }
    }

    mutating func set(_ key: String, _ value: GGUFBuilder.Value?) {
        builder.metadata.removeAll { $0.0 == key }
        if let value { builder.add(key, value) }
    }

    /// What the reader has to find in one window, worked out in the plainest way.
    struct Window {
        var relevance: Double
        var answerable: Double
        /// The logarithms of softmax over the tokens of the passage.
        var starts: [Double]
        var ends: [Double]

        /// The best span that is no longer than allowed, as tokens of the window.
        var best: (tokens: Range<Int>, score: Double) {
            var best: (tokens: Range<Int>, score: Double) = (0..<0, -.infinity)
            for start in starts.indices {
                for end in starts.indices where end >= start && end - start < TinyReader.spanTokens {
                    if starts[start] + ends[end] > best.score { best = (start..<end + 1, starts[start] + ends[end]) }
                }
            }
            return best
        }
    }

    func window(question: [Int32], passage: [Int32]) -> Window {
        let vectors = model.vectors([2] + question + [3] + passage + [3], second: question.count + 2)
        func head(_ name: String, _ vector: [Double], _ row: Int) -> Double {
            let weights = model.tensors[name + ".weight"] ?? []
            let bias = model.tensors[name + ".bias"] ?? []
            return vector.indices.reduce(Double(bias[row])) {
                $0 + vector[$1] * Double(weights[row * vector.count + $1])
            }
        }
        func logarithms(_ row: Int) -> [Double] {
            let logits = vectors.dropFirst(question.count + 2).dropLast().map { head("reader.span", $0, row) }
            let sum = log(logits.reduce(0) { $0 + exp($1) })
            return logits.map { $0 - sum }
        }
        return Window(
            relevance: head("reader.passage", vectors[0], 0), answerable: head("reader.passage", vectors[0], 1),
            starts: logarithms(0), ends: logarithms(1))
    }
}
