public import HearthCore
import HearthExtractive
public import HearthModels
import HearthPrompts
import HearthText

/// Turns a wish in plain words into one of Hearth's own commands. It runs nothing.
public struct IntentService: Sendable {
    let router: ModelRouter

    public init(router: ModelRouter) { self.router = router }

    /// - Parameter today: The day by which "March" is the last one that began; `nil` leaves a month without its year open.
    /// - Throws: `RoutingError`, `StructuredOutputError`, and what the engine throws.
    public func understand(
        _ wish: String, today: CivilDate? = nil, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .intentToAction)
    ) async throws -> UnderstoodWish {
        try await router.run(routing.request(.intentToAction), delivery: .whole) { route in
            switch route.worker {
            case .extractive:
                let intent = IntentRules(today: today).intent(of: wish)
                return UnderstoodWish(
                    action: intent.map { CommandAction($0) },
                    route: route.decision, notes: [], question: intent == nil ? CommandQuestion.about(wish) : nil)
            case .model(let model):
                let request = Self.request(wish, options, label: route.decision.label)
                let answer = try await StructuredGeneration(model: model).response(
                    to: request, generating: CommandActionAnswer.self)
                let action = Self.action(answer.value)
                return UnderstoodWish(
                    action: action, route: route.decision, notes: answer.response.notes,
                    question: action == nil ? CommandQuestion.about(wish) : nil)
            }
        }
    }

    /// What understanding a wish would send, and to whom, without sending it.
    ///
    /// - Throws: What ``understand(_:routing:options:)`` would throw before it sends anything.
    public func preview(
        _ wish: String, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .intentToAction)
    ) async throws -> [OutboundPreview] {
        try await router.previews(routing.request(.intentToAction)) { target in
            [
                StructuredGeneration.prepared(
                    Self.request(wish, options, label: routing.label), schema: CommandActionAnswer.generationSchema,
                    engine: target.engine, capabilities: target.capabilities)
            ]
        }
    }

    private static func request(
        _ wish: String, _ options: GenerationOptions, label: SensitivityLabel
    ) -> ModelRequest {
        ModelRequest(
            task: .intentToAction, messages: CommandActionPrompt.messages(wish: wish), options: options, label: label)
    }

    /// A command without what it works on is no command.
    private static func action(_ answer: CommandActionAnswer) -> CommandAction? {
        let argument = answer.argument.trimmingWhiteSpace
        switch answer.command {
        case .none: return nil
        case .documents, .doctor: return CommandAction(command: answer.command.rawValue)
        case .quiz:
            return CommandAction(
                command: "quiz", argument: argument, places: answer.places,
                count: answer.count > 0 ? min(1_000, answer.count) : nil)
        case .journal: return CommandAction(command: "journal", argument: argument)
        case .ask, .search:
            guard !argument.isEmpty else { return nil }
            return CommandAction(command: answer.command.rawValue, argument: argument, places: answer.places)
        case .ingest, .summarize, .rewrite, .transcript, .transcribe:
            return argument.isEmpty ? nil : CommandAction(command: answer.command.rawValue, argument: argument)
        }
    }
}

/// One of Hearth's own commands, as a wish was understood. It does nothing by itself.
public struct CommandAction: Hashable, Sendable {
    public var command: String
    public var argument: String
    /// Documents or folders that it is limited to.
    public var places: [String]
    /// How many are wanted, where the wish says so.
    public var count: Int?
    /// The most words of a summary, where the wish says how long it is to be.
    public var words: Int?
    /// How a text is to be worded, where the wish says so.
    public var manner: String?

    public init(
        command: String, argument: String = "", places: [String] = [], count: Int? = nil, words: Int? = nil,
        manner: String? = nil
    ) {
        self.command = command
        self.argument = argument
        self.places = places
        self.count = count
        self.words = words
        self.manner = manner
    }

    init(_ intent: Intent) {
        self.init(
            command: intent.command, argument: intent.argument, places: intent.places, count: intent.count,
            words: intent.words, manner: intent.manner)
    }

    /// The arguments after `hearth`. An argument that begins with a dash cannot become an option.
    public var arguments: [String] { arguments(with: []) }

    /// - Parameter options: Options of the command that hold in any case, such as `--private`.
    public func arguments(with options: [String]) -> [String] {
        let plain = plainArguments
        // An option belongs to the command that takes it, which may be one of several of that name.
        let words = ["journal", "transcript"].contains(command) ? 2 : 1
        return plain.prefix(words) + options + plain.dropFirst(words)
    }

    /// The command of the journal that tells about a stretch of time; `nil` where the argument is an entry.
    public var journalPeriod: [String]? {
        guard command == "journal" else { return nil }
        switch argument.lowercased() {
        case "", "today": return ["today"]
        case "week", "month", "year": return [argument.lowercased()]
        case "weeks": return ["rollup", "--level=week"]
        case "months": return ["rollup", "--level=month"]
        case "years": return ["rollup", "--level=year"]
        case "yesterday": return ["rollup", "--level=day", "--from=yesterday", "--to=yesterday"]
        case let name: return namedPeriod(name)
        }
    }

    /// A month such as `2026-03`, or a year.
    private func namedPeriod(_ name: String) -> [String]? {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        let areNumbers = parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
        switch parts.map(\.count) {
        case [4] where areNumbers: return ["year", name]
        case [4, 2] where areNumbers: return ["month", name]
        default: return nil
        }
    }

    private var plainArguments: [String] {
        let limits = places.flatMap { ["--in=\($0)"] }
        switch command {
        case "documents": return ["documents", "list"]
        case "doctor": return ["doctor"]
        case "quiz":
            return ["quiz"] + limits + (count.map { ["--count=\($0)"] } ?? [])
                + (argument.isEmpty ? [] : ["--topic=\(argument)"])
        case "transcript": return ["transcript", "analyze", "--", argument]
        case "journal":
            return journalPeriod.map { ["journal"] + $0 } ?? ["journal", "add", "--", argument]
        case "ask": return [command] + limits + ["--", argument]
        case "search": return [command] + limits + (count.map { ["--limit=\($0)"] } ?? []) + ["--", argument]
        case "summarize": return [command] + (words.map { ["--words=\($0)"] } ?? []) + ["--", argument]
        case "rewrite":
            let options = manner.map { ["--as=\($0)"] } ?? []
            // A file is read, and not taken for the text itself.
            let isFile = !argument.contains(where: \.isWhitespace) && IntentRules.namesFile(argument)
            return ["rewrite"] + options + (isFile ? ["--", argument] : ["--text=\(argument)"])
        default: return [command, "--", argument]
        }
    }
}

/// What a wish was understood as.
public struct UnderstoodWish: Sendable {
    /// `nil` when no command does it.
    public var action: CommandAction?
    public var route: RoutingDecision
    public var notes: [String]
    /// What the wish leaves open, for a person: it names a command, and not what it is to work on. `nil` where there is an action, and
    /// where no command does it.
    public var question: String?
}

/// What is asked back of a wish that names a command and not what it is to work on.
enum CommandQuestion {
    /// `nil` where the wish names no command, or says everything.
    static func about(_ wish: String) -> String? {
        if IntentRules().asksToRemove(wish) {
            return
                "Nothing is removed by a wish. Documents, journal entries and conversations each have a command that "
                + "removes what is named to it."
        }
        return IntentRules().unfinished(wish).map(question)
    }

    private static func question(_ command: String) -> String {
        switch command {
        case "summarize": "Summarize what? Name a file or a document, as in “summarize notes.md”."
        case "search": "Search for what? Say the words, as in “search for the boiler warranty”."
        case "transcribe": "Transcribe which recording? Name its file, as in “transcribe memo.m4a”."
        case "transcript": "Which transcript? Name its file or document, as in “transcript of council.vtt”."
        case "journal": "What should the entry say? Say it too, as in “add to my journal that it rained”."
        case "ingest": "Read in what? Name files or folders, as in “ingest letters.pdf”."
        case "rewrite": "Rewrite what? Say the text too, as in “rewrite: their going to the bank”."
        case "ask": "Ask what? Write the question, as in “when does the lease end?”."
        default: "What about? Say what to \(command)."
        }
    }
}

/// What a person calls a document by some words: "the lease" is `house-lease-2024.txt`.
package struct DocumentReference: Sendable {
    private let terms: Set<String>

    /// - Parameter words: `nil` is made of words that could be any document, such as "my file".
    package init?(_ words: String) {
        terms = Set(Self.terms(of: words).filter { !Self.isFiller($0) })
        guard !terms.isEmpty else { return nil }
    }

    /// The documents with each of the words in their title or in their file's name. Those that are called so and nothing else
    /// stand for themselves: "lease" is the lease, also where there is a lease of the garage.
    package func matches(among documents: [StoredDocument]) -> [StoredDocument] {
        var found: [StoredDocument] = []
        var exact: [StoredDocument] = []
        for document in documents {
            var isFound = false
            var isExact = false
            for name in Self.names(of: document) where terms.isSubset(of: name) {
                isFound = true
                if name.allSatisfy({ terms.contains($0) || Self.isFiller($0) }) { isExact = true }
            }
            if isFound { found.append(document) }
            if isExact { exact.append(document) }
        }
        return exact.isEmpty ? found : exact
    }

    private static func names(of document: StoredDocument) -> [Set<String>] {
        let files = document.paths.map { path -> String in
            let file = path.split(separator: "/").last ?? ""
            // Without its ending, which says nothing of what is in it.
            let stem = file.lastIndex(of: ".").map { $0 > file.startIndex ? file[..<$0] : file } ?? file
            return String(stem)
        }
        return ([document.title].compactMap(\.self) + files).map { Set(terms(of: $0)) }
    }

    /// Marks part the words of a file's name.
    private static func terms(of text: String) -> [String] {
        SearchAnalyzer().terms(in: String(text.map { $0.isLetter || $0.isNumber ? $0 : " " }))
    }

    private static func isFiller(_ term: String) -> Bool {
        fillers.contains(term) || languages.contains { SearchAnalyzer().isStopword(term, language: $0) }
    }

    private static let languages = ["en", "de", "fr", "es"]
    private static let fillers = Set(
        SearchAnalyzer().terms(
            in: """
                document documents file files paper papers text texts note notes transcript pdf txt md please me us our my the \
                dokument datei text mein meine bitte fichier document texte mon ma mes archivo documento texto mi mis
                """))
}
