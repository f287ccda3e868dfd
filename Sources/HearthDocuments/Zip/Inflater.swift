import CZlib
import HearthCore

/// Unpacks deflated data (RFC 1951) through zlib, up to a limit.
enum Inflater {
    /// What could be unpacked; `isComplete` is false when the data end early or are damaged.
    ///
    /// - Throws: ``DocumentError`` with the code `too-large` as soon as the limit is passed, whatever size was declared.
    static func inflate(
        _ data: ArraySlice<UInt8>, sizeHint: Int, limit: Int
    ) throws -> (bytes: [UInt8], isComplete: Bool) {
        var stream = z_stream()
        // Negative window bits: raw deflate, without zlib's own header.
        guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw DocumentError(.notReadable, "zlib could not be started.")
        }
        defer { inflateEnd(&stream) }
        var output: [UInt8] = []
        output.reserveCapacity(min(max(0, sizeHint), limit, 16 << 20))
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var input = Array(data)
        var isComplete = false
        try input.withUnsafeMutableBufferPointer { source in
            try buffer.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(clamping: source.count)
                while true {
                    stream.next_out = target.baseAddress
                    stream.avail_out = UInt32(target.count)
                    let result = CZlib.inflate(&stream, Z_NO_FLUSH)
                    let count = target.count - Int(stream.avail_out)
                    guard output.count + count <= limit else { throw ZipArchive.tooLarge }
                    output.append(contentsOf: target.prefix(count))
                    if result == Z_STREAM_END {
                        isComplete = true
                        return
                    }
                    // Anything else than progress means that the data are damaged or at their end.
                    guard result == Z_OK, count > 0 || stream.avail_in > 0 else { return }
                }
            }
        }
        return (output, isComplete)
    }

    /// CRC-32 as ZIP uses it.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer {
            UInt32(truncatingIfNeeded: crc32(0, $0.baseAddress, UInt32(clamping: $0.count)))
        }
    }
}
