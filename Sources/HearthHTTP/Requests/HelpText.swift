public import HearthCore

/// What would help, for readers who are at no terminal: a value in Hearth's own interface, words that name no command in the others.
enum HelpText {
    /// What happened and what would help.
    static func message(of error: ServerError) -> String {
        ([error.message] + error.help.compactMap(sentence)).joined(separator: " ")
    }

    /// `{"action": "give-key", "service": "openai"}`
    static func value(_ help: Failure.Help) -> JSONValue {
        var object: JSONObject = ["action": .string(help.action)]
        for (name, value) in help.details { object[name] = .string(value) }
        return .object(object)
    }

    /// `nil` where the message has said it.
    private static func sentence(_ help: Failure.Help) -> String? {
        switch help {
        case .addDocuments: "Add documents first."
        case .startConversation: "Start one first."
        case .giveKey(let service, _): "Set a key for \(service)."
        case .set("mode", nil): "Choose another mode."
        case .set(let setting, nil): "Change the setting \(setting)."
        case .set(let setting, let environment?): "Change the setting \(setting) of the environment \(environment)."
        case .unset(let setting, nil): "Or take the setting \(setting) out."
        case .unset(let setting, let environment?):
            "Or take the setting \(setting) out of the environment \(environment)."
        case .giveConsent(let engine, _): "Give your consent to \(engine.rawValue)."
        case .fetchModel(let id): "Fetch the model \(id)."
        case .removeModel(let id): "Remove the model \(id)."
        case .addModelFile: "Add the file as a model."
        case .findModel: "Install a model that fits."
        case .makeRoom: "Remove models that are not needed."
        case .resetModelSettings(let id): "Take out what is set for the model \(id)."
        case .setLabel: "It is done on the page."
        case .see, .addEnvironment, .chooseEnvironment, .acceptDoubt, .diagnose: nil
        }
    }
}

extension ServerError {
    /// The error as a part of another answer: of a job, of a file among several.
    public var value: JSONValue { ErrorStyle.plain.value(of: self)["error"] ?? .null }
}
