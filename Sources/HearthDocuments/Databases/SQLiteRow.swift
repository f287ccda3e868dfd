import HearthCore

/// A row of a table of SQLite: its record, decoded where it is asked for.
struct SQLiteRow {
    private enum Value {
        case null
        case integer(Int64)
        case real(Double)
        case bytes(Range<Int>)
    }

    /// The most columns of a table.
    private static let mostColumns = 2_000

    /// Its number in the table.
    let number: Int64
    private let payload: [UInt8]
    private let columns: SQLiteColumns
    private let encoding: SQLiteText.Encoding
    private let values: [Value]

    /// `nil` for a record that contradicts itself.
    init?(_ payload: [UInt8], number: Int64, _ columns: SQLiteColumns, _ encoding: SQLiteText.Encoding) {
        (self.payload, self.number, self.columns, self.encoding) = (payload, number, columns, encoding)
        var place = 0
        guard let header = Self.varint(payload, &place, payload.count), header >= 1, header <= Int64(payload.count)
        else {
            return nil
        }
        var body = Int(header)
        var values: [Value] = []
        while place < Int(header), values.count < Self.mostColumns {
            guard let type = Self.varint(payload, &place, Int(header)),
                let value = Self.value(type, payload, &body)
            else { return nil }
            values.append(value)
        }
        self.values = values
    }

    /// A number of up to nine bytes, of which each but the last says that another follows.
    static func varint(_ bytes: [UInt8], _ place: inout Int, _ end: Int) -> Int64? {
        var value: UInt64 = 0
        for index in 0..<9 {
            guard place < end else { return nil }
            let byte = bytes[place]
            place += 1
            if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte & 0x80 == 0 { return Int64(bitPattern: value) }
        }
        return nil
    }

    private static func value(_ type: Int64, _ payload: [UInt8], _ body: inout Int) -> Value? {
        func take(_ count: Int64) -> Range<Int>? {
            guard count <= Int64(payload.count - body) else { return nil }
            defer { body += Int(count) }
            return body..<(body + Int(count))
        }
        func word(_ range: Range<Int>) -> UInt64 { payload[range].reduce(0) { $0 << 8 | UInt64($1) } }
        switch type {
        case 0: return .null
        case 1...6:
            guard let range = take([1, 2, 3, 4, 6, 8][Int(type) - 1]) else { return nil }
            // The first bit is the sign of all before it.
            let unused = UInt64(64 - 8 * range.count)
            return .integer(Int64(bitPattern: word(range) << unused) >> Int64(unused))
        case 7: return take(8).map { .real(Double(bitPattern: word($0))) }
        case 8, 9: return .integer(type - 8)
        case 12...: return take((type - 12) / 2).map { .bytes($0) }
        default: return nil
        }
    }

    /// What a column has; what was added to the table later, its older rows lack.
    private func value(_ name: String) -> Value {
        guard let index = columns.places[name] else { return .null }
        if index == columns.number { return .integer(number) }
        return index < values.count ? values[index] : .null
    }

    /// `nil` where there is none, or something else.
    func integer(_ name: String) -> Int64? {
        switch value(name) {
        case .integer(let number): number
        case .real(let number): Int64(exactly: number.rounded())
        default: nil
        }
    }

    func text(_ name: String) -> String? {
        guard case .bytes(let range) = value(name) else { return nil }
        return SQLiteText.decode(payload[range], encoding)
    }

    func blob(_ name: String) -> ArraySlice<UInt8>? {
        guard case .bytes(let range) = value(name) else { return nil }
        return payload[range]
    }
}

/// Texts of a file of SQLite.
enum SQLiteText {
    enum Encoding: UInt8 {
        case utf8 = 1
        case utf16Little, utf16Big
    }

    static func decode(_ bytes: ArraySlice<UInt8>, _ encoding: Encoding) -> String {
        guard encoding != .utf8 else { return String(decoding: bytes, as: UTF8.self) }
        let start = bytes.startIndex
        let units = (0..<(bytes.count / 2)).map { index -> UInt16 in
            let (first, second) = (UInt16(bytes[start + 2 * index]), UInt16(bytes[start + 2 * index + 1]))
            return encoding == .utf16Big ? first << 8 | second : second << 8 | first
        }
        return String(decoding: units, as: UTF16.self)
    }
}

/// The columns of a table, of the statement that made it: their names, and which of them is the row's number.
struct SQLiteColumns {
    /// Where each is in a record, by its name in lower case.
    private(set) var places: [String: Int] = [:]
    private(set) var number: Int?
    private var count = 0

    private static let longest = 1 << 20
    private static let constraints: Set<String> = ["constraint", "primary", "unique", "check", "foreign"]

    init(_ names: [String]) {
        for name in names { add([name]) }
    }

    /// `nil` for what is no list of columns, such as a virtual table, and for a table that is kept in another form.
    init?(_ sql: String) {
        let words = Self.words(Array(sql.utf8.prefix(Self.longest)))
        guard words.first == "create", let open = words.firstIndex(of: "("), !words[..<open].contains("virtual"),
            !words.contains("without")
        else { return nil }
        var depth = 1
        var definition: [String] = []
        for word in words[(open + 1)...] {
            if word == "(" { depth += 1 }
            if word == ")" { depth -= 1 }
            guard depth > 0, depth > 1 || word != "," else {
                add(definition)
                definition = []
                if depth == 0 { break }
                continue
            }
            definition.append(word)
        }
        guard count > 0 else { return nil }
    }

    private mutating func add(_ definition: [String]) {
        guard let name = definition.first, !Self.constraints.contains(name) else { return }
        if definition.count > 3, definition[1] == "integer", definition[2] == "primary", definition[3] == "key" {
            number = count
        }
        let bare = name.hasPrefix("\"") ? String(name.dropFirst()) : name
        if places[bare] == nil { places[bare] = count }
        count += 1
    }

    /// Words and marks, in lower case; of what stands in quotation marks what is in them, behind one mark: it is no keyword.
    private static func words(_ bytes: [UInt8]) -> [String] {
        var words: [String] = []
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if let close = [
                UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "`"): UInt8(ascii: "`"),
                UInt8(ascii: "["): UInt8(ascii: "]"), UInt8(ascii: "'"): UInt8(ascii: "'"),
            ][byte] {
                let end = bytes[(place + 1)...].firstIndex(of: close) ?? bytes.count
                words.append("\"" + String(decoding: bytes[(place + 1)..<end], as: UTF8.self).lowercased())
                place = end + 1
            } else if byte == UInt8(ascii: "-"), place + 1 < bytes.count, bytes[place + 1] == byte {
                place = bytes[place...].firstIndex(of: newline) ?? bytes.count
            } else if isWord(byte) {
                let end = bytes[place...].firstIndex { !isWord($0) } ?? bytes.count
                words.append(String(decoding: bytes[place..<end], as: UTF8.self).lowercased())
                place = end
            } else {
                if !isSpace(byte) { words.append(String(UnicodeScalar(byte))) }
                place += 1
            }
        }
        return words
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
    }
}
