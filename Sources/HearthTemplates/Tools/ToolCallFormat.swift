/// How a model writes that it calls a tool.
///
/// A call begins with a mark. From there all is form: a name that is one of the tools', and arguments in JSON. What a model was
/// trained to write shows in its chat template, which writes earlier calls the same way.
public struct ToolCallFormat: Sendable, Hashable {
    /// How name and arguments of a call stand together.
    public enum Arrangement: Sendable, Hashable {
        /// A JSON object for each call, with the name and the arguments as members.
        case object
        /// A JSON list of such objects.
        case list
        /// The name as it is, then this, then the arguments.
        case named(separator: String)
    }

    /// What the format is called, for a person.
    public var name: String
    /// Each of these opens a call, or a list of calls; the first is how we would write it. At least one.
    public var marks: [String]
    /// What stands between a mark and the call.
    public var lead = ""
    public var arrangement: Arrangement
    /// The member that holds the arguments, where calls are objects.
    public var argumentsKey = "arguments"
    /// What ends a call, or a list of calls.
    public var close = ""
    /// Marks around calls that are no text of the answer.
    public var silent: [String] = []
    /// Whether an object without a mark is a call, where nothing stands before it and it names a tool.
    public var takesBareObjects = false

    /// For models whose templates know of no tools. They are told about it in words; most have seen it in training.
    public static let generic = ToolCallFormat(
        name: "generic", marks: ["<tool_call>"], lead: "\n", arrangement: .object, close: "\n</tool_call>")

    /// The format of a chat template's model; `nil` where the template names none, or one that is not JSON.
    public init?(template: String) {
        func has(_ text: String) -> Bool { template.utf8.contains(text.utf8) }
        if has("<tool_calls>[") {
            self.init(name: "apriel", marks: ["<tool_calls>"], arrangement: .list, close: "</tool_calls>")
        } else if has("<TOOLCALL>[") {
            self.init(name: "nemotron", marks: ["<TOOLCALL>"], arrangement: .list, close: "</TOOLCALL>")
        } else if has("<tool_call>") {
            // Qwen's coders and GLM write arguments as elements, not as JSON.
            guard !has("<parameter="), !has("<arg_key>") else { return nil }
            self = .generic
            name = "hermes"
        } else if has("[TOOL_CALLS]") {
            // A call between name and arguments has an id there, which only some models write.
            guard !has("[CALL_ID]") else { return nil }
            let isNamed = has("[ARGS]")
            self.init(
                name: isNamed ? "mistral-named" : "mistral", marks: ["[TOOL_CALLS]"],
                arrangement: isNamed ? .named(separator: "[ARGS]") : .list)
        } else if has("<｜tool▁call▁begin｜>") {
            let isFenced = has("```json")
            self.init(
                name: isFenced ? "deepseek-r1" : "deepseek", marks: ["<｜tool▁call▁begin｜>"],
                lead: isFenced ? "function<｜tool▁sep｜>" : "",
                arrangement: .named(separator: isFenced ? "\n```json\n" : "<｜tool▁sep｜>"),
                close: (isFenced ? "\n```" : "") + "<｜tool▁call▁end｜>",
                silent: ["<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"])
        } else if has("<|tool_call|>") || has("<|/tool|>") {
            let isClosed = has("<|/tool_call|>") || has("<|/tool|>")
            self.init(
                name: isClosed ? "phi" : "granite", marks: ["<|tool_call|>"],
                // There are two templates for one model, with a list and without.
                arrangement: has("<|tool_call|>{") ? .object : .list,
                close: isClosed ? "<|/tool_call|>" : "")
        } else if has("<function=") {
            guard !has("<parameter=") else { return nil }
            self.init(
                name: "functionary", marks: ["<function="], arrangement: .named(separator: ">"), close: "</function>")
        } else if has("<|python_tag|>") || has("<|start_header_id|>") && has("\"parameters\"") {
            self.init(
                name: "llama-3", marks: ["<|python_tag|>"], arrangement: .object, argumentsKey: "parameters",
                takesBareObjects: true)
        } else {
            return nil
        }
    }

    init(
        name: String, marks: [String], lead: String = "", arrangement: Arrangement, argumentsKey: String = "arguments",
        close: String = "", silent: [String] = [], takesBareObjects: Bool = false
    ) {
        self.name = name
        self.marks = marks
        self.lead = lead
        self.arrangement = arrangement
        self.argumentsKey = argumentsKey
        self.close = close
        self.silent = silent
        self.takesBareObjects = takesBareObjects
    }

    /// The texts that may be tokens of their own in a vocabulary, and that a tokenizer would give out without text.
    public var fixedTexts: [String] {
        var texts = marks + silent + [lead, close]
        if case .named(let separator) = arrangement { texts.append(separator) }
        return texts.filter { !$0.isEmpty }
    }
}

extension Collection<UInt8> {
    /// Whether `part`, which is not empty, stands in it.
    fileprivate func contains(_ part: some Collection<UInt8>) -> Bool {
        guard let first = part.first else { return true }
        var rest = self[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: part) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
