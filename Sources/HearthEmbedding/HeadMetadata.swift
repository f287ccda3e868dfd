import HearthGGUF

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
