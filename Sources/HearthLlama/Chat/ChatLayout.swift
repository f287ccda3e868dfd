import Foundation
import HearthTemplates

#if Llama
internal import CLlama
import HearthCore

/// How conversations are laid out for one model: by the setting, else by the template of its file, else by the family that it
/// seems to belong to, else as ChatML.
struct ChatLayout {
    enum Form {
        /// Jinja text, or a name that llama.cpp knows.
        case template(String)
        case family(TemplateFamily)
    }

    let form: Form
    let choice: ChatTemplateChoice
    /// Said with each answer; `nil` where there is nothing to say.
    let note: String?

    /// A template of a file or of a person; `nil` for a family.
    var source: String? {
        if case .template(let text) = form { return text }
        return nil
    }

    /// What tells this layout from others, to remember what was found about it.
    var identity: String {
        switch form {
        case .template(let text): text
        case .family(let family): "family:" + family.name
        }
    }

    /// - Parameter setting: The name of a family, Jinja text, the path of a file with it, or a name that llama.cpp knows;
    ///   `nil` leaves the choice to the model.
    /// - Throws: ``LlamaError`` with the code `unknown-template` for a setting that is none of these.
    init(setting: String?, model: LlamaModel) throws {
        if let setting {
            try self.init(setting: setting)
        } else {
            self.init(template: model.facts.chatTemplate, traits: model.templateTraits)
        }
    }

    /// The layout for a model file with that template, or without any.
    init(template: String?, traits: @autoclosure () -> TemplateFamily.ModelTraits) {
        if let template {
            form = .template(template)
            choice = .init(name: "the file's own", reason: "the model file carries it", isFromFile: true)
            note = nil
        } else if let (family, reason) = TemplateFamily.detect(traits()) {
            form = .family(family)
            choice = .init(
                name: family.name, reason: "the model file carries none and \(reason)", isFromFile: false)
            note =
                "The model file carries no chat template, so the conversation was laid out as \(family.name), because "
                + "\(reason); the setting `chat-template` names another one."
        } else {
            self = .usual
        }
    }

    private init(setting: String) throws {
        func isSet(_ name: String) -> ChatTemplateChoice {
            .init(name: name, reason: "the setting `chat-template` says so", isFromFile: false)
        }
        note = nil
        if let family = TemplateFamily(commonName: setting) {
            form = .family(family)
            choice = isSet(family.name)
        } else if setting.contains("{%") || setting.contains("{{") {
            form = .template(setting)
            choice = isSet("a template of your own")
        } else if let text = ChatTemplateText.ofFile(setting) {
            form = .template(text)
            choice = isSet(setting)
        } else if ChatTemplate.isKnownToLibrary(setting) {
            form = .template(setting)
            choice = isSet(setting)
        } else {
            throw LlamaError.unknownTemplate(setting)
        }
    }

    private init(form: Form, choice: ChatTemplateChoice, note: String?) {
        self.form = form
        self.choice = choice
        self.note = note
    }

    /// What most models of the last years were trained with.
    static let usual: ChatLayout = {
        ChatLayout(
            form: TemplateFamily(named: "chatml").map(Form.family) ?? .template("chatml"),
            choice: .init(
                name: "chatml", reason: "the model file carries none and nothing in it tells its family",
                isFromFile: false),
            note:
                "The model file carries no chat template and nothing in it tells its family, so the conversation was laid "
                + "out as ChatML; answers may be worse than the model can do. The setting `chat-template` names another one."
        )
    }()
}

extension LlamaModel {
    /// What the model file tells about the family of its chat template.
    var templateTraits: TemplateFamily.ModelTraits {
        let keys = ["general.name", "general.basename", "general.finetune"]
        let file = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        return TemplateFamily.ModelTraits(
            architecture: facts.architecture, names: keys.compactMap { Facts.metadata(raw, $0) } + [file],
            marks: vocabulary.specials.map { String(decoding: $0.text, as: UTF8.self) })
    }
}

// MARK: - The prompt that it makes

/// A request as the model reads it.
struct Prompt {
    var tokens: [llama_token]
    /// The pictures among them, in order.
    var pictures: [PlacedPicture] = []
    /// Texts that end the answer besides those of the request.
    var stops: [String]
    var notes: [String]
    /// How the model marks its reasoning; `nil` when it does not, or writes on from a text.
    var reasoning: ReasoningStyle?
    /// How the model calls tools; `nil` where it is offered none.
    var calls: ToolCallFormat?
    /// Whether the template has opened the reasoning, so that the model's first token belongs to it.
    var endsInReasoning = false

    /// Lays out and tokenizes a request: a conversation by the chat template, a text to complete as it stands.
    ///
    /// - Parameter vision: What looks at pictures; `nil` refuses them.
    /// - Throws: ``LlamaError`` with the code `empty-prompt`, `context-overflow`, `no-vision`, `unreadable-picture` or
    ///   `no-infill`.
    init(
        _ request: ModelRequest, model: LlamaModel, layout: ChatLayout, context: Int, vision: VisionModel? = nil
    ) throws {
        let marked = try MarkedMessages(request, model: model, vision: vision)
        var request = request
        request.messages = marked.messages
        let suffix = request.task == .textCompletion ? request.suffix : nil
        guard request.messages.contains(where: { !$0.content.isEmpty }) || suffix?.isEmpty == false else {
            throw LlamaError.emptyPrompt
        }
        let gap = suffix == nil ? nil : model.vocabulary.gap
        if suffix != nil, gap == nil { throw LlamaError.noInfill(model.path) }
        // Tokens are at most as long as the longest piece of the vocabulary, so hopeless prompts need no tokenizing.
        let said = request.messages.reduce(suffix?.utf8.count ?? 0) { total, message in
            (message.toolCalls ?? []).reduce(total + message.content.utf8.count) { $0 + $1.arguments.utf8.count }
        }
        let bytes = request.tools.reduce(said) { $0 + $1.description.utf8.count + $1.parameters.description.utf8.count }
        let atLeast = bytes / max(1, model.vocabulary.longestPiece)
        guard atLeast < context else { throw LlamaError.contextOverflow(atLeast: atLeast, context: context) }

        let rendering: ChatTemplate.Rendering
        if request.task == .textCompletion {
            rendering = .init(parts: request.messages.map { .content(Array($0.content.utf8)) })
        } else {
            let vocabulary = model.vocabulary
            rendering = ChatTemplate(layout: layout, begin: vocabulary.beginText, end: vocabulary.endText)
                .render(request.messages, tools: request.tools, choice: request.toolChoice)
            calls = rendering.calls
            reasoning = ReasoningStyle(template: layout.source)
            if case .template(let end)? = rendering.parts.last {
                endsInReasoning = reasoning?.isOpened(byEndOf: end) ?? false
            }
        }
        if let refusal = rendering.refusal { throw LlamaError.template(refusal) }
        let written = rendering.parts.reduce(0) { $0 + $1.count }
        guard written / max(1, model.vocabulary.longestPiece) < context else {
            throw LlamaError.contextOverflow(atLeast: written / max(1, model.vocabulary.longestPiece), context: context)
        }
        var tokens = PromptTokens(vocabulary: model.vocabulary, template: layout.source)
        if let gap { tokens.append(mark: gap.before) }
        for part in rendering.parts { try marked.append(part, to: &tokens) }
        // What is before, what is behind, and then the gap: the order that models are trained on most, and llama.cpp's.
        if let gap, let suffix {
            tokens.append(mark: gap.after)
            tokens.append(.content(Array(suffix.utf8)))
            tokens.append(mark: gap.middle)
        }
        self.tokens = tokens.finish()
        pictures = tokens.pictures
        try marked.check(pictures, in: self.tokens)
        stops = rendering.stops
        notes = rendering.notes
        guard self.tokens.count < context else {
            throw LlamaError.contextOverflow(prompt: self.tokens.count, context: context)
        }
        guard !self.tokens.isEmpty else { throw LlamaError.emptyPrompt }
    }
}

/// Turns the parts of a prompt into tokens, so that contents never become tokens that steer the model.
///
/// The result for harmless contents is what llama.cpp gives for the whole prompt as one string: plain text around a
/// border between template and content is tokenized together, because that is what models saw in training. Only names
/// of control tokens are looked for in the template's parts alone.
struct PromptTokens {
    private let vocabulary: Vocabulary
    /// User-defined words that the template uses as marks; those that look like marks are none of a text's in any case, see
    /// ``Vocabulary/Special/looksLikeMark``.
    private let marks: Set<llama_token>
    private(set) var tokens: [llama_token] = []
    private(set) var pictures: [PlacedPicture] = []
    private var plain: [UInt8] = []
    private var dropsLeadingSpace = false

    /// - Parameters:
    ///   - template: the source of the chat template, which may use words as marks; `nil` when there is none.
    ///   - begins: whether the token that begins every prompt goes before the first part.
    init(vocabulary: Vocabulary, template: String?, begins: Bool = true) {
        self.vocabulary = vocabulary
        if begins, let begin = vocabulary.begin { tokens.append(begin) }
        let source = Array((template ?? "").utf8)
        marks = Set(
            vocabulary.specials.lazy
                .filter { $0.has(LLAMA_TOKEN_ATTR_USER_DEFINED) && $0.isLongEnough }
                .filter { source.firstRange(of: $0.text) != nil }
                .map(\.id))
    }

    mutating func append(_ part: ChatTemplate.Part) {
        switch part {
        case .content(let bytes): plain += bytes
        case .template(let bytes): appendTemplate(bytes[...])
        }
    }

    /// A token that steers the model, and comes from no text.
    mutating func append(mark: llama_token) {
        flush()
        tokens.append(mark)
    }

    /// What a picture becomes.
    mutating func append(_ part: SeenPart) {
        flush()
        switch part {
        case .tokens(let more): tokens += more
        case .picture(let picture):
            pictures.append(PlacedPicture(start: tokens.count, picture: picture))
            tokens += picture.tokens
        }
    }

    /// The tokens of all parts.
    mutating func finish() -> [llama_token] {
        flush()
        return tokens
    }

    private mutating func appendTemplate(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let (special, range) = firstSpecial(in: rest) {
            plain += rest[..<range.lowerBound]
            if special.has(LLAMA_TOKEN_ATTR_LSTRIP) {
                while let last = plain.last, last.isASCIISpace { plain.removeLast() }
            }
            flush()
            // Some templates write the token that begins a prompt themselves.
            if !(special.id == vocabulary.begin && tokens == [special.id]) { tokens.append(special.id) }
            dropsLeadingSpace = special.has(LLAMA_TOKEN_ATTR_RSTRIP)
            rest = rest[range.upperBound...]
        }
        plain += rest
    }

    /// The first special token; where several begin, the longest, as llama.cpp prefers.
    private func firstSpecial(in bytes: ArraySlice<UInt8>) -> (Vocabulary.Special, Range<Int>)? {
        var best: (Vocabulary.Special, Range<Int>)?
        for special in vocabulary.specials {
            let end = best.map { min(bytes.endIndex, $0.1.lowerBound + special.text.count - 1) } ?? bytes.endIndex
            guard bytes.startIndex < end, let range = bytes[..<end].firstRange(of: special.text) else { continue }
            if range.lowerBound < best?.1.lowerBound ?? Int.max { best = (special, range) }
        }
        return best
    }

    private mutating func flush() {
        var text = plain[...]
        if dropsLeadingSpace { text = text.drop(while: \.isASCIISpace) }
        dropsLeadingSpace = false
        plain = []
        guard !text.isEmpty else { return }
        tokens += vocabulary.plainTokens(Array(text), without: marks)
    }
}
#endif

/// Which chat template lays out a model's conversations, and why that one.
public struct ChatTemplateChoice: Hashable, Sendable {
    /// `the file's own`, the name of a family, or where the setting's text comes from.
    public var name: String
    /// The reason, as a part of a sentence.
    public var reason: String
    /// Whether the model's own file says so. A family stands in for a template that the file should carry.
    public var isFromFile: Bool

    package init(name: String, reason: String, isFromFile: Bool) {
        self.name = name
        self.reason = reason
        self.isFromFile = isFromFile
    }

    /// Name and reason in one line, for a person.
    public var summary: String { "\(name), because \(reason)" }
}

/// A chat template that a person keeps in a file.
package enum ChatTemplateText {
    /// A template is read whole, and no file that large is one.
    private static let maximumFileSize = TemplateLimits().sourceBytes

    /// `nil` for what is no file, or holds no template in Jinja.
    package static func ofFile(_ path: String) -> String? {
        // What is a template itself is the name of no file.
        guard !path.contains("{"), path.utf8.count <= 4096 else { return nil }
        let url = URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
        let values = try? url.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey])
        guard values?.isRegularFile == true, let handle = try? FileHandle(forReadingFrom: url) else { return nil }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: maximumFileSize + 1), !data.isEmpty,
            data.count <= maximumFileSize
        else { return nil }
        guard let text = String(validating: data, as: UTF8.self) else { return nil }
        return text.contains("{%") || text.contains("{{") ? text : nil
    }
}
