import Foundation
import HearthCore
import HearthHTTP

/// Values of Hearth as the interface shows them.
enum JSONEncoding {
    /// The JSON of a value whose names are those of the interface. Dates are ISO 8601.
    static func value(_ value: some Encodable) throws -> JSONValue {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return try JSONValue(parsing: Array(try encoder.encode(value)))
    }

    static func date(_ date: Date) -> JSONValue { .string(date.formatted(.iso8601)) }

    static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    static func optional(_ date: Date?) -> JSONValue { date.map(Self.date) ?? .null }

    static func optional(_ number: Int?) -> JSONValue { number.map { .number(JSONNumber($0)) } ?? .null }

    /// `null` for what is no number.
    static func number(_ number: Double?) -> JSONValue {
        guard let number, number.isFinite else { return .null }
        return JSONNumber("\(number)").map(JSONValue.number) ?? .null
    }

    static func number(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }

    static func strings(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map(JSONValue.string)) }
}

extension ServerResponse {
    static func encoding(_ value: some Encodable, status: ServerStatus = .ok) throws -> ServerResponse {
        .json(try JSONEncoding.value(value), status: status)
    }

    /// A file to keep.
    /// - Parameter name: Of whatever characters; those that a header cannot hold are written as RFC 6266 and 8187 have it.
    static func attachment(_ text: String, name: String, type: String) -> ServerResponse {
        let unreserved = Array("-._~".utf8)
        func isPlain(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || unreserved.contains(byte)
        }
        let plain = String(decoding: name.utf8.map { isPlain($0) || $0 == 0x20 ? $0 : 0x5F }, as: UTF8.self)
        var disposition = "attachment; filename=\"\(plain)\""
        if plain != name {
            let digits = Array("0123456789ABCDEF")
            let encoded = name.utf8.map { byte in
                isPlain(byte)
                    ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }.joined()
            disposition += "; filename*=UTF-8''\(encoded)"
        }
        return ServerResponse(
            .ok, headers: [("content-type", type), ("content-disposition", disposition)],
            content: .bytes(Array(text.utf8)))
    }
}

extension ServerRequest {
    /// A whole number of the query.
    func integer(_ name: String, in range: ClosedRange<Int>, otherwise: Int) throws -> Int {
        guard let text = query[name] else { return otherwise }
        guard let number = Int(text), range.contains(number) else { throw wrongQuery(name) }
        return number
    }

    func choice<Choice: RawRepresentable<String>>(_ name: String, _ type: Choice.Type) throws -> Choice? {
        guard let text = query[name], !text.isEmpty else { return nil }
        guard let choice = Choice(rawValue: text) else { throw wrongQuery(name) }
        return choice
    }

    func flag(_ name: String) throws -> Bool {
        guard let text = query[name] else { return false }
        guard let flag = Bool(text) else { throw wrongQuery(name) }
        return flag
    }

    func day(_ name: String) throws -> CivilDate? {
        guard let text = query[name], !text.isEmpty else { return nil }
        guard let day = CivilDate(text) else { throw wrongQuery(name) }
        return day
    }

    func moment(_ name: String) throws -> Date? {
        guard let text = query[name], !text.isEmpty else { return nil }
        let whole = Date.ISO8601FormatStyle()
        let fraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = (try? whole.parse(text)) ?? (try? fraction.parse(text)) else { throw wrongQuery(name) }
        return date
    }

    func text(_ name: String, most: Int) throws -> String? {
        guard let text = query[name], !text.isEmpty else { return nil }
        guard text.utf8.count <= most * 4, text.count <= most else { throw wrongQuery(name) }
        return text
    }

    private func wrongQuery(_ name: String) -> ServerError {
        ServerError(.badRequest, "bad-request", "`\(name)` in the address is not allowed to be that.", parameter: name)
    }

    /// The body's fields.
    func fields() async throws -> RequestFields { try RequestFields(try await json()) }

    /// The fields of a body that may be missing; `nil` where it is.
    func optionalFields() async throws -> RequestFields? { body.announced == 0 ? nil : try await fields() }
}

extension RequestFields {
    func choice<Choice: RawRepresentable<String>>(_ name: String, _ type: Choice.Type) throws -> Choice? {
        guard let text = try string(name) else { return nil }
        guard let choice = Choice(rawValue: text) else { throw wrong(name, "one of the known names") }
        return choice
    }

    /// A text of one character or more.
    func text(_ name: String, most: Int) throws -> String? {
        guard let text = try string(name) else { return nil }
        guard !text.isEmpty, text.unicodeScalars.count <= most else {
            throw wrong(name, "a text of 1 to \(most) characters")
        }
        return text
    }

    func requiredText(_ name: String, most: Int) throws -> String {
        guard let text = try text(name, most: most) else { throw missing(name) }
        return text
    }

}
