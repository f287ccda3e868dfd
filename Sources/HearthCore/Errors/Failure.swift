/// What kinds of failure there are, and what follows from each.
///
/// A module has a closed list of reasons, each with a stable `code` that programs read; every reason is of one kind. What a
/// surface does with an error follows from its kind, by a `switch` without `default`: the status of an answer, how a command
/// ends, whether another engine may serve. So a new kind does not compile until each of them says what it does with it, and a
/// new reason does not compile until it says of what kind it is.
public enum Failure {
    /// The kind of a failure. Kinds differ in what a caller does next, not in which module failed.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        // MARK: What was asked

        /// The call is wrong as it was written: a flag, an argument, a value that a setting cannot have.
        case usage
        /// The request, or a text that it is made of, cannot be read or contradicts itself.
        case badRequest = "bad-request"
        /// The request can be read, and a value in it cannot be taken.
        case invalidInput = "invalid-input"
        /// The prompt is longer than the engine takes; another one may take more.
        case contextTooLong = "context-too-long"
        /// One message alone, or the instructions, leave no room for anything else; somebody has to shorten it.
        case messageTooLong = "message-too-long"
        /// The input exceeds a size limit.
        case tooLarge = "too-large"
        /// Nothing is there to work on: no document, no entry, no words.
        case nothingToRead = "nothing-to-read"
        /// A schema that no grammar can be made of: an answer can be checked against it, and not be kept to it.
        case notExpressible = "not-expressible"
        /// A file is not there, is damaged, is locked, is not the one that was meant, or is of a format that is not read.
        case unreadable
        /// No such document, conversation, transcript or setting.
        case unknownItem = "unknown-item"
        /// The current state does not allow the operation: a name is taken or ambiguous, or a setting is overridden.
        case conflict
        /// Another process, or an answer that is being written, uses the resource now.
        case occupied

        // MARK: Who may

        /// The caller is not authenticated.
        case unauthorized
        /// Only the owner may do this.
        case notAllowed = "not-allowed"
        /// The user's privacy policy forbids it.
        case refusedByPolicy = "refused-by-policy"
        /// The system does not let this process do it: a firewall, or `--offline`.
        case refusedBySystem = "refused-by-system"

        // MARK: Engines that cannot serve

        /// No engine that the policy allows can serve the request.
        case noEngine = "no-engine"
        /// No speech recognizer is available on this machine.
        case noSpeechEngine = "no-speech-engine"
        /// The engine cannot serve here, or not now.
        case unavailable
        /// The engine is not set up: no key, no model, no address.
        case notConfigured = "not-configured"
        /// The key was set for another address than the one that it would go to.
        case keyOfAnotherHost = "key-of-another-host"
        /// The engine does not do this kind of work.
        case unsupportedTask = "unsupported-task"
        /// The engine does not do what an option asks.
        case unsupportedOption = "unsupported-option"
        /// The engine does not tell how likely its tokens were.
        case noLogprobs = "no-logprobs"
        /// The engine, or the list of models, does not know the model.
        case unknownModel = "unknown-model"
        /// The file of the engine's model is missing, damaged, or none that it can run.
        case unusableModel = "unusable-model"
        /// The model is not one for what it is to be used for, or not the one that it should be; nobody chose it yet.
        case unfitModel = "unfit-model"
        /// The system is still preparing the model.
        case modelNotReady = "model-not-ready"
        /// The machine, or what is left to models of it, has too little memory.
        case notEnoughMemory = "not-enough-memory"
        /// The engine's window is too small for the work, however it is cut.
        case windowTooSmall = "window-too-small"
        /// A program that this needs is not installed.
        case toolMissing = "tool-missing"

        // MARK: Engines that failed

        /// A local model, or the process that it runs in, failed at its work.
        case modelFailed = "model-failed"
        /// The process of a local model ended, or it is not started again for a while, or there is no room to run it: a program that
        /// repeats it by itself makes it worse.
        case modelEnded = "model-ended"
        /// The model's own template cannot be used, or not for this conversation.
        case unusableTemplate = "unusable-template"
        /// The model's output does not have the requested form, not even after a retry.
        case invalidOutput = "invalid-output"
        /// The model declined, by its own rules.
        case refusedByModel = "refused-by-model"
        /// The provider's response broke off before its final event.
        case incompleteResponse = "incomplete-response"
        /// The provider failed.
        case providerFailed = "provider-failed"
        /// The provider is overloaded, or is left alone for a while after it failed.
        case overloaded
        /// The provider is asked more often than it allows.
        case rateLimited = "rate-limited"
        /// The account has no credit left.
        case quotaExceeded = "quota-exceeded"
        /// The provider does not accept the key, or not for this.
        case badKey = "bad-key"
        /// What is at the address is not what was looked for: redirects, a page, another certificate, an answer without end.
        case wrongAddress = "wrong-address"
        /// The request may not be sent as it is: in the clear, to an address that is none, with a key for elsewhere.
        case unsendable
        /// The host cannot be reached, or the connection ended.
        case connectionFailed = "connection-failed"
        /// The operation exceeded its time limit.
        case timedOut = "timed-out"
        /// The provider's response is malformed.
        case badResponse = "bad-response"

        // MARK: What is kept here

        /// A file of settings cannot be used.
        case badSettings = "bad-settings"
        /// The key that opens what is kept here is missing, is not the right one, or is out of reach.
        case locked
        /// Stored data is damaged, or was written by a newer version.
        case damagedData = "damaged-data"
        /// The disk has no space left.
        case diskFull = "disk-full"
        /// Another writer holds the store's lock; a retry helps.
        case busy
        /// The server that keeps the library cannot be reached just now: it is being started anew, or another one takes its place.
        case storeUnreachable = "store-unreachable"
        /// Whether it was done is not known: the connection broke while it was being stored. Done again unseen, it could be done twice.
        case uncertain
        /// The system refused what the work needs: to write a file, to start a program, to record.
        case systemFailed = "system-failed"
        /// Nothing is done without a record, and it cannot be written, or what the user allows cannot be read.
        case notRecorded = "not-recorded"
        /// The operation was cancelled.
        case stopped
        /// A defect of this program; nobody who uses it did anything wrong.
        case `internal`
    }

    /// Whether the same request may succeed when nobody has changed anything.
    public enum Retry: Hashable, Sendable {
        /// A retry fails again until somebody changes something.
        case never
        /// The operation may be retried, immediately or later.
        case anytime
        /// The operation may be retried after this many seconds, unless the error itself names another time.
        case after(seconds: Int)
    }
}

extension Failure.Kind {
    public var retry: Failure.Retry {
        switch self {
        case .rateLimited, .overloaded, .busy, .storeUnreachable, .notRecorded: .after(seconds: 5)
        case .modelNotReady: .after(seconds: 10)
        case .occupied, .modelFailed, .invalidOutput, .incompleteResponse, .providerFailed, .connectionFailed,
            .timedOut,
            .badResponse, .stopped, .refusedBySystem, .internal:
            .anytime
        case .usage, .badRequest, .invalidInput, .contextTooLong, .messageTooLong, .tooLarge, .nothingToRead,
            .notExpressible, .unreadable,
            .unknownItem, .conflict, .unauthorized, .notAllowed, .refusedByPolicy, .noEngine, .noSpeechEngine,
            .unavailable, .notConfigured, .keyOfAnotherHost, .unsupportedTask, .unsupportedOption, .noLogprobs,
            .unknownModel,
            .unusableModel, .unfitModel, .notEnoughMemory, .windowTooSmall, .toolMissing, .refusedByModel,
            .quotaExceeded,
            .badKey, .wrongAddress, .unsendable, .badSettings, .locked, .damagedData, .diskFull, .systemFailed,
            .modelEnded, .unusableTemplate, .uncertain:
            .never
        }
    }
}

/// An error that a person can act on.
///
/// A stable `code` for programs, a `kind` that decides what is done about it, a `message` that says what happened, and `help`.
/// Nothing branches on the text, and nothing outside the error's own module on the code: who catches an error asks for its
/// kind, or for the reason of the type that it knows.
public protocol ReadableError: Error, CustomStringConvertible, Sendable {
    /// Stable, lower-case, dashed: `encrypted-pdf`, `wrong-key`.
    var code: String { get }
    var kind: Failure.Kind { get }
    /// One or two sentences: what happened. It names no command and no button; those are `help`'s.
    var message: String { get }
    /// What would help, the best first; each surface puts it into its words.
    var help: [Failure.Help] { get }
}

/// The closed list of what can go wrong in one module.
public protocol FailureReason: Hashable, CaseIterable, Sendable {
    /// What programs read. It never changes its meaning.
    var code: String { get }
    var kind: Failure.Kind { get }
}

extension FailureReason where Self: RawRepresentable<String> {
    public var code: String { rawValue }
}

/// An error of a module that has a closed list of reasons.
public protocol ReasonedError: ReadableError {
    associatedtype Reason: FailureReason
    var reason: Reason { get }
}

extension ReasonedError {
    public var code: String { reason.code }
    public var kind: Failure.Kind { reason.kind }
}

/// A transient error: the same call may succeed later.
public protocol PassingError: ReadableError {
    /// Seconds after which it is worth to try again; `nil` when that is not known.
    var secondsToWait: Double? { get }
}

extension ReadableError {
    public var description: String { message }
    public var help: [Failure.Help] { [] }
}

extension Error {
    /// What happened, for a person to read; of an error that nobody wrote for one, what it says of itself.
    package var readableMessage: String { readable?.message ?? String(describing: self) }

    /// What a record of it says: a stable code, and never the text, which may hold parts of a prompt.
    package var recordedCode: String {
        self is CancellationError ? "cancelled" : readable?.code ?? "failed"
    }
}

// MARK: - What would help

extension Failure {
    /// What would help after a failure. It is a value, because a terminal names a command for it, a page leads to a place, and a
    /// program reads it.
    public enum Help: Hashable, Sendable {
        /// Kinds of items that a command or a page can list.
        public enum Things: String, Codable, Hashable, Sendable, CaseIterable {
            case documents, conversations, entries, models, templates, environments
        }

        /// List the existing items of a kind.
        case see(Things)
        case addDocuments
        case startConversation
        /// A key for a service; in an encrypted file where the place that it is in is out of reach.
        case giveKey(service: String, inFile: Bool = false)
        /// Sign in at a server of tools, by its name.
        case signIn(server: String)
        /// A value, or another one, for an option of the call: what a command takes as `--NAME`, a request as a field.
        case give(option: String)
        /// Another value for a setting; of one environment where it is named.
        case set(setting: String, environment: String? = nil)
        /// Remove a setting, so that its default holds.
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
        /// Remove all settings of one model, so that their defaults hold.
        case resetModelSettings(id: String)
        case addEnvironment
        case chooseEnvironment
        /// The label of a document or a folder, by its owner.
        case setLabel
        /// Send the request although redaction is not certain of it.
        case acceptDoubt
        /// What the program finds out about itself says more.
        case diagnose
        /// Verify the ledger; its report names the damaged records.
        case verifyLedger
        /// Another build of this program, with what this one lacks.
        case rebuild
        /// A program of the system, by the package that has it on Debian.
        case install(package: String)

        /// A stable identifier of the remedy for programs; its meaning never changes.
        public var action: String {
            switch self {
            case .see: "see"
            case .addDocuments: "add-documents"
            case .startConversation: "start-conversation"
            case .giveKey: "give-key"
            case .signIn: "sign-in"
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
            case .install: "install"
            }
        }

        /// What it is about, by names of what there is: `service`, `option`, `setting`, `environment`, `model`, `engine`, `task`,
        /// `things`, `package`.
        public var details: [(name: String, value: String)] {
            switch self {
            case .see(let things): [("things", things.rawValue)]
            case .giveKey(let service, _), .signIn(let service): [("service", service)]
            case .give(let option): [("option", option)]
            case .set(let setting, let environment), .unset(let setting, let environment):
                [("setting", setting)] + (environment.map { [("environment", $0)] } ?? [])
            case .giveConsent(let engine, let task): [("engine", engine.rawValue), ("task", task.rawValue)]
            case .fetchModel(let id), .removeModel(let id), .resetModelSettings(let id): [("model", id)]
            case .install(let package): [("package", package)]
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
        case .signIn(let server): "Sign in at the server of tools \(server)."
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
        case .install(let package): "Install \(package)."
        case .see, .addEnvironment, .chooseEnvironment, .acceptDoubt, .diagnose, .verifyLedger: nil
        }
    }
}

extension ReadableError {
    /// The error's message with its remedies, in words that name no command and no button.
    public var explanation: String { ([message] + help.compactMap(\.sentence)).joined(separator: " ") }
}

extension Failure.Help: Codable {
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

    /// What ``encode(to:)`` wrote; where a key is to be kept is not among it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func text(_ name: String) throws -> String { try container.decode(String.self, forKey: Key(name)) }
        func optional(_ name: String) throws -> String? {
            try container.decodeIfPresent(String.self, forKey: Key(name))
        }
        func word<Word: RawRepresentable<String>>(_ name: String) throws -> Word {
            guard let word = Word(rawValue: try text(name)) else {
                throw DecodingError.dataCorruptedError(
                    forKey: Key(name), in: container, debugDescription: "an unknown word")
            }
            return word
        }
        switch try text("action") {
        case "see": self = .see(try word("things"))
        case "give-key": self = .giveKey(service: try text("service"))
        case "sign-in": self = .signIn(server: try text("service"))
        case "give": self = .give(option: try text("option"))
        case "set": self = .set(setting: try text("setting"), environment: try optional("environment"))
        case "unset": self = .unset(setting: try text("setting"), environment: try optional("environment"))
        case "give-consent": self = .giveConsent(engine: try word("engine"), task: try word("task"))
        case "fetch-model": self = .fetchModel(id: try text("model"))
        case "remove-model": self = .removeModel(id: try text("model"))
        case "reset-model-settings": self = .resetModelSettings(id: try text("model"))
        case "install": self = .install(package: try text("package"))
        case let action:
            guard let plain = Self.plain.first(where: { $0.action == action }) else {
                throw DecodingError.dataCorruptedError(
                    forKey: Key("action"), in: container, debugDescription: "an unknown action")
            }
            self = plain
        }
    }

    /// Those without details.
    private static let plain: [Failure.Help] = [
        .addDocuments, .startConversation, .addModelFile, .findModel, .makeRoom, .addEnvironment, .chooseEnvironment,
        .setLabel, .acceptDoubt, .diagnose, .verifyLedger, .rebuild,
    ]
}
