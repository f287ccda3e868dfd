/// Turns the bytes of a stream of samples into Floats, whatever pieces they come in.
///
/// What is no number becomes silence, and what is louder than full scale becomes full scale: neither a detector nor a
/// recognizer must ever see an infinity.
struct SampleDecoder {
    let encoding: WAVHeader.Encoding
    /// Samples that were no numbers.
    private(set) var repaired = 0
    private var rest: [UInt8] = []

    init(_ encoding: WAVHeader.Encoding) { self.encoding = encoding }

    /// Appends the samples in these bytes; a sample that is not complete yet waits for the next call.
    mutating func decode(_ bytes: [UInt8], into samples: inout [Float]) {
        let all = rest.isEmpty ? bytes : rest + bytes
        let width = encoding.bytes
        let count = all.count / width
        samples.reserveCapacity(samples.count + count)
        all.withUnsafeBytes { raw in
            for index in 0..<count { samples.append(sample(raw, at: index * width)) }
        }
        rest = Array(all[(count * width)...])
    }

    private mutating func sample(_ raw: UnsafeRawBufferPointer, at offset: Int) -> Float {
        switch encoding {
        case .unsigned8: return (Float(raw[offset]) - 128) / 128
        case .signed16:
            return Float(Int16(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Int16.self))) / 32_768
        case .signed24:
            let low = UInt32(raw[offset]) << 8 | UInt32(raw[offset + 1]) << 16 | UInt32(raw[offset + 2]) << 24
            return Float(Int32(bitPattern: low)) / 2_147_483_648
        case .signed32:
            let value = Int32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Int32.self))
            return Float(value) / 2_147_483_648
        case .float32:
            let bits = UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            return checked(Float(bitPattern: bits))
        case .float64:
            let bits = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            return checked(Float(Double(bitPattern: bits)))
        }
    }

    private mutating func checked(_ value: Float) -> Float {
        guard value.isFinite else {
            repaired += 1
            return 0
        }
        return min(max(value, -1), 1)
    }
}
