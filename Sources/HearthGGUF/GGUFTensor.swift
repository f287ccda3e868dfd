/// How a tensor's numbers are stored. The raw values are those of the file format (`ggml_type`).
public struct GGUFTensorType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let f32 = Self(rawValue: 0)
    public static let f16 = Self(rawValue: 1)
    public static let q8 = Self(rawValue: 8)
    public static let bf16 = Self(rawValue: 30)

    /// Name, elements in a block, bytes of a block (`ggml.c`, `type_traits`; the layouts are in `ggml-common.h`).
    private static let layouts: [UInt32: (name: String, elements: Int, bytes: Int)] = [
        0: ("F32", 1, 4), 1: ("F16", 1, 2), 2: ("Q4_0", 32, 18), 3: ("Q4_1", 32, 20), 6: ("Q5_0", 32, 22),
        7: ("Q5_1", 32, 24), 8: ("Q8_0", 32, 34), 9: ("Q8_1", 32, 36), 10: ("Q2_K", 256, 84), 11: ("Q3_K", 256, 110),
        12: ("Q4_K", 256, 144), 13: ("Q5_K", 256, 176), 14: ("Q6_K", 256, 210), 15: ("Q8_K", 256, 292),
        16: ("IQ2_XXS", 256, 66), 17: ("IQ2_XS", 256, 74), 18: ("IQ3_XXS", 256, 98), 19: ("IQ1_S", 256, 50),
        20: ("IQ4_NL", 32, 18), 21: ("IQ3_S", 256, 110), 22: ("IQ2_S", 256, 82), 23: ("IQ4_XS", 256, 136),
        24: ("I8", 1, 1), 25: ("I16", 1, 2), 26: ("I32", 1, 4), 27: ("I64", 1, 8), 28: ("F64", 1, 8),
        29: ("IQ1_M", 256, 56), 30: ("BF16", 1, 2), 34: ("TQ1_0", 256, 54), 35: ("TQ2_0", 256, 66),
        39: ("MXFP4", 32, 17), 40: ("NVFP4", 64, 36), 41: ("Q1_0", 128, 18), 42: ("Q2_0", 64, 18),
    ]

    /// The usual name, such as `Q4_K`; `type 77` for one that this reader does not know.
    public var description: String { Self.layouts[rawValue]?.name ?? "type \(rawValue)" }

    /// Whether a file of this version can hold it.
    public var isKnown: Bool { Self.layouts[rawValue] != nil }

    /// Whether it holds whole numbers, or double precision: types of tables and of intermediate results, in which no weights
    /// of a network are.
    public var isForTables: Bool { (24...28).contains(rawValue) }

    /// Bytes of `count` elements of one row; `nil` for an unknown type, a partial block or a number too large.
    func byteCount(of count: Int) -> Int? {
        guard let layout = Self.layouts[rawValue], count >= 0, count % layout.elements == 0 else { return nil }
        let (bytes, overflow) = (count / layout.elements).multipliedReportingOverflow(by: layout.bytes)
        return overflow ? nil : bytes
    }
}

/// A tensor as the header describes it.
public struct GGUFTensor: Sendable {
    public let name: String
    /// From the innermost: a weight matrix has its inputs first, then its outputs. At most four.
    public let dimensions: [Int]
    public let type: GGUFTensorType
    /// The product of the dimensions.
    public let elementCount: Int
    /// The place in the file, from its first byte. `nil` when the type is unknown, so that its size is too.
    public let fileRange: Range<Int>?

    /// The number of rows: the product of all dimensions but the innermost.
    public var rowCount: Int { dimensions.dropFirst().reduce(1, *) }
    /// The length of a row.
    public var rowLength: Int { dimensions.first ?? 0 }
}

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
