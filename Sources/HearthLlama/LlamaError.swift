public import HearthCore
import HearthSchema

/// What can go wrong with a local model.
public struct LlamaError: ReasonedError, Hashable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// The program was built without llama.cpp.
        case notBuilt = "not-built"
        /// No model is chosen.
        case notConfigured = "not-configured"
        case modelNotFound = "model-not-found"
        case modelUnreadable = "model-unreadable"
        case notAGguf = "not-a-gguf"
        case modelDamaged = "model-damaged"
        case modelTruncated = "model-truncated"
        case modelInParts = "model-in-parts"
        case unsupportedArchitecture = "unsupported-architecture"
        case modelLoadFailed = "model-load-failed"
        case wrongKindOfModel = "wrong-kind-of-model"
        case notEnoughMemory = "not-enough-memory"
        case modelInUse = "model-in-use"
        /// llama.cpp could not make room to run the model.
        case contextFailed = "context-failed"
        case contextOverflow = "context-overflow"
        case unknownTemplate = "unknown-template"
        case templateLimit = "template-limit"
        case badGrammar = "bad-grammar"
        /// As the `SchemaError` of the same code.
        case malformedSchema = "malformed-schema"
        case unresolvedReference = "unresolved-reference"
        case malformedPattern = "malformed-pattern"
        case malformedGrammar = "malformed-grammar"
        case tooCostly = "too-costly"
        case notExpressible = "not-expressible"
        case unsatisfiable = "unsatisfiable"
        case grammarDeadEnd = "grammar-dead-end"
        case badOption = "bad-option"
        case emptyPrompt = "empty-prompt"
        case emptyQuery = "empty-query"
        /// A picture that cannot be unpacked, or is too large.
        case unreadablePicture = "unreadable-picture"
        /// The model has no projector, or the prompt is none of a conversation.
        case noVision = "no-vision"
        /// The model's vocabulary has no tokens for a gap in a text.
        case noInfill = "no-infill"
        /// The projector is damaged, or another model's.
        case projectorFailed = "projector-failed"
        /// A number that is no token of the model.
        case unknownToken = "unknown-token"
        /// llama.cpp failed while it ran the model.
        case decodeFailed = "decode-failed"
        /// The file ended its process so often that it is left alone for a while.
        case modelDoubtful = "model-doubtful"
        /// Nothing more of it was loaded for minutes.
        case modelStuck = "model-stuck"
        /// The process of the model ended.
        case modelCrashed = "model-crashed"
        /// The process of the model was ended from outside.
        case modelKilled = "model-killed"
        /// The program that runs models cannot be started.
        case runnerUnavailable = "runner-unavailable"
        /// This system cannot take a model's abilities away from its process.
        case notConfined = "not-confined"
    }

    public let reason: Reason
    public let message: String
    /// What llama.cpp itself reported, for a log; empty when it said nothing.
    public let detail: String
    public let help: [Failure.Help]

    package init(_ reason: Reason, _ message: String, detail: String = "", help: [Failure.Help] = []) {
        self.reason = reason
        self.message = message
        self.detail = detail
        self.help = help
    }

    /// The program was built without llama.cpp.
    public static let notBuilt = LlamaError(
        .notBuilt, "This build has no engine for local models.", help: [.rebuild])

    package static func notFound(_ path: String) -> LlamaError {
        // A name without a folder was more likely meant as that of a model.
        guard path.contains("/") else {
            return LlamaError(
                .modelNotFound,
                "There is no model \(path): it is neither an installed model of the list nor a file. Check the name.",
                help: [.see(.models)])
        }
        return LlamaError(
            .modelNotFound, "There is no model file at \(path). Check the path, or fetch the model again.")
    }

    package static func unreadable(_ path: String, _ reason: String) -> LlamaError {
        LlamaError(.modelUnreadable, "The model file \(path) cannot be read (\(reason)). Check its permissions.")
    }

    static func notGGUF(_ path: String) -> LlamaError {
        LlamaError(.notAGguf, "\(path) is not a GGUF model file. Choose a file in the GGUF format.")
    }

    static func empty(_ path: String) -> LlamaError {
        LlamaError(.notAGguf, ModelFileFault.empty.sentence(of: path))
    }

    static func damaged(_ path: String, _ what: String) -> LlamaError {
        faulty(path, .damaged(what))
    }

    static func truncated(_ path: String, has: Int, needs: Int) -> LlamaError {
        LlamaError(.modelTruncated, ModelFileFault.cutOff(has: has, needs: needs).sentence(of: path))
    }

    /// In the words in which the list of models says it.
    static func faulty(_ path: String, _ fault: ModelFileFault) -> LlamaError {
        LlamaError(.modelDamaged, fault.sentence(of: path))
    }

    static func inParts(_ path: String, _ count: Int) -> LlamaError {
        LlamaError(
            .modelInParts,
            "The model \(path) is one of \(count) files, which a model in a process of its own cannot read. Join them to one, "
                + "or fetch it as one file.")
    }

    static func unsupportedArchitecture(_ path: String, _ name: String, detail: String) -> LlamaError {
        LlamaError(
            .unsupportedArchitecture,
            "The model \(path) has the architecture \"\(name)\", which this version of llama.cpp does not know. "
                + "Choose another model, or update Hearth.", detail: detail)
    }

    static func loadFailed(_ path: String, detail: String) -> LlamaError {
        LlamaError(
            .modelLoadFailed,
            "llama.cpp refused the model file \(path)\(detail.isEmpty ? "" : ": \(detail)"). Fetch it again, or choose "
                + "another.",
            detail: detail)
    }

    /// - Parameter fits: A sentence that says what would fit; empty where nothing is known to.
    static func notEnoughMemory(needs: UInt64, has: UInt64, forWhat: String, fits: String = "") -> LlamaError {
        LlamaError(
            .notEnoughMemory,
            "\(forWhat) needs about \(megabytes(needs)) MB and this machine has \(megabytes(has)) MB. "
                + (fits.isEmpty ? "Choose a smaller model or a shorter context." : fits))
    }

    /// A model that does not fit beside those that are in use, or under the budget at all.
    static func overBudget(_ path: String, needs: UInt64, budget: UInt64, inUse: [String], fits: String) -> LlamaError {
        let others = inUse.isEmpty ? "" : ", and \(inUse.joined(separator: ", ")) cannot be unloaded while in use"
        return LlamaError(
            .notEnoughMemory,
            "The model \(path) needs about \(megabytes(needs)) MB; \(megabytes(budget)) MB may be used for models\(others). "
                + fits, help: [.set(setting: "model-memory")])
    }

    static func inUse(_ path: String) -> LlamaError {
        LlamaError(.modelInUse, "The model \(path) is answering and cannot be unloaded. Wait until it has finished.")
    }

    static func held(_ path: String) -> LlamaError {
        LlamaError(
            .modelInUse,
            "The model \(path) makes vectors or ranks texts and stays loaded while Hearth runs. Choose none, or another one, in "
                + "the settings.")
    }

    static func contextFailed(detail: String) -> LlamaError {
        LlamaError(
            .contextFailed, "llama.cpp could not make room to run the model. Choose a shorter context.",
            detail: detail)
    }

    static func contextOverflow(prompt: Int, context: Int) -> LlamaError {
        LlamaError(
            .contextOverflow,
            "The prompt has \(prompt) tokens and the model's context holds \(context), answer included. "
                + "Send less text, or set a longer context.")
    }

    /// The prompt was refused before it was tokenized; `atLeast` is a lower bound of its length.
    static func contextOverflow(atLeast prompt: Int, context: Int) -> LlamaError {
        LlamaError(
            .contextOverflow,
            "The prompt has more than \(prompt) tokens and the model's context holds \(context), answer included. "
                + "Send less text, or set a longer context.")
    }

    /// - Parameter name: What the setting says; only its beginning is repeated.
    static func unknownTemplate(_ name: String) -> LlamaError {
        LlamaError(
            .unknownTemplate,
            "The chat template “\(name.prefix(80))” is neither the name of a family nor a "
                + "file with a template in Jinja. Correct the setting `chat-template`.", help: templateHelp)
    }

    static let templateHelp = [Failure.Help.see(.templates)]

    /// - Parameter reason: A sentence.
    static func template(_ reason: String) -> LlamaError {
        LlamaError(
            .templateLimit,
            "The model's chat template was stopped: \(reason) It is broken, or made to do harm. Name another one in the setting "
                + "`chat-template`, or choose another model.")
    }

    static let badGrammar = LlamaError(
        .badGrammar, "The grammar given for the answer cannot be read as GBNF. Correct the grammar.")

    /// A schema that no grammar can be made of; the code is that of the `SchemaError`.
    ///
    /// - Parameter owner: What has the schema, where that is not the answer.
    static func schema(_ error: SchemaError, of owner: String? = nil) -> LlamaError {
        let reason: Reason =
            switch error.reason {
            case .malformedSchema: .malformedSchema
            case .unresolvedReference: .unresolvedReference
            case .malformedPattern: .malformedPattern
            case .tooCostly: .tooCostly
            case .notExpressible: .notExpressible
            case .unsatisfiable: .unsatisfiable
            case .malformedGrammar: .malformedGrammar
            }
        return LlamaError(reason, owner.map { "The schema of \($0): \(error.message)" } ?? error.message)
    }

    static let schemaTooLarge = LlamaError(
        .tooCostly, "The schema's grammar is larger than llama.cpp takes. Lower its counts, or split the schema.")

    static let grammarDeadEnd = LlamaError(
        .grammarDeadEnd,
        "The grammar leaves no token of this model's vocabulary to go on with. Correct the grammar, or use another model."
    )

    static func badOption(_ what: String) -> LlamaError {
        LlamaError(.badOption, "\(what). Correct the generation options.")
    }

    /// A value of another kind than a setting's.
    public static func badSetting(_ key: ModelSettings.Key) -> LlamaError {
        LlamaError(.badOption, "\(key.rawValue) must be \(key.allowed).")
    }

    /// What to do about it is the help's alone: the router gives that beside the message.
    static let noModel = LlamaError(.notConfigured, "No local model is configured.", help: [.findModel])

    static let emptyPrompt = LlamaError(.emptyPrompt, "The request has no text to answer. Send at least one message.")

    static func decodeFailed(_ status: Int32, detail: String) -> LlamaError {
        LlamaError(
            .decodeFailed, "llama.cpp failed while it ran the model (status \(status)). Try again.",
            detail: detail)
    }

    /// The arguments of a call that was under way cannot be read any more.
    static let brokenCall = LlamaError(
        .decodeFailed,
        "The model nested the arguments of a tool more than \(JSONParser.defaultDepth) levels deep, so that its call was given up. Try again."
    )

    static func wrongKind(_ path: String, _ what: String) -> LlamaError {
        LlamaError(.wrongKindOfModel, "The model \(path) \(what). Choose another model file.")
    }

    /// - Parameter reason: A sentence that says what to do.
    static func picture(_ reason: String) -> LlamaError { LlamaError(.unreadablePicture, reason) }

    static let undecodablePicture = LlamaError.picture(
        "The picture cannot be unpacked: it is damaged, or of a kind of PNG or JPEG that is not read. Save it anew, or send another one."
    )

    static func noVision(_ path: String) -> LlamaError {
        LlamaError(
            .noVision,
            "The model \(path) sees no pictures: there is no file of its projector beside it. Leave the pictures out, or add the model "
                + "with its projector (a file mmproj….gguf).", help: [.see(.models)])
    }

    static func noInfill(_ path: String) -> LlamaError {
        LlamaError(
            .noInfill,
            "The model \(path) was not made to fill a gap in a text: its vocabulary has no tokens for it. Leave out what "
                + "stands behind the gap, or ask a model that fills gaps, as many models for code do.",
            help: [.findModel])
    }

    static let pictureInText = LlamaError(
        .noVision,
        "A text that is to be gone on with has no place for a picture. Send it in a message of a conversation.")

    static func projector(_ path: String, detail: String) -> LlamaError {
        LlamaError(
            .projectorFailed,
            "The projector \(path) cannot be used with this model\(detail.isEmpty ? "" : ": \(detail)"). Take the one that was "
                + "published with the model, or fetch it again.", detail: detail)
    }

    static func pictureTooLong(_ tokens: Int, batch: Int) -> LlamaError {
        LlamaError(
            .contextOverflow,
            "A picture has \(tokens) tokens, and this model reads at most \(batch) of one at once. Send a smaller picture."
        )
    }

    static let emptyQuery = LlamaError(.emptyQuery, "The query has no text to judge by. Say what is looked for.")

    static func unknownToken(_ id: Int32, count: Int) -> LlamaError {
        LlamaError(
            .unknownToken,
            "\(id) is no token of this model: its vocabulary has \(count), which are numbered from 0 on.")
    }

    static func tooManyTokens(mostBytes: Int) -> LlamaError {
        LlamaError(
            .contextOverflow,
            "The tokens stand for more than \(mostBytes) bytes, which is more than is put together at once. Send fewer."
        )
    }

    static func notANumber(_ path: String) -> LlamaError {
        LlamaError(
            .modelDamaged,
            "The model \(path) computes what is not a number, so its file is probably damaged. Fetch it again.")
    }

    static func megabytes(_ bytes: UInt64) -> UInt64 { bytes / 1_000_000 + (bytes % 1_000_000 == 0 ? 0 : 1) }
}

extension LlamaError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .notBuilt, .runnerUnavailable, .notConfined: .unavailable
        case .notConfigured: .notConfigured
        case .modelNotFound, .modelUnreadable, .notAGguf, .modelDamaged, .modelTruncated, .modelInParts,
            .unsupportedArchitecture, .modelLoadFailed, .wrongKindOfModel, .projectorFailed:
            .unusableModel
        case .noVision, .noInfill: .unsupportedOption
        case .notEnoughMemory: .notEnoughMemory
        case .modelInUse: .conflict
        case .contextOverflow: .contextTooLong
        case .badGrammar, .malformedSchema, .unresolvedReference, .malformedPattern, .malformedGrammar, .tooCostly,
            .unsatisfiable, .grammarDeadEnd, .badOption, .emptyPrompt, .emptyQuery, .unknownToken, .unreadablePicture:
            .badRequest
        case .notExpressible: .notExpressible
        case .templateLimit, .unknownTemplate: .unusableTemplate
        case .decodeFailed, .modelStuck: .modelFailed
        case .contextFailed, .modelDoubtful, .modelCrashed, .modelKilled: .modelEnded
        }
    }
}
