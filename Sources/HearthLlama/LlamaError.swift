public import HearthCore
import HearthSchema

/// What can go wrong with a local model. Callers branch on ``code``.
public struct LlamaError: ReadableError, Hashable {
    public let code: String
    public let message: String
    /// What llama.cpp itself reported, for a log; empty when it said nothing.
    public let detail: String

    package init(_ code: String, _ message: String, detail: String = "") {
        self.code = code
        self.message = message
        self.detail = detail
    }

    /// The program was built without llama.cpp.
    public static let notBuilt = LlamaError(
        "not-built",
        "This build has no engine for local models. Run `scripts/setup`, then build again.")

    package static func notFound(_ path: String) -> LlamaError {
        LlamaError("model-not-found", "There is no model file at \(path). Check the path, or fetch the model again.")
    }

    package static func unreadable(_ path: String, _ reason: String) -> LlamaError {
        LlamaError("model-unreadable", "The model file \(path) cannot be read (\(reason)). Check its permissions.")
    }

    static func notGGUF(_ path: String) -> LlamaError {
        LlamaError("not-a-gguf", "\(path) is not a GGUF model file. Choose a file in the GGUF format.")
    }

    static func damaged(_ path: String, _ what: String) -> LlamaError {
        LlamaError("model-damaged", "The model file \(path) is damaged: \(what). Fetch it again.")
    }

    static func truncated(_ path: String, has: UInt64, needs: UInt64) -> LlamaError {
        LlamaError(
            "model-truncated",
            "The model file \(path) has \(has) bytes of \(needs); the rest is missing. Fetch it again.")
    }

    static func inParts(_ path: String, _ count: Int) -> LlamaError {
        LlamaError(
            "model-in-parts",
            "The model \(path) is one of \(count) files, which a model in a process of its own cannot read. Join them with "
                + "`llama-gguf-split --merge`, or fetch it as one file.")
    }

    static func unsupportedArchitecture(_ path: String, _ name: String, detail: String) -> LlamaError {
        LlamaError(
            "unsupported-architecture",
            "The model \(path) has the architecture \"\(name)\", which this version of llama.cpp does not know. "
                + "Choose another model, or update Hearth.", detail: detail)
    }

    static func loadFailed(_ path: String, detail: String) -> LlamaError {
        LlamaError(
            "model-load-failed",
            "llama.cpp refused the model file \(path)\(detail.isEmpty ? "" : ": \(detail)"). Fetch it again, or choose "
                + "another.",
            detail: detail)
    }

    /// - Parameter fits: A sentence that says what would fit; empty where nothing is known to.
    static func notEnoughMemory(needs: UInt64, has: UInt64, forWhat: String, fits: String = "") -> LlamaError {
        LlamaError(
            "not-enough-memory",
            "\(forWhat) needs about \(megabytes(needs)) MB and this machine has \(megabytes(has)) MB. "
                + (fits.isEmpty ? "Choose a smaller model or a shorter context." : fits))
    }

    /// A model that does not fit beside those that are in use, or under the budget at all.
    static func overBudget(_ path: String, needs: UInt64, budget: UInt64, inUse: [String], fits: String) -> LlamaError {
        let others = inUse.isEmpty ? "" : ", and \(inUse.joined(separator: ", ")) cannot be unloaded while in use"
        return LlamaError(
            "not-enough-memory",
            "The model \(path) needs about \(megabytes(needs)) MB; \(megabytes(budget)) MB may be used for models\(others). "
                + fits + " Or let models have more: `hearth settings set model-memory MB`.")
    }

    static func inUse(_ path: String) -> LlamaError {
        LlamaError("model-in-use", "The model \(path) is answering and cannot be unloaded. Wait until it has finished.")
    }

    static func held(_ path: String) -> LlamaError {
        LlamaError(
            "model-in-use",
            "The model \(path) makes vectors or ranks texts and stays loaded while Hearth runs. Choose none, or another one, in "
                + "the settings.")
    }

    static func contextFailed(detail: String) -> LlamaError {
        LlamaError(
            "context-failed", "llama.cpp could not make room to run the model. Choose a shorter context.",
            detail: detail)
    }

    static func contextOverflow(prompt: Int, context: Int) -> LlamaError {
        LlamaError(
            "context-overflow",
            "The prompt has \(prompt) tokens and the model's context holds \(context), answer included. "
                + "Send less text, or set a longer context.")
    }

    /// The prompt was refused before it was tokenized; `atLeast` is a lower bound of its length.
    static func contextOverflow(atLeast prompt: Int, context: Int) -> LlamaError {
        LlamaError(
            "context-overflow",
            "The prompt has more than \(prompt) tokens and the model's context holds \(context), answer included. "
                + "Send less text, or set a longer context.")
    }

    /// - Parameter name: What the setting says; only its beginning is repeated.
    static func unknownTemplate(_ name: String) -> LlamaError {
        LlamaError(
            "unknown-template",
            "The chat template “\(name.prefix(80))” is neither the name of a family (`hearth template --help` lists them) nor a "
                + "file with a template in Jinja. Correct the setting `chat-template`.")
    }

    /// - Parameter reason: A sentence.
    static func template(_ reason: String) -> LlamaError {
        LlamaError(
            "template-limit",
            "The model's chat template was stopped: \(reason) It is broken, or made to do harm. Name another one in the setting "
                + "`chat-template`, or choose another model.")
    }

    static let badGrammar = LlamaError(
        "bad-grammar", "The grammar given for the answer cannot be read as GBNF. Correct the grammar.")

    /// A schema that no grammar can be made of; the code is that of the `SchemaError`.
    static func schema(_ error: SchemaError) -> LlamaError { LlamaError(error.code, error.message) }

    static let schemaTooLarge = LlamaError(
        "too-costly", "The schema's grammar is larger than llama.cpp takes. Lower its counts, or split the schema.")

    static let grammarDeadEnd = LlamaError(
        "grammar-dead-end",
        "The grammar leaves no token of this model's vocabulary to go on with. Correct the grammar, or use another model."
    )

    static func badOption(_ what: String) -> LlamaError {
        LlamaError("bad-option", "\(what). Correct the generation options.")
    }

    /// A value of another kind than a setting's.
    public static func badSetting(_ key: ModelSettings.Key) -> LlamaError {
        LlamaError("bad-option", "\(key.rawValue) must be \(key.allowed).")
    }

    static let emptyPrompt = LlamaError("empty-prompt", "The request has no text to answer. Send at least one message.")

    static func decodeFailed(_ status: Int32, detail: String) -> LlamaError {
        LlamaError(
            "decode-failed", "llama.cpp failed while it ran the model (status \(status)). Try again.",
            detail: detail)
    }

    static func wrongKind(_ path: String, _ what: String) -> LlamaError {
        LlamaError("wrong-kind-of-model", "The model \(path) \(what). Choose another model file.")
    }

    static let emptyQuery = LlamaError("empty-query", "The query has no text to judge by. Say what is looked for.")

    static func notANumber(_ path: String) -> LlamaError {
        LlamaError(
            "model-damaged",
            "The model \(path) computes what is not a number, so its file is probably damaged. Fetch it again.")
    }

    static func megabytes(_ bytes: UInt64) -> UInt64 { bytes / 1_000_000 + (bytes % 1_000_000 == 0 ? 0 : 1) }
}
