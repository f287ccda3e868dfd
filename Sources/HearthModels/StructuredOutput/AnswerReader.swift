import HearthCore

/// Finds the JSON value in what a model wrote.
struct AnswerReader {
    struct Reading {
        var value: JSONValue
        var repairs: [StructuredRepair] = []
    }

    /// Longer answers are not searched, in bytes.
    static let mostBytes = 8 << 20
    /// The most places at which a value is looked for: a text full of brackets must not cost its length squared.
    private static let mostStarts = 32

    private let bytes: [UInt8]
    /// Whether the model was stopped before it was done.
    private let isCut: Bool
    private let isValid: (JSONValue) -> Bool

    init(_ text: String, isCut: Bool, isValid: @escaping (JSONValue) -> Bool) {
        bytes = Array(text.utf8)
        self.isCut = isCut
        self.isValid = isValid
    }

    /// The value, with as little repair as leads to a valid one; else the value that needed the least; `nil` where there is
    /// none at all.
    func read() -> Reading? {
        guard bytes.count <= Self.mostBytes else { return nil }
        var first: Reading?
        for way in [asItStands, fromFence, fromText, tidied, closed] {
            for reading in way() {
                if isValid(reading.value) { return reading }
                if first == nil { first = reading }
            }
        }
        return first
    }

    private func asItStands() -> [Reading] {
        (try? JSONValue(parsing: bytes)).map { [Reading(value: $0)] } ?? []
    }

    /// The inside of the first code fence.
    private func fromFence() -> [Reading] {
        let fence = Array("```".utf8)
        guard let opening = bytes.firstRange(of: fence),
            let line = bytes[opening.upperBound...].firstIndex(of: UInt8(ascii: "\n")),
            let closing = bytes[line...].firstRange(of: fence),
            let value = try? JSONValue(parsing: Array(bytes[line..<closing.lowerBound]))
        else { return [] }
        return [Reading(value: value, repairs: [.extracted])]
    }

    /// Arrays and objects that stand whole in the text; the outermost, in their order.
    private func fromText() -> [Reading] {
        var readings: [Reading] = []
        var at = 0
        for _ in 0..<Self.mostStarts {
            guard let start = bytes[at...].firstIndex(where: Self.opens) else { break }
            if let (value, end) = Self.value(in: bytes[start...]) {
                readings.append(Reading(value: value, repairs: [.extracted]))
                at = end
            } else {
                at = start + 1
            }
        }
        return readings
    }

    /// The first array or object, without the slips that models make.
    private func tidied() -> [Reading] {
        guard let start = bytes.firstIndex(where: Self.opens) else { return [] }
        let tidy = Tidy(bytes[start...])
        guard tidy.isWhole, let value = try? JSONValue(parsing: tidy.bytes) else { return [] }
        return [Reading(value: value, repairs: repairs(start, tidy))]
    }

    /// The whole parts of an array or an object that does not end.
    private func closed() -> [Reading] {
        guard isCut, let start = bytes.firstIndex(where: Self.opens) else { return [] }
        let tidy = Tidy(bytes[start...])
        var parser = PartialJSON()
        guard !tidy.isWhole, (try? parser.append(tidy.bytes)) != nil, let value = parser.wholeParts else { return [] }
        return [Reading(value: value, repairs: repairs(start, tidy) + [.closed])]
    }

    private func repairs(_ start: Int, _ tidy: Tidy) -> [StructuredRepair] {
        let isAround = start > bytes.firstIndex { !Self.isJSONSpace($0) } ?? 0
        return (isAround ? [.extracted] : []) + (tidy.changed ? [.tidied] : [])
    }

    private static func opens(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }
    /// White space of JSON (RFC 8259, 2), which is less than ASCII's.
    static func isJSONSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// The value at the start of a text, and where it ends.
    private static func value(in bytes: ArraySlice<UInt8>) -> (JSONValue, end: Int)? {
        var parser = PartialJSON()
        for index in bytes.indices {
            guard (try? parser.append(CollectionOfOne(bytes[index]))) != nil else { return nil }
            if parser.isComplete, let value = parser.wholeValue { return (value, index + 1) }
        }
        return nil
    }
}

/// A JSON array or object without commas before brackets, and with control characters in its texts escaped.
private struct Tidy {
    private(set) var bytes: [UInt8] = []
    /// Whether its last bracket closes the first one.
    private(set) var isWhole = false
    private(set) var changed = false

    init(_ source: ArraySlice<UInt8>) {
        bytes.reserveCapacity(source.count)
        var depth = 0
        var isInText = false
        var isEscaped = false
        /// Where a comma was written that no value has followed.
        var comma: Int?
        for byte in source {
            if isInText {
                append(inText: byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if let comma {
                    bytes.remove(at: comma)
                    changed = true
                }
            case UInt8(ascii: "\""): isInText = true
            default: break
            }
            if byte == UInt8(ascii: ",") { comma = bytes.count } else if !AnswerReader.isJSONSpace(byte) { comma = nil }
            bytes.append(byte)
            if depth == 0 {
                isWhole = true
                return
            }
        }
    }

    private mutating func append(inText byte: UInt8) {
        guard byte < 0x20 else {
            bytes.append(byte)
            return
        }
        changed = true
        bytes += Array(JSONValue.escaped(Unicode.Scalar(byte)).utf8)
    }
}

/// Turns the pieces of an answer into snapshots, no more of them than the work on them is worth.
struct SnapshotReader<Value: Generable> {
    /// A snapshot copies what is open, so each is due only when the answer has grown by this share: all of them together
    /// then cost a fixed multiple of its length. Up to some hundred bytes that is every piece.
    private static var share: Int { 100 }

    private var parser = PartialJSON()
    private var hasBegun: Bool
    private var isLost = false
    private var total = 0
    private var due = 0
    private var last: JSONValue?

    /// - Parameter beginsAtOnce: Whether nothing can stand before the value.
    init(beginsAtOnce: Bool) { hasBegun = beginsAtOnce }

    /// The snapshot that a piece leads to; `nil` where nothing new can be shown.
    mutating func append(_ piece: String) -> Value.PartiallyGenerated? {
        guard !isLost else { return nil }
        var bytes = Substring(piece).utf8
        if !hasBegun {
            bytes = bytes.drop { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "[") }
            if bytes.isEmpty { return nil }
            hasBegun = true
        }
        total += bytes.count
        do {
            try parser.append(bytes)
        } catch {
            // Text behind a whole value, or no JSON: the end of the answer decides what becomes of it.
            isLost = true
            return nil
        }
        guard total >= due, let snapshot = parser.snapshot, snapshot.value != last else { return nil }
        due = total + total / Self.share
        last = snapshot.value
        return try? Value.PartiallyGenerated(snapshot)
    }
}
