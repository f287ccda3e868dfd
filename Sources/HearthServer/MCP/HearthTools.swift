import HearthCore
import HearthEngine
import HearthKnowledge
import HearthMCP
import HearthModels
import HearthStore

/// What hosts of models may ask Hearth to do.
struct HearthTools: Sendable {
    let hearth: Hearth

    var tools: [MCPTool] {
        [search, ask, listDocuments, readDocument, summarize] + TranscriptTools(hearth: hearth).tools
            + JournalTools(hearth: hearth).tools
    }

    private var search: MCPTool {
        MCPTool(
            name: "search", title: "Search documents",
            description:
                "Finds passages in the user's documents by words and by meaning, best first. Each comes with its "
                + "document, page and place. Use it to look things up before answering.",
            inputSchema: ToolSchema.object(
                [
                    ("query", ToolSchema.string("What to look for, in words or as a question.", most: 4000)),
                    ("limit", ToolSchema.integer("The most passages; 10 when left out.", 1...50)),
                    (
                        "documents",
                        ToolSchema.strings("Ids, paths or titles of documents to look in; all when left out.")
                    ),
                ], required: ["query"]),
            outputSchema: ToolSchema.object(
                [
                    ("results", ["type": "array", "items": ToolSchema.passage]),
                    ("notes", ["type": "array", "items": ["type": "string"]]),
                ], required: ["results"])
        ) { arguments, _ in
            let response = try await hearth.search(
                SearchRequest(
                    text: arguments.text("query"), limit: arguments.number("limit") ?? 10,
                    filter: try await hearth.filter(for: arguments.texts("documents"))))
            let passages = response.passages
            try await hearth.willGive(passages)
            let text = passages.enumerated().map { index, passage in
                "[\(index + 1)] \(passage.title ?? passage.path)\(place(passage.page, passage.startTime))\n\(passage.text)"
            }
            return ToolResult(
                passages.isEmpty ? "Nothing was found." : text.joined(separator: "\n\n"),
                structured: [
                    "results": .array(passages.map(value)), "notes": .array(response.notes.map(JSONValue.string)),
                ])
        }
    }

    private var ask: MCPTool {
        MCPTool(
            name: "ask", title: "Ask the documents",
            description: "Answers a question from the user's documents. Every citation was checked by code against its "
                + "source. Says so when the documents do not hold the answer.",
            inputSchema: ToolSchema.object(
                [
                    ("question", ToolSchema.string("The question.", most: 20_000)),
                    (
                        "documents",
                        ToolSchema.strings("Ids, paths or titles of documents to answer from; all when left out.")
                    ),
                    (
                        "engine",
                        ToolSchema.choice(
                            "Which engine answers; the user's settings decide when left out.",
                            Engine.allCases.map(\.rawValue))
                    ),
                ], required: ["question"]),
            outputSchema: ToolSchema.answer
        ) { arguments, context in
            let request = AnswerRequest(
                question: arguments.text("question"),
                filter: try await hearth.filter(for: arguments.texts("documents")),
                routing: RoutingChoice(engine: arguments.engine, label: Reader.labelOfWords))
            for try await event in try await hearth.ask(request) {
                switch event {
                case .found(let passages): await context.progress(0.3, "\(passages.count) passages were found")
                case .routed: break
                case .text: await context.progress(0.6, "the answer is being written")
                case .final(let answer):
                    try await hearth.willGive(answer.context.included)
                    return ToolResult(answer)
                }
            }
            throw CancellationError()
        }
    }

    private var listDocuments: MCPTool {
        MCPTool(
            name: "list_documents", title: "List documents",
            description: "Lists the user's documents, the newest first: id, title, path, format and size.",
            inputSchema: ToolSchema.object([
                ("limit", ToolSchema.integer("The most documents; 50 when left out.", 1...500)),
                ("offset", ToolSchema.integer("How many to skip.", 0...10_000_000)),
            ]),
            outputSchema: ToolSchema.object(
                [("documents", ["type": "array", "items": ["type": "object"]]), ("total", ["type": "integer"])],
                required: ["documents", "total"])
        ) { arguments, _ in
            let (documents, total) = try await hearth.database().page(
                limit: arguments.number("limit") ?? 50, offset: arguments.number("offset") ?? 0)
            try await hearth.willName(documents.map { .document($0.id) })
            let lines = documents.map {
                "\($0.id)  \($0.title ?? "untitled")  (\($0.format.rawValue), \($0.pageCount) pages)"
            }
            let items = documents.map { document -> JSONValue in
                [
                    "id": .string(document.id), "title": document.title.map(JSONValue.string) ?? .null,
                    "path": document.presentPath.map(JSONValue.string) ?? .null,
                    "format": .string(document.format.rawValue), "pages": .number(JSONNumber(document.pageCount)),
                    "bytes": .number(JSONNumber(document.byteCount)), "label": .string(document.label.rawValue),
                    "uri": .string(DocumentResources.uri(document.id)),
                ]
            }
            return ToolResult(
                documents.isEmpty ? "There are no documents." : lines.joined(separator: "\n"),
                structured: ["documents": .array(items), "total": .number(JSONNumber(total))])
        }
    }

    private var readDocument: MCPTool {
        MCPTool(
            name: "read_document", title: "Read a document",
            description: "Gives the text of a document, or a window of it. Offsets count UTF-8 bytes.",
            inputSchema: ToolSchema.object(
                [
                    ("document", ToolSchema.string("Its id, path or title.", most: 4096)),
                    ("start", ToolSchema.integer("The first byte; 0 when left out.", 0...1_000_000_000)),
                    ("length", ToolSchema.integer("The most bytes; 32768 when left out.", 1...262_144)),
                ], required: ["document"]),
            outputSchema: ToolSchema.object(
                [
                    ("id", ["type": "string"]), ("title", ["type": ["string", "null"]]), ("text", ["type": "string"]),
                    ("start", ["type": "integer"]), ("end", ["type": "integer"]), ("total", ["type": "integer"]),
                ], required: ["id", "text", "start", "end", "total"])
        ) { arguments, _ in
            let document = try await hearth.document(arguments.text("document"))
            let text = try await hearth.database().text(ofDocument: document.id) ?? ""
            try await hearth.willGive([.document(document.id)])
            let start = arguments.number("start") ?? 0
            let window = TextWindow(of: text, start: start, end: start + (arguments.number("length") ?? 32_768))
            let rest =
                window.end < window.total ? "\n\n(\(window.total - window.end) more bytes from \(window.end) on)" : ""
            return ToolResult(
                String(window.text) + rest,
                structured: [
                    "id": .string(document.id), "title": document.title.map(JSONValue.string) ?? .null,
                    "text": .string(String(window.text)), "start": .number(JSONNumber(window.start)),
                    "end": .number(JSONNumber(window.end)), "total": .number(JSONNumber(window.total)),
                ])
        }
    }

    private var summarize: MCPTool {
        MCPTool(
            name: "summarize", title: "Summarize",
            description: "Sums up a document, or a text that is given, in about as many words as asked for.",
            inputSchema: ToolSchema.object([
                ("document", ToolSchema.string("The document's id, path or title.", most: 4096)),
                ("text", ToolSchema.string("A text, instead of a document.", most: 2_000_000)),
                ("words", ToolSchema.integer("About how many words; 120 when left out.", 10...2000)),
                ("query", ToolSchema.string("What the summary should be about.", most: 4000)),
            ]),
            outputSchema: ToolSchema.object(
                [("summary", ["type": "string"]), ("engine", ["type": "string"]), ("coverage", ["type": "object"])],
                required: ["summary", "engine"])
        ) { arguments, context in
            var routing = RoutingChoice(label: Reader.labelOfWords)
            var text = arguments.text("text")
            if let name = arguments["document"]?.stringValue {
                let document = try await hearth.document(name)
                try await hearth.willGive([.document(document.id)])
                routing = RoutingChoice(label: document.label, origins: [.document(document.id)])
                text = try await hearth.database().text(ofDocument: document.id) ?? ""
            }
            guard !text.isEmpty else { return ToolResult("Name a `document`, or give a `text`.", isError: true) }
            let found = try await hearth.summarize(
                text, words: arguments.number("words") ?? 120, query: arguments["query"]?.stringValue,
                routing: routing
            ) { event in
                guard case .reading(let part, let parts) = event, parts > 0 else { return }
                // Progress is told from a task of its own: the summary does not wait for the client to read it.
                Task { await context.progress(Double(part - 1) / Double(parts), "part \(part) of \(parts)") }
            }
            let coverage = found.coverage
            return ToolResult(
                found.text,
                structured: [
                    "summary": .string(found.text), "engine": .string(found.route.engine.rawValue),
                    "coverage": [
                        "chunks": .number(JSONNumber(coverage.chunks)), "read": .number(JSONNumber(coverage.read)),
                        "skipped": .number(JSONNumber(coverage.skipped)),
                        "refused": .number(JSONNumber(coverage.refused)),
                    ],
                ])
        }
    }

    private func value(_ passage: Passage) -> JSONValue {
        var object: JSONObject = [
            "document": .string(passage.documentID), "title": passage.title.map(JSONValue.string) ?? .null,
            "path": .string(passage.path), "text": .string(passage.text),
            "start": .number(JSONNumber(passage.span.start)), "end": .number(JSONNumber(passage.span.end)),
        ]
        if let page = passage.page { object["page"] = .number(JSONNumber(page)) }
        if let time = passage.startTime.flatMap({ JSONNumber("\($0)") }) { object["startTime"] = .number(time) }
        return .object(object)
    }
}

/// Where something stands, for a model to read.
func place(_ page: Int?, _ time: Double?) -> String {
    if let time, time.isFinite, (0..<1e9).contains(time) {
        return ", at \(Int(time) / 60):\(Int(time) % 60 < 10 ? "0" : "")\(Int(time) % 60)"
    }
    return page.map { ", page \($0)" } ?? ""
}
