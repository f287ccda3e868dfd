/// Takes a multipart body (RFC 2046, 5.1; RFC 7578) apart while it arrives, in memory that does not grow with it.
struct MultipartParser: Sendable {
    enum Event: Sendable, Equatable {
        case begin(MultipartPart)
        case data([UInt8])
        case end
    }

    private enum State: Sendable {
        /// What stands before the first boundary.
        case preamble
        /// Right behind a boundary: the end of its line, or two dashes.
        case afterBoundary
        case headers
        case body
        case done
    }

    static let mostHeaderBytes = 8 << 10

    private let delimiter: [UInt8]
    private let mostParts: Int
    private var state = State.preamble
    private var buffer: [UInt8]
    private var parts = 0
    /// Whether nothing has come yet.
    private var isUntouched = true

    /// - Parameter boundary: From the content type.
    init(boundary: [UInt8], mostParts: Int) {
        delimiter = [0x0D, 0x0A, 0x2D, 0x2D] + boundary
        self.mostParts = mostParts
        // The first boundary may stand at the very beginning, without the line break that belongs to the others.
        buffer = [0x0D, 0x0A]
    }

    var isDone: Bool { if case .done = state { true } else { false } }

    mutating func feed(_ piece: [UInt8]) throws -> [Event] {
        var events: [Event] = []
        if !piece.isEmpty { isUntouched = false }
        if case .done = state { return [] }
        buffer += piece
        var position = 0
        while try step(&position, &events) {}
        buffer.removeFirst(position)
        return events
    }

    /// Nothing was sent, of whatever type that would have been.
    static let missing = ServerError.emptyBody(
        "`file` is missing. Send a form (multipart/form-data) with the file in a part of that name.", parameter: "file")

    /// The body has ended.
    func finish() throws {
        guard !isUntouched else { throw Self.missing }
        guard isDone else { throw Self.malformed("it ends in the middle of a part") }
    }

    private mutating func step(_ position: inout Int, _ events: inout [Event]) throws -> Bool {
        switch state {
        case .preamble, .body:
            let isBody = if case .body = state { true } else { false }
            if let found = find(from: position) {
                if isBody {
                    if found > position { events.append(.data(Array(buffer[position..<found]))) }
                    events.append(.end)
                }
                position = found + delimiter.count
                state = .afterBoundary
                return true
            }
            // What could be the beginning of a boundary waits for the rest.
            let safe = max(position, buffer.count - delimiter.count + 1)
            if isBody, safe > position { events.append(.data(Array(buffer[position..<safe]))) }
            position = safe
            return false
        case .afterBoundary:
            guard buffer.count - position >= 2 else { return false }
            if buffer[position] == 0x2D, buffer[position + 1] == 0x2D {
                state = .done
                position = buffer.count
                return false
            }
            guard buffer[position] == 0x0D, buffer[position + 1] == 0x0A else {
                throw Self.malformed("a boundary is followed by something else")
            }
            parts += 1
            guard parts <= mostParts else {
                throw ServerError(.tooManyParts, "The form has more than \(mostParts) parts.")
            }
            position += 2
            state = .headers
            return true
        case .headers:
            guard let end = headerEnd(from: position) else {
                guard buffer.count - position <= Self.mostHeaderBytes else {
                    throw Self.malformed("the headers of a part are too long")
                }
                return false
            }
            guard end - position <= Self.mostHeaderBytes else {
                throw Self.malformed("the headers of a part are too long")
            }
            events.append(.begin(try MultipartPart(headers: buffer[position..<end])))
            // An empty line ends the headers; without any, it is there at once.
            position = end == position ? end + 2 : end + 4
            state = .body
            return true
        case .done: return false
        }
    }

    private func headerEnd(from start: Int) -> Int? {
        if buffer.count - start >= 2, buffer[start] == 0x0D, buffer[start + 1] == 0x0A { return start }
        var index = start
        while index + 3 < buffer.count {
            if buffer[index] == 0x0D, buffer[index + 1] == 0x0A, buffer[index + 2] == 0x0D, buffer[index + 3] == 0x0A {
                return index
            }
            index += 1
        }
        return nil
    }

    private func find(from start: Int) -> Int? {
        guard buffer.count - start >= delimiter.count else { return nil }
        return buffer.withUnsafeBufferPointer { bytes in
            var index = start
            let last = bytes.count - delimiter.count
            while index <= last {
                if bytes[index] == 0x0D, delimiter.indices.allSatisfy({ bytes[index + $0] == delimiter[$0] }) {
                    return index
                }
                index += 1
            }
            return nil
        }
    }

    static func malformed(_ why: String) -> ServerError {
        ServerError(.malformedForm, "The form cannot be read: \(why).")
    }
}

/// What a part of a form says of itself.
public struct MultipartPart: Sendable, Hashable {
    /// The field's name.
    public var field: String
    /// The name that the sender gave to the file, without folders and without anything that is not a name; `nil` for a part
    /// that is no file. It is shown, and never used as a path.
    public var fileName: String?
    /// The same with its folders, as a browser sends it for a file of a chosen folder.
    public var relativePath: String?

    /// More of a name is cut off.
    static let mostNameBytes = 200

    init(field: String, fileName: String? = nil, relativePath: String? = nil) {
        self.field = field
        self.fileName = fileName
        self.relativePath = relativePath
    }

    /// - Parameter headers: Without the empty line at their end.
    init(headers: ArraySlice<UInt8>) throws {
        guard let text = String(validating: headers, as: UTF8.self) else {
            throw MultipartParser.malformed("a name is not UTF-8")
        }
        var disposition: String?
        for line in text.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else {
                throw MultipartParser.malformed("a header of a part has no colon")
            }
            if line[..<colon].lowercased() == "content-disposition" {
                disposition = String(line[line.index(after: colon)...])
            }
        }
        guard let disposition, let field = Self.value("name", in: disposition) else {
            throw MultipartParser.malformed("a part has no name")
        }
        self.field = field
        guard let raw = Self.value("filename", in: disposition) else { return }
        let parts = raw.split(whereSeparator: { $0 == "/" || $0 == "\\" }).map(Self.clean).filter {
            !$0.isEmpty && $0 != "." && $0 != ".."
        }
        fileName = parts.last ?? "unnamed"
        relativePath = parts.isEmpty ? "unnamed" : parts.suffix(32).joined(separator: "/")
    }

    /// A parameter's value, quoted or not (RFC 7578, 4.2; browsers write `"` as `%22`).
    private static func value(_ name: String, in disposition: String) -> String? {
        var rest = disposition[...]
        while let semicolon = rest.firstIndex(of: ";") {
            rest = rest[rest.index(after: semicolon)...].drop { $0 == " " || $0 == "\t" }
            guard let equals = rest.firstIndex(of: "=") else { return nil }
            let key = rest[..<equals].lowercased()
            rest = rest[rest.index(after: equals)...]
            var value = ""
            if rest.first == "\"" {
                rest.removeFirst()
                while let character = rest.popFirst(), character != "\"" {
                    if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
                        value.append(rest.removeFirst())
                    } else {
                        value.append(character)
                    }
                }
            } else {
                let end = rest.firstIndex(of: ";") ?? rest.endIndex
                value = String(rest[..<end])
                rest = rest[end...]
            }
            if key == name { return value.replacing("%22", with: "\"") }
        }
        return nil
    }

    /// A name without control characters and marks that change the direction of text, which hide what a file is.
    private static func clean(_ name: Substring) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            let hides = scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
            guard !hides else { continue }
            text.unicodeScalars.append(scalar)
            if text.utf8.count >= mostNameBytes { break }
        }
        while text.hasPrefix(" ") { text.removeFirst() }
        return text
    }
}

// MARK: - Forms

/// A form that is small enough to be held.
struct MultipartForm: Sendable {
    struct File: Sendable {
        var field: String
        var name: String
        var bytes: [UInt8]
    }

    /// Where a field comes several times, its last value; see ``values(of:)``.
    private(set) var fields: [String: String] = [:]
    private var all: [(name: String, value: String)] = []
    private(set) var files: [File] = []

    /// The values of a field, in their order.
    func values(of name: String) -> [String] { all.filter { $0.name == name }.map(\.value) }

    /// Reads a whole form.
    ///
    /// - Throws: ``ServerError``: what the body's limits say, `unsupported-media` or `malformed-form`.
    static func collect(_ request: ServerRequest, mostParts: Int, mostFieldBytes: Int) async throws -> MultipartForm {
        var parser = try await MultipartReader.parser(request, mostParts: mostParts)
        var form = MultipartForm()
        var part: MultipartPart?
        var bytes: [UInt8] = []
        for event in try parser.feed(try await request.body.collect()) {
            switch event {
            case .begin(let begun):
                part = begun
                bytes = []
            case .data(let data):
                bytes += data
                guard part?.fileName != nil || bytes.count <= mostFieldBytes else {
                    throw ServerRequestBody.tooLarge(mostFieldBytes)
                }
            case .end:
                guard let part else { continue }
                if let name = part.fileName {
                    form.files.append(File(field: part.field, name: name, bytes: bytes))
                } else {
                    let value = String(decoding: bytes, as: UTF8.self)
                    form.fields[part.field] = value
                    form.all.append((part.field, value))
                }
            }
        }
        try parser.finish()
        return form
    }
}

/// Reads a form of any size, part by part.
public enum MultipartReader {
    /// What is read, in order.
    public enum Event: Sendable {
        case begin(MultipartPart)
        case data([UInt8])
        case end
    }

    /// - Parameter body: Gets what is read while it arrives.
    /// - Throws: ``ServerError``, and what `body` throws.
    public static func read(
        _ request: ServerRequest, mostParts: Int, _ body: @escaping @Sendable (Event) async throws -> Void
    ) async throws {
        let state = ParserState(try await parser(request, mostParts: mostParts))
        try await request.body.forEachPiece { piece in
            for event in try await state.feed(piece) {
                switch event {
                case .begin(let part): try await body(.begin(part))
                case .data(let bytes): try await body(.data(bytes))
                case .end: try await body(.end)
                }
            }
        }
        try await state.finish()
    }

    private actor ParserState {
        private var parser: MultipartParser

        init(_ parser: MultipartParser) { self.parser = parser }

        func feed(_ piece: [UInt8]) throws -> [MultipartParser.Event] { try parser.feed(piece) }
        func finish() throws { try parser.finish() }
    }

    /// The parser for the boundary that the content type names.
    static func parser(_ request: ServerRequest, mostParts: Int) async throws -> MultipartParser {
        let type = request.headers["content-type"] ?? ""
        guard type.prefix(while: { $0 != ";" }).lowercased().filter({ $0 != " " }) == "multipart/form-data" else {
            if try await request.body.isEmpty() { throw MultipartParser.missing }
            throw ServerError(.unsupportedMedia, "The body has to be a form (multipart/form-data).")
        }
        for parameter in type.split(separator: ";").dropFirst() {
            let halves = parameter.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, halves[0].trimmingPrefix(while: \.isWhitespace).lowercased() == "boundary" else {
                continue
            }
            var boundary = Array(halves[1].utf8.filter { $0 != 0x20 })
            if boundary.first == UInt8(ascii: "\""), boundary.count > 1 {
                boundary = Array(boundary.dropFirst().dropLast())
            }
            guard (1...70).contains(boundary.count), boundary.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { break }
            return MultipartParser(boundary: boundary, mostParts: mostParts)
        }
        if try await request.body.isEmpty() { throw MultipartParser.missing }
        throw MultipartParser.malformed("its content type names no boundary")
    }
}
