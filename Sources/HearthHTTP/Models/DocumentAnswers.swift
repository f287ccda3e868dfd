import HearthCore
import HearthModels

/// Answers from the owner's documents: where a client names them as its model, and where no engine can chat.
extension Generator {
    /// Turns of a conversation that a question is read with.
    private static let mostTurns = 16

    /// The answer is given out in one piece, because only what was checked is.
    func fromDocuments(
        _ call: GenerationCall, _ choice: ModelChoice, _ emit: @Sendable (GenerationEvent) async throws -> Void
    ) async throws -> GenerationResult {
        try Self.check(call, choice)
        guard let position = call.messages.lastIndex(where: { $0.role == .user }),
            case let question = call.messages[position].content, !question.isEmpty
        else { throw ServerError.invalid("messages", "There is no message of the user to answer.") }
        guard question.utf8.count <= PromptSize.longestQuestion else {
            throw ServerError(
                .contextTooLong,
                "The last message of the user has \(question.utf8.count) bytes, and nothing here answers questions of more than "
                    + "\(PromptSize.longestQuestion) from documents: they are searched for every word of it.",
                parameter: "messages")
        }
        var notes = call.notes
        if call.messages.contains(where: { $0.role == .system && !$0.content.isEmpty }) {
            notes.append("System messages are not used in answers from documents.")
        }
        let earlier = call.messages[..<position].filter {
            ($0.role == .user || $0.role == .assistant) && !$0.content.isEmpty
        }
        if earlier.count > Self.mostTurns {
            notes.append("Of the conversation the last \(Self.mostTurns) messages before the question were read.")
        }
        var scope = call.scope ?? DocumentScope()
        scope.stores = call.stores
        let answer = try await service.answer(
            fromDocuments: LibraryQuestion(
                question, scope: scope, history: Array(earlier.suffix(Self.mostTurns)),
                routing: RoutingChoice(
                    engine: choice.engine, mode: choice.mode, label: call.label, origins: call.origins),
                model: choice.engine == .basic ? nil : choice.model, options: Self.options(call.options)))
        let text = answer.text + Self.list(answer.citations) + Self.doubts(answer)
        let response = ModelResponse(
            text: text, usage: answer.usage, timings: Timings(), finishReason: answer.finishReason,
            notes: answer.notes)
        notes += answer.notes
        try await emit(.served(answer.decision, notes: notes))
        try await emit(.text(text))
        return GenerationResult(
            response: response, decision: answer.decision, notes: notes,
            marks: CitationMark.all(
                in: answer.text, of: answer.citations, unsupported: answer.unsupported, origin: call.origin),
            origins: answer.origins)
    }

    private static func check(_ call: GenerationCall, _ choice: ModelChoice) throws {
        guard call.mayReadDocuments else {
            throw ServerError(
                .notAllowed, "Nothing of the documents is told without the server's token. Send it, or name a model.",
                parameter: "model")
        }
        guard call.options.logprobs == nil else { throw ServerError.noLogprobs(call.logprobsField) }
        guard call.schema == nil, call.tools.isEmpty, call.forced.isEmpty else {
            throw ServerError(
                .noEngine,
                choice.readsDocuments
                    ? "Answers from documents follow no schema and call no tools. Name a model without `documents`."
                    : "The basic engine picks sentences from your documents; it follows no schema and calls no tools. Set up "
                        + "a local model, or a service.",
                help: choice.readsDocuments ? [] : [.findModel], parameter: "model")
        }
    }

    /// What the client chose; the rest is what suits answers.
    private static func options(_ asked: GenerationOptions) -> GenerationOptions {
        var options = TaskDefaults.options(for: .answer)
        let chosen = asked.chosen
        options.choose(
            temperature: chosen.contains(.temperature) ? asked.temperature : nil,
            topK: chosen.contains(.topK) ? asked.topK : nil, topP: chosen.contains(.topP) ? asked.topP : nil,
            maxTokens: chosen.contains(.maxTokens) ? asked.maxTokens : nil)
        options.seed = asked.seed
        options.stopSequences = asked.stopSequences
        return options
    }

    /// The sources, for people whose program shows the text alone.
    private static func list(_ citations: [Citation]) -> String {
        guard !citations.isEmpty else { return "" }
        let lines = citations.map { citation in
            let page = citation.page.map { ", page \($0)" } ?? ""
            let mark = citation.verified ? "" : " (not verified)"
            return "[\(citation.index)] \(citation.shownName)\(page)\(mark)"
        }
        return "\n\nSources:\n" + lines.joined(separator: "\n")
    }

    /// What a model wrote and no source says, for the same people: nothing else would tell them.
    private static func doubts(_ answer: DocumentAnswer) -> String {
        let sentences = answer.unsupported.compactMap { answer.text.text(in: $0) }
        guard !sentences.isEmpty else { return "" }
        guard answer.citations.contains(where: \.verified) else {
            return "\n\nNot supported by the sources: none of this was found in them."
        }
        return "\n\nNot supported by the sources:\n" + sentences.map { "- \($0)" }.joined(separator: "\n")
    }
}

extension DocumentScope {
    /// What a client says in the field `hearth`, which no other server has; `nil` where it says nothing.
    ///
    /// - Throws: ``ServerError`` for what is not known too: a narrowing that was misspelt must not let every document in.
    init?(_ fields: RequestFields) throws {
        guard let own = try fields.fields("hearth") else { return nil }
        guard own.note(beyond: ["in", "labels", "formats"]) == nil else {
            throw fields.wrong("hearth", "an object with `in`, `labels` or `formats`")
        }
        let places = try own.strings("in", most: 1000) ?? []
        guard places.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 4096 && !$0.utf8.contains(0) }) else {
            throw own.wrong("in", "ids, titles or paths of documents, or folders")
        }
        self.init(
            places: places, labels: try Self.names(own, "labels"),
            formats: try Self.names(own, "formats"))
    }

    private static func names<Name: RawRepresentable & Hashable & CaseIterable>(
        _ fields: RequestFields, _ name: String
    ) throws -> Set<Name>? where Name.RawValue == String {
        guard let texts = try fields.strings(name, most: 100) else { return nil }
        let known = texts.compactMap { Name(rawValue: $0) }
        guard !texts.isEmpty, known.count == texts.count else {
            throw fields.wrong(name, "one or more of \(Name.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return Set(known)
    }

    static let withoutDocuments = ServerError(
        .unsupportedValue,
        "`hearth` narrows answers from documents. Name the model `documents`, or `documents/` and a model.",
        parameter: "hearth")
}

/// A place at which an answer refers to a document.
struct CitationMark: Sendable, Hashable {
    var citation: Citation
    /// Where the page of this server shows what is cited, for the person in front of the program.
    var url: String
    /// Characters (Unicode scalars) of the answer before the mark, and up to its end.
    var start: Int
    var end: Int

    private static func address(of citation: Citation, at origin: String) -> String {
        "\(origin)/#/documents/\(PercentCoding.encoded(citation.documentID))"
            + "?start=\(citation.span.start)&end=\(citation.span.end)"
    }

    /// More digits are no number of a citation.
    private static let mostDigits = 4

    /// The marks in an answer, such as `[2]` or `[1, 2]`, in their order. Clients take what they are told of for checked, so a
    /// mark whose source does not say it is none; it stands in the text all the same.
    ///
    /// - Parameter unsupported: Bytes of the text that no source supports.
    static func all(
        in text: String, of citations: [Citation], unsupported: [TextSpan] = [], origin: String
    ) -> [CitationMark] {
        let citations = citations.filter(\.verified)
        guard !citations.isEmpty else { return [] }
        let known = Dictionary(citations.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
        var marks: [CitationMark] = []
        /// Where a bracket was opened, with the numbers since, the last of which may have no digit yet.
        var open: (start: Int, numbers: [Int], number: Int, digits: Int)?
        var bytes = 0
        for (position, scalar) in text.unicodeScalars.enumerated() {
            defer { bytes += UTF8.width(scalar) }
            switch scalar {
            case "[": open = (position, [], 0, 0)
            case "0"..."9":
                guard let mark = open else { break }
                let digit = Int(scalar.value - Unicode.Scalar("0").value)
                open =
                    mark.digits < mostDigits
                    ? (mark.start, mark.numbers, mark.number * 10 + digit, mark.digits + 1) : nil
            case ",":
                guard let mark = open else { break }
                open = mark.digits > 0 ? (mark.start, mark.numbers + [mark.number], 0, 0) : nil
            // Between the numbers of `[1, 2]` alone.
            case " " where open?.digits == 0 && open?.numbers.isEmpty == false: break
            case "]":
                if let mark = open, mark.digits > 0, !unsupported.contains(where: { $0.range.contains(bytes) }) {
                    marks += (mark.numbers + [mark.number]).compactMap { known[$0] }.map {
                        CitationMark(
                            citation: $0, url: address(of: $0, at: origin), start: mark.start, end: position + 1)
                    }
                }
                open = nil
            default: open = nil
            }
        }
        return marks
    }
}
