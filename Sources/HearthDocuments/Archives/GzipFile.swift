import CZlib
import HearthCore

/// Unpacks gzip files (RFC 1952) through zlib, as far as tar archives come packed in them.
enum GzipFile {
    struct Contents {
        var bytes: [UInt8]
        /// Whether the data end early or are damaged.
        var isDamaged = false
        /// Whether they unpack to more than was wanted.
        var isCut = false
    }

    static func begins(_ head: some Collection<UInt8>) -> Bool { head.starts(with: [0x1F, 0x8B, 0x08]) }

    /// Whether a gzip file holds a tar archive, by what its first bytes unpack to.
    static func holdsTar(_ head: [UInt8]) -> Bool {
        guard begins(head), let contents = try? unpacked(head, limit: TarArchive.blockSize) else { return false }
        return TarArchive.begins(contents.bytes)
    }

    /// What a file unpacks to, up to a number of bytes, all of its members one behind the other.
    ///
    /// - Throws: ``DocumentError`` `too-large` for data that unpack to far more than documents are packed to, and `CancellationError`.
    static func unpacked(_ data: [UInt8], limit: Int) throws -> Contents {
        var stream = z_stream()
        // Window bits and 16: gzip's own header and sum, which zlib checks.
        guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw DocumentError(.notReadable, "zlib could not be started.")
        }
        defer { inflateEnd(&stream) }
        let most = Inflater.most(data.count, .max)
        var contents = Contents(bytes: [])
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var input = data
        try input.withUnsafeMutableBufferPointer { source in
            try buffer.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(clamping: source.count)
                var isDone = false
                var rounds = 0
                while !isDone {
                    rounds += 1
                    if rounds & 0xFF == 0 { try Task.checkCancellation() }
                    stream.next_out = target.baseAddress
                    stream.avail_out = UInt32(target.count)
                    let result = CZlib.inflate(&stream, Z_NO_FLUSH)
                    let count = target.count - Int(stream.avail_out)
                    guard contents.bytes.count + count <= most else { throw ZipArchive.tooLarge(most) }
                    contents.bytes.append(contentsOf: target.prefix(count))
                    if contents.bytes.count > limit {
                        contents.bytes.removeLast(contents.bytes.count - limit)
                        contents.isCut = true
                        return
                    }
                    if result == Z_STREAM_END {
                        // Behind a member may come another one, or what fills up a tape.
                        isDone =
                            stream.avail_in < 18 || inflateReset(&stream) != Z_OK
                            || stream.next_in.map { $0[0] != 0x1F || $0[1] != 0x8B } ?? true
                    } else if result != Z_OK || count == 0 && stream.avail_in == 0 {
                        contents.isDamaged = true
                        isDone = true
                    }
                }
            }
        }
        return contents
    }
}
