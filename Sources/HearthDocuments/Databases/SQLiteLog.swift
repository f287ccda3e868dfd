import HearthCore

/// The write-ahead log of a file of SQLite (`…-wal`): what was written last, and is not in the file yet
/// (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
///
/// As SQLite does it, a frame counts where its salts are those of the log and its sum is that of all before it, and where a commit comes behind it: what
/// was broken off, and what is left of an earlier log, does not. Each frame is looked at once.
enum SQLiteLog {
    /// Of the head, by whose salts a log is told from the one that took its place.
    static let headSize = 32
    private static let frameHeadSize = 24
    /// Bytes that the file may grow by beside what is in the log: pages that were taken and never written.
    private static let slack = 1 << 20

    /// The file as it is with what is in its log.
    ///
    /// - Returns: `nil` where the log is none, belongs to no file like this, or has no commit.
    static func applied(_ log: [UInt8], to bytes: [UInt8]) throws -> [UInt8]? {
        guard log.count >= headSize, SQLiteFile.begins(bytes), bytes.count >= 512 else { return nil }
        let magic = number(log, 0)
        guard magic & ~1 == 0x377F_0682, number(log, 4) == 3_007_000 else { return nil }
        let size = Int(number(log, 8))
        let own = Int(bytes[16]) << 8 | Int(bytes[17])
        guard (512...65_536).contains(size), size & (size - 1) == 0, size == (own == 1 ? 65_536 : own) else {
            return nil
        }
        var sum = Sum(isBig: magic & 1 == 1)
        sum.add(log, 0..<24)
        guard sum.first == number(log, 24), sum.second == number(log, 28) else { return nil }
        // Where the newest frame of each page lies: of what is committed, and of the transaction that is being read.
        var (committed, open): ([Int: Int], [Int: Int]) = ([:], [:])
        var pages = 0
        var (place, count) = (headSize, 0)
        while place + frameHeadSize + size <= log.count {
            count += 1
            if count & 0xFFF == 0 { try Task.checkCancellation() }
            let page = Int(number(log, place))
            guard page > 0, log[(place + 8)..<(place + 16)] == log[16..<24] else { break }
            sum.add(log, place..<(place + 8))
            sum.add(log, (place + frameHeadSize)..<(place + frameHeadSize + size))
            guard sum.first == number(log, place + 16), sum.second == number(log, place + 20) else { break }
            open[page] = place + frameHeadSize
            let length = Int(number(log, place + 4))
            if length > 0 {
                committed.merge(open) { $1 }
                open = [:]
                pages = length
            }
            place += frameHeadSize + size
        }
        guard pages > 0, pages <= (bytes.count + log.count + slack) / size else { return nil }
        var whole = Array(bytes.prefix(pages * size))
        whole += Array(repeating: 0, count: pages * size - whole.count)
        for (page, start) in committed where page <= pages {
            whole.replaceSubrange(((page - 1) * size)..<(page * size), with: log[start..<(start + size)])
        }
        guard SQLiteFile.begins(whole) else { return nil }
        // Nothing is beside it any more.
        (whole[18], whole[19]) = (1, 1)
        return whole
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        bytes[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The sum of a log so far, over words of four bytes in the order that its head names.
    private struct Sum {
        let isBig: Bool
        private(set) var first: UInt32 = 0
        private(set) var second: UInt32 = 0

        init(isBig: Bool) { self.isBig = isBig }

        /// - Parameter range: Of a multiple of eight bytes.
        mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
            var (a, b) = (first, second)
            bytes.withUnsafeBytes { buffer in
                for place in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
                    let one = buffer.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                    let two = buffer.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
                    a = a &+ (isBig ? one.bigEndian : one.littleEndian) &+ b
                    b = b &+ (isBig ? two.bigEndian : two.littleEndian) &+ a
                }
            }
            (first, second) = (a, b)
        }
    }
}
