#if Llama
internal import CLlama
import HearthCore

/// A picture in a prompt.
struct PlacedPicture {
    /// The first of its rows in the list of tokens.
    let start: Int
    let picture: SeenPicture

    var end: Int { start + picture.count }
}

/// The messages of a request with a mark for each picture where that stands in the text. A chat template lays out texts; the marks are
/// found again in what it made, and pictures put in their place.
///
/// A mark holds a random number of this request, so that nobody can write one.
struct MarkedMessages {
    let messages: [Message]
    private let prefix: [UInt8]
    private let pictures: [[SeenPart]]

    /// Around a mark: characters for private use, which no template trims.
    private static let (open, close) = ("\u{E0F0}", "\u{E0F1}")

    /// - Throws: ``LlamaError`` `no-vision`, `unreadable-picture`, `projector-failed`.
    init(_ request: ModelRequest, model: LlamaModel, vision: VisionModel?) throws {
        guard request.hasPictures else {
            (messages, prefix, pictures) = (request.messages, [], [])
            return
        }
        guard request.task != .textCompletion else { throw LlamaError.pictureInText }
        guard let vision else { throw LlamaError.noVision(model.path) }
        let all = request.messages.flatMap { $0.pictures ?? [] }
        guard all.count <= Picture.mostInRequest,
            all.reduce(0, { $0 + $1.bytes.count }) <= Picture.mostBytesInRequest
        else {
            throw LlamaError.picture(
                "The request has more than \(Picture.mostInRequest) pictures, or more than \(Picture.mostBytesInRequest >> 20) MB "
                    + "of them. Send fewer.")
        }
        let name = Self.open + "picture " + String(UInt64.random(in: .min ... .max), radix: 36) + " "
        var seen: [[SeenPart]] = []
        var marked: [Message] = []
        for message in request.messages {
            var message = message
            if let pictures = message.pictures {
                message.content = try Self.marked(message.content, pictures) { picture in
                    seen.append(try vision.parts(of: picture))
                    return "\(name)\(seen.count - 1)\(Self.close)"
                }
                message.pictures = nil
            }
            marked.append(message)
        }
        (messages, prefix, pictures) = (marked, Array(name.utf8), seen)
    }

    private static func marked(
        _ text: String, _ pictures: [Picture], _ mark: (Picture) throws -> String
    ) rethrows -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var from = 0
        for picture in pictures {
            var place = min(bytes.count, max(from, picture.offset))
            // Between characters.
            while place < bytes.count, bytes[place] & 0xC0 == 0x80 { place += 1 }
            result += bytes[from..<place]
            result += Array(try mark(picture).utf8)
            from = place
        }
        return String(decoding: result + bytes[from...], as: UTF8.self)
    }

    /// Adds a part of a prompt, with pictures in the place of their marks.
    func append(_ part: ChatTemplate.Part, to tokens: inout PromptTokens) throws {
        guard !prefix.isEmpty, case .content(let bytes) = part else { return tokens.append(part) }
        let close = Array(Self.close.utf8)
        var rest = bytes[...]
        while let found = rest.firstRange(of: prefix) {
            let after = rest[found.upperBound...]
            guard let end = after.prefix(16).firstRange(of: close),
                let index = Int(String(decoding: after[..<end.lowerBound], as: UTF8.self)),
                pictures.indices.contains(index)
            else { throw Self.lost }
            tokens.append(.content(Array(rest[..<found.lowerBound])))
            for part in pictures[index] { tokens.append(part) }
            rest = rest[end.upperBound...]
        }
        tokens.append(.content(Array(rest)))
    }

    /// Every picture once, and something behind the last one: what a model says follows from a token's logits.
    ///
    /// - Throws: ``LlamaError`` `template-limit`.
    func check(_ placed: [PlacedPicture], in tokens: [llama_token]) throws {
        let expected = pictures.joined().count { if case .picture = $0 { true } else { false } }
        guard placed.count == expected, placed.last.map({ $0.end < tokens.count }) ?? true else { throw Self.lost }
    }

    private static let lost = LlamaError.template("It leaves a picture out, or shows it twice.")
}
#endif
