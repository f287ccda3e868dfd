public import HearthCore

/// What would help, as a value in Hearth's own interface; the others get it in words (``ReadableError/explanation``).
enum HelpText {
    /// `{"action": "give-key", "service": "openai"}`
    static func value(_ help: Failure.Help) -> JSONValue {
        var object: JSONObject = ["action": .string(help.action)]
        for (name, value) in help.details { object[name] = .string(value) }
        return .object(object)
    }
}

extension ServerError {
    /// The error as a part of another answer: of a job, of a file among several.
    public var value: JSONValue { ErrorStyle.plain.value(of: self)["error"] ?? .null }
}
