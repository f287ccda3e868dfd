import Foundation
package import Hearth
import HearthHTTP

// Documents, what stands in them, and what is found in them.

extension Wire {
    static let listDocuments = Operation<DocumentQuery, Nothing, DocumentList>(
        .get, "/api/documents", "listDocuments", in: .documents, "Documents, the newest first",
        about: "Journal entries, which are kept among the documents so that search finds them, are left "
            + "out; a document whose path begins with `journal:` is the entry of the id that follows.")

    static let uploadDocuments = Operation<Nothing, Nothing, Job>(
        .post, "/api/documents", "uploadDocuments", in: .documents, "Upload files",
        about: "The files are read as `hearth ingest` reads them. A file of unknown kind is `skipped`, "
            + "with its reason.",
        status: .accepted,
        work: .long,
        bodyLimit: DocumentRoutes.uploadLimit,
        sends: .form(UploadForm.self))

    static let ingestPaths = Operation<Nothing, IngestPaths, Job>(
        .post, "/api/documents/paths", "ingestPaths", in: .documents, "Read files and folders of this machine",
        status: .accepted)

    static let removeDocuments = Operation<Nothing, DocumentRemoval, ReceiptJSON>(
        .post, "/api/documents/remove", "removeDocuments", in: .documents, "Remove documents, with a receipt",
        work: .long)

    static let getDocument = Operation<Nothing, Nothing, Document>(
        .get, "/api/documents/:id", "getDocument", in: .documents, "One document")

    static let labelDocument = Operation<Nothing, DocumentChange, Document>(
        .patch, "/api/documents/:id", "labelDocument", in: .documents, "Change its label",
        bodyLimit: 4096)

    static let removeDocument = Operation<Nothing, Nothing, ReceiptJSON>(
        .delete, "/api/documents/:id", "removeDocument", in: .documents, "Remove a document, with a receipt",
        work: .long)

    static let reindexDocument = Operation<Nothing, Nothing, Job>(
        .post, "/api/documents/:id/reindex", "reindexDocument", in: .documents, "Read it again from its file",
        about: "409 `source-missing` when its file is not there any more.",
        status: .accepted,
        bodyLimit: 4096,
        fails: [.conflict])

    static let getDocumentText = Operation<TextQuery, Nothing, DocumentText>(
        .get, "/api/documents/:id/text", "getDocumentText", in: .documents, "A window of its text")

    static let getPagePicture = Operation<Nothing, Nothing, Raw>(
        .get, "/api/documents/:id/pages/:page/picture", "getPagePicture", in: .documents, "A page as a picture",
        about: "For PDFs and pictures whose file is where it was and as it was; 404 for others.",
        work: .long,
        gives: [
            .init(
                .ok, "The picture.",
                [
                    ("image/jpeg", RawBytes.self), ("image/png", RawBytes.self), ("image/webp", RawBytes.self),
                    ("image/avif", RawBytes.self),
                ])
        ])

    static let getPagePlaces = Operation<PlaceQuery, Nothing, PagePlaces>(
        .get, "/api/documents/:id/places", "getPagePlaces", in: .documents,
        "Where a piece of its text stands on its pages",
        about: "For PDFs and pictures; of a piece on many pages the first are told, and of other formats none.",
        work: .long)

    static let search = Operation<Nothing, SearchRequest, SearchResults>(
        .post, "/api/search", "search", in: .documents, "Passages that fit a query",
        about: "A POST, so that what is searched for stands in no log and no history.",
        work: .long)
}

extension Wire {
    struct Document: WireType {
        var documentID: String
        var title: String?
        var path: String?
        var paths: [String]
        var format: DocumentFormat
        var language: String?
        var label: SensitivityLabel
        var pages: Int
        var chunks: Int
        var bytes: Int
        var ingestedAt: Date
        var createdAt: Date?
        var isTranscript: Bool
        var withoutText: Bool
        var awaitsPictures: Bool
        var canReindex: Bool
        var warnings: [Warning]?
        var sharedBy: String?
        var addedBy: String?
        var isMine: Bool?

        static let about: String? = "As `hearth documents list --json` prints it."
        static let fields: [String: WireField] = [
            "path": .init(
                "The first of the paths at which there is still a file; the first of all where there is "
                    + "none."),
            "bytes": "Bytes of the file.",
            "isTranscript": .presence(.unpromised),
            "withoutText": .init("Whether nothing was found in it to search or quote, such as in a scan.", .unpromised),
            "awaitsPictures": .init(
                "Whether pages of it are still to be read from their pictures; its text grows meanwhile.", .unpromised),
            "canReindex": "Whether it can be read again: its file is where it was.",
            "warnings": .presence(.leftOut),
            "sharedBy": .init("The name of who shares it; left out for what is one's own.", .leftOut),
            "addedBy": .init(
                "The name of who added it to a shared collection; left out for what its owner took in.", .leftOut),
            "isMine": .init(
                "Of what another shares, true where one added it: then one may rename, label and remove it.", .leftOut),
        ]
    }

    struct PlaceQuery: WireRequest {
        var start: Int
        var end: Int

        static let fields: [String: WireField] = [
            "start": "The first byte of the piece in the document's text.",
            "end": "One past its last.",
        ]
    }

    struct PagePlaces: WireType {
        var documentID: String
        var places: [PagePlace]
    }

    struct PagePlace: WireType {
        var page: Int
        var boxes: [PageBox]

        static let fields: [String: WireField] = [
            "page": "Counts from 1.",
            "boxes": "One for each line.",
        ]
    }

    struct PageBox: WireType {
        var left: Int
        var top: Int
        var width: Int
        var height: Int

        static let about: String? =
            "A rectangle on a page's picture, in parts of 10,000 of its width and height, from the upper left corner."
    }

    struct DocumentList: WireType {
        var documents: [Document]
        var total: Int

        static let fields: [String: WireField] = [
            "total": "Documents that fit the filter."
        ]
    }

    struct DocumentText: WireType {
        var documentID: String
        var title: String?
        var path: String?
        var format: DocumentFormat
        var start: Int
        var end: Int
        var total: Int
        var text: String
        var pages: [Page]
        var blocks: [Block]
        var names: [NamedText.Name]?

        static let about: String? =
            "A window of a document's extracted text. Offsets count UTF-8 bytes of the whole text; "
            + "the window begins and ends between characters."
        static let fields: [String: WireField] = [
            "format": .presence(.unpromised),
            "total": "Bytes of the whole text.",
            "pages": "Pages that lie partly in the window.",
            "blocks": "Blocks that lie partly in the window.",
            "names": NamedText.Name.field,
        ]
    }

    struct Page: WireType {
        var number: Int
        var start: Int
        var end: Int

        static let fields: [String: WireField] = [
            "number": "From 1."
        ]
    }

    struct Block: WireType {
        var kind: String
        var level: Int?
        var start: Int
        var end: Int
        var startTime: Double?
        var endTime: Double?
        var speaker: String?

        static let about: String? = "A piece of the document's structure. Blocks do not overlap."
        static let fields: [String: WireField] = [
            "kind": .init(oneOf: ["heading", "paragraph", "listItem", "table", "code", "quote", "utterance"]),
            "level": .init("Of a heading, 1 to 6.", .leftOutOrNull),
            "startTime": "Seconds.",
        ]
    }

    struct Warning: WireType {
        var kind: String
        var message: String
        var page: Int?
        var help: [FailureHelp]?

        static let fields: [String: WireField] = [
            "kind": .init(oneOf: [
                "noTextLayer", "undecodableBytes", "truncated", "damaged", "skipped", "otherFormat", "recognized",
                "doubtful", "recognitionPending", "recognizerMissing", "languageMissing",
            ]),
            "help": .init("What would help, such as a program to install.", .leftOut),
        ]
    }

    struct Passage: WireType {
        var documentID: String
        var path: String
        var title: String?
        var page: Int?
        var start: Int
        var end: Int
        var text: String
        var score: Double
        var headings: [String]
        var startTime: Double?
        var endTime: Double?
        var label: SensitivityLabel
        var match: TextSpan?
        var names: [NamedText.Name]?
        var marks: [MarkJSON]?
        var sharedBy: String?

        static let fields: [String: WireField] = [
            "names": NamedText.Name.field,
            "marks": MarkJSON.field,
            "match":
                "Where the words that were looked for stand closest together; null where none of them occurs.",
            "text": .init(
                "Exactly the bytes of the span; empty for a passage of an earlier answer whose document "
                    + "has changed or gone since."),
            "score": "Larger is better, within this list only.",
            "sharedBy": .init("The name of who shares its document; left out for what is one's own.", .leftOut),
            "headings": .presence(.unpromised),
            "label": .presence(.unpromised),
        ]
    }

    struct SearchRequest: WireRequest {
        var text: String
        var limit: Int
        var `in`: [String]?
        var formats: [DocumentFormat]?
        var labels: [SensitivityLabel]?
        var after: Date?
        var before: Date?
        var from: [String]?

        static let fields: [String: WireField] = [
            "text": .init(length: 1...4000),
            "limit": .init(range: 1...100, otherwise: 10),
            "in": .init(
                "Ids of documents, and of collections behind `collection:`; empty or missing means all.",
                count: 0...1000),
            "formats": .init(count: 0...20),
            "labels": .init(count: 0...3),
            "after": "Only what says when it was written, as mails and messages do, and then or later.",
            "before": "Only what says when it was written, and before then.",
            "from": .init(
                "Only what one of these wrote: messages, mails, articles. The first words of a name or address will do.",
                .leftOutOrNull, count: 0...20),
        ]
    }

    struct SearchResults: WireType {
        var results: [Passage]
        var notes: [String]

        static let fields: [String: WireField] = [
            "results": "Best first.",
            "notes": .init("Such as `no embedding model: searched by words only`.", .unpromised),
        ]
    }

    struct IngestFile: WireType {
        var path: String
        var documentID: String?
        var status: String
        var format: DocumentFormat?
        var pages: Int
        var chunks: Int
        var bytes: Int
        var withoutText: Bool?
        var warnings: [Warning]?
        var error: Problem?
        var keptBeside: String?

        static let about: String? = "What became of one file, as `hearth ingest --json` prints it."
        static let fields: [String: WireField] = [
            "path": "As it was given; for an upload its name, with folders where a folder was uploaded.",
            "status": .init(oneOf: ["added", "updated", "unchanged", "skipped", "failed"]),
            "bytes": "Bytes of the extracted text.",
            "withoutText": .init("Whether it is stored with nothing in it to find or quote, such as a scan.", .leftOut),
            "warnings": .presence(.leftOut),
            "error": .presence(.leftOut),
            "keptBeside": .init(
                "The name that an upload came with, where another file has it and was kept as it is; "
                    + "`path` is the name that this one was given. Without it, `updated` says that a file took "
                    + "another's place.", .leftOut),
        ]
    }

    struct DocumentQuery: WireRequest {
        var query: String?
        var format: DocumentFormat?
        var formats: String?
        var label: SensitivityLabel?
        var collection: String?
        var limit: Int
        var offset: Int

        static let fields: [String: WireField] = [
            "collection": .init(
                "Only what is in the collection of this id, one's own or one that is shared.", length: 1...256),
            "query": .init("In titles and paths, in any case.", length: 0...500),
            "formats": .init(
                "Of any of these formats, with commas between them; beside `format`, both hold.", length: 0...500),
            "limit": .init(range: 1...500, otherwise: 50),
            "offset": .init(otherwise: 0),
        ]
    }

    struct UploadForm: WireRequest {
        var file: [String]
        var label: SensitivityLabel?
        var replace: Bool

        static let name: String? = nil
        static let fields: [String: WireField] = [
            "file": .init(
                "One part for each file; the part's file name may hold folders, which are kept as part of "
                    + "the name only.", count: 1...100, each: .init(format: "binary")),
            "replace": .init(
                "Whether a file takes the place of another that was uploaded under its name. Otherwise "
                    + "both are kept, the new one as `notes 2.md`, which its `keptBeside` says; the same "
                    + "content is `unchanged`.", otherwise: false),
        ]
    }

    struct IngestPaths: WireRequest {
        var paths: [String]
        var label: SensitivityLabel?
        var hidden: Bool?

        static let name: String? = nil
        static let fields: [String: WireField] = [
            "paths": .init(count: 1...100, each: .init(length: 1...4096))
        ]
    }

    struct DocumentRemoval: WireRequest {
        var documentIDs: [String]

        static let name: String? = nil
        static let fields: [String: WireField] = [
            "documentIDs": .init(count: 1...1000)
        ]
    }

    struct DocumentChange: WireRequest {
        var label: SensitivityLabel

        static let name: String? = nil
    }

    struct TextQuery: WireRequest {
        var start: Int
        var end: Int?

        static let fields: [String: WireField] = [
            "start": .init("The first byte.", otherwise: 0),
            "end": "The byte after the last; left out: 64 KiB from `start`. At most 256 KiB are given.",
        ]
    }
}

extension NamedText.Name: WireType {
    package static let about: String? =
        "Who somebody is whom a chat calls by a telephone number or an address: bytes of the text, counted as its `start` is, and the "
        + "name to show in their place. The text itself has no name in it."
}

extension NamedText.Name {
    /// Of a list of them beside a text.
    static let field = WireField(
        "Who people are whom the text calls by numbers and addresses, as far as address books say that the reader may see.",
        .leftOut)
}

extension MarkJSON: WireType {
    package static let name: String? = "Mark"
    package static let about: String? =
        "A stretch of a text that is shown otherwise than it is written, such as the marks of Markdown: bytes of the document's text, and "
        + "what to show in their place, which may be nothing."
}

extension MarkJSON {
    /// Of a list of them beside a text.
    static let field = WireField("What of the text is shown otherwise than it is written, in order.", .leftOut)
}
