import HearthCore

/// The part of a request that is refused before anything is sent, alike for every remote engine.
enum RequestChecks {
    static let stopLimit = 16
    static let stopBytes = 256

    static func check(_ request: ModelRequest, engine: Engine) throws {
        guard request.ledgerRecord != nil else { throw ProviderError.notRouted(engine) }
        let options = request.options
        guard GenerationOptions.sensibleTokens.contains(options.maxTokens) else {
            throw ProviderError.badOption(
                "`maxTokens` must be between 1 and \(GenerationOptions.sensibleTokens.upperBound), not \(options.maxTokens)"
            )
        }
        guard options.temperature.isFinite, GenerationOptions.sensibleTemperatures.contains(options.temperature) else {
            throw ProviderError.badOption("`temperature` must be between 0 and 2, not \(options.temperature)")
        }
        let penalties = [options.presencePenalty, options.frequencyPenalty]
        guard penalties.allSatisfy(GenerationOptions.sensiblePenalties.contains) else {
            throw ProviderError.badOption("`presencePenalty` and `frequencyPenalty` must be between -2 and 2")
        }
        guard options.topP.isFinite, options.topP > 0, options.topP <= 1 else {
            throw ProviderError.badOption("`topP` must be above 0 and at most 1, not \(options.topP)")
        }
        guard options.stopSequences.count <= stopLimit,
            options.stopSequences.allSatisfy({ $0.utf8.count <= stopBytes })
        else {
            throw ProviderError.badOption("At most \(stopLimit) stop sequences of \(stopBytes) bytes can be given")
        }
        if options.grammar != nil, !engine.isOwnServer {
            throw ProviderError.badOption("A grammar can be given to local and custom engines only; give a schema")
        }
        guard request.messages.contains(where: { $0.role != .system && !isBlank($0) }) else {
            throw ProviderError.emptyPrompt
        }
        for message in request.messages where message.role == .tool && message.toolCallID?.isEmpty != false {
            throw ProviderError.badMessage("A tool's message does not name the call that it is the result of")
        }
        var names: Set<String> = []
        for tool in request.tools {
            guard isName(tool.name), names.insert(tool.name).inserted else {
                throw ProviderError.badTool(
                    "Names of tools must be unique and have 1 to 64 letters, digits, `_` or `-`; “"
                        + ErrorText(key: nil).cleaned(tool.name) + "” is not such a name")
            }
            guard tool.parameters.objectValue != nil else {
                throw ProviderError.badTool("The parameters of the tool \(tool.name) are not a JSON Schema object")
            }
        }
    }

    /// - Parameters:
    ///   - areTold: Whether the model tells how likely its tokens were.
    ///   - areOfTheAnswer: Whether what it writes is the answer: not where that is unwrapped, or cut off here.
    static func checkLogprobs(_ request: ModelRequest, areTold: Bool, areOfTheAnswer: Bool = true) throws {
        guard let count = request.options.logprobs else { return }
        guard GenerationOptions.sensibleLogprobs.contains(count) else {
            throw ProviderError.badOption(
                "`logprobs` must be between 0 and \(GenerationOptions.sensibleLogprobs.upperBound), not \(count)")
        }
        guard areTold else { throw ProviderError.noLogprobs }
        guard areOfTheAnswer else {
            throw ProviderError.badOption(
                "The tokens that this service tells of are not those of the answer where its schema is no object, or where it "
                    + "takes fewer stop sequences; leave `logprobs` out, or ask a local model")
        }
    }

    private static func isBlank(_ message: Message) -> Bool {
        message.toolCalls?.isEmpty != false && message.content.isBlank
    }

    /// The form of names that OpenAI and Anthropic take.
    static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: true
                default: false
                }
            }
    }

    /// The most tokens to ask for, and a note when that is less than what was asked of us.
    static func tokenLimit(_ request: ModelRequest, maximum: Int?) -> (limit: Int, note: String?) {
        guard let maximum, request.options.maxTokens > maximum else { return (request.options.maxTokens, nil) }
        return (maximum, "The answer was limited to \(maximum) tokens, the most that the model writes.")
    }
}
