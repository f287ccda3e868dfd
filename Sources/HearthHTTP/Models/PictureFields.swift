import Foundation
import HearthCore
import HearthModels

/// What is said in a message and what is shown with it, put together from its parts in their order.
struct MessageContent {
    private(set) var text = ""
    private(set) var pictures: [Picture] = []
    private var hasText = false

    /// Parts of text are lines of their own.
    mutating func add(_ part: String) {
        if hasText { text += "\n" }
        text += part
        hasText = true
    }

    mutating func add(_ picture: Data) { pictures.append(Picture(picture, at: text.utf8.count)) }
}

extension RequestFields {
    /// The picture in a field that holds a `data:` URL. Nothing is fetched for a message: whoever could name an address could have this
    /// machine ask any.
    ///
    /// - Throws: ``ServerError`` for another address, and for what is no picture that is read.
    func picture(atURL name: String) throws -> Data {
        let url = try required(name)
        guard url.prefix(5).lowercased() == "data:" else {
            throw unsupported(
                name, "pictures are not fetched from addresses. Send the picture itself, as `data:image/png;base64,…`.")
        }
        let head = url.prefix(128)
        guard let comma = head.firstIndex(of: ","), head[..<comma].lowercased().hasSuffix(";base64") else {
            throw unsupported(name, "a `data:` URL of a picture has to be in base64: `data:image/png;base64,…`.")
        }
        return try picture(String(url[url.index(after: comma)...]), name)
    }

    /// The picture in a field that holds its bytes in base64.
    func picture(inBase64 name: String) throws -> Data { try picture(try required(name), name) }

    /// The pictures in a list of such texts.
    func pictures(inBase64 name: String) throws -> [Data] {
        guard self[name] != nil, try !(array(name, most: 1000) ?? []).isEmpty else { return [] }
        return try (strings(name, most: 1000) ?? []).map { try picture($0, name) }
    }

    private func picture(_ base64: String, _ name: String) throws -> Data {
        // The text is four bytes for three; what is too long is not decoded.
        guard base64.utf8.count / 4 <= Picture.mostBytes / 3 + 1 else {
            throw unsupported(name, "the picture has more than \(Picture.mostBytes >> 20) MB. Send a smaller one.")
        }
        guard let bytes = Data(base64Encoded: base64), !bytes.isEmpty else {
            throw unsupported(name, "the picture has to be in base64 (RFC 4648, with its padding).")
        }
        // Told now, by the name of the field, and not by an engine.
        if let fault = Picture(bytes).fault { throw unsupported(name, fault) }
        return bytes
    }
}

extension GenerationCall {
    var hasPictures: Bool { messages.contains { $0.pictures != nil } }

    /// - Throws: ``ServerError`` `unsupported-value` for more pictures than one request may have.
    func checkPictures() throws {
        let pictures = messages.flatMap { $0.pictures ?? [] }
        guard pictures.count <= Picture.mostInRequest,
            pictures.reduce(0, { $0 + $1.bytes.count }) <= Picture.mostBytesInRequest
        else {
            throw ServerError(
                .unsupportedValue,
                "A request may have \(Picture.mostInRequest) pictures, of \(Picture.mostBytesInRequest >> 20) MB together. Send "
                    + "fewer.", parameter: "messages")
        }
    }
}

extension ServerError {
    /// Nobody that the request could go to sees pictures.
    static let noVision = ServerError(
        .unsupportedValue,
        "A message has a picture, and no model that could serve sees any. Leave it out, or name a local model that was added with its "
            + "projector.", help: [.findModel], parameter: "messages")
}

extension RoutingError {
    /// Whether somebody would serve, were there no picture in the request.
    var isForVision: Bool {
        reason == .noVision || reason == .noEngine && rejected.contains { $0.reason == RoutingPolicy.noVision }
    }
}
