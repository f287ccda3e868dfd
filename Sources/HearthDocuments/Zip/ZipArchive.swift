import HearthCore

/// Reads ZIP archives in memory (PKWARE's APPNOTE 6.3.10), as far as documents need it: stored and deflated entries by the
/// central directory.
///
/// Names never reach the file system. Limits hold against archives made to harm: the number of entries, the size of one and
/// of all that are read, and entries that share the same bytes.
struct ZipArchive {
    struct Entry {
        var name: String
        var compressedSize: Int
        var size: Int
        var checksum: UInt32
        var method: UInt16
        var isEncrypted: Bool
        /// Of its local header.
        var offset: Int
    }

    /// An entry's bytes; `isDamaged` when they end early or their checksum is wrong.
    struct Contents {
        var bytes: [UInt8]
        var isDamaged: Bool
    }

    static let maximumEntries = 20_000
    static let maximumEntrySize = 64 << 20
    static let maximumTotalSize = 256 << 20

    private let bytes: [UInt8]
    private(set) var entries: [String: Entry] = [:]
    private var budget = Self.maximumTotalSize

    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        let directory = try ZipDirectory(bytes)
        guard directory.count <= Self.maximumEntries else {
            throw DocumentError(.tooLarge, "The archive has more than \(Self.maximumEntries) entries.")
        }
        var position = directory.start
        var compressed = 0
        for _ in 0..<directory.count {
            guard let (entry, next) = directory.entry(at: position) else { break }
            // The first of several entries of one name is what most readers take.
            if entries[entry.name] == nil { entries[entry.name] = entry }
            let (sum, overflow) = compressed.addingReportingOverflow(entry.compressedSize)
            guard !overflow, sum <= bytes.count else {
                throw DocumentError(.damagedZip, "The archive's entries overlap; it may be made to harm.")
            }
            compressed = sum
            position = next
        }
        guard !entries.isEmpty else { throw Self.damaged }
    }

    static let damaged = DocumentError(
        .damagedZip, "The file is damaged: its ZIP directory cannot be read. Try to get the file again.")

    func contains(_ name: String) -> Bool { entries[name] != nil }

    /// The contents of an entry; `nil` when there is none of that name.
    mutating func contents(of name: String) throws -> Contents? {
        guard let entry = entries[name] else { return nil }
        guard !entry.isEncrypted else {
            throw DocumentError(.encryptedDocument, "The document is protected by a password. Save a copy without it.")
        }
        let limit = min(Self.maximumEntrySize, budget)
        guard entry.size <= limit else { throw Self.tooLarge }
        guard let range = dataRange(of: entry) else { throw Self.damaged }
        let contents: Contents
        switch entry.method {
        case 0: contents = Contents(bytes: Array(bytes[range]), isDamaged: false)
        case 8:
            let inflated = try Inflater.inflate(bytes[range], sizeHint: entry.size, limit: limit)
            contents = Contents(bytes: inflated.bytes, isDamaged: !inflated.isComplete)
        default:
            throw DocumentError(.damagedZip, "The archive uses compression method \(entry.method), which is not read.")
        }
        budget -= contents.bytes.count
        let isSound = !contents.isDamaged && Inflater.checksum(contents.bytes) == entry.checksum
        return Contents(bytes: contents.bytes, isDamaged: !isSound)
    }

    static let tooLarge = DocumentError(
        .tooLarge,
        "The document unpacks to far more than documents hold: more than \(maximumEntrySize >> 20) MB in one part.")

    /// The local header repeats the name and has extra fields of its own, so that the data's place is known only from it.
    private func dataRange(of entry: Entry) -> Range<Int>? {
        guard entry.offset >= 0, entry.offset <= bytes.count - 30, bytes[entry.offset...].starts(with: "PK\u{3}\u{4}")
        else { return nil }
        let start =
            entry.offset + 30 + Int(bytes.uint16(at: entry.offset + 26)) + Int(bytes.uint16(at: entry.offset + 28))
        guard start <= bytes.count, entry.compressedSize >= 0 else { return nil }
        // An archive that was cut still gives what is left of its last entry.
        return start..<(start + min(entry.compressedSize, bytes.count - start))
    }
}

extension [UInt8] {
    /// Little-endian; zero past the end.
    func uint16(at index: Int) -> UInt16 {
        guard index >= 0, index <= count - 2 else { return 0 }
        return UInt16(self[index]) | UInt16(self[index + 1]) << 8
    }

    func uint32(at index: Int) -> UInt32 {
        UInt32(uint16(at: index)) | UInt32(uint16(at: index + 2)) << 16
    }

    func uint64(at index: Int) -> UInt64 {
        UInt64(uint32(at: index)) | UInt64(uint32(at: index + 4)) << 32
    }
}
