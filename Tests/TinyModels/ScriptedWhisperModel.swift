package import Foundation

/// Writes a Whisper model that says what a test wants, whatever it hears: the library's own code then runs from the file to
/// the words, with real tokens, times and probabilities.
///
/// All layers are zero, so that only the embedding of the position reaches the output: at position p it points into
/// direction p, and so does the embedding of the token that shall be said there. Vocabulary and mel filters are those of
/// the model without weights that comes with whisper.cpp's source.
package struct ScriptedWhisperModel {
    /// What is said at each position. Position 0 is the start, 1 the language, 2 the task: what is said at 2 comes first.
    package var script: [Int: Int] = [:]
    /// Layers of the encoder. A model with eight times the decoder's is one that was made quicker, which cannot translate.
    package var audioLayers = 4
    private let magic: [UInt8]
    private let filtersAndWords: [UInt8]
    private let words: [[UInt8]: Int]

    static let start = 50_258
    static let end = 50_257
    static let firstTime = 50_364
    private static let vocabulary = 51_865
    private static let width = 64
    private static let textLayers = 1
    private static let audioContext = 1_500
    private static let textContext = 448

    /// - Parameter path: The model without weights.
    package init(vocabulary path: String) throws {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }
        var offset = 56 + number(48) * number(52) * 4
        let count = number(offset)
        offset += 4
        var words: [[UInt8]: Int] = [:]
        for index in 0..<count {
            let length = number(offset)
            words[Array(bytes[(offset + 4)..<(offset + 4 + length)])] = index
            offset += 4 + length
        }
        self.words = words
        magic = Array(bytes[0..<4])
        filtersAndWords = Array(bytes[48..<offset])
    }

    private var head: [UInt8] {
        let shape = [
            Self.vocabulary, Self.audioContext, Self.width, 1, audioLayers, Self.textContext, Self.width, 1,
            Self.textLayers, 80, 1,
        ]
        return magic + shape.flatMap { Self.bytes(UInt32($0)) } + filtersAndWords
    }

    /// The token of a word, with the space before it.
    package func token(_ word: String) -> Int { words[Array(word.utf8)] ?? Self.end }

    /// The token that says a moment.
    package static func time(_ seconds: Double) -> Int { firstTime + Int((seconds * 50).rounded()) }

    /// Segments, one after the other: the words between a start and an end.
    package mutating func say(_ segments: [(Double, [String], Double)], from position: Int = 2) {
        var position = position
        for (start, words, end) in segments {
            for token in [Self.time(start)] + words.map(token) + [Self.time(end)] {
                script[position] = token
                position += 1
            }
        }
        script[position] = Self.end
    }

    /// What the model takes the language for: the number of the language in whisper.cpp's list (0 en, 1 zh, 2 de, …).
    package mutating func hear(language: Int) { script[0] = Self.start + 1 + language }

    package func file() -> [UInt8] {
        var file = head
        let width = Self.width
        func tensor(_ name: String, _ shape: [Int], _ values: [Float]? = nil) {
            let count = shape.reduce(1, *)
            for number in [shape.count, name.utf8.count, 0] + shape { file += Self.bytes(UInt32(number)) }
            file += Array(name.utf8)
            let values = values ?? [Float](repeating: 0, count: count)
            values.withUnsafeBytes { file += $0 }
        }
        /// Matrices are in 16 bits, as in the models that people use; the library does not take others for all of them.
        func matrix(_ name: String, _ shape: [Int], _ halves: [UInt16]? = nil) {
            for number in [shape.count, name.utf8.count, 1] + shape { file += Self.bytes(UInt32(number)) }
            file += Array(name.utf8)
            let halves = halves ?? [UInt16](repeating: 0, count: shape.reduce(1, *))
            halves.withUnsafeBytes { file += $0 }
        }
        func norm(_ name: String) {
            tensor(name + ".weight", [width], [Float](repeating: 1, count: width))
            tensor(name + ".bias", [width])
        }
        func attention(_ name: String) {
            matrix(name + ".query.weight", [width, width])
            tensor(name + ".query.bias", [width])
            matrix(name + ".key.weight", [width, width])
            matrix(name + ".value.weight", [width, width])
            tensor(name + ".value.bias", [width])
            matrix(name + ".out.weight", [width, width])
            tensor(name + ".out.bias", [width])
        }
        func layer(_ name: String, crosses: Bool) {
            norm(name + ".attn_ln")
            attention(name + ".attn")
            if crosses {
                norm(name + ".cross_attn_ln")
                attention(name + ".cross_attn")
            }
            norm(name + ".mlp_ln")
            matrix(name + ".mlp.0.weight", [width, 4 * width])
            tensor(name + ".mlp.0.bias", [4 * width])
            matrix(name + ".mlp.2.weight", [4 * width, width])
            tensor(name + ".mlp.2.bias", [width])
        }
        tensor("encoder.positional_embedding", [width, Self.audioContext])
        matrix("encoder.conv1.weight", [3, 80, width])
        tensor("encoder.conv1.bias", [1, width])
        matrix("encoder.conv2.weight", [3, width, width])
        tensor("encoder.conv2.bias", [1, width])
        norm("encoder.ln_post")
        for index in 0..<audioLayers { layer("encoder.blocks.\(index)", crosses: false) }
        var positions = [Float](repeating: 0, count: width * Self.textContext)
        for position in 0..<width { positions[position * width + position] = 1_000 }
        tensor("decoder.positional_embedding", [width, Self.textContext], positions)
        var tokens = [UInt16](repeating: 0, count: width * Self.vocabulary)
        // 5, as a number of 16 bits.
        for (position, token) in script where position < width { tokens[token * width + position] = 0x4500 }
        matrix("decoder.token_embedding.weight", [width, Self.vocabulary], tokens)
        norm("decoder.ln")
        for index in 0..<Self.textLayers { layer("decoder.blocks.\(index)", crosses: true) }
        return file
    }

    package func write(to url: URL) throws { try Data(file()).write(to: url) }

    private static func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (8 * $0) & 255) } }
}
