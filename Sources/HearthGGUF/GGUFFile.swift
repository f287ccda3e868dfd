public import Foundation

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
            throw GGUFError(.malformed, "The model file announces \(tensorCount) tensors and \(metadataCount) keys.")
        }
        (keys, metadata) = try Self.readMetadata(&cursor, count: metadataCount)
        alignment = try Self.alignment(in: metadata)
        (tensors, tensorIndex, dataOffset) = try Self.readTensors(
            &cursor, count: tensorCount, alignment: alignment, limit: isComplete ? storage.bytes.count : Int.max)
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
