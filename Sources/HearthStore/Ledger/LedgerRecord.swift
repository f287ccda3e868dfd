import Foundation
public import HearthCore

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
    init(content: [UInt8], previous: [UInt8], hash: [UInt8]) throws {
        guard let fields = CanonicalRecord.fields(content) else {
            throw LedgerHead.broken("a record is not in canonical form")
        }
        let reader = FieldReader(fields: fields)
        guard let previous = ContentHash(bytes: previous), let hash = ContentHash(bytes: hash) else {
            throw LedgerHead.broken("a hash is not one")
        }
        number = try reader.required(.number)
        previousHash = previous
        self.hash = hash
        guard let kind: LedgerEntry.Kind = try reader.word(.kind) else {
            throw LedgerHead.broken("a record has no kind")
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
            guard let number = Int($0) else { throw LedgerHead.broken("a record holds a word for a number") }
            return number
        }
    }

    func required(_ field: CanonicalRecord.Field) throws -> Int {
        guard let number = try number(field) else { throw LedgerHead.broken("a record lacks a number") }
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
enum LedgerTime {
    /// `2026-11-21T08:56:29.123456Z`
    static func text(micros: Int) -> String {
        let (days, rest) = floorDivide(micros, 86_400_000_000)
        let (seconds, fraction) = floorDivide(rest, 1_000_000)
        return date(days) + "T" + padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
            + padded(seconds % 60, 2) + "." + padded(fraction, 6) + "Z"
    }

    /// `2026-11-21`
    static func day(micros: Int) -> String { date(floorDivide(micros, 86_400_000_000).quotient) }

    /// The proleptic Gregorian date of a day counted from 1970-01-01 ("days from civil", H. Hinnant, 2013).
    private static func date(_ days: Int) -> String {
        let (era, ofEra) = floorDivide(days + 719_468, 146_097)
        let year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let dayOfYear = ofEra - (365 * year + year / 4 - year / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return padded(era * 400 + year + (month <= 2 ? 1 : 0), 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
    }

    private static func floorDivide(_ value: Int, _ by: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: by)
        return remainder < 0 ? (quotient - 1, remainder + by) : (quotient, remainder)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
