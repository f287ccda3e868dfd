extension Failure {
    /// What would help after a failure. It is a value, because a terminal names a command for it, a page leads to a place, and a
    /// program reads it.
    public enum Help: Hashable, Sendable {
        /// What can be listed.
        public enum Things: String, Codable, Hashable, Sendable, CaseIterable {
            case documents, conversations, entries, models, templates, environments
        }

        /// See which there are.
        case see(Things)
        case addDocuments
        case startConversation
        /// A key for a service; in an encrypted file where the place that it is in is out of reach.
        case giveKey(service: String, inFile: Bool = false)
        /// A value, or another one, for an option of the call: what a command takes as `--NAME`, a request as a field.
        case give(option: String)
        /// Another value for a setting; of one environment where it is named.
        case set(setting: String, environment: String? = nil)
        /// Take a setting out.
        case unset(setting: String, environment: String? = nil)
        case giveConsent(engine: Engine, task: TaskKind)
        /// Fetch a model; again where its file is damaged.
        case fetchModel(id: String)
        case removeModel(id: String)
        /// Take in a model's file that was fetched by other means.
        case addModelFile
        /// Find a model that fits.
        case findModel
        /// Room on the disk, of what models no longer need.
        case makeRoom
        /// Take out everything that is set for one model.
        case resetModelSettings(id: String)
        case addEnvironment
        case chooseEnvironment
        /// The label of a document or a folder, by its owner.
        case setLabel
        /// Send the request although redaction is not certain of it.
        case acceptDoubt
        /// What the program finds out about itself says more.
        case diagnose
        /// What the check of the ledger finds says more.
        case verifyLedger
        /// Another build of this program, with what this one lacks.
        case rebuild

        /// What programs read; it never changes its meaning.
        public var action: String {
            switch self {
            case .see: "see"
            case .addDocuments: "add-documents"
            case .startConversation: "start-conversation"
            case .giveKey: "give-key"
            case .give: "give"
            case .set: "set"
            case .unset: "unset"
            case .giveConsent: "give-consent"
            case .fetchModel: "fetch-model"
            case .removeModel: "remove-model"
            case .addModelFile: "add-model-file"
            case .findModel: "find-model"
            case .makeRoom: "make-room"
            case .resetModelSettings: "reset-model-settings"
            case .addEnvironment: "add-environment"
            case .chooseEnvironment: "choose-environment"
            case .setLabel: "set-label"
            case .acceptDoubt: "accept-doubt"
            case .diagnose: "diagnose"
            case .verifyLedger: "verify-ledger"
            case .rebuild: "rebuild"
            }
        }

        /// What it is about, by names of what there is: `service`, `option`, `setting`, `environment`, `model`, `engine`, `task`,
        /// `things`.
        public var details: [(name: String, value: String)] {
            switch self {
            case .see(let things): [("things", things.rawValue)]
            case .giveKey(let service, _): [("service", service)]
            case .give(let option): [("option", option)]
            case .set(let setting, let environment), .unset(let setting, let environment):
                [("setting", setting)] + (environment.map { [("environment", $0)] } ?? [])
            case .giveConsent(let engine, let task): [("engine", engine.rawValue), ("task", task.rawValue)]
            case .fetchModel(let id), .removeModel(let id), .resetModelSettings(let id): [("model", id)]
            case .addDocuments, .startConversation, .addModelFile, .findModel, .makeRoom, .addEnvironment,
                .chooseEnvironment, .setLabel, .acceptDoubt, .diagnose, .verifyLedger, .rebuild:
                []
            }
        }
    }
}

extension Failure.Help {
    /// What would help, for a reader of whom nothing is known but that it is no terminal: a program, or a person before one. It
    /// names no command and no button; `nil` where the message has said it.
    public var sentence: String? {
        switch self {
        case .addDocuments: "Add documents first."
        case .startConversation: "Start one first."
        case .giveKey(let service, _): "Set a key for \(service)."
        case .give(let option): "Give `\(option)`."
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
        case .rebuild: "Install a build that has it."
        case .see, .addEnvironment, .chooseEnvironment, .acceptDoubt, .diagnose, .verifyLedger: nil
        }
    }
}

extension ReadableError {
    /// What happened and what would help, in words that name no command and no button.
    public var explanation: String { ([message] + help.compactMap(\.sentence)).joined(separator: " ") }
}

extension Failure.Help: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// An object with its action and details, as it is in every JSON.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(action, forKey: Key("action"))
        for (name, value) in details { try container.encode(value, forKey: Key(name)) }
    }
}
