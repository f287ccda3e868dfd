import Crypto
package import Foundation

/// The SHA-256 digest of rows in their order, the same whichever store they come from.
///
/// Each value goes in with its form and its length, so that no two lists of rows are the same bytes. A vector goes in at the 15 bits
/// that every store keeps.
package struct LibraryDigest {
    private var hash = SHA256()
    package private(set) var count = 0

    package init() {}

    package mutating func add(_ row: LibraryRow, of kind: LibraryRow.Kind) {
        count += 1
        for (index, value) in row.values.enumerated() {
            switch value {
            case .null: add(0, Data())
            case .integer(let number): add(1, withUnsafeBytes(of: number.littleEndian) { Data($0) })
            case .real(let number): add(2, withUnsafeBytes(of: number.bitPattern.littleEndian) { Data($0) })
            case .text(let text): add(3, Data(text.utf8))
            case .bytes(let bytes):
                let isVector = kind == .vector && index == 2
                add(4, isVector ? CarriedVector.codes(bytes) : bytes)
            }
        }
    }

    private mutating func add(_ form: UInt8, _ bytes: Data) {
        var head = Data([form])
        withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { head.append(contentsOf: $0) }
        hash.update(data: head)
        hash.update(data: bytes)
    }

    package func value() -> ContentHash { ContentHash(bytes: Array(hash.finalize())) ?? ContentHash(of: []) }
}

extension LibraryRow {
    /// Whether two rows of a kind say the same, vectors as exactly as stores keep them.
    package func isSame(as other: LibraryRow, of kind: Kind) -> Bool {
        guard kind == .vector, values.count == 3, other.values.count == 3, let a = values[2].bytes,
            let b = other.values[2].bytes
        else { return self == other }
        return key(of: kind) == other.key(of: kind) && CarriedVector.codes(a) == CarriedVector.codes(b)
            && CarriedVector.areAsLong(a, b)
    }
}

/// Vectors as they stand in rows: 32-bit numbers as they lie in memory. All supported platforms are little-endian.
package enum CarriedVector {
    package static func bytes(_ vector: [Float]) -> Data { vector.withUnsafeBytes { Data($0) } }

    /// `nil` for bytes that are no whole numbers.
    package static func vector(_ bytes: Data) -> [Float]? {
        guard bytes.count % 4 == 0 else { return nil }
        return bytes.withUnsafeBytes { bytes in
            (0..<(bytes.count / 4)).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
    }

    /// The numbers in 15 bits and sign beside the largest, as the embedded store has them (`hearth_quantize_i16`): what was quantized
    /// once and is quantized again stays the same.
    static func codes(_ bytes: Data) -> Data {
        guard let vector = vector(bytes) else { return bytes }
        let most = vector.reduce(Float(0)) { max($0, $1.magnitude) }
        guard vector.allSatisfy({ $0.magnitude <= 1e15 }) else { return bytes }
        let inverse = most < 1e-30 ? 0 : 32_767 / most
        let codes = vector.map { Int16(max(-32_767, min(32_767, ($0 * inverse).rounded(.toNearestOrEven)))) }
        return codes.withUnsafeBytes { Data($0) }
    }

    /// Whether the largest numbers are the same but for rounding.
    static func areAsLong(_ a: Data, _ b: Data) -> Bool {
        guard let a = vector(a), let b = vector(b), a.count == b.count else { return false }
        func most(_ vector: [Float]) -> Float { vector.reduce(0) { max($0, $1.magnitude) } }
        return (most(a) - most(b)).magnitude <= most(a) * 1e-5
    }
}
