import Hearth

/// The exit statuses that scripts rely on.
enum ExitStatus {
    static let done: Int32 = 0
    static let failed: Int32 = 1
    static let usage: Int32 = 2
    static let refusedByPolicy: Int32 = 3
    static let noEngine: Int32 = 4
    /// Of several things that were named, some were done and some failed.
    static let partly: Int32 = 5
    static let interrupted: Int32 = 130

    static func of(_ kind: Failure.Kind) -> Int32 {
        switch kind {
        case .usage: usage
        case .refusedByPolicy, .refusedBySystem: refusedByPolicy
        case .noEngine, .noSpeechEngine: noEngine
        case .badRequest, .invalidInput, .contextTooLong, .messageTooLong, .tooLarge, .nothingToRead, .notExpressible,
            .unreadable, .unknownItem, .conflict, .occupied, .unauthorized, .notAllowed, .unavailable, .notConfigured,
            .keyOfAnotherHost, .unsupportedTask, .unsupportedOption, .noLogprobs, .unknownModel, .unusableModel,
            .unfitModel,
            .modelNotReady, .notEnoughMemory, .windowTooSmall, .toolMissing, .modelFailed, .modelEnded,
            .unusableTemplate, .invalidOutput,
            .refusedByModel, .incompleteResponse, .providerFailed, .overloaded, .rateLimited, .quotaExceeded, .badKey,
            .wrongAddress, .unsendable, .connectionFailed, .timedOut, .badResponse, .badSettings, .locked,
            .damagedData, .diskFull, .busy, .storeUnreachable, .uncertain, .systemFailed, .notRecorded, .stopped,
            .internal:
            failed
        }
    }
}

/// Ends a command with a status; what is worth saying has been said, or is in `message`.
struct CommandFailure: Error {
    var status: Int32
    var message: String?

    init(_ status: Int32, _ message: String? = nil) {
        self.status = status
        self.message = message
    }

    /// Ends a command that was given several things, each of which was done or was told as failed, with the status that follows.
    ///
    /// Lines for programs tell of each thing what became of it, so they alone end with ``ExitStatus/done`` where anything was
    /// done; scripts that read them rely on it. A person, and a shell script that reads nothing, has only the status.
    static func check(done: Int, failed: Int, json: Bool) throws {
        guard failed > 0 else { return }
        if done == 0 { throw CommandFailure(ExitStatus.failed) }
        if !json { throw CommandFailure(ExitStatus.partly) }
    }
}

// MARK: - What would help

/// What would help, in words for somebody at a terminal: commands.
enum HelpText {
    /// What happened and what to type.
    static func message(of error: any ReadableError) -> String {
        let place = (error as? FileFailure)?.path.map { ["It is \($0)."] } ?? []
        return ([error.message] + place + error.help.map(sentence)).joined(separator: " ")
    }

    /// The same for a person to read: where no engine could serve, a line for each reason, and below them what to type.
    static func lines(of error: any ReadableError) -> String {
        guard let routing = error as? RoutingError, !routing.reasons.isEmpty else { return message(of: error) }
        let reasons = routing.reasons.map { "  " + Terminal.line($0) }
        return (["\(routing.summary):"] + reasons + routing.help.map(sentence)).joined(separator: "\n")
    }

    static func sentence(_ help: Failure.Help) -> String {
        switch help {
        case .see(let things): "\(list(things)) shows what is there."
        case .addDocuments: "`hearth ingest PATH` reads some."
        case .startConversation: "`hearth chat` starts one."
        case .giveKey(let service, let inFile):
            "`hearth keys set \(service)\(inFile ? " --in file" : "")` stores a key."
        case .signIn(let server): "`hearth mcp login \(server)` signs in."
        case .give(let option): "Use --\(option)."
        case .set("mode", nil): "`hearth mode auto` admits all engines."
        case .set("library", nil):
            "`hearth consent library` agrees to its host; `hearth settings set library ADDRESS` names another one."
        case .set(let setting, let environment): "`hearth settings set\(option(environment)) \(setting) VALUE` sets it."
        case .unset(let setting, let environment):
            "`hearth settings unset\(option(environment)) \(setting)` takes it out."
        case .giveConsent(let engine, let task):
            "`hearth consent grant \(engine.rawValue) --task \(task.rawValue)` gives your consent."
        case .fetchModel(let id): "`hearth models pull \(id)` fetches it."
        case .removeModel(let id): "`hearth models remove \(id)` removes it."
        case .addModelFile: "`hearth models add FILE` takes in a file that is here."
        case .findModel: "`hearth models recommend` names some that fit."
        case .makeRoom: "`hearth models gc` makes room."
        case .resetModelSettings(let id):
            "`hearth models settings \(id) --reset` takes out everything that is set for it."
        case .addEnvironment: "`hearth environment add NAME` adds one."
        case .chooseEnvironment: "`hearth environment use NAME` chooses another."
        case .setLabel: "`hearth documents label` does it, or the page."
        case .acceptDoubt: "--accept-doubt sends it nevertheless."
        case .diagnose: "`hearth doctor` says more."
        case .verifyLedger: "`hearth ledger verify` names the place."
        case .rebuild: "Run `scripts/setup`, then build again."
        case .install(let package): "`sudo apt-get install \(package)` installs it, or what does so here."
        }
    }

    private static func list(_ things: Failure.Help.Things) -> String {
        switch things {
        case .documents: "`hearth documents list`"
        case .conversations: "`hearth conversations list`"
        case .entries: "`hearth journal list`"
        case .models: "`hearth models list`"
        case .templates: "`hearth template --help`"
        case .environments: "`hearth environment list`"
        }
    }

    private static func option(_ environment: String?) -> String { environment.map { " --environment \($0)" } ?? "" }
}

extension HelpText {
    /// What mends what the doctor found, for somebody at a terminal: commands.
    static func sentence(_ remedy: Doctor.Remedy) -> String {
        switch remedy {
        case .help(let help): sentence(help)
        case .restoreBackup: "hearth restore BACKUP"
        case .freeSpace: "free some space"
        case .makeWritable(let folder): "make \(folder) writable, or name another one by HEARTH_HOME"
        case .keepOthersOut(let folder, ofEverything: false): "chmod 700 '\(folder)'"
        case .keepOthersOut(let folder, ofEverything: true): "chmod -R go-rwx '\(folder)'"
        case .endOthers(let folder): "end what else uses \(folder), and try again"
        case .denyNetwork: "hearth --offline COMMAND, where the kernel must deny it"
        case .setUp(let file?, let folder?): "run scripts/setup in the checkout, or copy \(file) to \(folder)"
        case .setUp: "run scripts/setup in the checkout"
        case .copyModel(let file, let folder): "copy Models/\(file) of Hearth's source to \(folder)"
        }
    }
}
