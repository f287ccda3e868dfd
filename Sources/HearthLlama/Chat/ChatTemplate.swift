#if Llama
internal import CLlama
import Foundation
import HearthCore
import HearthTemplates

/// Lays out a conversation as the model's chat template wants it, keeping apart what the template wrote and what people
/// did.
///
/// Templates in Jinja are rendered by our own interpreter, which remembers where each byte came from. llama.cpp, which
/// knows templates by name, renders to one string, in which a message that contains `<|im_end|>` looks like the
/// template's own; so for it messages are placeholders, and their contents are put in afterwards.
struct ChatTemplate {
    enum Part: Equatable {
        /// Written by the template: may name control tokens.
        case template([UInt8])
        /// Written by a user, a document or a model: plain text whatever it looks like.
        case content([UInt8])

        var count: Int {
            switch self {
            case .template(let bytes), .content(let bytes): bytes.count
            }
        }
    }

    struct Rendering {
        var parts: [Part]
        /// Texts that end the answer besides the vocabulary's own end tokens.
        var stops: [String] = []
        var notes: [String] = []
        /// Why there is none: the template went past a limit.
        var refusal: String?
        /// How the model calls tools; `nil` where it is offered none.
        var calls: ToolCallFormat?
    }

    let layout: ChatLayout
    /// The text of the token that begins a prompt, which templates write by this name; empty when there is none.
    var begin = ""
    /// The text of the token that ends a reply.
    var end = ""

    /// Lays out `messages` up to where the assistant begins to answer.
    ///
    /// Templates that cannot be rendered, or that would leave a message out, are replaced by ChatML, with a note.
    func render(_ messages: [Message]) -> Rendering {
        switch layout.form {
        case .family(let family):
            return laidOut(as: family, messages, note: layout.note)
        case .template(let source):
            do {
                if let rendering = try interpreted(source, messages) { return rendering }
            } catch {
                return Rendering(parts: [], refusal: error.message)
            }
            if let parts = Self.apply(source, to: messages) {
                return Rendering(parts: parts, stops: TemplateFamily(commonName: source)?.stops ?? [])
            }
            return laidOut(as: nil, messages, note: Self.fallbackNote)
        }
    }

    /// Lays out a conversation with tools: by the template where it takes them and it is known how its model writes a call,
    /// else in words.
    ///
    /// A last message of the assistant is an answer that was begun, and the prompt ends with it: the model goes on where it ends. That is what
    /// clients mean that send one to shape an answer, or to have one continued that was cut.
    func render(_ messages: [Message], tools: [ToolDefinition], choice: ToolChoice) -> Rendering {
        guard messages.count > 1, let begun = messages.last, begun.role == .assistant, begun.toolCalls?.isEmpty ?? true
        else { return whole(messages, tools, choice) }
        var rendering = whole(messages.dropLast(), tools, choice)
        guard !begun.content.isEmpty, rendering.refusal == nil else { return rendering }
        if let reasoning = ReasoningStyle(template: layout.source), case .template(let end)? = rendering.parts.last,
            reasoning.isOpened(byEndOf: end)
        {
            // What was begun is the answer, and no reasoning.
            rendering.parts.append(.template(Array("\n".utf8) + reasoning.close + Array("\n\n".utf8)))
        }
        rendering.parts.append(.content(Array(begun.content.utf8)))
        return rendering
    }

    /// A conversation up to where an answer begins.
    private func whole(_ messages: [Message], _ tools: [ToolDefinition], _ choice: ToolChoice) -> Rendering {
        guard ToolConversation.isNeeded(messages, tools) else { return render(messages) }
        if case .template(let source) = layout.form, let format = ToolCallFormat(template: source) {
            do {
                if var rendering = try interpreted(source, messages, tools, format) {
                    rendering.calls = tools.isEmpty ? nil : format
                    return rendering
                }
            } catch {
                return Rendering(parts: [], refusal: error.message)
            }
        }
        var rendering = render(ToolConversation.told(messages, tools, choice))
        rendering.calls = tools.isEmpty ? nil : .generic
        return rendering
    }

    /// By our interpreter, with what the template does with tools; `nil` where that leaves something out.
    private func interpreted(
        _ source: String, _ messages: [Message], _ tools: [ToolDefinition], _ format: ToolCallFormat
    ) throws(TemplateError) -> Rendering? {
        let given = messages.reduce(0) { total, message in
            (message.toolCalls ?? []).reduce(total + message.content.utf8.count) { $0 + $1.arguments.utf8.count }
        }
        // Written with an indent, what is short inside of much becomes long.
        let schemas = tools.reduce(0) { $0 + $1.description.utf8.count + 4 * $1.parameters.description.utf8.count }
        let prompt: PromptTemplate.Prompt?
        do {
            prompt = try PromptTemplate(source, limits: limits(given + schemas)).render(
                messages, tools: tools, format: format, as: request([]))
        } catch let error as TemplateError where error.reason == .limit {
            throw error
        } catch {
            return nil
        }
        guard let prompt else { return nil }
        return Rendering(
            parts: prompt.parts.map { $0.isForeign ? .content($0.text) : .template($0.text) }, stops: prompt.stops,
            notes: prompt.notes)
    }

    private func limits(_ given: Int) -> TemplateLimits {
        var limits = TemplateLimits()
        // A message may stand in the prompt more than once, and be put together from parts on the way.
        limits.outputBytes = min(limits.outputBytes, Self.ownBytes) + 4 * given
        limits.steps += given
        return limits
    }

    private static let fallbackNote =
        "The model's chat template cannot be rendered here, so the conversation was laid out as ChatML; answers may be "
        + "worse than the model can do."

    /// By a built-in family, `nil` for ChatML, with the stop sequences of it.
    private func laidOut(as family: TemplateFamily?, _ messages: [Message], note: String?) -> Rendering {
        let notes = note.map { [$0] } ?? []
        if let family = family ?? TemplateFamily(named: "chatml"),
            let prompt = try? PromptTemplate(family).render(request(messages))
        {
            return Rendering(
                parts: prompt.parts.map { $0.isForeign ? .content($0.text) : .template($0.text) },
                stops: prompt.stops, notes: notes + prompt.notes)
        }
        // A conversation beyond the interpreter's limits.
        let isOther = family.map { $0.name != "chatml" } ?? false
        return Rendering(
            parts: Self.apply("chatml", to: messages) ?? [], stops: ["<|im_end|>"],
            notes: isOther ? [Self.fallbackNote] : notes)
    }

    /// Bytes that a template may write beside what it is given: the longest in use need a hundredth.
    private static let ownBytes = 1 << 20

    /// By our interpreter; `nil` for what is no Jinja, goes wrong, or leaves a message out.
    ///
    /// - Throws: `TemplateError` `template-limit`: such a template is not replaced by another one, it is made to do harm.
    private func interpreted(_ source: String, _ messages: [Message]) throws(TemplateError) -> Rendering? {
        guard source.contains("{%") || source.contains("{{") else { return nil }
        let given = messages.reduce(0) { $0 + $1.content.utf8.count }
        let prompt: PromptTemplate.Prompt
        do {
            prompt = try PromptTemplate(source, limits: limits(given)).render(request(messages))
        } catch let error as TemplateError where error.reason == .limit {
            throw error
        } catch {
            return nil
        }
        guard !prompt.leavesMessagesOut else { return nil }
        return Rendering(
            parts: prompt.parts.map { $0.isForeign ? .content($0.text) : .template($0.text) }, stops: prompt.stops,
            notes: prompt.notes)
    }

    private func request(_ messages: [Message]) -> PromptTemplate.Request {
        var request = PromptTemplate.Request(
            messages: messages.map {
                .object([("role", .string(Self.role($0.role))), ("content", .string($0.content))])
            })
        request.bosToken = begin
        request.eosToken = end
        return request
    }

    /// Whether llama.cpp knows a template by that name.
    static func isKnownToLibrary(_ name: String) -> Bool { apply(name, to: [Message(.user, "x")]) != nil }

    private static func apply(_ template: String, to messages: [Message]) -> [Part]? {
        let roles = messages.map { strdup(role($0.role)) }
        let contents = messages.indices.map { strdup(placeholder($0)) }
        defer { (roles + contents).forEach { free($0) } }
        let chat = zip(roles, contents).map { llama_chat_message(role: $0, content: $1) }
        // The first call only measures.
        let length = llama_chat_apply_template(template, chat, chat.count, true, nil, 0)
        guard length >= 0 else { return nil }
        let capacity = Int(length) + 1
        let rendered = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
            let written = buffer.withMemoryRebound(to: CChar.self) {
                llama_chat_apply_template(
                    template, chat, chat.count, true, $0.baseAddress, Int32(clamping: $0.count))
            }
            filled = max(0, min(Int(written), capacity - 1))
        }
        return split(rendered, at: messages)
    }

    /// Tool results come from outside. Templates that llama.cpp renders without Jinja print an unknown role as the
    /// assistant's, which would put foreign words in the model's mouth.
    private static func role(_ role: Message.Role) -> String {
        role == .tool ? Message.Role.user.rawValue : role.rawValue
    }

    /// Vertical tabs around a name: templates never write them, and those that trim messages trim them.
    private static let pad: UInt8 = 0x0B

    private static func name(_ index: Int) -> [UInt8] { Array("@@hearth-message-\(index)@@".utf8) }

    private static func placeholder(_ index: Int) -> String {
        String(decoding: [pad] + name(index) + [pad], as: UTF8.self)
    }

    /// `nil` when the template left a message out, changed the order or repeated one.
    static func split(_ rendered: [UInt8], at messages: [Message]) -> [Part]? {
        var parts: [Part] = []
        var rest = rendered[...]
        for (index, message) in messages.enumerated() {
            let name = name(index)
            guard let found = rest.firstRange(of: name) else { return nil }
            var before = rest[..<found.lowerBound]
            var after = rest[found.upperBound...]
            var content = Array(message.content.utf8)[...]
            if before.last == pad { before = before.dropLast() } else { content = content.drop(while: \.isASCIISpace) }
            if after.first == pad {
                after = after.dropFirst()
            } else {
                while let last = content.last, last.isASCIISpace { content = content.dropLast() }
            }
            parts.append(.template(Array(before)))
            parts.append(.content(Array(content)))
            rest = after
        }
        guard rest.firstRange(of: Array("@@hearth-message-".utf8)) == nil else { return nil }
        parts.append(.template(Array(rest)))
        return parts
    }
}
#endif
