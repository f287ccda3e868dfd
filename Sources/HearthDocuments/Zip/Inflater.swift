import CZlib
import HearthCore

/// Unpacks deflated data (RFC 1951) through zlib, up to a limit.
enum Inflater {
    /// What could be unpacked; `isComplete` is false when the data end early or are damaged.
    ///
    /// - Throws: ``DocumentError`` with the code `too-large` as soon as the limit is passed, whatever size was declared, or more
    ///   comes out of the data than documents are packed to.
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
        let limit = min(limit, max(harmless, data.count.multipliedReportingOverflow(by: mostRatio).partialValue))
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
