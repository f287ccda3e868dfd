/// A model of which can be seen what it reads: its tokens by their numbers, and a conversation as its template lays it out.
///
/// Local models can be looked into; services keep both to themselves. Nothing of this asks the model anything: its weights need not
/// be loaded, and what is looked at is read by its vocabulary and its template alone.
public protocol InspectableModel: LanguageModel {
    /// The tokens of a text.
    ///
    /// A text of more than some ten kilobytes is read in parts, which end with a line or a word; where one ends, there may be a
    /// token more than if it were read as a whole.
    func tokens(of text: String, _ listing: TokenListing) async throws -> [ModelToken]

    /// What tokens stand for, as it would stand in a text. It need not be whole characters.
    ///
    /// - Throws: An error of the kind `bad-request` for a number that is no token of the model.
    func bytes(ofTokens ids: [Int32]) async throws -> [UInt8]

    /// A conversation as the model would read it, up to where its answer begins. What people wrote stands in it as it is, also where
    /// it looks like a mark of the template; a request keeps the two apart.
    func prompt(of request: ModelRequest) async throws -> LaidOutPrompt

    /// What lays out conversations.
    func template() async throws -> ModelTemplate

    /// Requests that are answered at the same time.
    var parallelRequests: Int { get }

    /// What a chat is answered with whose caller chooses nothing.
    ///
    /// - Parameter options: What holds for all models.
    func usualOptions(_ options: GenerationOptions) -> GenerationOptions
}

/// How the tokens of a text are listed.
public struct TokenListing: Hashable, Codable, Sendable {
    /// Whether the tokens are added that the model wants around a prompt, such as the one that begins it.
    public var addsSpecials: Bool
    /// Whether names of tokens that steer the model (`<|im_end|>`) are read as these; else they are text.
    public var namesSpecials: Bool
    /// Whether what each token stands for is listed, too.
    public var withBytes: Bool

    public init(addsSpecials: Bool = false, namesSpecials: Bool = false, withBytes: Bool = false) {
        self.addsSpecials = addsSpecials
        self.namesSpecials = namesSpecials
        self.withBytes = withBytes
    }
}

/// One token of a model's vocabulary.
public struct ModelToken: Hashable, Sendable {
    /// Its number in the vocabulary.
    public var id: Int32
    /// What it stands for, which need not be whole characters; of one that steers, its name. Empty where it was not asked for.
    public var bytes: [UInt8]

    public init(id: Int32, bytes: [UInt8] = []) {
        self.id = id
        self.bytes = bytes
    }
}

/// A conversation as a model reads it.
public struct LaidOutPrompt: Hashable, Codable, Sendable {
    public var text: String
    /// What could not be laid out as it was asked for.
    public var notes: [String]

    public init(text: String, notes: [String] = []) {
        self.text = text
        self.notes = notes
    }
}

/// What lays out a model's conversations.
public struct ModelTemplate: Hashable, Codable, Sendable {
    /// Jinja; the name of a template that llama.cpp has built in where a person set one.
    public var source: String
    /// The text of the token that begins a prompt, which templates call `bos_token`; empty where there is none.
    public var begin: String
    /// The text of the token that ends a reply, `eos_token`; empty where there is none.
    public var end: String

    public init(source: String, begin: String, end: String) {
        self.source = source
        self.begin = begin
        self.end = end
    }
}
