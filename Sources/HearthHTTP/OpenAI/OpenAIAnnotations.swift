import HearthCore
import HearthSchema

/// Where an answer refers to documents.
extension OpenAIWire {
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
                startIndex: mark.start, endIndex: mark.end, title: mark.citation.shownName, url: mark.url)
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
            filename = mark.citation.fileName
            index = mark.start
        }
    }
}
