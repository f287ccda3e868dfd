import Foundation
import HearthAnalysis
import HearthCore
import HearthEngine
import HearthKnowledge
import HearthMCP
import HearthModels
import HearthStore
import HearthTesting
import Synchronization

@testable import HearthHTTP
@testable import HearthServer

/// Does things at random to a library, while engines on other hosts and programs outside look at what they are given.
struct LabelWalk {
    let hearth: Hearth
    let database: HearthDatabase
    let watch: Watch
    let router: ModelRouter
    let table: RouteTable
    let mcp: MCPSession
    /// The library's server, and the engine that its own services ask.
    var server: WalkServer
    var random: SeededGenerator
    var talks: [String] = []
    var entries: [String: String] = [:]
    /// Responses that can be gone on from.
    var responses: [WalkResponse] = []
    /// The word in the prompt that each conversation has.
    var prompts: [String: String] = [:]
    var number = 0

    private static let topics = ["heron", "marsh", "lantern", "harbour", "violin", "orchard", "glacier", "saffron"]
    private static let folders = ["/library/", "/library/safe/", "/library/safe/old/", "/other/", "uploads/box/"]

    init(folder: URL, seed: UInt64, watch: Watch) async throws {
        random = SeededGenerator(seed: seed)
        self.watch = watch
        let hearth = try Hearth(folder: folder)
        self.hearth = hearth
        let database = try await hearth.database()
        self.database = database
        try await database.add(
            Consent(
                id: "all", engine: .custom, host: "observer.test", task: nil, grantedAt: Date(timeIntervalSince1970: 0))
        )
        let remote = ScriptedModel(engine: .custom, host: "observer.test") { request in
            let text = request.messages.map(\.content).joined(separator: "\n")
            watch.look("engine \(request.task.rawValue)", text, ceiling: .personal)
            return Self.reply(to: request, text)
        }
        let local = ScriptedModel(engine: .local) { request in
            Self.reply(to: request, request.messages.map(\.content).joined(separator: "\n"))
        }
        let models: [any RoutableEngine] = [remote, local, BasicEngine()]
        router = ModelRouter(configuration: .init(ledger: database, labels: database)) {
            RoutingContext(
                models: models,
                policy: RoutingPolicy(order: [.custom, .local, .basic], consents: try await database.consents()))
        }
        table = RouteTable(HearthServer.routes(hearth))
        mcp = MCPSession(.hearth(hearth))
        server = try await WalkServer.start(hearth, files: URL(fileURLWithPath: folder.path + "-files"), watch)
        _ = await mcp.handle(
            [
                "jsonrpc": "2.0", "id": 0, "method": "initialize",
                "params": [
                    "protocolVersion": "2025-06-18", "capabilities": [:],
                    "clientInfo": ["name": "observer", "version": "1"],
                ],
            ], notify: { _ in })
    }

    /// Hands all that it was told to the first tool that it is offered, and then says it again.
    private static func reply(to request: ModelRequest, _ text: String) -> ScriptedModel.Reply {
        guard let tool = request.tools.first, request.messages.last?.role != .tool else {
            return .text(echo(request, text))
        }
        let words = LabelOracle.words(in: text).prefix(24).joined(separator: " ")
        let arguments: JSONValue = ["what": .string(words)]
        return .calls([ToolCall(id: "1", name: tool.name, arguments: arguments.description)])
    }

    /// Says again what it was told, in the form that is asked for.
    private static func echo(_ request: ModelRequest, _ text: String) -> String {
        let words = LabelOracle.words(in: text).prefix(24).joined(separator: " ")
        guard let schema = request.schema else { return "As I read it: \(words) [1]." }
        return value(schema.root, schema.root, "\(words) said").description
    }

    static func value(_ schema: JSONValue, _ root: JSONValue, _ words: String, depth: Int = 0) -> JSONValue {
        if let reference = schema["$ref"]?.stringValue, depth < 12 {
            let target = reference.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] ?? .null }
            return value(target, root, words, depth: depth + 1)
        }
        if let first = schema["enum"]?.arrayValue?.first { return first }
        switch schema["type"]?.stringValue ?? schema["type"]?.arrayValue?.first?.stringValue {
        case "object":
            let members = schema["properties"]?.objectValue ?? [:]
            return .object(JSONObject(members.map { ($0.0, value($0.1, root, words, depth: depth + 1)) }))
        case "array":
            let count = max(1, schema["minItems"]?.numberValue?.intValue ?? 1)
            let item = value(schema["items"] ?? .null, root, words, depth: depth + 1)
            return .array((0..<min(count, 8)).map { _ in item })
        case "integer", "number": return schema["minimum"] ?? 1
        case "boolean": return true
        default: return .string(words)
        }
    }

    // MARK: - Steps

    /// One thing at random, and which. What is refused is refused; what is seen is what counts.
    mutating func step() async throws -> String {
        let kind = Int.random(in: 0..<154, using: &random)
        var result = "kind \(kind)"
        do {
            switch kind {
            case 0..<14: try await write()
            case 14..<20: try await copy()
            case 20..<24: try await remove()
            case 24..<38: try await call()
            case 38..<42: try await callFolder()
            case 42..<56: try await ask()
            case 56..<64: try await chat()
            case 64..<67: try await quiz()
            case 67..<70: try await summarize()
            case 70..<73: try await transcript()
            case 73..<79: try await journal()
            case 79..<82: try await rollUp()
            case 82..<91: try await api()
            case 91..<95: try await callThroughAPI()
            case 95..<99: try await changePrompt()
            case 99..<102: try await workThroughAPI()
            case 102..<105: try await race()
            case 105..<124: try await tool()
            case 124..<126: try await note()
            case 126..<133: try await upload()
            case 133..<136: try await ingestFile()
            case 136..<138: try await importEntries()
            case 138..<146: try await askModel()
            case 146..<150: try await turn()
            default: try await readAsOwner()
            }
        } catch let error as any ReadableError {
            try Self.accept(error)
            result += ", refused: \(error.code)"
        }
        await settle()
        return result
    }

    /// Waits for what goes on after a call: work that was begun with the labels of one step is no fault of the next one.
    private func settle() async {
        while let job = await hearth.jobs.all.first(where: { !$0.hasEnded }) { _ = await hearth.jobs.ended(job.id) }
    }

    /// Ends what listens.
    func end() async {
        await settle()
        await server.stop()
    }

    /// A refusal, or something that is not there any more; a library that is broken is neither.
    static func accept(_ error: any ReadableError) throws {
        guard !["store-failure", "damaged", "broken-ledger"].contains(error.code) else { throw error }
    }

    mutating func pick<Element>(_ all: some Collection<Element>) -> Element? {
        all.randomElement(using: &random)
    }

    mutating func topic() -> String { Self.topics.randomElement(using: &random) ?? "heron" }

    mutating func label() -> SensitivityLabel {
        [.public, .personal, .personal, .private, .private].randomElement(using: &random) ?? .private
    }

    mutating func place() -> String? { pick(watch.oracle.withLock { $0.contents.keys.sorted() }) }

    // MARK: Sources

    private mutating func write() async throws {
        let known = watch.oracle.withLock { $0.contents.keys.filter { !$0.hasPrefix("journal:") }.sorted() }
        number += 1
        let isEdit = known.count > 24 || Bool.random(using: &random) && !known.isEmpty
        let ending = [".vtt", ".md", ".md", ".txt"].randomElement(using: &random) ?? ".txt"
        let path = isEdit ? pick(known) ?? "/library/0.txt" : (pick(Self.folders) ?? "/other/") + "\(number)" + ending
        let word = watch.oracle.withLock { $0.newWord() }
        let said: SensitivityLabel? = Bool.random(using: &random) ? nil : label()
        let text = text(with: word, as: path)
        // The oracle first: what a watcher sees meanwhile is at least as private.
        watch.oracle.withLock { $0.write(text, at: path, word: word, label: said) }
        try await store(text, path, said)
    }

    /// A file that holds a word.
    mutating func text(with word: String, as path: String) -> String {
        var text = ""
        for _ in 0..<3 { text += "The \(topic()) near the \(topic()) is called \(word) by all. " }
        // By its title a document is named where its text is not given: in lists, suggestions, prompts.
        if path.hasSuffix(".md") { return "# About \(word)\n\n\(text)\n" }
        if path.hasSuffix(".vtt") { return "WEBVTT\n\n00:01.000 --> 00:09.000\n<v Ada>\(text)\n" }
        return text
    }

    /// With its dot.
    private static func ending(of path: String) -> String { "." + (path.split(separator: ".").last ?? "txt") }

    private func store(_ text: String, _ path: String, _ label: SensitivityLabel?) async throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "walk-\(UUID().uuidString)\(Self.ending(of: path))")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var options = IngestOptions()
        options.label = label
        options.names = [FileFinder.realPath(file.path) ?? file.path: path]
        let ingestor = Ingestor(library: database, embedder: nil)
        for try await _ in ingestor.ingest([file.path], options: options) {}
    }

    private mutating func copy() async throws {
        guard let place = place(), !place.hasPrefix("journal:"),
            let content = watch.oracle.withLock({ $0.contents[place] })
        else { return }
        number += 1
        let other = (pick(Self.folders) ?? "/other/") + "copy\(number)" + Self.ending(of: place)
        watch.oracle.withLock { $0.copy(place, to: other) }
        try await store(content, other, nil)
        // Every second one was moved.
        if Bool.random(using: &random) {
            try await database.removeSources(paths: [place])
            watch.oracle.withLock { $0.remove(place) }
        }
    }

    private mutating func remove() async throws {
        guard let place = place(), !place.hasPrefix("journal:") else { return }
        try await database.removeSources(paths: [place])
        watch.oracle.withLock { $0.remove(place) }
    }

    private mutating func call() async throws {
        guard let place = place() else { return }
        let label = label()
        guard let document = try await database.document(atPath: place) else { return }
        // Called more private, it holds from the moment on that the owner has been told so.
        try await database.setLabel(label, ofDocument: document.id)
        watch.oracle.withLock { $0.call(place, label) }
    }

    private mutating func callFolder() async throws {
        guard let folder = pick(Self.folders) else { return }
        let (label, lowers) = (label(), Bool.random(using: &random))
        try await database.setLabel(label, ofFolder: folder, lowers: lowers)
        watch.oracle.withLock { $0.callFolder(folder, label, lowers: lowers) }
    }

    // MARK: What is made of them

    mutating func talk() async throws -> String {
        if talks.count < 6 || Int.random(in: 0..<20, using: &random) == 0 {
            if talks.count >= 6 { try await database.removeConversation(id: talks.removeFirst()) }
            let label = label()
            let word = watch.oracle.withLock { $0.newWord() }
            watch.oracle.withLock { $0.say(word, label) }
            let hasPrompt = Int.random(in: 0..<4, using: &random) == 0
            let id = try await database.createConversation(
                systemPrompt: hasPrompt ? "Call it \(word)." : nil, label: hasPrompt ? label : nil
            ).id
            talks.append(id)
            if hasPrompt { prompts[id] = word }
        }
        return pick(talks) ?? ""
    }

    mutating func choice(_ word: String) -> RoutingChoice {
        let label = Int.random(in: 0..<6, using: &random) == 0 ? SensitivityLabel.private : .personal
        watch.oracle.withLock { $0.say(word, label) }
        let engines: [Engine?] = [nil, nil, .basic, .local]
        let engine = engines.randomElement(using: &random) ?? nil
        return RoutingChoice(engine: engine, label: label)
    }

    var answers: AnswerService {
        AnswerService(
            library: database, retriever: Retriever(library: database, embedder: nil), router: router, embedder: nil)
    }

    private mutating func ask() async throws {
        let talk = try await talk()
        let word = watch.oracle.withLock { $0.newWord() }
        let request = AnswerRequest(
            question: "What is said of the \(topic()) and the \(topic()), as \(word)?", routing: choice(word),
            maximumPassages: 3)
        var replaced: Int64?
        if Int.random(in: 0..<8, using: &random) == 0 {
            replaced = try await database.messages(ofConversation: talk, limit: 8).last { $0.message.role == .user }?.id
        }
        _ = try await DocumentChat(library: database, answers: answers)
            .send(request, inConversation: talk, replacingFrom: replaced) { _ in }
        try await shorten(talk)
    }

    private mutating func chat() async throws {
        let talk = try await talk()
        let word = watch.oracle.withLock { $0.newWord() }
        var request = ChatRequest(conversationID: talk, text: "Go on with \(word).", routing: choice(word))
        request.policy = Bool.random(using: &random) ? .summarizeDropped : .dropOldest
        let bounds: [Int?] = [nil, 4, 8]
        request.maxMessages = bounds.randomElement(using: &random) ?? nil
        if Int.random(in: 0..<3, using: &random) == 0 { request.tools = tools() }
        _ = try await ChatService(library: database, router: router).send(request) { _ in }
        try await shorten(talk)
    }

    /// Keeps conversations short, by taking turns back now and then.
    mutating func shorten(_ talk: String) async throws {
        if Int.random(in: 0..<12, using: &random) == 0 { try await database.removeLastTurn(ofConversation: talk) }
        let count = try await database.conversation(matching: talk).messageCount
        if count > 40 {
            try await database.removeConversation(id: talk)
            talks.removeAll { $0 == talk }
        }
    }

    private mutating func quiz() async throws {
        guard let place = place(), let document = try await database.document(atPath: place) else { return }
        _ = try await QuizService(library: database, router: router)
            .quiz(QuizRequest(filter: SearchFilter(documentIDs: [document.id]), count: 2))
    }

    private mutating func summarize() async throws {
        guard let place = place(), let document = try await database.document(atPath: place),
            let text = try await database.text(ofDocument: document.id)
        else { return }
        _ = try await SummaryService(router: router).summarize(
            text, words: 40, routing: RoutingChoice(label: .public, origins: [.document(document.id)]))
    }

    private mutating func transcript() async throws {
        let places = watch.oracle.withLock { $0.contents.keys.filter { $0.hasSuffix(".vtt") }.sorted() }
        guard let place = pick(places), let document = try await database.document(atPath: place) else { return }
        let source = try await hearth.transcripts.read(document)
        let routing = source.applied(to: RoutingChoice(label: .public))
        if Bool.random(using: &random) {
            _ = try await TranscriptAnswerer(
                source.transcript.cues, path: source.path, documentID: source.documentID, router: router
            ).answer(TranscriptQuestion("What is said of the \(topic())?", routing: routing))
        } else {
            let request = TranscriptAnalysisRequest(
                cues: source.transcript.cues, aspects: [.summary, .tags], routing: routing, source: source.contentHash)
            // What it is refused is seen by those who watch.
            try? await TranscriptAnalyzer(router: router, cache: StoredCache(database)).states(of: request)
                .forEach { _ in }
        }
    }

    // MARK: The journal

    private var diary: JournalPipeline {
        JournalPipeline(library: database, router: router, tokenizer: EstimatedTokenizer())
    }

    private mutating func journal() async throws {
        if Int.random(in: 0..<5, using: &random) == 0, let id = pick(entries.keys.sorted()) {
            _ = try await diary.remove(id: id)
            watch.oracle.withLock { $0.remove("journal:\(id)") }
            entries[id] = nil
            return
        }
        let isNew = entries.count < 8 || Bool.random(using: &random) && entries.count < 12
        number += 1
        let id = isNew ? "entry\(number)" : pick(entries.keys.sorted()) ?? "entry"
        let word = watch.oracle.withLock { $0.newWord() }
        let text = "I saw the \(topic()) and thought of \(word) all day. It was good."
        let said = label()
        let day = 1 + Int.random(in: 0..<12, using: &random)
        let session = JournalSession(
            id: id, date: CivilDate("2026-03-\(day < 10 ? "0" : "")\(day)"), text: text, label: said)
        watch.oracle.withLock { $0.write(text, at: "journal:\(id)", word: word, label: said) }
        _ = try await diary.add([session])
        entries[id] = text
    }

    private mutating func rollUp() async throws {
        let level: RollupLevel = [.day, .week, .month].randomElement(using: &random) ?? .day
        _ = try await diary.rollup.periods(.init(level: level))
    }

    // MARK: Programs

    private mutating func api() async throws {
        let ceiling: SensitivityLabel = [.public, .personal, .personal].randomElement(using: &random) ?? .personal
        let ids = try await database.documents(limit: 40).map(\.id)
        let document = pick(ids) ?? "none"
        let talk = pick(talks) ?? "none"
        let entry = pick(entries.keys.sorted()) ?? "none"
        let calls: [(HTTPMethod, String, JSONValue?)] = [
            (.get, "/api/documents", nil), (.get, "/api/documents/\(document)", nil),
            (.get, "/api/documents/\(document)/text", nil),
            (.get, "/api/documents/\(document)/places?start=0&end=40", nil),
            (.post, "/api/search", ["text": .string("\(topic()) \(topic())")]),
            (.get, "/api/documents?query=canary", nil), (.get, "/api/suggestions", nil),
            (.get, "/api/conversations", nil), (.get, "/api/conversations?query=canary", nil),
            (.get, "/api/conversations/\(talk)", nil),
            (.get, "/api/conversations/\(talk)/export", nil),
            (.post, "/api/conversations/\(talk)/messages", ["text": .string("What of the \(topic())?")]),
            (.get, "/api/transcripts", nil), (.get, "/api/transcripts/\(document)", nil),
            (.get, "/api/transcripts/\(document)/analysis", nil),
            (.post, "/api/transcripts/\(document)/analysis", ["aspects": ["summary"]]),
            (.post, "/api/transcripts/\(document)/ask", ["question": .string("What of the \(topic())?")]),
            (.post, "/api/transcripts/\(document)/search", ["text": .string(topic())]),
            (.get, "/api/transcripts/\(document)/export?format=srt", nil),
            (.get, "/api/journal/entries", nil), (.get, "/api/journal/entries/\(entry)", nil),
            (.get, "/api/journal/calendar", nil), (.get, "/api/journal/periods?level=day", nil),
            (.get, "/api/journal/periods?level=month", nil), (.post, "/api/journal/rollups", ["level": "week"]),
            (.get, "/api/journal/people", nil),
            (.post, "/api/journal/people/corrections", ["person": .string(topic()), "action": "exclude"]),
            (.get, "/api/journal/wrapped/2026", nil), (.get, "/api/journal/wrapped/2026/page", nil),
            (.get, "/api/jobs", nil), (.get, "/api/ledger", nil), (.get, "/api/ledger/export", nil),
            (.patch, "/api/documents/\(document)", ["label": "public"]),
            (
                .post, "/v1/chat/completions",
                ["model": "basic", "messages": [["role": "user", "content": .string("What of the \(topic())?")]]]
            ),
            (
                .post, "/v1/messages",
                [
                    "model": "documents", "max_tokens": 200,
                    "messages": [["role": "user", "content": .string("What of the \(topic())?")]],
                ]
            ),
            (
                .post, "/api/chat",
                ["model": "documents", "messages": [["role": "user", "content": .string("What of the \(topic())?")]]]
            ),
            (.get, "/v1/files/\(document)", nil), (.get, "/v1/files/\(document)/content", nil),
            (.get, "/v1/files", nil), (.get, "/v1/vector_stores/vs_library/files", nil),
            (.get, "/v1/vector_stores/vs_library/files/\(document)/content", nil),
            (.post, "/v1/vector_stores/vs_library/search", ["query": .string("\(topic()) \(topic())")]),
            (.post, "/v1/vector_stores", ["file_ids": [.string(document)]]), (.get, "/v1/vector_stores", nil),
            (.post, "/tokenize", ["content": .string(topic())]),
            (.post, "/tokenize", ["model": "documents", "content": [.string(topic()), 1]]),
            (.post, "/detokenize", ["tokens": [1, 2]]), (.get, "/props", nil),
            (
                .post, "/apply-template",
                ["messages": [["role": "user", "content": .string("What of the \(topic())?")]]]
            ),
            (.post, "/v1/embeddings", ["model": "basic", "input": .string(topic())]),
            (.get, "/v1/models", nil), (.get, "/api/tags", nil),
        ]
        guard let (method, target, body) = pick(calls) else { return }
        let reader = Reader(.api, name: "observer", request: target, ceiling: ceiling)
        let text = try await Reader.$current.withValue(reader) { try await answer(method, target, body) }
        watch.look(
            "api \(method.rawValue) \(target.split(separator: "/").prefix(2).joined(separator: "/"))", text,
            ceiling: ceiling)
    }

    /// What a route answers, a stream to its end.
    func answer(_ method: HTTPMethod, _ target: String, _ body: JSONValue?) async throws -> String {
        let parts = target.split(separator: "?", maxSplits: 1)
        let path = String(parts[0])
        guard case .found(let route, let parameters) = table.match(method, path) else {
            throw ServerError(.notFound, "There is no route \(target).")
        }
        let request = ServerRequest(
            method: method, path: path, parameters: parameters,
            query: parts.count > 1 ? QueryString(parts[1]) : QueryString(),
            headers: body == nil ? [:] : [.contentType: "application/json"], caller: .token,
            body: ServerRequestBody(Array((body?.description ?? "").utf8)))
        let response = try await route.handle(request)
        switch response.content {
        case .none: return ""
        case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .stream(_, let produce):
            let sink = EventSink()
            async let work: Void = {
                do {
                    try await produce(sink)
                    sink.finish(nil)
                } catch { sink.finish(error) }
            }()
            var text: [UInt8] = []
            reading: while true {
                switch await sink.next() {
                case .head: break
                case .bytes(let bytes): text += bytes
                case .failed, .end: break reading
                }
            }
            await work
            return String(decoding: text, as: UTF8.self)
        }
    }
}
