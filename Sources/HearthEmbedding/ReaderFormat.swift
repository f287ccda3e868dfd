import HearthGGUF

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What a reader's model file says of how it was trained to read (`hearth.reader.…`), checked.
struct ReaderFormat: Sendable {
    /// Turns a logit into a probability that holds what it says (Platt 1999): `sigmoid(scale · logit + shift)`.
    struct Calibration: Sendable {
        let scale: Double
        let shift: Double

        func probability(_ logit: Double) -> Double { 1 / (1 + exp(-(scale * logit + shift))) }
    }

    /// The version of the format that is read here.
    static let version = 1
    /// The most tokens of a window: a file may say anything, and attention takes the square of it.
    static let longestWindow = 2_048
    static let longestSpan = 256
    /// How many windows a token is in at most, about: windows that lie closer would make a passage of a page the work of hours.
    static let mostOverlap = 8

    /// Tokens of a question that are read.
    let questionTokens: Int
    /// Tokens of a window, with the question and the three special tokens.
    let window: Int
    /// Tokens from the beginning of a window to that of the next.
    let stride: Int
    /// Tokens of the longest span.
    let spanTokens: Int
    let answerable: Calibration
    let relevance: Calibration
    /// ISO 639-1.
    let languages: Set<String>

    /// - Parameter positions: The longest sequence for which the encoder has positions.
    init(_ file: GGUFFile, positions: Int) throws {
        func value(_ key: String) -> GGUFValue? { file.metadata["hearth.reader." + key] }
        guard let version = value("version")?.int else {
            throw EmbeddingError(
                .unsupportedModel, "The model file is not that of a reader: it has no `hearth.reader.version`.")
        }
        guard version == Self.version else {
            throw EmbeddingError(
                .unsupportedModel,
                "The reader's model file is of version \(version), and this program reads version \(Self.version).")
        }
        func size(_ key: String, _ range: ClosedRange<Int>) throws -> Int {
            guard let value = value(key)?.int, range.contains(value) else {
                throw EmbeddingError(
                    .malformedModel, "The model file's `hearth.reader.\(key)` is missing or out of range.")
            }
            return value
        }
        func calibration(_ head: String) throws -> Calibration {
            guard let scale = value(head + ".scale")?.double, let shift = value(head + ".shift")?.double,
                scale > 0, scale.isFinite, shift.isFinite
            else {
                throw EmbeddingError(
                    .malformedModel, "The model file's calibration (`hearth.reader.\(head)`) is missing or no number.")
            }
            return Calibration(scale: scale, shift: shift)
        }
        window = try size("window", 5...Self.longestWindow)
        guard window <= positions else {
            throw EmbeddingError(
                .malformedModel, "The model file's windows have \(window) tokens, and its encoder reads \(positions).")
        }
        // Of a window something must be left for the passage.
        questionTokens = try size("question_tokens", 1...window - 4)
        stride = try size("stride", max(1, window / Self.mostOverlap)...window)
        spanTokens = try size("span_tokens", 1...Self.longestSpan)
        answerable = try calibration("answerable")
        relevance = try calibration("relevance")
        guard let list = file.metadata["general.languages"]?.array, list.holdsStrings, (1...64).contains(list.count)
        else {
            throw EmbeddingError(.malformedModel, "The model file does not say which languages it reads.")
        }
        languages = Set(try list.strings())
    }
}

/// The two heads of a reader: what it makes of a token as the beginning and as the end of an answer, and of the first token, which stands
/// for the passage, as relevance and as answerability.
struct ReaderHeads: Sendable {
    /// One linear function to two numbers.
    struct Head: Sendable {
        private let width: Int
        private let weights: [Float]
        private let bias: [Float]

        init(_ name: String, _ file: GGUFFile, width: Int) throws {
            func floats(_ name: String, rows: Int, length: Int) throws -> [Float] {
                let tensor = try file.tensor(name, rows: rows, length: length)
                let values = try (0..<rows).flatMap { row in
                    var values = [Float](repeating: 0, count: length)
                    try values.withUnsafeMutableBufferPointer { try file.readRow(row, of: tensor, into: $0) }
                    return values
                }
                guard values.allSatisfy(\.isFinite) else {
                    throw EmbeddingError(
                        .malformedModel, "The model file's tensor \(name) has values that are no numbers.")
                }
                return values
            }
            self.width = width
            weights = try floats(name + ".weight", rows: 2, length: width)
            bias = try floats(name + ".bias", rows: 1, length: 2)
        }

        /// The logits of one token.
        ///
        /// - Parameter token: As many numbers as the encoder is wide.
        func callAsFunction(_ token: UnsafePointer<Float>) -> (first: Float, second: Float) {
            weights.withUnsafeBufferPointer { weights in
                var sums = (bias[0], bias[1])
                for i in 0..<width {
                    sums.0 += token[i] * weights[i]
                    sums.1 += token[i] * weights[width + i]
                }
                return (sums.0, sums.1)
            }
        }
    }

    /// Start and end.
    let span: Head
    /// Relevance and answerability.
    let passage: Head

    init(_ file: GGUFFile, width: Int) throws {
        span = try Head("reader.span", file, width: width)
        passage = try Head("reader.passage", file, width: width)
    }
}
