extension GGUFFile {
    /// Whether the rows of a tensor can be read as numbers with `readRow`.
    public static func isReadable(_ type: GGUFTensorType) -> Bool {
        [.f32, .f16, .bf16, .q8].contains(type)
    }

    /// Copies one row of a tensor into `destination` as 32-bit floats.
    ///
    /// Reads `F32`, `F16`, `BF16` and `Q8_0`. `destination` must have exactly the length of a row.
    public func readRow(_ row: Int, of tensor: GGUFTensor, into destination: UnsafeMutableBufferPointer<Float>) throws {
        let length = tensor.rowLength
        guard row >= 0, row < tensor.rowCount, destination.count == length else {
            throw GGUFError(.missing, "The tensor \(tensor.name) has no row \(row) of \(destination.count) numbers.")
        }
        guard Self.isReadable(tensor.type), let rowBytes = tensor.type.byteCount(of: length) else {
            throw GGUFError(
                .unsupportedType,
                "The tensor \(tensor.name) is stored as \(tensor.type); use a file in F32, F16, BF16 or Q8_0.")
        }
        try withBytes(of: tensor) { all in
            let bytes = UnsafeRawBufferPointer(rebasing: all[row * rowBytes..<(row + 1) * rowBytes])
            switch tensor.type {
            case .f32:
                UnsafeMutableRawBufferPointer(destination).copyMemory(from: bytes)
            case .f16:
                for i in 0..<length {
                    destination[i] = halfPrecision(bytes.loadUnaligned(fromByteOffset: 2 * i, as: UInt16.self))
                }
            case .bf16:
                for i in 0..<length {
                    let high = UInt32(bytes.loadUnaligned(fromByteOffset: 2 * i, as: UInt16.self))
                    destination[i] = Float(bitPattern: high << 16)
                }
            default:
                // Q8_0: blocks of a half-precision scale and 32 signed bytes.
                for block in 0..<length / 32 {
                    let start = block * 34
                    let scale = halfPrecision(bytes.loadUnaligned(fromByteOffset: start, as: UInt16.self))
                    for i in 0..<32 {
                        destination[block * 32 + i] = scale * Float(Int8(bitPattern: bytes[start + 2 + i]))
                    }
                }
            }
        }
    }

    /// Lets the system drop a tensor's pages from memory, when its numbers have been copied elsewhere.
    public func releasePages(of tensor: GGUFTensor) {
        if let range = tensor.fileRange { storage.release(range) }
    }
}

/// An IEEE 754 half-precision number. By hand, because `Float16` does not exist on every Mac.
private func halfPrecision(_ bits: UInt16) -> Float {
    let sign = UInt32(bits & 0x8000) << 16
    let exponent = UInt32(bits >> 10) & 31
    let fraction = UInt32(bits & 1023)
    switch exponent {
    case 0:  // zero or subnormal: fraction · 2^-24
        return Float(bitPattern: sign | 0x3F80_0000) * Float(fraction) * 0x1p-24
    case 31:
        return Float(bitPattern: sign | 0x7F80_0000 | fraction << 13)
    default:
        return Float(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
    }
}
