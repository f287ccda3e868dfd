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
        var parser = try MultipartReader.parser(request, mostParts: mostParts)
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
        let state = ParserState(try parser(request, mostParts: mostParts))
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
    static func parser(_ request: ServerRequest, mostParts: Int) throws -> MultipartParser {
        let type = request.headers["content-type"] ?? ""
        guard type.prefix(while: { $0 != ";" }).lowercased().filter({ $0 != " " }) == "multipart/form-data" else {
            throw ServerError(
                .unsupportedMediaType, "unsupported-media", "The body has to be a form (multipart/form-data).")
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
        throw MultipartParser.malformed("its content type names no boundary")
    }
}
