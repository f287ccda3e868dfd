public import HearthCore
import HearthGGUF

/// Tells where sentences end in talk without marks: logistic regression over what stands around each gap between words (``StopFeatures``).
///
/// A table of half a million bytes and no network: an hour of talk takes some hundredths of a second.
public final class StopRestorer: SentenceEndModel {
    public let id: String
    public let languages: Set<String>
    private let table: StopTable

    /// Words after which a cancelled task stops.
    private static let wordsAtOnce = 50_000

    /// Opens a model file.
    ///
    /// - Parameter path: A GGUF file as `Training/hearth_training/stops_export.py` writes it. It is copied.
    /// - Throws: `EmbeddingError`, `GGUFError`.
    public convenience init(modelAt path: String) throws { try self.init(file: GGUFFile(mapping: path)) }

    init(file: GGUFFile) throws {
        let metadata = try HeadMetadata(file, of: "stops", version: 1)
        languages = try metadata.languages()
        id = file.name ?? "stops"
        table = try StopTable(file, metadata)
    }

    public func sentenceEnds(in words: [String]) async throws -> [Double] {
        let features = StopFeatures(words, frequent: table.frequent)
        var ends: [Double] = []
        ends.reserveCapacity(features.count)
        for gap in 0..<features.count {
            if gap % Self.wordsAtOnce == 0 { try Task.checkCancellation() }
            ends.append(table.logit(features, behind: gap) - table.threshold)
        }
        return ends
    }
}

/// The weights of features, and what else the model file says.
struct StopTable: Sendable {
    /// The words that are kinds of their own.
    let frequent: Set<[UInt8]>
    /// The logit from which on a gap is the end of a sentence.
    let threshold: Double
    private let bias: Double
    private let scale: Double
    /// Ascending.
    private let keys: [UInt32]
    private let weights: [Int8]
    /// Where the keys of each template begin, and where the last one's end.
    private let starts: [Int]

    /// More than a file of a sensible size has: a megabyte holds 200,000.
    private static let mostKeys = 4_000_000
    private static let mostFrequent = 10_000

    init(_ file: GGUFFile, _ metadata: HeadMetadata) throws {
        bias = try metadata.number("bias")
        scale = try metadata.number("scale")
        threshold = try metadata.number("threshold")
        guard
            let list = file.metadata["hearth.stops.frequent"]?.array, list.holdsStrings,
            list.count <= Self.mostFrequent
        else { throw metadata.malformed("frequent") }
        frequent = Set(try list.strings().map { Array($0.utf8) })
        guard let keys = file.tensor(named: "stops.keys"), let weights = file.tensor(named: "stops.weights"),
            keys.type.description == "I32", weights.type.description == "I8", keys.dimensions.count == 1,
            weights.dimensions == keys.dimensions, (1...Self.mostKeys).contains(keys.elementCount)
        else {
            throw EmbeddingError(.malformedModel, "The model file lacks the table of a restorer of full stops.")
        }
        self.keys = try file.withBytes(of: keys) { bytes in
            (0..<keys.elementCount).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
        }
        self.weights = try file.withBytes(of: weights) { $0.map { Int8(bitPattern: $0) } }
        guard zip(self.keys, self.keys.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw EmbeddingError(.malformedModel, "The model file's `stops.keys` are not in order.")
        }
        var starts: [Int] = []
        for template in 0...StopFeatures.templates.count {
            let first = UInt32(truncatingIfNeeded: template << StopFeatures.keyBits)
            starts.append(Self.place(of: first, in: self.keys, 0..<self.keys.count))
        }
        guard starts.last == self.keys.count else {
            throw metadata.malformed("keys", "have more templates than there are")
        }
        self.starts = starts
    }

    /// The logarithm of the odds that a sentence ends behind a word.
    func logit(_ features: StopFeatures, behind word: Int) -> Double {
        var sum = 0
        for template in StopFeatures.templates.indices {
            let key = features.key(template, behind: word)
            let place = Self.place(of: key, in: keys, starts[template]..<starts[template + 1])
            if place < starts[template + 1], keys[place] == key { sum += Int(weights[place]) }
        }
        return bias + scale * Double(sum)
    }

    /// The first place whose key is not below one.
    private static func place(of key: UInt32, in keys: [UInt32], _ range: Range<Int>) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
