public import Foundation
public import HearthCore

/// A model file in the GGUF format (versions 2 and 3, little-endian): metadata, and tensors that are read in place.
///
/// The file is taken to be hostile: every length is checked against the bytes that are there before anything is allocated,
/// and sums cannot overflow. Format: <https://github.com/ggml-org/ggml/blob/master/docs/gguf.md>.
public struct GGUFFile: Sendable {
    /// Limits on what a header may announce, far above what real files hold.
    enum Limit {
        static let metadata = 65_536
        static let tensors = 262_144
        static let keyLength = 65_535
        static let tensorNameLength = 256
        static let dimensions = 4
        static let alignment = 1 << 20
    }

    /// The version of the format.
    public let version: Int
    /// The metadata's keys in the order of the file.
    public let keys: [String]
    /// The metadata.
    public let metadata: [String: GGUFValue]
    /// The tensors in the order of the file.
    public let tensors: [GGUFTensor]
    /// Tensors begin at multiples of this many bytes.
    public let alignment: Int
    /// Where the tensors' bytes begin in the file: the length of the header with its padding.
    public let dataOffset: Int
    private let tensorIndex: [String: Int]
    let storage: GGUFStorage

    /// Opens a file without reading more than its header; the tensors are mapped into memory.
    ///
    /// The file must not be shortened while it is open (replacing or deleting it is harmless).
    public init(mapping path: String) throws(GGUFError) {
        try self.init(storage: GGUFStorage(mapping: path), isComplete: true)
    }

    /// Opens the header alone: a file that ends before its tensors do is no error, see ``announcedSize``.
    ///
    /// - Parameter descriptor: The file where it is open already; `nil` opens it. It is neither closed nor kept.
    package init(headerOf path: String, descriptor: Int32? = nil) throws(GGUFError) {
        let storage =
            if let descriptor {
                try GGUFStorage(descriptor: descriptor, of: path)
            } else {
                try GGUFStorage(mapping: path)
            }
        try self.init(storage: storage, isComplete: false)
    }

    /// Bytes that the file has.
    package var byteCount: Int { storage.bytes.count }

    /// Bytes that the file must have for all tensors to be in it.
    package var announcedSize: Int { tensors.reduce(dataOffset) { max($0, $1.fileRange?.upperBound ?? 0) } }

    /// Reads a file, or the beginning of one, from memory. The bytes are copied.
    ///
    /// - Parameter isComplete: With `false`, only the header has to be there, as when the first megabytes of a remote file
    ///   are looked at. When even the header goes on beyond `data`, the error's kind is `truncated`.
    public init(data: Data, isComplete: Bool = true) throws(GGUFError) {
        try self.init(storage: data.withUnsafeBytes { GGUFStorage(copying: $0) }, isComplete: isComplete)
    }

    init(storage: GGUFStorage, isComplete: Bool) throws(GGUFError) {
        self.storage = storage
        var cursor = GGUFCursor(storage: storage, range: 0..<storage.bytes.count)
        guard try cursor.integer(UInt32.self) == 0x4655_4747 else {
            throw GGUFError(.notGGUF, "The file is not a GGUF model file.")
        }
        let version = try cursor.integer(UInt32.self)
        guard version == 2 || version == 3 else {
            throw GGUFError(.notGGUF, "GGUF version \(version) is not supported, only 2 and 3 (little-endian).")
        }
        self.version = Int(version)
        // A tensor takes at least 24 bytes of header, a metadata entry 13.
        let tensorCount = try cursor.count(ofAtLeast: 24)
        let metadataCount = try cursor.count(ofAtLeast: 13)
        guard tensorCount <= Limit.tensors, metadataCount <= Limit.metadata else {
            throw GGUFError(damaged: "it announces \(tensorCount) tensors and \(metadataCount) keys")
        }
        (keys, metadata) = try Self.readMetadata(&cursor, count: metadataCount)
        alignment = try Self.alignment(in: metadata)
        (tensors, tensorIndex, dataOffset) = try Self.readTensors(
            &cursor, count: tensorCount, alignment: alignment)
        guard !isComplete || byteCount >= announcedSize else {
            throw GGUFError(.truncated, .cutOff(has: byteCount, needs: announcedSize))
        }
    }

    /// The tensor of a name, or `nil`.
    public func tensor(named name: String) -> GGUFTensor? {
        tensorIndex[name].map { tensors[$0] }
    }

    /// Calls `body` with a tensor's bytes, as they are in the file.
    public func withBytes<Result>(
        of tensor: GGUFTensor, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        guard let range = tensor.fileRange else {
            throw GGUFError(.unsupportedType, "The tensor \(tensor.name) has the unknown \(tensor.type).")
        }
        guard range.lowerBound >= 0, range.upperBound <= storage.bytes.count else {
            throw GGUFError(.truncated, "The tensor \(tensor.name) is not in the bytes at hand.")
        }
        return try withExtendedLifetime(storage) {
            try body(UnsafeRawBufferPointer(rebasing: storage.bytes[range]))
        }
    }
}

extension GGUFFile {
    /// The kind of network, such as `bert` or `llama`.
    public var architecture: String? { metadata["general.architecture"]?.string }

    /// The model's own name.
    public var name: String? { metadata["general.name"]?.string }

    /// The number of weights.
    public var parameterCount: Int {
        tensors.reduce(0) { sum, tensor in
            let (total, overflow) = sum.addingReportingOverflow(tensor.elementCount)
            return overflow ? Int.max : total
        }
    }

    /// The tensor type that holds most of the weights, such as `Q4_K`: what quantization the file has, seen in the file
    /// itself rather than in its name.
    public var predominantType: GGUFTensorType? {
        var counts: [GGUFTensorType: Double] = [:]
        for tensor in tensors { counts[tensor.type, default: 0] += Double(tensor.elementCount) }
        return counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
    }

    /// The most tokens that the model was trained to see at once.
    public var contextLength: Int? { modelValue("context_length")?.int }

    /// Components of a token's vector.
    public var embeddingLength: Int? { modelValue("embedding_length")?.int }

    /// Layers of the network.
    public var blockCount: Int? { modelValue("block_count")?.int }

    /// The kind of tokenizer, such as `bert`, `llama` or `gpt2`.
    public var tokenizerModel: String? { metadata["tokenizer.ggml.model"]?.string }

    /// The model's chat template (Jinja), or `nil` when it has none.
    public var chatTemplate: String? { metadata["tokenizer.chat_template"]?.string }

    /// A value under the architecture's own prefix: `head_count` is looked up as `bert.attention.head_count` when asked for
    /// as `attention.head_count`.
    public func modelValue(_ key: String) -> GGUFValue? {
        architecture.flatMap { metadata["\($0).\(key)"] }
    }
}

extension GGUFFile {
    static func readMetadata(
        _ cursor: inout GGUFCursor, count: Int
    ) throws(GGUFError) -> ([String], [String: GGUFValue]) {
        var keys: [String] = []
        var metadata: [String: GGUFValue] = [:]
        for _ in 0..<count {
            let place = try cursor.stringRange()
            guard !place.isEmpty, place.count <= Limit.keyLength else {
                throw GGUFError(damaged: "it has a metadata key of \(place.count) bytes")
            }
            let key = String(decoding: cursor.storage.bytes[place], as: UTF8.self)
            let value = try cursor.value(of: try cursor.elementType())
            guard metadata.updateValue(value, forKey: key) == nil else {
                throw GGUFError(damaged: "it has the metadata key \(key.prefix(80)) twice")
            }
            keys.append(key)
        }
        return (keys, metadata)
    }

    static func alignment(in metadata: [String: GGUFValue]) throws(GGUFError) -> Int {
        guard let value = metadata["general.alignment"] else { return 32 }
        guard let alignment = value.int, alignment > 0, alignment <= Limit.alignment, alignment.nonzeroBitCount == 1
        else {
            throw GGUFError(damaged: "its alignment is not a power of two up to \(Limit.alignment)")
        }
        return alignment
    }

    /// Tensors may go on beyond the end of the file: whether they do is a question to the whole.
    static func readTensors(
        _ cursor: inout GGUFCursor, count: Int, alignment: Int
    ) throws(GGUFError) -> ([GGUFTensor], [String: Int], Int) {
        var entries: [(name: String, dimensions: [Int], elements: Int, type: GGUFTensorType, offset: Int)] = []
        var index: [String: Int] = [:]
        for number in 0..<count {
            let place = try cursor.stringRange()
            guard place.count <= Limit.tensorNameLength else {
                throw GGUFError(damaged: "it has a tensor name of \(place.count) bytes")
            }
            let name = String(decoding: cursor.storage.bytes[place], as: UTF8.self)
            guard index.updateValue(number, forKey: name) == nil else {
                throw GGUFError(damaged: "it has the tensor \(name) twice")
            }
            let (dimensions, elements) = try readShape(&cursor, of: name)
            let type = GGUFTensorType(rawValue: try cursor.integer(UInt32.self))
            guard let offset = Int(exactly: try cursor.integer(UInt64.self)), offset % alignment == 0 else {
                throw GGUFError(damaged: "its tensor \(name) does not begin at a multiple of \(alignment) bytes")
            }
            entries.append((name, dimensions, elements, type, offset))
        }
        // No overflow: the header lies in memory, and the alignment is at most 2^20.
        let dataOffset = (cursor.offset + alignment - 1) / alignment * alignment
        var tensors: [GGUFTensor] = []
        tensors.reserveCapacity(count)
        for entry in entries {
            var range: Range<Int>?
            if let rowBytes = entry.type.byteCount(of: entry.dimensions.first ?? 0) {
                range = try fileRange(
                    of: entry.name, offset: entry.offset, rowBytes: rowBytes,
                    rows: entry.elements / max(entry.dimensions.first ?? 1, 1), dataOffset: dataOffset)
            }
            tensors.append(
                GGUFTensor(
                    name: entry.name, dimensions: entry.dimensions, type: entry.type, elementCount: entry.elements,
                    fileRange: range))
        }
        return (tensors, index, dataOffset)
    }

    private static func readShape(_ cursor: inout GGUFCursor, of name: String) throws(GGUFError) -> ([Int], Int) {
        let rank = try cursor.integer(UInt32.self)
        guard rank >= 1, rank <= Limit.dimensions else {
            throw GGUFError(damaged: "its tensor \(name) has \(rank) dimensions")
        }
        var dimensions: [Int] = []
        var elements = 1
        for _ in 0..<rank {
            guard let size = Int(exactly: try cursor.integer(UInt64.self)), size > 0 else {
                throw GGUFError(damaged: "its tensor \(name) has a dimension that is empty or too large")
            }
            let (product, overflow) = elements.multipliedReportingOverflow(by: size)
            guard !overflow else { throw GGUFError(damaged: "its tensor \(name) is too large") }
            elements = product
            dimensions.append(size)
        }
        return (dimensions, elements)
    }

    private static func fileRange(
        of name: String, offset: Int, rowBytes: Int, rows: Int, dataOffset: Int
    ) throws(GGUFError) -> Range<Int> {
        let (size, tooLarge) = rowBytes.multipliedReportingOverflow(by: rows)
        let (start, startTooFar) = dataOffset.addingReportingOverflow(offset)
        let (end, endTooFar) = start.addingReportingOverflow(size)
        guard !tooLarge, !startTooFar, !endTooFar else {
            throw GGUFError(damaged: "its tensor \(name) is too large")
        }
        return start..<end
    }
}

/// Why a model file could not be read.
public struct GGUFError: ReasonedError, Equatable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// The file could not be opened or mapped.
        case unreadable = "gguf-unreadable"
        /// The file does not begin with `GGUF`, or has a version or byte order that is not supported.
        case notGGUF = "not-gguf"
        /// The bytes end before the header or a tensor does: an unfinished download, or a header read in part.
        case truncated = "gguf-truncated"
        /// The header contradicts itself or goes past a limit.
        case malformed = "gguf-malformed"
        /// A metadata key or a tensor is not there.
        case missing = "gguf-missing"
        /// A tensor type is not one that can be read as numbers.
        case unsupportedType = "gguf-unsupported-type"
    }

    public let reason: Reason
    public let message: String

    /// What is wrong with the file, for who knows its path; `nil` where the file cannot be opened, is none of this format, or lacks
    /// something that is asked of it.
    package let fault: ModelFileFault?

    init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
        fault = nil
    }

    /// - Parameter fault: What is wrong with the file as a whole.
    init(_ reason: Reason, _ fault: ModelFileFault) {
        self.reason = reason
        self.fault = fault
        message = fault.sentence()
    }

    /// - Parameter what: What the head says and no model has, as a part of a sentence.
    init(damaged what: String) { self.init(.malformed, .damaged(what)) }
}

extension GGUFError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .unreadable, .notGGUF, .truncated, .malformed, .missing, .unsupportedType: .unusableModel
        }
    }
}
