import HearthCore

/// A value of a JSON text, of which only its place is known until it is asked for.
///
/// An export of 100 MB is read record by record: none but one is in memory as values, and one that is damaged spoils no other.
struct JSONSlice {
    let bytes: [UInt8]
    let range: Range<Int>

    /// The first value of a text.
    init(_ bytes: [UInt8]) {
        let start = bytes.firstIndex { !isSpace($0) } ?? bytes.count
        self.init(bytes: bytes, range: start..<bytes.count)
    }

    init(bytes: [UInt8], range: Range<Int>) { (self.bytes, self.range) = (bytes, range) }

    var isObject: Bool { range.first.map { bytes[$0] } == UInt8(ascii: "{") }

    /// The value, read; `nil` where it is damaged.
    func value() -> JSONValue? { try? JSONValue(parsing: Array(bytes[range])) }

    /// A member of an object; `nil` for other values and where there is none.
    subscript(key: String) -> JSONSlice? {
        guard isObject else { return nil }
        var parts = JSONParts(bytes: bytes, range: range)
        while let part = parts.next() { if part.key == key { return part.value } }
        return nil
    }

    /// The elements of an array or the members of an object, in their order.
    var parts: JSONParts { JSONParts(bytes: bytes, range: range) }

    /// Reads the objects of an array one after the other; an object that is in no array is taken for the only one of it, and other values have none.
    ///
    /// - Returns: What could not be read.
    /// - Throws: What `body` does, or `CancellationError`.
    func forEachObject(_ body: (JSONValue) throws -> Void) throws -> JSONFaults {
        var faults = JSONFaults()
        func take(_ slice: JSONSlice) throws {
            guard let value = slice.value(), value.objectValue != nil else {
                faults.damaged += 1
                return
            }
            try body(value)
        }
        if isObject {
            try take(self)
            return faults
        }
        var parts = parts
        var count = 0
        while let (_, slice) = parts.next() {
            // Objects are of any size, and one may take as long as thousands.
            count += 1 + slice.range.count >> 6
            if count >= 1_024 {
                count = 0
                try Task.checkCancellation()
            }
            try take(slice)
        }
        faults.isCutOff = parts.isCutOff
        return faults
    }
}

/// What of a list in a JSON text could not be read.
struct JSONFaults {
    /// Elements that are damaged, or no objects.
    var damaged = 0
    /// Whether the text ends in the middle, or goes on with what is no JSON.
    var isCutOff = false

    /// What is said of an export that is cut off.
    static let cutOff = ExtractionWarning(
        .damaged, "The export ends in the middle or is damaged; what follows is not there.")
}

/// What became of a file that begins as an export.
enum ExportReading {
    case document(ExtractedDocument)
    /// Nothing in it is an export's. `isDamaged` where there is what could not be read and may have been.
    case nothing(isDamaged: Bool)
}

/// Goes through the elements of an array or the members of an object.
struct JSONParts: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private let end: Int
    private var index: Int
    private let isObject: Bool
    /// Whether the text ended before the array or the object did, or goes on with what is no JSON.
    private(set) var isCutOff = false
    private var isDone = false

    init(bytes: [UInt8], range: Range<Int>) {
        self.bytes = bytes
        end = range.upperBound
        index = range.lowerBound + 1
        let first = range.first.map { bytes[$0] }
        isObject = first == UInt8(ascii: "{")
        isDone = !isObject && first != UInt8(ascii: "[")
    }

    mutating func next() -> (key: String, value: JSONSlice)? {
        guard !isDone else { return nil }
        skip { isSpace($0) || $0 == UInt8(ascii: ",") }
        guard index < end else { return stop(isCutOff: true) }
        if bytes[index] == UInt8(ascii: "]") || bytes[index] == UInt8(ascii: "}") { return stop(isCutOff: false) }
        var key = ""
        if isObject {
            guard bytes[index] == UInt8(ascii: "\""), let close = stringEnd(index) else { return stop(isCutOff: true) }
            let name = JSONSlice(bytes: bytes, range: index..<close).value()?.stringValue
            key = name ?? ""
            index = close
            skip { isSpace($0) || $0 == UInt8(ascii: ":") }
        }
        let start = index
        guard index < end, let close = valueEnd(index), close > start else {
            // What is there of the last one can be looked at.
            guard index < end else { return stop(isCutOff: true) }
            (isDone, isCutOff) = (true, true)
            return (key, JSONSlice(bytes: bytes, range: start..<end))
        }
        index = close
        return (key, JSONSlice(bytes: bytes, range: start..<close))
    }

    private mutating func stop(isCutOff: Bool) -> (key: String, value: JSONSlice)? {
        isDone = true
        self.isCutOff = isCutOff
        return nil
    }

    private mutating func skip(while holds: (UInt8) -> Bool) {
        while index < end, holds(bytes[index]) { index += 1 }
    }

    private func stringEnd(_ start: Int) -> Int? {
        var index = start + 1
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 2
            case UInt8(ascii: "\""): return index + 1
            default: index += 1
            }
        }
        return nil
    }

    private func valueEnd(_ start: Int) -> Int? {
        switch bytes[start] {
        case UInt8(ascii: "\""): return stringEnd(start)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            var depth = 0
            var index = start
            while index < end {
                switch bytes[index] {
                case UInt8(ascii: "\""):
                    guard let close = stringEnd(index) else { return nil }
                    index = close
                    continue
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
                index += 1
                if depth == 0 { return index }
            }
            return nil
        default:
            let close = bytes[start..<end].firstIndex {
                isSpace($0) || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}")
            }
            return close ?? end
        }
    }
}

extension JSONValue {
    /// A text, also one that was written as a number, as ids and times are.
    var wordValue: String? {
        if let text = stringValue { return text }
        return numberValue?.intValue.map { "\($0)" }
    }

    /// A number, also one that was written as a text, as exports do with those that JavaScript cannot hold.
    var doubleValue: Double? {
        if let text = stringValue { return Double(text) }
        guard let number = numberValue else { return nil }
        return number.intValue.map { Double($0) } ?? Double(number.description)
    }
}
