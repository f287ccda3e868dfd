import HearthCore
import HearthSchema

/// `GET /v1/files/ID` and the same with `/content`: the documents that answers cite, for programs that follow a citation.
struct Files: Sendable {
    let service: any ModelService

    func describe(_ request: ServerRequest) async throws -> ServerResponse {
        guard let file = try await service.file(request.parameter("id")) else { throw Self.unknown }
        return .json(
            try OpenAIWire.File(id: file.id, bytes: file.bytes, createdAt: file.time, filename: file.name).json())
    }

    /// The text that was read of the document; its file need not be there any more.
    func content(_ request: ServerRequest) async throws -> ServerResponse {
        guard let text = try await service.text(ofFile: request.parameter("id")) else { throw Self.unknown }
        return .text(text)
    }

    private static var unknown: ServerError {
        ServerError(.unknownItem, "There is no such document.\(Reader.hint)", parameter: "file_id")
    }
}

/// What an answer refers to, and where.
extension OpenAIWire {
    /// A document.
    struct File: WireType {
        var id: String
        var object = "file"
        /// Of the file, and not of the text that was read of it.
        var bytes: Int
        /// Seconds since 1970.
        var createdAt: Int
        var filename: String
        var purpose = "assistants"
        var status = "processed"

        enum CodingKeys: String, CodingKey {
            case id, object, bytes, filename, purpose, status
            case createdAt = "created_at"
        }
    }

    /// Where a message refers to a document.
    struct ChatAnnotation: WireType {
        struct Place: WireType {
            var startIndex: Int
            var endIndex: Int
            var title: String
            var url: String

            enum CodingKeys: String, CodingKey {
                case title, url
                case startIndex = "start_index"
                case endIndex = "end_index"
            }
        }

        var type = "url_citation"
        var place: Place

        enum CodingKeys: String, CodingKey {
            case type
            case place = "url_citation"
        }

        init(_ mark: CitationMark) {
            place = Place(
                startIndex: mark.start, endIndex: mark.end, title: mark.citation.title ?? mark.citation.path,
                url: mark.url)
        }
    }

    /// Where an output refers to a document.
    struct OutputAnnotation: WireType {
        var type = "file_citation"
        var fileID: String
        var filename: String
        /// Characters of the text before it.
        var index: Int

        enum CodingKeys: String, CodingKey {
            case type, filename, index
            case fileID = "file_id"
        }

        init(_ mark: CitationMark) {
            fileID = mark.citation.documentID
            filename = mark.citation.title ?? mark.citation.path
            index = mark.start
        }
    }
}
