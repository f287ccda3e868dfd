import Foundation

/// A value as PostgreSQL takes it beside a statement: of a known type, in binary form. No value is ever a part of a statement.
struct Parameter: Sendable {
    let type: UInt32
    /// `nil` for NULL.
    let bytes: [UInt8]?
}

/// What can be bound to a statement.
protocol Bindable: Sendable {
    var parameter: Parameter { get }
}

/// A value that a column of an array can hold.
protocol Scalar: Bindable {
    /// PostgreSQL's numbers for the type and for arrays of it (`pg_type.dat`).
    static var type: UInt32 { get }
    static var arrayType: UInt32 { get }
    func append(to bytes: inout [UInt8])
}

extension Scalar {
    var parameter: Parameter {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return Parameter(type: Self.type, bytes: bytes)
    }
}

extension Int64: Scalar {
    static let type: UInt32 = 20
    static let arrayType: UInt32 = 1016
    func append(to bytes: inout [UInt8]) { bytes.append(bigEndian: self) }
}

extension Int: Scalar {
    static let type = Int64.type
    static let arrayType = Int64.arrayType
    func append(to bytes: inout [UInt8]) { bytes.append(bigEndian: Int64(self)) }
}

extension Double: Scalar {
    static let type: UInt32 = 701
    static let arrayType: UInt32 = 1022
    func append(to bytes: inout [UInt8]) { bytes.append(bigEndian: bitPattern) }
}

extension Bool: Scalar {
    static let type: UInt32 = 16
    static let arrayType: UInt32 = 1000
    func append(to bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }
}

/// PostgreSQL's text can hold no NUL; what may have one is bound as `Data`, or goes through `withoutNUL`.
extension String: Scalar {
    static let type: UInt32 = 25
    static let arrayType: UInt32 = 1009
    func append(to bytes: inout [UInt8]) { bytes.append(contentsOf: utf8) }
}

extension Data: Scalar {
    static let type: UInt32 = 17
    static let arrayType: UInt32 = 1001
    func append(to bytes: inout [UInt8]) { bytes.append(contentsOf: self) }
}

extension Optional: Bindable where Wrapped: Scalar {
    var parameter: Parameter { self?.parameter ?? Parameter(type: Wrapped.type, bytes: nil) }
}

extension Array: Bindable where Element: Scalar {
    var parameter: Parameter { ArrayParameter.parameter(map { $0 }) }
}

/// An array of which some values may be NULL.
struct ArrayParameter<Element: Scalar>: Bindable {
    let values: [Element?]

    init(_ values: [Element?]) { self.values = values }

    var parameter: Parameter { Self.parameter(values) }

    /// One dimension: how many, whether there are NULLs, the type; then the length and its lower bound, and each value with its size
    /// (`array_recv` in `arrayfuncs.c`).
    static func parameter(_ values: [Element?]) -> Parameter {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + values.count * 12)
        bytes.append(bigEndian: Int32(values.isEmpty ? 0 : 1))
        bytes.append(bigEndian: Int32(values.contains { $0 == nil } ? 1 : 0))
        bytes.append(bigEndian: Element.type)
        if !values.isEmpty {
            bytes.append(bigEndian: Int32(values.count))
            bytes.append(bigEndian: Int32(1))
        }
        for value in values {
            guard let value else {
                bytes.append(bigEndian: Int32(-1))
                continue
            }
            let place = bytes.count
            bytes.append(bigEndian: Int32(0))
            value.append(to: &bytes)
            withUnsafeBytes(of: Int32(bytes.count - place - 4).bigEndian) { size in
                for (offset, byte) in size.enumerated() { bytes[place + offset] = byte }
            }
        }
        return Parameter(type: Element.arrayType, bytes: bytes)
    }
}

extension [UInt8] {
    mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }
}

// MARK: - Texts

extension String {
    /// Text of any length is stored as the bytes of its UTF-8, because a document may hold NUL.
    var blob: Data { Data(utf8) }

    /// For short text that is compared in the database and so stays text: each NUL becomes U+FFFD.
    var withoutNUL: String { utf8.contains(0) ? String(map { $0 == "\0" ? "\u{FFFD}" : $0 }) : self }

    /// As it is looked for, letter case and ways of writing a letter aside: made by the same code when it is stored and when it is
    /// looked for, so that no locale of a server has a say.
    var folded: Data { Data(lowercased().precomposedStringWithCanonicalMapping.utf8) }
}
