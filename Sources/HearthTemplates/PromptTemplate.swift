import HearthCore

/// Lays out conversations for a model: by the template of its file, or by a family.
public struct PromptTemplate: Sendable {
    /// The family that the template is or belongs to; `nil` when it resembles none.
    public let family: TemplateFamily?
    private let template: JinjaTemplate
    private let isFamily: Bool

    /// What to lay out, and for which vocabulary.
    public struct Request: Sendable {
        /// Objects with at least `role` and `content`.
        public var messages: [TemplateValue]
        /// Whether the prompt ends where the assistant begins to answer.
        public var addGenerationPrompt = true
        /// The text of the token that begins a prompt; empty when the tokenizer adds it by itself.
        public var bosToken = ""
        /// The text of the token that ends a reply.
        public var eosToken = ""
        /// What the template sees when it asks for the date.
        public var now = TemplateMoment()
        /// Functions that the model may call, as objects in OpenAI's form; empty leaves the variable undefined.
        public var tools: [TemplateValue] = []
        /// Further variables, such as `enable_thinking`.
        public var extra: [String: TemplateValue] = [:]

        public init(messages: [TemplateValue]) { self.messages = messages }
    }

    /// A conversation as a model reads it.
    public struct Prompt: Sendable {
        public let parts: [RenderedTemplate.Part]
        /// Texts at which a reply ends.
        public let stops: [String]
        /// What was done to the conversation so that the template takes it.
        public let notes: [String]

        /// Whether the template dropped the system message or the user's last one, in every form that was tried.
        public let leavesMessagesOut: Bool

        /// All parts together.
        public var text: String { String(decoding: parts.flatMap(\.text), as: UTF8.self) }
    }

    /// - Parameter text: The name of a family, or a template in Jinja.
    /// - Throws: ``TemplateError``.
    public init(_ text: String, limits: TemplateLimits = TemplateLimits()) throws {
        if let family = TemplateFamily(named: text) {
            try self.init(family)
            return
        }
        // A template without any mark is possible, but one word is a name that was meant to be known.
        let isName = !text.isEmpty && text.utf8.count < 64 && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7B }
        guard !isName else {
            let names = TemplateFamily.all.map(\.name).sorted()
            throw TemplateError(
                .unknownFamily,
                "There is no template family `\(text)`\(NearestName.question(text, among: names)) There are: "
                    + names.joined(separator: ", ") + ".")
        }
        self.init(
            family: TemplateFamily.detect(text), template: try JinjaTemplate(text, limits: limits), isFamily: false)
    }

    /// The layout of a family.
    ///
    /// - Throws: Never for a family of ``TemplateFamily/all``.
    public init(_ family: TemplateFamily) throws {
        self.init(family: family, template: try JinjaTemplate(family.source), isFamily: true)
    }

    private init(family: TemplateFamily?, template: JinjaTemplate, isFamily: Bool) {
        self.family = family
        self.template = template
        self.isFamily = isFamily
    }

    /// Lays out a conversation.
    ///
    /// Where a template would drop a message without a word, or refuses one with the role `system`, the conversation is
    /// put in the form it does take, and a note says so.
    ///
    /// - Throws: ``TemplateError`` where the template raises one; `CancellationError`.
    public func render(_ request: Request) throws -> Prompt {
        if isFamily, let family {
            let messages = TemplateMessages.fitted(request.messages, to: family)
            let result = try rendered(messages, request)
            return Prompt(parts: result.parts, stops: family.stops, notes: [], leavesMessagesOut: false)
        }
        let forms: [TemplateMessages.Form] = [.plain, .folded, .typed, .foldedAndTyped]
        var firstError: TemplateError?
        var first: RenderedTemplate?
        for form in forms {
            guard form == .plain || form.changes(request.messages) else { continue }
            // Only a refusal of the system message is worth another try; all else is the template's word.
            if firstError?.reason == .raised, form == .typed { continue }
            do {
                let result = try rendered(TemplateMessages.form(request.messages, form), request)
                if first == nil, firstError == nil { first = result }
                guard try holdsAll(result, form, request) else { continue }
                return Prompt(
                    parts: result.parts, stops: try stops(request), notes: form.notes, leavesMessagesOut: false)
            } catch let error as TemplateError {
                guard error.reason != .limit else { throw error }
                if form == .plain { firstError = error }
            }
        }
        if let firstError { throw firstError }
        let result = try first ?? rendered(request.messages, request)
        return Prompt(
            parts: result.parts, stops: try stops(request), notes: [TemplateMessages.droppedNote],
            leavesMessagesOut: true)
    }

    private func rendered(_ messages: [TemplateValue], _ request: Request) throws -> RenderedTemplate {
        var context = request.extra
        context["add_generation_prompt"] = .bool(request.addGenerationPrompt)
        context["bos_token"] = .string(request.bosToken)
        context["eos_token"] = .string(request.eosToken)
        var foreign: [String: TemplateValue] = ["messages": .array(messages)]
        if !request.tools.isEmpty { foreign["tools"] = .array(request.tools) }
        return try template.render(context, foreign: foreign, now: request.now)
    }

    /// Whether the system message and the last one of the user reached the prompt.
    ///
    /// Mostly their text is simply there. Where it is not (escaped, or cut at the ends), words in their place tell.
    private func holdsAll(
        _ result: RenderedTemplate, _ form: TemplateMessages.Form, _ request: Request
    ) throws -> Bool {
        let text = Text(Array(result.parts.flatMap(\.text)))
        let watched = TemplateMessages.watched(request.messages)
        guard try watched.contains(where: { try !holds(text, $0.content.trimmingSpace()) }) else { return true }
        let needles = watched.map { (index: $0.index, word: "needle\($0.index)x") }
        let probe = TemplateMessages.replacing(request.messages, needles)
        guard let probed = try renderedIfTaken(TemplateMessages.form(probe, form), request) else { return false }
        let probedText = Text(Array(probed.parts.flatMap(\.text)))
        return try needles.allSatisfy { try holds(probedText, $0.word) }
    }

    /// Prompts and messages may both be long: between one search and the next, a stop button has its say.
    private func holds(_ text: Text, _ part: String) throws -> Bool {
        try Task.checkCancellation()
        return text.find(Array(part.utf8)) != nil
    }

    /// `nil` where the template does not take these messages.
    private func renderedIfTaken(_ messages: [TemplateValue], _ request: Request) throws -> RenderedTemplate? {
        do {
            return try rendered(messages, request)
        } catch is TemplateError {
            return nil
        }
    }

    /// The family's texts, the token that ends a reply, and what the template itself writes behind one.
    private func stops(_ request: Request) throws -> [String] {
        var stops = family?.stops ?? []
        if !request.eosToken.isEmpty { stops.append(request.eosToken) }
        if let closing = try closingMark(request) { stops.append(closing) }
        var seen: Set<String> = []
        return stops.filter { seen.insert($0).inserted }
    }

    /// The mark in `<…>` or `[…]` right behind a reply in the middle of a conversation.
    private func closingMark(_ request: Request) throws -> String? {
        let reply = "needle of a reply"
        let messages = [("user", "question"), ("assistant", reply), ("user", "question")].map {
            TemplateValue.object([("role", .string($0)), ("content", .string($1))])
        }
        guard let result = try renderedIfTaken(messages, request) else { return nil }
        let text = Text(Array(result.parts.flatMap(\.text)))
        guard let found = text.find(Array(reply.utf8)) else { return nil }
        let rest = text.slice(found + reply.utf8.count..<text.count).stripped(right: false)
        let pairs: [UInt8: UInt8] = [UInt8(ascii: "<"): UInt8(ascii: ">"), UInt8(ascii: "["): UInt8(ascii: "]")]
        guard let open = rest.bytes.first, let close = pairs[open],
            let end = rest.bytes.prefix(48).firstIndex(of: close)
        else { return nil }
        return rest.slice(0..<end + 1).string
    }
}
