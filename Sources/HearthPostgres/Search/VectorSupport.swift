#if canImport(CPostgres)
import Foundation
import HearthCore

/// What of pgvector a database has. Without it, vectors are compared one by one in this program, with the same result.
struct VectorSupport: Sendable {
    /// PostgreSQL's numbers for the type `halfvec` and for arrays of it, which differ from database to database; `nil` without.
    let type: UInt32?
    private let arrayType: UInt32
    /// What is missing, and what to do about it.
    let note: String?

    /// The longest vectors that pgvector builds an index of 16-bit numbers for.
    static let longestIndexed = 4_000
    /// The longest that it stores.
    static let longest = 16_000

    /// Looks for the extension, and adds the column that needs it.
    ///
    /// - Parameters:
    ///   - connection: Under the account itself, which owns the tables.
    ///   - changes: Whether the extension and the column are made where they can be; otherwise it only looks.
    init(
        _ connection: PostgresConnection, _ configuration: PostgresLibrary.Configuration, changes: Bool = true
    ) throws {
        do {
            (type, arrayType) = try Self.types(connection, configuration, changes)
            note = nil
        } catch let missing as Missing {
            (type, arrayType, note) = (nil, 0, missing.note)
        }
    }

    private struct Missing: Error {
        var note: String
    }

    private static func types(
        _ connection: PostgresConnection, _ configuration: PostgresLibrary.Configuration, _ changes: Bool
    ) throws -> (UInt32, UInt32) {
        func version() throws -> String? {
            try connection.rows("SELECT extversion FROM pg_extension WHERE extname = 'vector'", []).first?["extversion"]
        }
        // Whoever may not is told below what is missing.
        if changes, try version() == nil {
            try? connection.script("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
        }
        guard let found = try version() else {
            throw Missing(
                note: """
                    The database \(configuration.address.database) has no pgvector, so meanings are searched slowly where there are \
                    many. Its administrator can add it: CREATE EXTENSION vector.
                    """)
        }
        let numbers = found.split(separator: ".").compactMap { Int($0) }
        guard let major = numbers.first, major > 0 || numbers.count > 1 && numbers[1] >= 8 else {
            throw Missing(
                note:
                    "pgvector \(found) is too old for fast searches with filters. Its administrator can bring it to 0.8 or later."
            )
        }
        let row = try connection.rows(
            "SELECT oid::bigint AS type, typarray::bigint AS array FROM pg_type WHERE oid = to_regtype('halfvec')", []
        ).first
        guard let row else {
            throw Missing(
                note: "pgvector is in a schema that is not looked in. Its administrator can move it to public.")
        }
        let column =
            "SELECT 1 FROM information_schema.columns WHERE table_schema = $1 AND table_name = 'chunk_vector' AND column_name = 'half'"
        if try connection.rows(column, [configuration.schema.parameter]).first == nil {
            guard changes else {
                throw Missing(
                    note: "pgvector is there, and is not used yet: the next start of Hearth adds a column for it.")
            }
            do {
                try connection.script("ALTER TABLE chunk_vector ADD COLUMN IF NOT EXISTS half halfvec")
            } catch let failure as PostgresFailure where !failure.isConnectionLost {
                throw Missing(
                    note:
                        "pgvector is there, and \(configuration.address.user) may not add a column for it. Start Hearth once as the account that made the tables."
                )
            }
        }
        return (UInt32(try row["type"] as Int64), UInt32(try row["array"] as Int64))
    }

    /// Vectors as an array of `halfvec`; one that does not fit into 16-bit numbers is NULL.
    func array(_ vectors: [[Float]]) -> RawParameter {
        var array = ArrayParameter<Data>(vectors.map(Self.half)).parameter.bytes ?? []
        withUnsafeBytes(of: (type ?? 0).bigEndian) {
            for (offset, byte) in $0.enumerated() { array[8 + offset] = byte }
        }
        return RawParameter(parameter: Parameter(type: arrayType, bytes: array))
    }

    /// One vector; `nil` where it does not fit.
    func value(_ vector: [Float]) -> RawParameter? {
        guard let type, let half = Self.half(vector) else { return nil }
        return RawParameter(parameter: Parameter(type: type, bytes: Array(half)))
    }

    /// A vector as `halfvec_recv` takes it: how many, a zero, and each number with its first byte first.
    private static func half(_ vector: [Float]) -> Data? {
        guard vector.count <= longest, vector.allSatisfy({ $0.magnitude < 65_504 }) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 + vector.count * 2)
        bytes.append(bigEndian: UInt16(vector.count))
        bytes.append(bigEndian: UInt16(0))
        for number in vector { bytes.append(bigEndian: HalfFloat.bits(number)) }
        return Data(bytes)
    }
}

/// A value that is in PostgreSQL's form already.
struct RawParameter: Bindable {
    let parameter: Parameter
}

/// Numbers of 16 bits (IEEE 754). Swift's own `Float16` is missing on Macs with an Intel processor.
enum HalfFloat {
    /// The nearest one, and of two that are as near the even one. What is smaller than the smallest is zero.
    static func bits(_ number: Float) -> UInt16 {
        let bits = number.bitPattern
        let sign = UInt16(truncatingIfNeeded: (bits >> 16) & 0x8000)
        let exponent = Int((bits >> 23) & 0xFF) - 127
        let fraction = bits & 0x7F_FFFF
        if exponent > 15 { return sign | 0x7C00 }
        if exponent >= -14 {
            let kept = UInt32(exponent + 15) << 10 | fraction >> 13
            // A carry out of the fraction is one more in the exponent, which is right.
            return sign | UInt16(truncatingIfNeeded: kept + rounding(fraction, 13, isOdd: kept & 1 == 1))
        }
        guard exponent >= -25 else { return sign }
        let whole = fraction | 0x80_0000
        let shift = UInt32(-exponent - 1)
        let kept = whole >> shift
        return sign | UInt16(truncatingIfNeeded: kept + rounding(whole, shift, isOdd: kept & 1 == 1))
    }

    /// 1 where what is cut off is more than a half, or is one and what is kept is odd.
    private static func rounding(_ bits: UInt32, _ shift: UInt32, isOdd: Bool) -> UInt32 {
        let rest = bits & ((1 << shift) - 1)
        let half: UInt32 = 1 << (shift - 1)
        return rest > half || rest == half && isOdd ? 1 : 0
    }
}
#endif
