#if canImport(CPostgres)
import CPostgres
import Foundation
import HearthCore

/// The rows that a statement gave, in binary form. It lives as long as one of them is looked at, on the connection's thread.
final class Rows: RandomAccessCollection {
    private let result: OpaquePointer
    let count: Int
    private var columns: [String: Int32] = [:]

    init(_ result: OpaquePointer) {
        self.result = result
        count = Int(PQntuples(result))
        for column in 0..<PQnfields(result) {
            if let name = PQfname(result, column) { columns[String(cString: name)] = column }
        }
    }

    deinit { PQclear(result) }

    var startIndex: Int { 0 }
    var endIndex: Int { count }
    subscript(position: Int) -> Row { Row(rows: self, index: Int32(position)) }

    /// The bytes of a value, `nil` for NULL.
    fileprivate func bytes(_ row: Int32, _ name: String) throws -> UnsafeRawBufferPointer? {
        guard let column = columns[name] else {
            throw StoreError(.failure, "The store failed. This is a bug; please report it.", cause: "no column \(name)")
        }
        guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else { return nil }
        return UnsafeRawBufferPointer(start: value, count: Int(PQgetlength(result, row, column)))
    }
}

/// One row; a value is read by the name of its column, in the type that it is asked for.
struct Row {
    fileprivate let rows: Rows
    fileprivate let index: Int32

    subscript<Value: ColumnValue>(_ name: String) -> Value? {
        get throws {
            guard let bytes = try rows.bytes(index, name) else { return nil }
            guard let value = Value(column: bytes) else { throw Self.unreadable(name) }
            return value
        }
    }

    subscript<Value: ColumnValue>(_ name: String) -> Value {
        get throws {
            guard let value: Value = try self[name] else { throw Self.unreadable(name) }
            return value
        }
    }

    /// Lends the bytes of a value where they lie.
    func withBytes<Result>(_ name: String, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        guard let bytes = try rows.bytes(index, name) else { throw Self.unreadable(name) }
        return try withExtendedLifetime(rows) { try body(bytes) }
    }

    /// The text in a column of bytes, or `nil` when there is none.
    func text(_ name: String) throws -> String? {
        try rows.bytes(index, name).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func unreadable(_ name: String) -> StoreError {
        StoreError(
            .damaged, "What a record of the library holds cannot be read. Restore a backup of the database.",
            cause: "column \(name)")
    }
}

/// A type that a column can be read as, from PostgreSQL's binary form.
protocol ColumnValue {
    init?(column: UnsafeRawBufferPointer)
}

extension Int64: ColumnValue {
    /// Of any of PostgreSQL's integers.
    init?(column bytes: UnsafeRawBufferPointer) {
        switch bytes.count {
        case 8: self = Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case 4: self = Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 2: self = Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        default: return nil
        }
    }
}

extension Int: ColumnValue {
    init?(column bytes: UnsafeRawBufferPointer) {
        guard let value = Int64(column: bytes) else { return nil }
        self = Int(value)
    }
}

extension Double: ColumnValue {
    init?(column bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 8 else { return nil }
        self.init(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    }
}

extension Bool: ColumnValue {
    init?(column bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 1 else { return nil }
        self = bytes[0] != 0
    }
}

extension String: ColumnValue {
    init?(column bytes: UnsafeRawBufferPointer) { self.init(decoding: bytes, as: UTF8.self) }
}

extension Data: ColumnValue {
    init?(column bytes: UnsafeRawBufferPointer) { self.init(bytes) }
}
#endif
