import Foundation

/// One record of the ledger with its place in the chain.
public struct LedgerRecord: Hashable, Sendable {
    /// Counted from 1.
    public var number: Int
    public var entry: LedgerEntry
    /// The hash of the record before it; 32 zeros for the first.
    public var previousHash: ContentHash
    /// SHA-256 of the hash before it and this record in canonical form.
    public var hash: ContentHash

    /// - Throws: ``StoreError`` with the code `newer-schema` for words that this version does not know, `broken-ledger`
    ///   when it is not a record.
    package init(content: [UInt8], previous: [UInt8], hash: [UInt8]) throws {
        guard let fields = CanonicalRecord.fields(content) else {
            throw StoreError.brokenLedger("a record is not in canonical form")
        }
        let reader = FieldReader(fields: fields)
        guard let previous = ContentHash(bytes: previous), let hash = ContentHash(bytes: hash) else {
            throw StoreError.brokenLedger("a hash is not one")
        }
        number = try reader.required(.number)
        previousHash = previous
        self.hash = hash
        guard let kind: LedgerEntry.Kind = try reader.word(.kind) else {
            throw StoreError.brokenLedger("a record has no kind")
        }
        entry = LedgerEntry(
            kind: kind, time: Date(timeIntervalSince1970: Double(try reader.required(.timeMicros)) / 1e6))
        entry.task = try reader.word(.task)
        entry.engine = try reader.word(.engine)
        entry.model = reader.text(.model)
        entry.host = reader.text(.host)
        entry.purpose = reader.text(.purpose)
        entry.label = try reader.word(.label)
        entry.consentID = reader.text(.consentID)
        entry.decision = try reader.number(.decision)
        entry.bytesOut = try reader.number(.bytesOut)
        entry.bytesIn = try reader.number(.bytesIn)
        entry.bodyHash = reader.text(.bodyHash)
        entry.duration = try reader.number(.durationMicros).map { Double($0) / 1e6 }
        if let prompt = try reader.number(.promptTokens) {
            entry.usage = TokenUsage(
                promptTokens: prompt, completionTokens: try reader.number(.completionTokens) ?? 0,
                cachedTokens: try reader.number(.cachedTokens) ?? 0)
        }
        entry.costMicros = try reader.number(.costMicros)
        entry.errorCode = reader.text(.errorCode)
        entry.wasFallback = reader.text(.wasFallback) == "1"
        entry.text = reader.text(.text)
    }
}

private struct FieldReader {
    let fields: [String?]

    func text(_ field: CanonicalRecord.Field) -> String? { fields[field.rawValue] }

    func number(_ field: CanonicalRecord.Field) throws -> Int? {
        try text(field).map {
            guard let number = Int($0) else { throw StoreError.brokenLedger("a record holds a word for a number") }
            return number
        }
    }

    func required(_ field: CanonicalRecord.Field) throws -> Int {
        guard let number = try number(field) else { throw StoreError.brokenLedger("a record lacks a number") }
        return number
    }

    func word<Word: RawRepresentable<String>>(_ field: CanonicalRecord.Field) throws -> Word? {
        try text(field).map {
            guard let word = Word(rawValue: $0) else {
                throw StoreError(
                    .newerSchema, "A record of the ledger has the unknown \(field) \($0.prefix(40)). Update Hearth.")
            }
            return word
        }
    }
}

/// The form of `hearth ledger list --json` and `export`: all fields that are hashed, under the names that `docs/ledger.md`
/// uses, and two that repeat them for people, `time` and `duration`.
extension LedgerRecord: Encodable {
    private enum Key: String, CodingKey {
        case number, kind, time, timeMicros, task, engine, model, host, purpose, label, consentID, decision
        case bytesOut, bytesIn, bodyHash, duration, durationMicros, promptTokens, completionTokens, cachedTokens
        case costMicros, success, errorCode, wasFallback, text, previousHash, hash
    }

    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(number, forKey: .number)
        try object.encode(entry.kind, forKey: .kind)
        let micros = try CanonicalRecord.micros(entry.time.timeIntervalSince1970)
        try object.encode(LedgerTime.text(micros: micros), forKey: .time)
        try object.encode(micros, forKey: .timeMicros)
        try object.encodeIfPresent(entry.task, forKey: .task)
        try object.encodeIfPresent(entry.engine, forKey: .engine)
        try object.encodeIfPresent(entry.model, forKey: .model)
        try object.encodeIfPresent(entry.host, forKey: .host)
        try object.encodeIfPresent(entry.purpose, forKey: .purpose)
        try object.encodeIfPresent(entry.label, forKey: .label)
        try object.encodeIfPresent(entry.consentID, forKey: .consentID)
        try object.encodeIfPresent(entry.decision, forKey: .decision)
        try object.encodeIfPresent(entry.bytesOut, forKey: .bytesOut)
        try object.encodeIfPresent(entry.bytesIn, forKey: .bytesIn)
        try object.encodeIfPresent(entry.bodyHash, forKey: .bodyHash)
        try object.encodeIfPresent(entry.duration, forKey: .duration)
        try object.encodeIfPresent(entry.duration.map(CanonicalRecord.micros), forKey: .durationMicros)
        try object.encodeIfPresent(entry.usage?.promptTokens, forKey: .promptTokens)
        try object.encodeIfPresent(entry.usage?.completionTokens, forKey: .completionTokens)
        try object.encodeIfPresent(entry.usage?.cachedTokens, forKey: .cachedTokens)
        try object.encodeIfPresent(entry.costMicros, forKey: .costMicros)
        try object.encode(entry.errorCode == nil, forKey: .success)
        try object.encodeIfPresent(entry.errorCode, forKey: .errorCode)
        try object.encode(entry.wasFallback, forKey: .wasFallback)
        try object.encodeIfPresent(entry.text, forKey: .text)
        try object.encode(previousHash.hex, forKey: .previousHash)
        try object.encode(hash.hex, forKey: .hash)
    }
}

/// Times of records in UTC, with all their six decimals.
package enum LedgerTime {
    /// `2026-11-21T08:56:29.123456Z`
    package static func text(micros: Int) -> String {
        let (days, rest) = floorDivide(micros, 86_400_000_000)
        let (seconds, fraction) = floorDivide(rest, 1_000_000)
        return date(days) + "T" + padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
            + padded(seconds % 60, 2) + "." + padded(fraction, 6) + "Z"
    }

    /// `2026-11-21`
    package static func day(micros: Int) -> String { date(floorDivide(micros, 86_400_000_000).quotient) }

    private static func date(_ days: Int) -> String {
        let date = CivilDate.components(ofDay: days)
        return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2)
    }

    private static func floorDivide(_ value: Int, _ by: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: by)
        return remainder < 0 ? (quotient - 1, remainder + by) : (quotient, remainder)
    }

    private static func padded(_ number: Int, _ width: Int) -> String { CivilDate.digits(number, width) }
}

/// A record of the ledger as the bytes that are hashed; the same record has the same bytes everywhere and always.
///
/// Version 1: the line `hearth-ledger-1`, ended by a newline, then the fields of ``Field`` in their order. A field that is
/// not there is `-`; any other is a netstring: the decimal number of its bytes, `:`, the bytes, `,`. Texts are UTF-8,
/// numbers are decimal with a leading `-` below zero, times and durations are whole microseconds, truth is `1` or `0`. So
/// there is one reading of the bytes, and no rounding and no order of keys to agree on. A change of any of this is a new
/// version with a first line of its own.
package enum CanonicalRecord {
    package static let header = Array("hearth-ledger-1\n".utf8)

    /// The fields in their order, which never changes within a version.
    package enum Field: Int, CaseIterable {
        case number, kind, timeMicros, task, engine, model, host, purpose, label, consentID, decision
        case bytesOut, bytesIn, bodyHash, durationMicros, promptTokens, completionTokens, cachedTokens, costMicros
        case errorCode, wasFallback, text
    }

    /// Everything behind the number, which is known only when the record is written.
    ///
    /// - Throws: ``StoreError`` with the code `invalid-input` for a time or duration that is not a number.
    package static func body(of entry: LedgerEntry) throws -> LedgerBody {
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

    package static func bytes(number: Int, body: LedgerBody) -> [UInt8] {
        var writer = NetstringWriter(bytes: header)
        writer.write(number)
        writer.bytes += body.bytes
        return writer.bytes
    }

    /// The texts of all fields; `nil` when the bytes are not in canonical form.
    package static func fields(_ bytes: [UInt8]) -> [String?]? {
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
    package static func number(_ bytes: [UInt8]) -> Int? {
        guard bytes.starts(with: header) else { return nil }
        var reader = NetstringReader(bytes, from: header.count)
        guard let field = reader.next() else { return nil }
        return field.flatMap { Int($0) }
    }

    package static func micros(_ seconds: Double) throws -> Int {
        guard let micros = Int(exactly: (seconds * 1e6).rounded()) else {
            throw StoreError(.invalidInput, "A record of the ledger has a time or duration that is out of range.")
        }
        return micros
    }
}

/// A record in canonical form up to its number, with what is stored beside it.
package struct LedgerBody: Sendable {
    package var bytes: [UInt8]
    package var timeMicros: Int
    package var kind: String
    package var engine: String?
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

// MARK: - Columns

/// The columns that repeat a part of a record's content, so that a filter needs not read all of it.
package struct LedgerColumns: Equatable {
    package var number: Int
    package var timeMicros: Int
    package var kind: String
    package var engine: String?

    package init?(_ content: [UInt8]) {
        guard let fields = CanonicalRecord.fields(content) else { return nil }
        func text(_ field: CanonicalRecord.Field) -> String? { fields[field.rawValue] }
        guard let number = text(.number).flatMap({ Int($0) }), let time = text(.timeMicros).flatMap({ Int($0) }),
            let kind = text(.kind)
        else { return nil }
        (self.number, timeMicros, self.kind, engine) = (number, time, kind, text(.engine))
    }

    package init(number: Int, timeMicros: Int, kind: String, engine: String?) {
        (self.number, self.timeMicros, self.kind, self.engine) = (number, timeMicros, kind, engine)
    }
}
