import Hearth
import HearthMCP

/// What hosts of models may ask of documents: to find, read and sum them up, and to answer from them. Recordings that were written
/// down are documents, too.
struct DocumentTools: Sendable {
    let hearth: Hearth

    var tools: [MCPTool] { [search, ask, list, read, summarize, askTranscript] }

    // MARK: - Search

    private struct SearchArguments: WireRequest {
        var query: String
        var limit: Int
        var documents: [String]?

        static let fields: [String: WireField] = [
            "query": .init("What to look for, in words or as a question.", length: 1...4000),
            "limit": .init("The most passages; 10 when left out.", range: 1...50, otherwise: 10),
            "documents": .init(
                "Ids, paths or titles of documents to look in; all when left out.", count: 0...1000),
        ]
    }

    private struct Found: ToolValue {
        var results: [ToolPassage]
        var notes: [String]
    }

    private var search: MCPTool {
        MCPTool(
            name: "search", title: "Search documents",
            description:
                "Finds passages in the user's documents by words and by meaning, best first. Each comes with its "
                + "document, page and place. Use it to look things up before answering."
        ) { (arguments: SearchArguments, _) in
            let response = try await hearth.documents.search(
                SearchRequest(
                    text: arguments.query, limit: arguments.limit,
                    filter: try await hearth.documents.filter(for: arguments.documents ?? [])))
            let passages = response.passages
            try await hearth.privacy.willGive(passages)
            var names = try await ShownNames(hearth)
            var text: [String] = []
            for (index, passage) in passages.enumerated() {
                text.append(
                    "[\(index + 1)] \(names.title(passage.title ?? passage.path))"
                        + "\(place(passage.page, passage.startTime))\n\(names.text(passage.text))")
            }
            let results = passages.map { ToolPassage($0, &names) }
            try await names.willGive(by: hearth)
            return TypedResult(
                ((passages.isEmpty ? ["Nothing was found."] : text) + response.notes).joined(separator: "\n\n"),
                Found(results: results, notes: response.notes),
                links: DocumentResources.links(passages.map { (id: $0.documentID, title: $0.title, path: $0.path) }))
        }
    }

    // MARK: - Ask

    private struct AskArguments: WireRequest {
        var question: String
        var documents: [String]?
        var engine: String?

        static let fields: [String: WireField] = [
            "question": .init("The question.", length: 1...20_000),
            "documents": .init(
                "Ids, paths or titles of documents to answer from; all when left out.", count: 0...1000),
            "engine": engineField,
        ]
    }

    private var ask: MCPTool {
        MCPTool(
            name: "ask", title: "Ask the documents",
            description: "Answers a question from the user's documents. Every citation was checked by code against its "
                + "source. Says so when the documents do not hold the answer."
        ) { (arguments: AskArguments, context) in
            try PersonScope.require(.ask)
            try await PersonLimits.current?.requireTokens()
            let request = AnswerRequest(
                question: arguments.question,
                filter: try await hearth.documents.filter(for: arguments.documents ?? []),
                routing: RoutingChoice(
                    engine: try chosenEngine(arguments.engine), label: Reader.labelOfWords))
            for try await event in try await hearth.answers.ask(request) {
                switch event {
                case .found(let passages): await context.progress(0.3, "\(passages.count) passages were found")
                case .routed: break
                case .text: await context.progress(0.6, "the answer is being written")
                case .final(let answer):
                    try await hearth.privacy.willGive(answer.context.origins)
                    return try await shown(answer)
                }
            }
            throw CancellationError()
        }
    }

    private struct TranscriptArguments: WireRequest {
        var transcript: String
        var question: String
        var engine: String?

        static let fields: [String: WireField] = [
            "transcript": .init("The id, path or title of a stored transcript.", length: 1...4096),
            "question": .init("The question.", length: 1...20_000), "engine": engineField,
        ]
    }

    private var askTranscript: MCPTool {
        MCPTool(
            name: "transcript_ask", title: "Ask a transcript",
            description: "Answers a question about one recorded conversation, with quotes and their times."
        ) { (arguments: TranscriptArguments, context) in
            try PersonScope.require(.ask)
            try await PersonLimits.current?.requireTokens()
            // By its document: a tool of a model does not open files that the user never gave to Hearth.
            let document = try await hearth.documents.find(arguments.transcript)
            let source = try await hearth.transcripts.read(document)
            await context.progress(0.1, "the transcript was read")
            try await hearth.privacy.willGive([.document(document.id)])
            let routing = source.applied(
                to: RoutingChoice(
                    engine: try chosenEngine(arguments.engine), label: source.label ?? .personal))
            let found = try await hearth.transcripts.answerer(for: source).answer(
                TranscriptQuestion(arguments.question, routing: routing))
            return try await shown(found.answer)
        }
    }

    /// An answer with the names of those whom its chats call by numbers.
    private func shown(_ answer: Answer) async throws -> TypedResult<ToolAnswer> {
        var names = try await ShownNames(hearth)
        let result = TypedResult<ToolAnswer>(answer, &names)
        try await names.willGive(by: hearth)
        return result
    }

    // MARK: - List and read

    private struct ListArguments: WireRequest {
        var limit: Int
        var offset: Int

        static let fields: [String: WireField] = [
            "limit": .init("The most documents; 50 when left out.", range: 1...500, otherwise: 50),
            "offset": .init("How many to skip.", range: 0...10_000_000, otherwise: 0),
        ]
    }

    private struct Listing: ToolValue {
        struct Item: ToolValue {
            var id: String
            var title: String?
            var path: String?
            var format: String
            var pages: Int
            var bytes: Int
            var label: String
            var uri: String
        }

        var documents: [Item]
        var total: Int
    }

    private var list: MCPTool {
        MCPTool(
            name: "list_documents", title: "List documents",
            description: "Lists the user's documents, the newest first: id, title, path, format and size."
        ) { (arguments: ListArguments, _) in
            let (documents, total) = try await hearth.documents.page(
                limit: arguments.limit, offset: arguments.offset)
            try await hearth.privacy.willName(documents.map { .document($0.id) })
            var names = try await ShownNames(hearth)
            var lines: [String] = []
            for document in documents {
                let pages = document.pageCount == 1 ? "1 page" : "\(document.pageCount) pages"
                let title = document.title.map { names.title($0) } ?? "untitled"
                lines.append("\(document.id)  \(title)  (\(document.format.rawValue), \(pages))")
            }
            try await names.willGive(by: hearth)
            let items = documents.map { document in
                Listing.Item(
                    id: document.id, title: document.title, path: document.presentPath,
                    format: document.format.rawValue, pages: document.pageCount, bytes: document.byteCount,
                    label: document.label.rawValue, uri: DocumentResources.uri(document.id))
            }
            return TypedResult(
                documents.isEmpty ? "There are no documents." : lines.joined(separator: "\n"),
                Listing(documents: items, total: total))
        }
    }

    private struct ReadArguments: WireRequest {
        var document: String
        var start: Int
        var length: Int

        static let fields: [String: WireField] = [
            "document": .init("Its id, path or title.", length: 1...4096),
            "start": .init("The first byte; 0 when left out.", range: 0...1_000_000_000, otherwise: 0),
            "length": .init("The most bytes; 32768 when left out.", range: 1...262_144, otherwise: 32_768),
        ]
    }

    private struct Window: ToolValue {
        var id: String
        var title: String?
        var text: String
        var start: Int
        var end: Int
        var total: Int
        var names: [ToolName]?

        static let fields: [String: WireField] = ["names": ToolName.field]
    }

    private var read: MCPTool {
        MCPTool(
            name: "read_document", title: "Read a document",
            description: "Gives the text of a document, or a window of it. Offsets count UTF-8 bytes."
        ) { (arguments: ReadArguments, _) in
            let document = try await hearth.documents.find(arguments.document)
            let text = try await hearth.documents.text(of: document.id) ?? ""
            try await hearth.privacy.willGive([.document(document.id)])
            let window = TextWindow(of: text, start: arguments.start, end: arguments.start + arguments.length)
            let rest =
                window.end < window.total ? "\n\n(\(window.total - window.end) more bytes from \(window.end) on)" : ""
            var names = try await ShownNames(hearth)
            let shown = names.text(String(window.text)) + rest
            let named = ToolName.all(names.names(in: String(window.text), from: window.start))
            try await names.willGive(by: hearth)
            return TypedResult(
                shown,
                Window(
                    id: document.id, title: document.title, text: String(window.text), start: window.start,
                    end: window.end, total: window.total, names: named))
        }
    }

    // MARK: - Summarize

    private struct SummaryArguments: WireRequest {
        var document: String?
        var text: String?
        var words: Int
        var query: String?

        static let fields: [String: WireField] = [
            "document": .init("The document's id, path or title.", length: 1...4096),
            "text": .init("A text, instead of a document.", length: 1...2_000_000),
            "words": .init("About how many words; 120 when left out.", range: 10...2000, otherwise: 120),
            "query": .init("What the summary should be about.", length: 1...4000),
        ]
    }

    private struct Summary: ToolValue {
        struct Coverage: ToolValue {
            var chunks: Int
            var read: Int
            var skipped: Int
            var refused: Int
        }

        var summary: String
        var engine: String
        var coverage: Coverage
    }

    private var summarize: MCPTool {
        MCPTool(
            name: "summarize", title: "Summarize",
            description: "Sums up a document, or a text that is given, in about as many words as asked for."
        ) { (arguments: SummaryArguments, context) -> TypedResult<Summary> in
            try PersonScope.require(.ask)
            try await PersonLimits.current?.requireTokens()
            var routing = RoutingChoice(label: Reader.labelOfWords)
            var text = arguments.text ?? ""
            if let name = arguments.document {
                let document = try await hearth.documents.find(name)
                try await hearth.privacy.willGive([.document(document.id)])
                routing = RoutingChoice(label: document.label, origins: [.document(document.id)])
                text = try await hearth.documents.text(of: document.id) ?? ""
            }
            guard !text.isBlank else { return .refused("Name a `document`, or give a `text`.") }
            let found = try await Conflation.telling { (event: SummaryEvent) in
                guard case .reading(let part, let parts) = event, parts > 0 else { return }
                await context.progress(Double(part - 1) / Double(parts), "part \(part) of \(parts)")
            } during: { tell in
                try await hearth.answers.summarize(
                    text, words: arguments.words, query: arguments.query, routing: routing
                ) { event in if case .reading = event { tell(event) } }
            }
            let coverage = found.coverage
            return TypedResult(
                found.text,
                Summary(
                    summary: found.text, engine: found.route.engine.rawValue,
                    coverage: .init(
                        chunks: coverage.chunks, read: coverage.read, skipped: coverage.skipped,
                        refused: coverage.refused)))
        }
    }
}
