import CZlib
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
    /// Entries whose names others have, before them.
    private(set) var repeated = 0
    /// Bytes that may still be unpacked.
    var budget: Int
    /// The most bytes of one entry.
    private let entrySize: Int

    init(
        _ bytes: [UInt8], budget: Int = Self.maximumTotalSize, entrySize: Int = Self.maximumEntrySize,
        maximumEntries: Int = Self.maximumEntries
    ) throws {
        self.bytes = bytes
        self.budget = budget
        self.entrySize = entrySize
        let directory = try ZipDirectory(bytes)
        guard directory.count <= maximumEntries else {
            throw DocumentError(.tooLarge, "The archive has more than \(maximumEntries) entries.")
        }
        guard ArchiveBudget.current?.take(entries: directory.count) ?? true else { throw Self.tooMuch }
        var position = directory.start
        var compressed = 0
        for _ in 0..<directory.count {
            guard let (entry, next) = directory.entry(at: position) else { break }
            // The first of several entries of one name is what most readers take.
            if entries[entry.name] == nil { entries[entry.name] = entry } else { repeated += 1 }
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
    mutating func contents(of name: String, limit most: Int? = nil) throws -> Contents? {
        guard let entry = entries[name] else { return nil }
        guard !entry.isEncrypted else {
            throw DocumentError(.encryptedDocument, "The document is protected by a password. Save a copy without it.")
        }
        let limit = min(most ?? entrySize, budget)
        guard entry.size <= limit else { throw Self.tooLarge(limit) }
        guard entry.size <= ArchiveBudget.current?.bytes ?? .max else { throw Self.tooMuch }
        guard let range = dataRange(of: entry) else { throw Self.damaged }
        let contents: Contents
        switch entry.method {
        case 0: contents = Contents(bytes: Array(bytes[range]), isDamaged: false)
        case 8:
            do {
                let inflated = try Inflater.inflate(bytes[range], sizeHint: entry.size, limit: limit)
                contents = Contents(bytes: inflated.bytes, isDamaged: !inflated.isComplete)
            } catch {
                // What was unpacked in vain took as long.
                spend(Inflater.most(range.count, limit))
                throw error
            }
        default:
            throw DocumentError(.damagedZip, "The archive uses compression method \(entry.method), which is not read.")
        }
        // Data of which nothing comes out take time as well.
        spend(max(contents.bytes.count, range.count))
        let isSound = !contents.isDamaged && Inflater.checksum(contents.bytes) == entry.checksum
        return Contents(bytes: contents.bytes, isDamaged: !isSound)
    }

    private mutating func spend(_ count: Int) {
        budget -= count
        ArchiveBudget.current?.spend(bytes: count)
    }

    static let tooMuch = DocumentError(
        .tooLarge, "The archive and what is in it unpack to far more than is read. Unpack it, and take the files.")

    static func tooLarge(_ limit: Int) -> DocumentError {
        DocumentError(
            .tooLarge,
            "The document unpacks to far more than documents hold: more than \(limit / 1_000_000) MB in one part.")
    }

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

/// The central directory of a ZIP archive.
struct ZipDirectory {
    private let bytes: [UInt8]
    /// Where its first record stands, and how many there are.
    let start: Int
    let count: Int
    /// Bytes that stand before the archive, by which all its offsets are too small.
    private let shift: Int

    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        guard let end = Self.endRecord(bytes) else { throw ZipArchive.damaged }
        var count = Int(bytes.uint16(at: end + 10))
        var size = UInt64(bytes.uint32(at: end + 12))
        var offset = UInt64(bytes.uint32(at: end + 16))
        var directoryEnd = end
        // ZIP64: a locator of 20 bytes stands before the end record and names a larger one.
        if count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF, end >= 20,
            bytes[(end - 20)...].starts(with: "PK\u{6}\u{7}"),
            let large = Int(exactly: bytes.uint64(at: end - 12)), large >= 0, large <= bytes.count - 56,
            bytes[large...].starts(with: "PK\u{6}\u{6}")
        {
            count = Int(exactly: bytes.uint64(at: large + 32)) ?? .max
            size = bytes.uint64(at: large + 40)
            offset = bytes.uint64(at: large + 48)
            directoryEnd = large
        }
        guard let size = Int(exactly: size), let offset = Int(exactly: offset), size <= directoryEnd,
            offset <= directoryEnd - size
        else { throw ZipArchive.damaged }
        start = directoryEnd - size
        shift = start - offset
        self.count = count
    }

    /// The record that ends the archive; a comment of up to 65,535 bytes may follow it.
    private static func endRecord(_ bytes: [UInt8]) -> Int? {
        var index = bytes.count - 22
        let last = max(0, index - 65_535)
        while index >= last {
            if bytes[index] == 0x50, bytes[index...].starts(with: "PK\u{5}\u{6}") { return index }
            index -= 1
        }
        return nil
    }

    /// The entry at a position, and where the next one stands.
    func entry(at position: Int) -> (entry: ZipArchive.Entry, next: Int)? {
        guard position >= 0, position <= bytes.count - 46, bytes[position...].starts(with: "PK\u{1}\u{2}") else {
            return nil
        }
        let nameLength = Int(bytes.uint16(at: position + 28))
        let extraLength = Int(bytes.uint16(at: position + 30))
        let commentLength = Int(bytes.uint16(at: position + 32))
        let extra = position + 46 + nameLength
        guard extra + extraLength + commentLength <= bytes.count else { return nil }
        var compressedSize = UInt64(bytes.uint32(at: position + 20))
        var size = UInt64(bytes.uint32(at: position + 24))
        var offset = UInt64(bytes.uint32(at: position + 42))
        readZIP64(extra..<(extra + extraLength), &size, &compressedSize, &offset)
        guard let compressedSize = Int(exactly: compressedSize), let size = Int(exactly: size),
            let offset = Int(exactly: offset), offset <= bytes.count
        else { return nil }
        let entry = ZipArchive.Entry(
            name: ZipName.decode(bytes[(position + 46)..<extra]), compressedSize: compressedSize, size: size,
            checksum: bytes.uint32(at: position + 16), method: bytes.uint16(at: position + 10),
            isEncrypted: bytes.uint16(at: position + 8) & 1 != 0, offset: offset + shift)
        return (entry, extra + extraLength + commentLength)
    }

    /// Extra field 1 holds the values that do not fit their 32 bits, in this order.
    private func readZIP64(
        _ extra: Range<Int>, _ size: inout UInt64, _ compressedSize: inout UInt64, _ offset: inout UInt64
    ) {
        var position = extra.lowerBound
        while position + 4 <= extra.upperBound {
            let length = Int(bytes.uint16(at: position + 2))
            if bytes.uint16(at: position) == 1 {
                var field = position + 4
                func take(_ value: inout UInt64) {
                    guard value == 0xFFFF_FFFF, field + 8 <= extra.upperBound else { return }
                    value = bytes.uint64(at: field)
                    field += 8
                }
                take(&size)
                take(&compressedSize)
                take(&offset)
                return
            }
            position += 4 + length
        }
    }
}

/// Unpacks deflated data (RFC 1951) through zlib, up to a limit.
enum Inflater {
    /// What stands around the data.
    enum Wrapping: Int32 {
        /// Nothing, as in ZIP archives. zlib takes negative window bits for that.
        case none = -15
        /// The header and sum of gzip (RFC 1952), and more such data behind them. Sixteen more than the window bits.
        case gzip = 31
    }

    enum End {
        case whole
        /// The data end early or are damaged.
        case damaged
        /// More would come out than was wanted.
        case cut
    }

    /// What could be unpacked; `isComplete` is false when the data end early or are damaged.
    ///
    /// - Throws: ``DocumentError`` with the code `too-large` as soon as the limit is passed, whatever size was declared, or more
    ///   comes out of the data than documents are packed to.
    static func inflate(
        _ data: ArraySlice<UInt8>, sizeHint: Int, limit: Int
    ) throws -> (bytes: [UInt8], isComplete: Bool) {
        let (bytes, end) = try unpack(data, .none, sizeHint: sizeHint, limit: limit)
        guard end != .cut else { throw ZipArchive.tooLarge(limit) }
        return (bytes, end == .whole)
    }

    /// What could be unpacked, up to a number of bytes.
    ///
    /// - Throws: ``DocumentError`` with the code `too-large` where more comes out of the data than documents are packed to, and
    ///   `CancellationError`.
    static func unpack(
        _ data: ArraySlice<UInt8>, _ wrapping: Wrapping, sizeHint: Int = 0, limit: Int
    ) throws -> (bytes: [UInt8], end: End) {
        var stream = z_stream()
        guard inflateInit2_(&stream, wrapping.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw DocumentError(.notReadable, "zlib could not be started.")
        }
        defer { inflateEnd(&stream) }
        var output: [UInt8] = []
        let most = most(data.count, .max)
        output.reserveCapacity(min(max(0, sizeHint), limit, most, 16 << 20))
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var input = Array(data)
        var end = End.damaged
        try input.withUnsafeMutableBufferPointer { source in
            try buffer.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(clamping: source.count)
                var rounds = 0
                while true {
                    rounds += 1
                    if rounds & 0xFF == 0 { try Task.checkCancellation() }
                    stream.next_out = target.baseAddress
                    stream.avail_out = UInt32(target.count)
                    let result = CZlib.inflate(&stream, Z_NO_FLUSH)
                    let count = target.count - Int(stream.avail_out)
                    guard output.count + count <= most else { throw ZipArchive.tooLarge(most) }
                    let fitting = min(count, limit - output.count)
                    output.append(contentsOf: target.prefix(fitting))
                    guard fitting == count else {
                        end = .cut
                        return
                    }
                    if result == Z_STREAM_END {
                        // Behind gzip's data may come more of it, or what fills up a tape.
                        let goesOn =
                            wrapping == .gzip && stream.avail_in >= 18
                            && stream.next_in.map { $0[0] == 0x1F && $0[1] == 0x8B } ?? false
                        guard goesOn, inflateReset(&stream) == Z_OK else {
                            end = .whole
                            return
                        }
                    } else if result != Z_OK || count == 0 && stream.avail_in == 0 {
                        // Anything else than progress means that the data are damaged or at their end.
                        return
                    }
                }
            }
        }
        return (output, end)
    }

    /// The most bytes that may come out of so many.
    static func most(_ count: Int, _ limit: Int) -> Int {
        let (packed, overflow) = count.multipliedReportingOverflow(by: mostRatio)
        return min(limit, overflow ? .max : max(harmless, packed))
    }

    /// Bytes that data may unpack to, however well they were packed.
    static let harmless = 48 << 20
    /// A table of two hundred thousand like rows was packed to a 258th; deflate ends at a 1,032nd.
    static let mostRatio = 500

    /// What came out of data that were deflated, some of them several times over.
    struct Measure {
        /// Bytes that were taken in, and that came out of the last layer.
        var input = 0
        var output = 0
        /// `false` when it was broken off, because a layer gave more than it may.
        var isWithin = true
    }

    /// Unpacks data in zlib's form (RFC 1950) and keeps nothing of them. Damaged data end where the damage is.
    ///
    /// - Parameters:
    ///   - layers: How many times they were deflated.
    ///   - limit: The most bytes of the last layer; then it ends.
    ///   - allows: Is asked, for what was taken in and what has come out of a layer so far.
    static func measure(
        _ data: UnsafeRawBufferPointer, layers: Int, limit: Int, allows: (_ input: Int, _ output: Int) -> Bool
    ) throws -> Measure {
        // Neither is in an array: zlib compares the address of a stream, and keeps that of its window, between calls.
        let streams = UnsafeMutableBufferPointer<z_stream>.allocate(capacity: max(1, layers))
        streams.initialize(repeating: z_stream())
        var ready = 0
        defer {
            for index in 0..<ready { inflateEnd(&streams[index]) }
            streams.deallocate()
        }
        for index in streams.indices {
            guard inflateInit2_(&streams[index], 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
                throw DocumentError(.notReadable, "zlib could not be started.")
            }
            ready += 1
        }
        let window = 65_536
        var outputs = [Int](repeating: 0, count: streams.count)
        var measure = Measure()
        let buffers = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: window * streams.count)
        defer { buffers.deallocate() }

        /// Gives a piece to a layer and what comes out to the next; `false` when nothing more is to be had.
        func feed(_ layer: Int, _ piece: UnsafeRawBufferPointer) -> Bool {
            guard let base = piece.baseAddress else { return true }
            streams[layer].next_in = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: UInt8.self)
            streams[layer].avail_in = UInt32(clamping: piece.count)
            let target = UnsafeMutableBufferPointer(rebasing: buffers[(layer * window)..<((layer + 1) * window)])
            while true {
                streams[layer].next_out = target.baseAddress
                streams[layer].avail_out = UInt32(window)
                let result = CZlib.inflate(&streams[layer], Z_NO_FLUSH)
                let count = window - Int(streams[layer].avail_out)
                outputs[layer] += count
                let taken = Int(streams[0].total_in)
                guard allows(max(1, taken), outputs[layer]) else {
                    measure.isWithin = false
                    return false
                }
                if layer + 1 < streams.count, count > 0,
                    !feed(layer + 1, UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(target)[..<count]))
                {
                    return false
                }
                if outputs[layer] >= limit || result != Z_OK && result != Z_BUF_ERROR { return false }
                if streams[layer].avail_in == 0 && count < window || result == Z_BUF_ERROR { return true }
            }
        }
        // zlib counts what it is given in 32 bits.
        var rest = data
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
            guard feed(0, piece) else { break }
        }
        measure.input = Int(streams[0].total_in)
        measure.output = outputs.max() ?? 0
        return measure
    }

    /// CRC-32 as ZIP uses it.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer {
            UInt32(truncatingIfNeeded: crc32(0, $0.baseAddress, UInt32(clamping: $0.count)))
        }
    }
}

/// The names of entries in a ZIP archive.
enum ZipName {
    /// A name in UTF-8, whatever the archive says of it, else in the code page 437 of the first computers with ZIP archives, as APPNOTE
    /// (4.4.4, bit 11) has it. Names in other encodings may look wrong then, but no two of them the same.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        if let name = String(validating: bytes, as: UTF8.self) { return name }
        var name = String.UnicodeScalarView()
        for byte in bytes { name.append(byte < 0x80 ? Unicode.Scalar(byte) : upper[Int(byte) - 0x80]) }
        return String(name)
    }

    /// The characters from 0x80 on.
    private static let upper = Array(
        """
        ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
        └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
        """.unicodeScalars)
}
