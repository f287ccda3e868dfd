#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A value of a PDF (ISO 32000-1, 7.3), as far as what is read of one needs it.
indirect enum PDFValue {
    case null
    case number(Double)
    case name(String)
    case string([UInt8])
    case array([PDFValue])
    case dictionary([String: PDFValue])
    case reference(Int)

    var number: Int? {
        if case .number(let number) = self { return Int(exactly: number.rounded()) }
        return nil
    }

    var name: String? {
        if case .name(let name) = self { return name }
        return nil
    }
}

/// The objects of a PDF, found by looking through the file: its own tables are what is damaged most often.
///
/// Of an object that stands several times in the file, as one that was changed does, the last one counts. Reading the same objects again
/// and again, as a file that is made to harm asks for, ends with ``left``.
final class PDFObjects {
    /// Objects that are indexed, and bytes that packed ones may come to.
    private static let (mostObjects, mostPacked, mostOfOne) = (2_000_000, 256 << 20, 32 << 20)
    private static let deepestReference = 32

    private enum Place {
        case file(Int)
        case packed(stream: Int, Int)
    }

    private let bytes: [UInt8]
    private var streams: [[UInt8]] = []
    private var places: [Int: (position: Int, place: Place)] = [:]
    /// Bytes of objects that may still be read.
    private var left = 1 << 30
    /// Whether its strings are encrypted, so that they say nothing here.
    let isEncrypted: Bool

    /// - Throws: `CancellationError`.
    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        isEncrypted = Self.places(of: "/Encrypt", in: bytes).contains { place in
            // The dictionary itself, or where it is; not the key of something else.
            bytes[(place + 8)...].first.map { isSpace($0) || $0 == UInt8(ascii: "<") } ?? false
        }
        var starts: [(number: Int, body: Int)] = []
        for place in Self.places(of: "obj", in: bytes) {
            guard let number = Self.number(before: place, in: bytes) else { continue }
            starts.append((number, place + 3))
            places[number] = (place, .file(place + 3))
            if starts.count >= Self.mostObjects { break }
        }
        try Task.checkCancellation()
        guard !isEncrypted else { return }
        try unpack(starts)
    }

    /// An object, or the value itself where it is no reference.
    func resolved(_ value: PDFValue?) -> PDFValue {
        var value = value ?? .null
        for _ in 0..<Self.deepestReference {
            guard case .reference(let number) = value else { return value }
            guard let found = places[number], left > 0 else { return .null }
            var lexer =
                switch found.place {
                case .file(let start): PDFLexer(bytes, at: start)
                case .packed(let stream, let start): PDFLexer(streams[stream], at: start)
                }
            let start = lexer.position
            value = lexer.value()
            left -= lexer.position - start
        }
        return .null
    }

    func dictionary(_ value: PDFValue?) -> [String: PDFValue] {
        if case .dictionary(let entries) = resolved(value) { return entries }
        return [:]
    }

    func array(_ value: PDFValue?) -> [PDFValue] {
        if case .array(let items) = resolved(value) { return items }
        return []
    }

    func string(_ value: PDFValue?) -> [UInt8]? {
        if case .string(let bytes) = resolved(value) { return bytes }
        return nil
    }

    /// The catalogue of the document: what the last trailer names that is one.
    var catalogue: [String: PDFValue] {
        for place in Self.places(of: "/Root", in: bytes).reversed() {
            var lexer = PDFLexer(bytes, at: place + 5)
            let root = dictionary(lexer.value())
            if root["Pages"] != nil { return root }
        }
        return [:]
    }

    // MARK: Finding

    /// Whether any of these words stands in a file.
    static func mayHold(_ words: [StaticString], in bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            words.contains { PDFStreamGuard.find($0, in: buffer, 0..<buffer.count) != nil }
        }
    }

    /// The number of an object that begins with a word: "12 0 obj".
    private static func number(before word: Int, in bytes: [UInt8]) -> Int? {
        var index = word
        func back(while holds: (UInt8) -> Bool) -> Range<Int> {
            let end = index
            while index > 0, end - index < 12, holds(bytes[index - 1]) { index -= 1 }
            return index..<end
        }
        guard !back(while: isSpace).isEmpty, !back(while: isDigit).isEmpty, !back(while: isSpace).isEmpty else {
            return nil
        }
        let digits = back(while: isDigit)
        guard !digits.isEmpty, digits.count <= 10 else { return nil }
        return Int(bytes.string(digits))
    }

    private static func places(of word: StaticString, in bytes: [UInt8]) -> [Int] {
        bytes.withUnsafeBytes { buffer in
            var found: [Int] = []
            var from = 0
            while let place = PDFStreamGuard.find(word, in: buffer, from..<buffer.count) {
                found.append(place)
                from = place + 1
            }
            return found
        }
    }

    /// Indexes the objects that are packed together in streams (7.5.7).
    private func unpack(_ starts: [(number: Int, body: Int)]) throws {
        var left = Self.mostPacked
        var done: Set<Int> = []
        for mark in Self.places(of: "/ObjStm", in: bytes) {
            try Task.checkCancellation()
            // The object that the mark lies in.
            var (low, high) = (0, starts.count)
            while low < high {
                let middle = (low + high) / 2
                if starts[middle].body <= mark { low = middle + 1 } else { high = middle }
            }
            guard low > 0, done.insert(low - 1).inserted, left > 0 else { continue }
            let body = starts[low - 1].body
            var lexer = PDFLexer(bytes, at: body)
            guard case .dictionary(let entries) = lexer.value(), entries["Type"]?.name == "ObjStm",
                let count = entries["N"]?.number, let first = entries["First"]?.number, count > 0, first > 0,
                let start = lexer.streamStart()
            else { continue }
            let filters = entries["Filter"].map { value -> [String] in
                if case .array(let items) = value { return items.compactMap(\.name) }
                return [value.name].compactMap(\.self)
            }
            guard filters ?? [] == ["FlateDecode"] || filters ?? [] == ["Fl"], start + 2 < bytes.count,
                // Behind two bytes of head the data are as in other archives (RFC 1950).
                let unpacked = try? Inflater.unpack(
                    bytes[(start + 2)...].prefix(Self.mostOfOne), .none, limit: min(left, Self.mostOfOne))
            else { continue }
            left -= unpacked.bytes.count
            index(unpacked.bytes, count: count, first: first, position: body)
        }
    }

    private func index(_ stream: [UInt8], count: Int, first: Int, position: Int) {
        streams.append(stream)
        var lexer = PDFLexer(stream, at: 0)
        for _ in 0..<min(count, stream.count / 3) {
            guard let number = lexer.value(isPlain: true).number, let offset = lexer.value(isPlain: true).number,
                offset >= 0, offset < stream.count - min(first, stream.count)
            else { return }
            guard places[number].map({ $0.position < position }) ?? true, places.count < Self.mostObjects else {
                continue
            }
            places[number] = (position, .packed(stream: streams.count - 1, first + offset))
        }
    }
}

/// Reads values out of a PDF's bytes. What is damaged is `null`, and ends what it stands in.
struct PDFLexer {
    private static let (deepest, mostItems, longestString) = (24, 200_000, 1 << 20)

    private let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8], at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// - Parameter isPlain: Whether a number stands for itself, and is not the beginning of a reference.
    mutating func value(isPlain: Bool = false) -> PDFValue { read(depth: 0, isPlain: isPlain) ?? .null }

    /// Where the data of a stream begin behind the dictionary that was just read; `nil` where there is none.
    mutating func streamStart() -> Int? {
        skipSpace()
        guard bytes[min(position, bytes.count)...].starts(with: "stream".utf8) else { return nil }
        var start = position + 6
        if start < bytes.count, bytes[start] == carriageReturn { start += 1 }
        if start < bytes.count, bytes[start] == newline { start += 1 }
        return start
    }

    /// `nil` at a mark that ends what is being read, and at the end.
    private mutating func read(depth: Int, isPlain: Bool = false) -> PDFValue? {
        skipSpace()
        guard position < bytes.count, depth < Self.deepest else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "/"): return .name(readName())
        case UInt8(ascii: "("): return .string(readString())
        case UInt8(ascii: "["):
            position += 1
            var items: [PDFValue] = []
            while items.count < Self.mostItems, let item = read(depth: depth + 1) { items.append(item) }
            skip("]")
            return .array(items)
        case UInt8(ascii: "<"):
            guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "<") else {
                return .string(readHexadecimal())
            }
            position += 2
            return .dictionary(readEntries(depth: depth + 1))
        case UInt8(ascii: "]"), UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "{"): return nil
        default: return readWord(isPlain: isPlain)
        }
    }

    private mutating func readEntries(depth: Int) -> [String: PDFValue] {
        var entries: [String: PDFValue] = [:]
        while entries.count < Self.mostItems {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "/") else { break }
            let name = readName()
            guard let value = read(depth: depth) else { break }
            entries[name] = value
        }
        skip(">")
        skip(">")
        return entries
    }

    /// A number, a reference, or a word that stands for nothing here.
    private mutating func readWord(isPlain: Bool) -> PDFValue {
        let word = readRegular()
        guard let number = Double(word) else {
            // An unknown byte must not be read for ever.
            if word.isEmpty { position += 1 }
            return .null
        }
        guard !isPlain, let object = Int(word), object >= 0 else { return .number(number) }
        let before = position
        skipSpace()
        let generation = readRegular()
        skipSpace()
        guard !generation.isEmpty, generation.utf8.allSatisfy(isDigit), position < bytes.count,
            bytes[position] == UInt8(ascii: "R"), position + 1 >= bytes.count || !isRegular(bytes[position + 1])
        else {
            position = before
            return .number(number)
        }
        position += 1
        return .reference(object)
    }

    private mutating func readRegular() -> String {
        let start = position
        while position < bytes.count, position - start < 256, isRegular(bytes[position]) { position += 1 }
        return bytes.string(start..<position)
    }

    private mutating func readName() -> String {
        position += 1
        let name = readRegular()
        guard name.utf8.contains(UInt8(ascii: "#")) else { return name }
        var plain: [UInt8] = []
        var rest = Array(name.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "#"), rest.count >= 2,
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                plain.append(code)
                rest = rest.dropFirst(2)
            } else {
                plain.append(byte)
            }
        }
        return String(decoding: plain, as: UTF8.self)
    }

    private mutating func readString() -> [UInt8] {
        position += 1
        var text: [UInt8] = []
        var depth = 1
        while position < bytes.count, text.count < Self.longestString {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 { return text }
            case UInt8(ascii: "\\"):
                if let escaped = readEscape() { text.append(escaped) }
                continue
            default: break
            }
            text.append(byte)
        }
        return text
    }

    private mutating func readEscape() -> UInt8? {
        guard position < bytes.count else { return nil }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "n"): return newline
        case UInt8(ascii: "r"): return carriageReturn
        case UInt8(ascii: "t"): return tab
        case UInt8(ascii: "b"), UInt8(ascii: "f"): return space
        case newline: return nil
        case carriageReturn:
            if position < bytes.count, bytes[position] == newline { position += 1 }
            return nil
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            var code = Int(byte - UInt8(ascii: "0"))
            for _ in 0..<2 {
                guard position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(bytes[position]) else {
                    break
                }
                code = code * 8 + Int(bytes[position] - UInt8(ascii: "0"))
                position += 1
            }
            return UInt8(truncatingIfNeeded: code)
        default: return byte
        }
    }

    private mutating func readHexadecimal() -> [UInt8] {
        position += 1
        var digits: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: ">"), digits.count < 2 * Self.longestString {
            if let digit = Character(UnicodeScalar(bytes[position])).hexDigitValue { digits.append(UInt8(digit)) }
            position += 1
        }
        skip(">")
        if digits.count % 2 == 1 { digits.append(0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private mutating func skip(_ mark: Unicode.Scalar) {
        skipSpace()
        if position < bytes.count, bytes[position] == UInt8(ascii: mark) { position += 1 }
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "%") {
                while position < bytes.count, bytes[position] != newline, bytes[position] != carriageReturn {
                    position += 1
                }
            } else if isSpace(bytes[position]) || bytes[position] == 0 {
                position += 1
            } else {
                return
            }
        }
    }

    private func isRegular(_ byte: UInt8) -> Bool {
        !isSpace(byte) && byte != 0 && !"()<>[]{}/%".utf8.contains(byte)
    }
}
