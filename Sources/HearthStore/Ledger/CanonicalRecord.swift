import Foundation
import HearthCore

/// A record of the ledger as the bytes that are hashed; the same record has the same bytes everywhere and always.
///
/// Version 1: the line `hearth-ledger-1`, ended by a newline, then the fields of ``Field`` in their order. A field that is
/// not there is `-`; any other is a netstring: the decimal number of its bytes, `:`, the bytes, `,`. Texts are UTF-8,
/// numbers are decimal with a leading `-` below zero, times and durations are whole microseconds, truth is `1` or `0`. So
/// there is one reading of the bytes, and no rounding and no order of keys to agree on. A change of any of this is a new
/// version with a first line of its own.
enum CanonicalRecord {
    static let header = Array("hearth-ledger-1\n".utf8)

    /// The fields in their order, which never changes within a version.
    enum Field: Int, CaseIterable {
        case number, kind, timeMicros, task, engine, model, host, purpose, label, consentID, decision
        case bytesOut, bytesIn, bodyHash, durationMicros, promptTokens, completionTokens, cachedTokens, costMicros
        case errorCode, wasFallback, text
    }

    /// Everything behind the number, which is known only when the record is written.
    ///
    /// - Throws: ``StoreError`` with the code `invalid-input` for a time or duration that is not a number.
    static func body(of entry: LedgerEntry) throws -> LedgerBody {
        let time = try micros(entry.time.timeIntervalSince1970)
        var writer = NetstringWriter()
        writer.write(entry.kind.rawValue)
        writer.write(time)
        writer.write(entry.task?.rawValue)
        writer.write(entry.engine?.rawValue)
        writer.write(entry.model)
        writer.write(entry.host)
        writer.write(entry.purpose)
        writer.write(entry.label?.rawValue)
        writer.write(entry.consentID)
        writer.write(entry.decision)
        writer.write(entry.bytesOut)
        writer.write(entry.bytesIn)
        writer.write(entry.bodyHash)
        writer.write(try entry.duration.map(micros))
        writer.write(entry.usage?.promptTokens)
        writer.write(entry.usage?.completionTokens)
        writer.write(entry.usage?.cachedTokens)
        writer.write(entry.costMicros)
        writer.write(entry.errorCode)
        writer.write(entry.wasFallback ? 1 : 0)
        writer.write(entry.text)
        return LedgerBody(
            bytes: writer.bytes, timeMicros: time, kind: entry.kind.rawValue, engine: entry.engine?.rawValue)
    }

    static func bytes(number: Int, body: LedgerBody) -> [UInt8] {
        var writer = NetstringWriter(bytes: header)
        writer.write(number)
        writer.bytes += body.bytes
        return writer.bytes
    }

    /// The texts of all fields; `nil` when the bytes are not in canonical form.
    static func fields(_ bytes: [UInt8]) -> [String?]? {
        guard bytes.starts(with: header) else { return nil }
        var reader = NetstringReader(bytes, from: header.count)
        var fields: [String?] = []
        for _ in Field.allCases {
            guard let field = reader.next() else { return nil }
            fields.append(field)
        }
        return reader.isAtEnd ? fields : nil
    }

    /// The number that stands in the bytes themselves; `nil` when they are not in canonical form.
    static func number(_ bytes: [UInt8]) -> Int? {
        guard bytes.starts(with: header) else { return nil }
        var reader = NetstringReader(bytes, from: header.count)
        guard let field = reader.next() else { return nil }
        return field.flatMap { Int($0) }
    }

    static func micros(_ seconds: Double) throws -> Int {
        guard let micros = Int(exactly: (seconds * 1e6).rounded()) else {
            throw StoreError(.invalidInput, "A record of the ledger has a time or duration that is out of range.")
        }
        return micros
    }
}

/// A record in canonical form up to its number, with what is stored beside it.
struct LedgerBody: Sendable {
    var bytes: [UInt8]
    var timeMicros: Int
    var kind: String
    var engine: String?
}

/// Writes fields as netstrings (https://cr.yp.to/proto/netstrings.txt), and `-` for a field that is not there.
struct NetstringWriter {
    var bytes: [UInt8]

    init(bytes: [UInt8] = []) {
        self.bytes = bytes
        self.bytes.reserveCapacity(bytes.count + 256)
    }

    mutating func write(_ text: String?) {
        guard let text else { return bytes.append(UInt8(ascii: "-")) }
        bytes.append(contentsOf: String(text.utf8.count).utf8)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: ","))
    }

    mutating func write(_ number: Int?) { write(number.map { String($0) }) }
}

/// Reads what ``NetstringWriter`` wrote; refuses everything else.
struct NetstringReader {
    private let bytes: [UInt8]
    private var position: Int

    init(_ bytes: [UInt8], from position: Int) {
        self.bytes = bytes
        self.position = position
    }

    var isAtEnd: Bool { position == bytes.count }

    /// The next field, `.some(nil)` when it says that it is not there; `nil` when there is no field.
    mutating func next() -> String?? {
        guard position < bytes.count else { return nil }
        if bytes[position] == UInt8(ascii: "-") {
            position += 1
            return .some(nil)
        }
        var length = 0
        let first = position
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
            length = length * 10 + Int(bytes[position] - UInt8(ascii: "0"))
            position += 1
            guard length <= bytes.count else { return nil }
        }
        // "007:" would be a second way to write the same record.
        let hasPadding = position - first > 1 && bytes[first] == UInt8(ascii: "0")
        guard position > first, !hasPadding, position < bytes.count, bytes[position] == UInt8(ascii: ":"),
            length < bytes.count - position - 1, bytes[position + 1 + length] == UInt8(ascii: ","),
            let text = String(validating: bytes[(position + 1)..<(position + 1 + length)], as: UTF8.self)
        else { return nil }
        position += length + 2
        return .some(text)
    }
}
