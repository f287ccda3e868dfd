import CZlib

/// Bytes packed as gzip (RFC 1952), for who reads them over a network.
package enum Gzip {
    /// The bytes packed, as small as zlib makes them; `nil` where there is no memory for it, or 4 GiB and more to pack.
    package static func packed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // 16 more than the window's 15 bits asks for gzip's head.
        guard
            deflateInit2_(
                &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, uLong(bytes.count)))
        guard let count = UInt32(exactly: bytes.count), let room = UInt32(exactly: bound) else { return nil }
        var input = bytes
        return input.withUnsafeMutableBufferPointer { source in
            var isWhole = false
            let packed = [UInt8](unsafeUninitializedCapacity: bound) { target, filled in
                stream.next_in = source.baseAddress
                stream.avail_in = count
                stream.next_out = target.baseAddress
                stream.avail_out = room
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
                filled = bound - Int(stream.avail_out)
            }
            return isWhole ? packed : nil
        }
    }
}
