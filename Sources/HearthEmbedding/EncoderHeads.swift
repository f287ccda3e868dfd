import HearthGGUF

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What a model file says of the heads that our own training has put onto an encoder (`hearth.reader.…`, `hearth.tagger.…`).
///
/// A file may say anything: each value is checked when it is asked for.
struct HeadMetadata {
    /// The most tokens of a window: attention takes the square of it.
    static let longestWindow = 2_048
    /// The most names of a list of labels; each is a row of a head.
    static let mostLabels = 64

    private let file: GGUFFile
    private let kind: String

    /// - Parameters:
    ///   - kind: What such a model is called, in its keys and in words: `reader`.
    ///   - version: That of the format which is read here.
    /// - Throws: `EmbeddingError` `unsupported-embedding-model` for a file without such heads, and for one of another version.
    init(_ file: GGUFFile, of kind: String, version: Int) throws {
        self.file = file
        self.kind = kind
        guard let found = value("version")?.int else {
            throw EmbeddingError(
                .unsupportedModel, "The model file is not that of a \(kind): it has no `hearth.\(kind).version`.")
        }
        guard found == version else {
            throw EmbeddingError(
                .unsupportedModel,
                "The \(kind)'s model file is of version \(found), and this program reads version \(version).")
        }
    }

    private func value(_ key: String) -> GGUFValue? { file.metadata["hearth.\(kind).\(key)"] }

    /// A value that is not there, or none that can be used.
    func malformed(_ key: String, _ what: String = "is missing or out of range") -> EmbeddingError {
        EmbeddingError(.malformedModel, "The model file's `hearth.\(kind).\(key)` \(what).")
    }

    func size(_ key: String, _ range: ClosedRange<Int>) throws -> Int {
        guard let value = value(key)?.int, range.contains(value) else { throw malformed(key) }
        return value
    }

    /// Tokens of a window, special ones included.
    ///
    /// - Parameters:
    ///   - fewest: In fewer there is no room for a text.
    ///   - positions: The longest sequence for which the encoder has positions.
    func window(atLeast fewest: Int, positions: Int) throws -> Int {
        let window = try size("window", fewest...Self.longestWindow)
        guard window <= positions else {
            throw EmbeddingError(
                .malformedModel, "The model file's windows have \(window) tokens, and its encoder reads \(positions).")
        }
        return window
    }

    func number(_ key: String) throws -> Double {
        guard let value = value(key)?.double, value.isFinite else { throw malformed(key) }
        return value
    }

    /// A list of numbers, as many as are expected.
    func numbers(_ key: String, count: Int) throws -> [Double] {
        // Lists are counted before they are read.
        guard let list = value(key)?.array, list.count == count,
            case let numbers = try list.values().compactMap(\.double), numbers.count == count,
            numbers.allSatisfy(\.isFinite)
        else { throw malformed(key) }
        return numbers
    }

    /// A list of names, no two the same: what the rows of a matrix stand for.
    ///
    /// - Parameter needed: Names that must be among them.
    func labels(_ key: String, with needed: [String]) throws -> [String] {
        guard let list = value(key)?.array, list.holdsStrings, (1...Self.mostLabels).contains(list.count) else {
            throw malformed(key)
        }
        let labels = try list.strings()
        guard Set(labels).count == labels.count else { throw malformed(key, "has a name twice") }
        if let missing = needed.first(where: { !labels.contains($0) }) {
            throw malformed(key, "lacks “\(missing)”")
        }
        return labels
    }

    /// ISO 639-1 of what it was trained in.
    func languages() throws -> Set<String> {
        guard let list = file.metadata["general.languages"]?.array, list.holdsStrings, (1...64).contains(list.count)
        else {
            throw EmbeddingError(.malformedModel, "The model file does not say which languages it reads.")
        }
        return Set(try list.strings())
    }
}

/// A linear function from the vector of a token to some logits.
struct LinearHead: Sendable {
    private let width: Int
    /// A row for each logit.
    private let weights: [Float]
    private let bias: [Float]

    /// Reads `NAME.weight` and `NAME.bias`.
    ///
    /// - Parameters:
    ///   - rows: How many logits there are.
    ///   - width: How wide the encoder is.
    /// - Throws: `EmbeddingError` where a tensor is missing, has another shape or holds what is no number.
    init(_ name: String, _ file: GGUFFile, rows: Int, width: Int) throws {
        self.width = width
        weights = try file.finiteFloats(name + ".weight", rows: rows, length: width)
        bias = try file.finiteFloats(name + ".bias", rows: 1, length: rows)
    }

    /// The logits of one token.
    ///
    /// - Parameter token: As many numbers as the encoder is wide.
    func callAsFunction(_ token: UnsafePointer<Float>) -> [Float] {
        weights.withUnsafeBufferPointer { weights in
            guard let weights = weights.baseAddress else { return bias }
            return bias.indices.map { bias[$0] + product(token, weights + $0 * width) }
        }
    }

    /// Four sums side by side: one alone would wait for each addition. SIMD types would be slow in debug builds, in which tests run.
    private func product(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>) -> Float {
        var sums: (Float, Float, Float, Float) = (0, 0, 0, 0)
        var i = 0
        while i + 4 <= width {
            sums.0 += a[i] * b[i]
            sums.1 += a[i + 1] * b[i + 1]
            sums.2 += a[i + 2] * b[i + 2]
            sums.3 += a[i + 3] * b[i + 3]
            i += 4
        }
        while i < width {
            sums.0 += a[i] * b[i]
            i += 1
        }
        return (sums.0 + sums.1) + (sums.2 + sums.3)
    }
}

/// Turns a logit into a probability that holds what it says (Platt 1999): `sigmoid(scale · logit + shift)`.
struct LogitCalibration: Sendable {
    let scale: Double
    let shift: Double

    func probability(_ logit: Double) -> Double { 1 / (1 + exp(-(scale * logit + shift))) }
}

/// The logarithms of softmax; none is above 0.
func logSoftmax(_ logits: [Double]) -> [Double] {
    let most = logits.max() ?? 0
    let sum = most + log(logits.reduce(0) { $0 + exp($1 - most) })
    return logits.map { $0 - sum }
}

extension GGUFFile {
    /// The numbers of a tensor, row after row.
    ///
    /// - Throws: `EmbeddingError` where it is missing, has another shape or holds what is no number.
    func finiteFloats(_ name: String, rows: Int, length: Int) throws -> [Float] {
        let tensor = try tensor(name, rows: rows, length: length)
        var values = [Float](repeating: 0, count: rows * length)
        try values.withUnsafeMutableBufferPointer { values in
            for row in 0..<rows {
                try readRow(
                    row, of: tensor,
                    into: UnsafeMutableBufferPointer(rebasing: values[row * length..<(row + 1) * length]))
            }
        }
        guard values.allSatisfy(\.isFinite) else {
            throw EmbeddingError(.malformedModel, "The model file's tensor \(name) has values that are no numbers.")
        }
        return values
    }
}

extension EmbeddingError {
    /// What is no number in the middle of a network is seen where it comes out.
    static func givesNoNumbers(_ kind: String) -> EmbeddingError {
        EmbeddingError(
            .malformedModel, "The \(kind) gives what is no number: its model file is broken. Bring it again.")
    }
}
