#if Llama
import HearthCore
import HearthLlama

/// A model in a child.
final class ChildModel: HostedModel {
    let process: RunnerProcess
    let facts: LlamaModel.Facts
    let identity: String
    /// Whether its process was given a projector.
    let sees: Bool
    let window: Int
    let onAnswer: @Sendable () -> Void
    private let handle: ProcessHandle
    private let tokenizerName: String

    /// - Parameter onAnswer: Called when it has answered a request.
    init(
        _ process: RunnerProcess, _ facts: LlamaModel.Facts, _ loaded: LoadedMessage, identity: String,
        sees: Bool = false, window: Int,
        onAnswer: @escaping @Sendable () -> Void
    ) {
        self.process = process
        self.facts = facts
        self.identity = identity
        self.sees = sees
        self.window = window
        self.onAnswer = onAnswer
        handle = ProcessHandle(process)
        tokenizerName = String(loaded.tokenizer.prefix(200))
    }

    var path: String { process.path }
    var isGone: Bool { process.isGone }
    var tokenizer: any TextTokenizer { ChildTokenizer(process: handle, name: tokenizerName) }

    func engine(
        configuration: LlamaEngine.Configuration, states: (any PromptStateStore)?, checks: ModelCheckFile?,
        memory: UInt64
    ) -> any HostedEngine {
        // Estimates err by less than half.
        process.allow(memory.addingReportingOverflow(memory).overflow ? .max : memory * 2)
        return ChildEngine(self, configuration, states, checks)
    }
}

/// The tokenizer of a model in a child. Where that is gone, an estimate serves; a request then says why.
struct ChildTokenizer: PromptTokenizer {
    let process: ProcessHandle
    let name: String

    func tokenEnds(in text: String) -> [Int] {
        guard !text.isEmpty else { return [] }
        let bytes = text.utf8.count
        guard let result = process.process.call(.ends, Array(text.utf8)), var ends = Self.ends(result, in: bytes) else {
            return EstimatedTokenizer().tokenEnds(in: text)
        }
        // The child counts bytes of what it was sent; every offset is one of the text.
        for index in ends.indices { ends[index] = min(ends[index], bytes) }
        return ends
    }

    func countTokens(_ text: String) -> Int {
        guard !text.isEmpty else { return 0 }
        guard let result = process.process.call(.count, Array(text.utf8)) else {
            return EstimatedTokenizer().countTokens(text)
        }
        var reader = WireReader(result)
        // No token is shorter than nothing, and escapes make one of each byte.
        guard let count = try? reader.number(UInt64.self), count <= UInt64(text.utf8.count) * 4 + 16 else {
            return EstimatedTokenizer().countTokens(text)
        }
        return Int(count)
    }

    func countTokens(of request: ModelRequest, chatTemplate: String?) -> Int? {
        guard let message = try? WireJSON.bytes(PromptMessage(request, chatTemplate: chatTemplate)),
            let result = process.process.call(.countPrompt, message)
        else { return nil }
        var reader = WireReader(result)
        // No prompt has as many tokens as a message may have bytes.
        guard let count = try? reader.number(UInt64.self), (1...UInt64(Frame.usualLimit)).contains(count) else {
            return nil
        }
        return Int(count)
    }

    /// Ascending offsets of a text; `nil` for what is none.
    private static func ends(_ bytes: [UInt8], in length: Int) -> [Int]? {
        var reader = WireReader(bytes)
        guard let numbers = try? reader.numbers() else { return nil }
        var last: Int32 = 0
        for number in numbers {
            guard number >= last, Int(number) <= length else { return nil }
            last = number
        }
        return numbers.map(Int.init)
    }
}

/// A model in a child that ranks texts.
final class ChildRanker: RerankingModel {
    let id: String
    private let handle: ProcessHandle
    private var process: RunnerProcess { handle.process }

    init(_ process: RunnerProcess) {
        id = LlamaModel.id(of: process.path)
        handle = ProcessHandle(process)
        process.allow(2 << 30)
    }

    func scores(query: String, texts: [String]) async throws -> [Double] {
        let message = try WireJSON.bytes(RankMessage(query: query, texts: texts))
        let scores: [Double] = try WireJSON.value(try await ChildCall.result(.rank, message, of: process))
        guard scores.count == texts.count, scores.allSatisfy(\.isFinite) else {
            process.violate()
            throw process.error(.violated)
        }
        return scores
    }
}

/// A model in a child that makes vectors of texts.
final class ChildEmbedder: HostedEmbeddingModel {
    let id: String
    let dimension: Int
    let maxTokens: Int
    let tokenizer: any TextTokenizer
    private let handle: ProcessHandle
    private let onAnswer: @Sendable () -> Void
    private var process: RunnerProcess { handle.process }

    /// Texts sent at once: their vectors fit into one answer, and cancelling waits for no more than these.
    private static let portion = 64

    /// `nil` where the child says of itself what cannot be.
    init?(_ process: RunnerProcess, _ loaded: LoadedMessage, onAnswer: @escaping @Sendable () -> Void) {
        guard let dimension = loaded.dimension, (1...(1 << 16)).contains(dimension),
            let maxTokens = loaded.maxTokens, (1...(1 << 24)).contains(maxTokens)
        else { return nil }
        id = LlamaModel.id(of: process.path)
        self.dimension = dimension
        self.maxTokens = maxTokens
        self.onAnswer = onAnswer
        handle = ProcessHandle(process)
        tokenizer = ChildTokenizer(process: handle, name: String(loaded.tokenizer.prefix(200)))
        process.allow(2 << 30)
    }

    var isGone: Bool { process.isGone }

    func embed(_ texts: [String]) async throws -> [[Float]] {
        var vectors: [[Float]] = []
        vectors.reserveCapacity(texts.count)
        for start in stride(from: 0, to: texts.count, by: Self.portion) {
            let part = Array(texts[start..<min(start + Self.portion, texts.count)])
            let bytes = try await ChildCall.result(.embed, try WireJSON.bytes(part), of: process)
            guard let found = Self.vectors(bytes, count: part.count, dimension: dimension) else {
                process.violate()
                throw process.error(.violated)
            }
            vectors += found
        }
        onAnswer()
        return vectors
    }

    /// So many vectors of length 1, or of zeros; `nil` for what is none.
    private static func vectors(_ bytes: [UInt8], count: Int, dimension: Int) -> [[Float]]? {
        var reader = WireReader(bytes)
        var vectors: [[Float]] = []
        for _ in 0..<count {
            guard let numbers = try? reader.numbers(), numbers.count == dimension else { return nil }
            let vector = numbers.map { Float(bitPattern: UInt32(bitPattern: $0)) }
            let length = vector.reduce(0) { $0 + $1 * $1 }
            guard length == 0 || abs(length - 1) < 0.01 else { return nil }
            vectors.append(vector)
        }
        return vectors
    }
}

extension LlamaModel.Facts {
    /// Whether these could be a model's. They come from a process that may be anyone's.
    var isSensible: Bool {
        [trainedContext, layers, dimension, vocabularySize].allSatisfy { (0...(1 << 31)).contains($0) }
            && [architecture, summary].allSatisfy { $0.utf8.count <= 4096 }
            && (chatTemplate?.utf8.count ?? 0) <= 1 << 20
    }
}

// MARK: - Inspection

/// What can be seen of a model in a child. Unlike counting, none of this has an estimate to stand in for it.
extension ChildTokenizer: HostedVocabulary {
    /// More of a name than any vocabulary has.
    private static let mostNameBytes = 4096
    /// As ``HearthLlama/LlamaModel/Facts`` may have.
    private static let mostTemplateBytes = 1 << 20

    func tokens(of text: String, _ listing: TokenListing) async throws -> [ModelToken] {
        let bytes = try await ChildCall.result(.tokenize, TokenCoding.bytes(text, listing), of: process.process)
        return try sensible { try TokenCoding.tokens(bytes, listing, ofBytes: text.utf8.count) }
    }

    func bytes(ofTokens ids: [Int32]) async throws -> [UInt8] {
        var writer = WireWriter()
        writer.put(ids)
        return try await ChildCall.result(.detokenize, writer.bytes, of: process.process)
    }

    func prompt(of request: ModelRequest, template setting: String?) async throws -> LaidOutPrompt {
        let message = try WireJSON.bytes(LayOutMessage(request, chatTemplate: setting))
        let bytes = try await ChildCall.result(.layOut, message, of: process.process)
        var prompt: LaidOutPrompt = try sensible { try WireJSON.value(bytes) }
        prompt.notes = prompt.notes.prefix(16).map { String($0.prefix(1000)) }
        return prompt
    }

    func template(_ setting: String?) async throws -> ModelTemplate {
        let message = try WireJSON.bytes(TemplateMessage(setting))
        let bytes = try await ChildCall.result(.source, message, of: process.process)
        return try sensible {
            let template: ModelTemplate = try WireJSON.value(bytes)
            guard template.source.utf8.count <= Self.mostTemplateBytes,
                [template.begin, template.end].allSatisfy({ $0.utf8.count <= Self.mostNameBytes })
            else { throw WireError() }
            return template
        }
    }

    /// What makes no sense ends the child.
    private func sensible<Value>(_ read: () throws -> Value) throws -> Value {
        do { return try read() } catch {
            process.process.violate()
            throw process.process.error(.violated)
        }
    }
}
#endif
