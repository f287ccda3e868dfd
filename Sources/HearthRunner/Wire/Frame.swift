/// One message between the two processes. `number` names the request, the engine or the call that it belongs to.
struct Frame: Sendable {
    enum Kind: UInt8, Sendable {
        // To the child.
        /// The first one: what to load from the file that was sent before it (`LoadMessage`).
        case load = 1
        /// Makes an engine (`EngineMessage`); forgets it.
        case openEngine, closeEngine
        /// Answers a request (`RequestMessage`); gives it up; says how many pieces were read (UInt32).
        case respond, cancel, read
        /// Calls that are answered with a ``result`` or a ``failed``: the self-test, the template; counting the tokens of a text,
        /// and where they end; ranking texts; making vectors of them; writing down a clip.
        case examine, template, count, ends, rank, embed, recognize
        /// The answer to an ``ask…`` of the child.
        case reply
        /// For tests: aborts; tries what must not be possible, and answers with what was.
        case abort, attempt

        // From the child.
        /// How much is loaded (Double); all of it (`LoadedMessage`).
        case progress = 64, loaded
        /// Pieces of an answer.
        case reasoning, text, logprobs
        /// The answer's end (`ResponseMessage`).
        case final
        /// The answer to a call; what a clip says so far.
        case result, partial
        /// A request, a call or the load came to nothing (`ErrorMessage`).
        case failed
        /// Asks the parent for what is kept of a conversation: its tokens, all of it; hands over what to keep.
        case askTokens, askState, keepState
        /// Asks for what the self-test found; hands that over.
        case askFindings, keepFindings
    }

    var kind: Kind
    var number: UInt32
    var payload: [UInt8] = []

    /// No message but a kept state is as long as this.
    static let usualLimit = 64 << 20
    /// The longest state of a conversation that is taken, with its tokens.
    static let stateLimit = (1 << 30) + usualLimit

    var limit: Int { kind == .keepState || kind == .reply ? Self.stateLimit : Self.usualLimit }
}
