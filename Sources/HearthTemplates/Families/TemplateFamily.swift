/// A way of laying out conversations that many models share.
///
/// For model files without a template, and to know the texts at which a reply ends.
public struct TemplateFamily: Sendable, Hashable {
    /// Such as `llama3-instruct`.
    public let name: String
    /// Texts at which a reply ends.
    public let stops: [String]
    /// The layout, in Jinja.
    package let source: String
    /// What becomes of a system message where the layout has no place for one.
    let system: SystemMessages
    /// Texts that speak for this family in a template, or against it, and how much.
    let evidence: [(text: String, weight: Double)]

    enum SystemMessages: Sendable {
        /// The layout has a place for it.
        case own
        /// It stands before the next message of the user, with this between them.
        case folded(separator: String)
        /// It is handed over with the next message of the user, under `system`.
        case attached
    }

    init(
        _ name: String, stops: [String], system: SystemMessages = .own, evidence: [(text: String, weight: Double)],
        source: String
    ) {
        self.name = name
        self.stops = stops
        self.system = system
        self.evidence = evidence
        self.source = source
    }

    /// The family of that name; letters' case does not matter.
    public init?(named name: String) {
        let name = name.lowercased()
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    public static func == (left: TemplateFamily, right: TemplateFamily) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension TemplateFamily {
    /// What a model file tells about itself besides a chat template.
    public struct ModelTraits: Sendable {
        /// `general.architecture`, such as `phi3`.
        public var architecture: String
        /// What the model is called: in the file, and the file itself.
        public var names: [String]
        /// The tokens of its vocabulary that mark something, such as `<|user|>`.
        public var marks: [String]

        public init(architecture: String, names: [String] = [], marks: [String] = []) {
            self.architecture = architecture
            self.names = names
            self.marks = marks
        }
    }

    /// The family that a model without a template belongs to, with the reason as a part of a sentence; `nil` when nothing
    /// tells.
    ///
    /// Marks in the vocabulary weigh most: a fine-tuned model keeps its architecture, often its name, and gets new marks. They
    /// count as they do for templates; a name and an architecture count as much as one family's least evidence.
    public static func detect(_ model: ModelTraits) -> (family: TemplateFamily, reason: String)? {
        let names = model.names.map(normalized)
        let named = familyByName.first { entry in names.contains { tells($0, entry.part) } }
        let built = familyByArchitecture[model.architecture.lowercased()]
        let known = Set(model.marks.prefix(maximumMarks))
        func reasons(_ family: TemplateFamily) -> (score: Double, texts: [String]) {
            var score = 0.0
            var texts: [String] = []
            let found = family.evidence.filter { known.contains($0.text) }
            score += found.reduce(0) { $0 + $1.weight }
            if !found.isEmpty { texts.append("its vocabulary has \(found.map(\.text).joined(separator: ", "))") }
            if let named, named.family == family.name {
                score += enough
                texts.append("its name has “\(named.part)”")
            }
            if built == family.name {
                score += enough
                texts.append("its architecture is \(model.architecture)")
            }
            return (score, texts)
        }
        let scored = all.map { (family: $0, found: reasons($0)) }
        guard let best = scored.max(by: { $0.found.score < $1.found.score }), best.found.score >= enough else {
            return nil
        }
        return (best.family, best.found.texts.joined(separator: " and "))
    }

    /// The family that people mean by a name: its own, or a usual spelling of it such as `llama3` or `Phi-3`.
    public init?(commonName name: String) {
        let name = Self.normalized(name)
        if let family = Self(named: name) {
            self = family
            return
        }
        guard let full = Self.commonNames[name], let family = Self(named: full) else { return nil }
        self = family
    }

    /// The least evidence that decides, as for templates.
    private static let enough = 1.5
    /// Some vocabularies hold thousands of reserved tokens; marks stand among all of them, and hostile files hold more.
    private static let maximumMarks = 1 << 18

    private static let commonNames = [
        "phi": "phi-3", "phi3": "phi-3", "llama-3": "llama3-instruct", "llama3": "llama3-instruct",
        "llama-2": "llama2-chat", "llama2": "llama2-chat", "mistral": "mistral-instruct", "gemma": "gemma-instruct",
        "gemma2": "gemma-instruct", "gemma-2": "gemma-instruct", "gemma3": "gemma3-instruct",
        "gemma-3": "gemma3-instruct", "qwen": "chatml",
    ]

    /// Parts of names, the more telling first: who trained a model to chat says more than what it was made from.
    private static let familyByName: [(part: String, family: String)] = [
        ("hermes", "chatml"), ("dolphin", "chatml"), ("openorca", "chatml"), ("chatml", "chatml"), ("alpaca", "alpaca"),
        ("vicuna", "vicuna"), ("tinyllama", "zephyr"), ("zephyr", "zephyr"), ("openchat", "openchat"),
        ("chatqa", "chatqa"), ("codellama-70b", "codellama-70b-instruct"), ("magicoder", "magicoder"),
        ("solar", "solar-instruct"), ("command-r", "command-r"), ("starcoder2", "starcoder2-instruct"),
        ("mixtral", "mistral-instruct"), ("ministral", "mistral-instruct"), ("mistral", "mistral-instruct"),
        ("phi-3", "phi-3"), ("phi3", "phi-3"), ("gemma-3", "gemma3-instruct"), ("gemma3", "gemma3-instruct"),
        ("gemma", "gemma-instruct"), ("llama-3", "llama3-instruct"), ("llama3", "llama3-instruct"),
        ("llama-2", "llama2-chat"), ("llama2", "llama2-chat"), ("qwen", "chatml"), ("falcon", "falcon-instruct"),
        ("granite", "granite-instruct"),
    ]

    /// Architectures whose chat models share one layout. `llama` is not among them: every family was trained on it.
    private static let familyByArchitecture = [
        "phi3": "phi-3", "gemma": "gemma-instruct", "gemma2": "gemma-instruct", "gemma3": "gemma3-instruct",
        "gemma3n": "gemma3-instruct", "qwen2": "chatml", "qwen2moe": "chatml", "qwen3": "chatml", "qwen3moe": "chatml",
        "command-r": "command-r", "cohere2": "command-r", "falcon": "falcon-instruct", "granite": "granite-instruct",
        "starcoder2": "starcoder2-instruct",
    ]

    /// Whether a name has a part in it. A number at the part's end is a version, and one that goes on is not that one, nor is one of
    /// billions of weights: "llama-30b" and "llama-3b" are no Llama 3.
    private static func tells(_ name: String, _ part: String) -> Bool {
        let isVersion = part.last?.isNumber == true
        return name.ranges(of: part).contains { range in
            guard isVersion, let next = name[range.upperBound...].first else { return true }
            return !next.isNumber && next != "b"
        }
    }

    /// In lower case, with hyphens for what else separates words; the beginning of an overlong one.
    private static func normalized(_ name: String) -> String {
        String(name.lowercased().prefix(256).map { $0 == "_" || $0 == " " ? "-" : $0 })
    }
}

extension TemplateFamily {
    /// The family that a template belongs to; `nil` when it resembles none.
    ///
    /// Both the template and what it makes of a sample conversation are searched for the marks of the families: marks
    /// put together from pieces (`'<|' + role + '|>'`) show only in the result, marks of branches not taken only in the
    /// text.
    public static func detect(_ template: String) -> TemplateFamily? {
        if let family = TemplateFamily(named: template.trimmingSpace()) { return family }
        var evidence = [decoded(template)]
        if let parsed = try? JinjaTemplate(template, limits: limits) {
            for messages in samples {
                let context: [String: TemplateValue] = [
                    "messages": messages, "add_generation_prompt": .bool(true), "bos_token": .string("<s>"),
                    "eos_token": .string("</s>"),
                ]
                guard let result = try? parsed.render(context) else { continue }
                evidence.append(Array(result.text.utf8))
            }
        }
        let texts = evidence.map { Text($0) }
        let scores = all.map { family in
            family.evidence.reduce(0) { sum, mark in
                let needle = Array(mark.text.utf8)
                return sum + (texts.contains { $0.find(needle) != nil } ? mark.weight : 0)
            }
        }
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] >= 1.5 else { return nil }
        return all[best]
    }

    /// Detection answers in milliseconds or not at all.
    private static var limits: TemplateLimits {
        var limits = TemplateLimits()
        limits.steps = 200_000
        limits.outputBytes = 1 << 20
        return limits
    }

    /// With and without a system message, which some templates refuse.
    private static let samples: [TemplateValue] = {
        func message(_ role: String, _ content: String) -> TemplateValue {
            .object([("role", .string(role)), ("content", .string(content))])
        }
        let turns = [message("user", "qqqq"), message("assistant", "aaaa"), message("user", "qqqq")]
        return [.array([message("system", "ssss")] + turns), .array(turns)]
    }()

    /// The template with its escapes read, as if it were one string literal.
    private static func decoded(_ template: String) -> [UInt8] {
        let bytes = Array(template.utf8.prefix(1 << 20))
        return (try? StringEscapes.decoded(bytes[...])) ?? bytes
    }
}

extension String {
    func trimmingSpace() -> String { Text(self).stripped().string }
}
