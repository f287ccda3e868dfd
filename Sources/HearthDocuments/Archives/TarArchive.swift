import HearthCore

/// Reads tar archives in memory: those of POSIX (ustar and pax, IEEE 1003.1), with GNU's long names, and the older ones without a mark.
///
/// Names never reach the file system; links, devices and sparse files are none that could be read, and are counted. The limits are those of
/// ``ZipArchive``: the number of entries, the size of one and of all that are read.
struct TarArchive {
    struct Entry {
        var name: String
        var data: Range<Int>
        /// Whether the archive ends before the file does.
        var isCut = false
    }

    static let blockSize = 512
    /// The most bytes of a name or of a list of attributes that stands before an entry.
    static let longestHeader = 1 << 20

    private let bytes: [UInt8]
    private(set) var entries: [String: Entry] = [:]
    /// Entries whose names later ones have, which take their place.
    private(set) var repeated = 0
    /// Links, devices, pipes and sparse files.
    private(set) var others = 0
    /// Whether what follows some entry cannot be read.
    private(set) var isDamaged = false
    /// Bytes that may still be read.
    private var budget: Int
    /// The most bytes of one entry.
    private let entrySize: Int

    /// Whether a file begins as such an archive: the sum of a header's bytes stands in it.
    static func begins(_ head: some Collection<UInt8>) -> Bool {
        TarHeader(Array(head.prefix(blockSize)), at: 0).map { !$0.name.isEmpty } ?? false
    }

    init(
        _ bytes: [UInt8], budget: Int = ZipArchive.maximumTotalSize, entrySize: Int = ZipArchive.maximumEntrySize,
        maximumEntries: Int = ZipArchive.maximumEntries
    ) throws {
        self.bytes = bytes
        self.budget = budget
        self.entrySize = entrySize
        var position = 0
        var count = 0
        /// What the entries before a file say of it.
        var attributes = TarAttributes()
        while position < bytes.count {
            // Two blocks of noughts end an archive; one alone may be what is left of a cut one.
            guard let header = TarHeader(bytes, at: position) else {
                isDamaged = !bytes[position..<min(bytes.count, position + Self.blockSize)].allSatisfy { $0 == 0 }
                break
            }
            count += 1
            if count & 0x3FF == 0 { try Task.checkCancellation() }
            guard count <= maximumEntries else {
                throw DocumentError(.tooLarge, "The archive has more than \(maximumEntries) entries.")
            }
            let start = position + Self.blockSize
            // A size of pax counts for the file that it stands before.
            let size = header.kind.isHeader ? header.size : attributes.size ?? header.size
            guard let size, size >= 0, start <= bytes.count else {
                isDamaged = true
                break
            }
            let end = min(size, bytes.count - start) + start
            let isCut = end - start < size
            switch header.kind {
            case .longName, .longLink, .attributes, .commonAttributes:
                guard !isCut, size <= Self.longestHeader else {
                    isDamaged = true
                    break
                }
                attributes.take(bytes[start..<end], header.kind)
            case .file where !attributes.isSparse:
                let name = attributes.path ?? header.name
                // Old programs mark folders by their names alone.
                if !name.hasSuffix("/"), !name.isEmpty {
                    if entries.updateValue(Entry(name: name, data: start..<end, isCut: isCut), forKey: name) != nil {
                        repeated += 1
                    }
                }
            case .folder: break
            case .file, .other: others += 1
            }
            if isDamaged { break }
            if !header.kind.isHeader { attributes = TarAttributes(common: attributes.common) }
            guard !isCut else {
                isDamaged = true
                break
            }
            // The last block is filled up.
            let blocks = (size + Self.blockSize - 1) / Self.blockSize
            position = start + blocks * Self.blockSize
        }
        guard ArchiveBudget.current?.take(entries: count) ?? true else { throw ZipArchive.tooMuch }
        guard count > 0 else { throw Self.damaged }
    }

    static let damaged = DocumentError(
        .damagedZip, "The file is damaged: it begins as a tar archive and cannot be read as one. Try to get it again.")

    /// The contents of an entry; `nil` when there is none of that name.
    mutating func contents(of name: String, limit most: Int? = nil) throws -> ZipArchive.Contents? {
        guard let entry = entries[name] else { return nil }
        let limit = min(most ?? entrySize, budget)
        guard entry.data.count <= limit else { throw ZipArchive.tooLarge(limit) }
        guard entry.data.count <= ArchiveBudget.current?.bytes ?? .max else { throw ZipArchive.tooMuch }
        budget -= entry.data.count
        ArchiveBudget.current?.spend(bytes: entry.data.count)
        return ZipArchive.Contents(bytes: Array(bytes[entry.data]), isDamaged: entry.isCut)
    }
}

/// The block that stands before each entry of a tar archive.
struct TarHeader {
    enum Kind {
        case file, folder
        /// GNU's way of names of more than 100 bytes.
        case longName, longLink
        /// Attributes of the next file (pax), and of all that follow.
        case attributes, commonAttributes
        case other

        /// Whether it says something of the entry behind it.
        var isHeader: Bool {
            switch self {
            case .longName, .longLink, .attributes, .commonAttributes: true
            case .file, .folder, .other: false
            }
        }
    }

    var name: String
    /// `nil` for what is no number.
    var size: Int?
    var kind: Kind

    /// `nil` for what is no header: its sum is wrong.
    init?(_ bytes: [UInt8], at start: Int) {
        guard start >= 0, start <= bytes.count - TarArchive.blockSize else { return nil }
        let block = bytes[start..<start + TarArchive.blockSize]
        func field(_ from: Int, _ count: Int) -> ArraySlice<UInt8> { block[(start + from)..<(start + from + count)] }
        guard let sum = Self.number(field(148, 8)) else { return nil }
        // The field of the sum itself counts as spaces. Some programs added bytes with a sign.
        var plain = 8 * 0x20
        var signed = 8 * 0x20
        for (offset, byte) in block.enumerated() where !(148..<156).contains(offset) {
            plain += Int(byte)
            signed += Int(Int8(bitPattern: byte))
        }
        guard sum == plain || sum == signed else { return nil }
        size = Self.number(field(124, 12))
        let isPOSIX = field(257, 6).elementsEqual("ustar\u{0}".utf8)
        let last = Self.text(field(0, 100))
        let folders = isPOSIX ? Self.text(field(345, 155)) : ""
        name = folders.isEmpty ? last : folders + "/" + last
        kind =
            switch block[start + 156] {
            case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): name.hasSuffix("/") ? .folder : .file
            case UInt8(ascii: "5"): .folder
            case UInt8(ascii: "L"): .longName
            case UInt8(ascii: "K"): .longLink
            case UInt8(ascii: "x"): .attributes
            case UInt8(ascii: "g"): .commonAttributes
            default: .other
            }
        // Links have a size in some archives, and nothing behind them.
        if [UInt8(ascii: "1"), UInt8(ascii: "2")].contains(block[start + 156]) { size = 0 }
    }

    /// Up to the nought that ends it.
    static func text(_ field: ArraySlice<UInt8>) -> String { ZipName.decode(field.prefix { $0 != 0 }) }

    /// Octal figures, or, where the first bit is set, a number of that many bytes (GNU).
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        if let first = field.first, first & 0x80 != 0 {
            var value = Int(first & 0x7F)
            for byte in field.dropFirst() {
                guard value < 1 << 46 else { return nil }
                value = value << 8 | Int(byte)
            }
            return value
        }
        let digits = field.drop { $0 == space }.prefix { $0 != 0 && $0 != space }
        guard digits.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
        // At most eleven figures of three bits.
        return digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
    }
}

/// What stands before an entry and says more of it than its header can.
private struct TarAttributes {
    /// Attributes of all entries that follow.
    struct Common {
        var path: String?
        var size: Int?
    }

    var common = Common()
    private var ownPath: String?
    private var ownSize: Int?
    /// A file of which only a part stands in the archive.
    private(set) var isSparse = false

    init(common: Common = Common()) { self.common = common }

    var path: String? { ownPath ?? common.path }
    var size: Int? { ownSize ?? common.size }

    mutating func take(_ data: ArraySlice<UInt8>, _ kind: TarHeader.Kind) {
        switch kind {
        case .longName: ownPath = TarHeader.text(data)
        case .attributes:
            Self.forEachRecord(data) { key, value in
                switch key {
                case "path": ownPath = ZipName.decode(value)
                case "size": ownSize = Int(String(decoding: value, as: UTF8.self))
                case let key where key.hasPrefix("GNU.sparse."): isSparse = true
                default: break
                }
            }
        case .commonAttributes:
            Self.forEachRecord(data) { key, value in
                switch key {
                case "path": common.path = ZipName.decode(value)
                case "size": common.size = Int(String(decoding: value, as: UTF8.self))
                default: break
                }
            }
        default: break
        }
    }

    /// The records of pax: "27 path=a file of a name\n", each with its own length before it.
    private static func forEachRecord(_ data: ArraySlice<UInt8>, _ body: (String, ArraySlice<UInt8>) -> Void) {
        var rest = data
        while !rest.isEmpty {
            let digits = rest.prefix(10).prefix(while: isDigit)
            guard !digits.isEmpty, let length = Int(String(decoding: digits, as: UTF8.self)), length <= rest.count,
                length > digits.count + 1, rest[digits.endIndex] == space
            else { return }
            let record = rest[(digits.endIndex + 1)..<(rest.startIndex + length - 1)]
            rest = rest.dropFirst(length)
            guard let mark = record.firstIndex(of: UInt8(ascii: "=")) else { continue }
            body(String(decoding: record[..<mark].prefix(100), as: UTF8.self), record[(mark + 1)...])
        }
    }
}
