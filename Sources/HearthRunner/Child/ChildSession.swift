#if Llama
import CSandbox
import Foundation
import HearthCore
import HearthGGUF
import HearthLlama
import HearthVoice
import Synchronization

/// One model in the child: takes the parent's messages and does what they say.
final class ChildSession: Sendable {
    private struct Request {
        let flag: Latch
        let pace: AnswerPace
        let engine: LlamaEngine
    }

    private struct State {
        var model: LlamaModel?
        var ranker: LlamaRerankingModel?
        var embedder: LlamaEmbeddingModel?
        var recognizer: WhisperRecognizer?
        var engines: [UInt32: (engine: LlamaEngine, window: Int)] = [:]
        var requests: [UInt32: Request] = [:]
        var calls: [UInt32: Task<Void, Never>] = [:]
    }

    private let channel: Channel
    private let pool: ThreadPool
    /// Counts tokens, so that a long text keeps no other message waiting.
    private let counting = ThreadPool(name: "hearth.runner.count", startsAtOnce: true)
    private let load: LoadMessage
    private let opened: OpenedModelFile
    private let projector: ProjectorFile?
    private let asking: ParentCalls
    private let state = Mutex(State())

    init(
        channel: Channel, pool: ThreadPool, load: LoadMessage, opened: OpenedModelFile, projector: ProjectorFile? = nil
    ) {
        self.channel = channel
        self.pool = pool
        self.load = load
        self.opened = opened
        self.projector = projector
        asking = ParentCalls(channel)
    }

    // MARK: Loading

    func begin() {
        // A bare task, on the thread of the pool: it is the process's work.
        Task(executorPreference: pool) { [self] in
            do {
                let message = try await loaded()
                channel.send(Frame(kind: .loaded, number: 0, payload: try WireJSON.bytes(message)))
            } catch {
                fail(0, error)
            }
        }
    }

    private func loaded() async throws -> LoadedMessage {
        if load.purpose == .speech { return try await loadedRecognizer() }
        let channel = channel
        let observer = LoadObserver { share in
            var writer = WireWriter()
            writer.put(share)
            channel.send(Frame(kind: .progress, number: 0, payload: writer.bytes))
        }
        let model = try LlamaModel(
            path: load.path, opened: opened, projector: projector, configuration: load.configuration,
            observer: observer,
            vocabularyOnly: load.purpose == .vocabulary)
        state.withLock { $0.model = model }
        var message = LoadedMessage(tokenizer: model.tokenizer.name)
        switch load.purpose {
        case .text:
            message.facts = model.facts
        case .vocabulary, .speech: break
        case .ranking:
            let ranker = try LlamaRerankingModel(
                model: model, configuration: .init(maxTokens: load.maxTokens, threads: load.threads))
            state.withLock { $0.ranker = ranker }
            message.maxTokens = ranker.maxTokens
        case .embedding:
            let embedder = try LlamaEmbeddingModel(
                model: model, configuration: .init(maxTokens: load.maxTokens, threads: load.threads))
            state.withLock { $0.embedder = embedder }
            message.maxTokens = embedder.maxTokens
            message.dimension = embedder.dimension
        }
        return message
    }

    private func loadedRecognizer() async throws -> LoadedMessage {
        let recognizer = WhisperRecognizer(
            model: SpeechModelFile(id: LlamaModel.id(of: load.path), path: load.path),
            opened: OpenedSpeechModel(descriptor: opened.descriptor, handle: opened.handle),
            configuration: .init(threads: load.threads, beams: load.beams, usesGPU: load.usesGPU))
        try await recognizer.prepare()
        state.withLock { $0.recognizer = recognizer }
        return LoadedMessage()
    }

    // MARK: Messages

    func take(_ frame: Frame) {
        do {
            try handle(frame)
        } catch {
            fail(frame.number, error)
        }
    }

    private func handle(_ frame: Frame) throws {
        let number = frame.number
        switch frame.kind {
        case .openEngine: try open(number, WireJSON.value(frame.payload))
        case .closeEngine:
            state.withLock { _ = $0.engines.removeValue(forKey: number) }
        case .respond: try respond(number, WireJSON.value(frame.payload))
        case .cancel:
            let (request, call) = state.withLock { ($0.requests[number], $0.calls[number]) }
            call?.cancel()
            guard let request else { return }
            request.flag.set()
            run { await request.engine.wake() }
        case .read:
            var reader = WireReader(frame.payload)
            let count = try reader.number(UInt32.self)
            state.withLock { $0.requests[number]?.pace }?.read(Int(count))
        case .examine:
            let engine = try engine(frame)
            answer(number) { try WireJSON.bytes(try await engine.examine()) }
        case .template:
            let engine = try engine(frame)
            answer(number) {
                let choice = try await engine.chatTemplate()
                return try WireJSON.bytes([choice.name, choice.reason, choice.isFromFile ? "file" : ""])
            }
        case .count, .ends: try count(frame)
        case .countPrompt: try countPrompt(number, WireJSON.value(frame.payload))
        case .tokenize, .detokenize, .layOut, .source: try look(frame)
        case .rank: try rank(number, WireJSON.value(frame.payload))
        case .embed: try embed(number, WireJSON.value(frame.payload))
        case .recognize: try recognize(frame)
        case .reply: asking.take(frame)
        case .abort: abort()
        case .attempt:
            var reader = WireReader(frame.payload)
            var writer = WireWriter()
            writer.put(UInt32(csandbox_attempt(try reader.text())))
            channel.send(Frame(kind: .result, number: number, payload: writer.bytes))
        default: break
        }
    }

    private func open(_ number: UInt32, _ message: EngineMessage) throws {
        guard let model = state.withLock({ $0.model }) else { throw WireError() }
        let engine = LlamaEngine(
            model: model, configuration: message.configuration(load.configuration),
            states: message.maximumStateSize.map { ParentStates(asking, maximumStateSize: $0) },
            remembering: message.remembersChecks ? ParentChecks(asking, engine: number) : nil)
        state.withLock { $0.engines[number] = (engine, message.window) }
    }

    private func engine(_ frame: Frame) throws -> LlamaEngine {
        var reader = WireReader(frame.payload)
        let number = try reader.number(UInt32.self)
        guard let found = state.withLock({ $0.engines[number] }) else { throw WireError() }
        return found.engine
    }

    // MARK: Answers

    private func respond(_ number: UInt32, _ message: RequestMessage) throws {
        guard let (engine, window) = state.withLock({ $0.engines[message.engine] }) else { throw WireError() }
        let pool = pool
        let pace = AnswerPace(window: window) { Task(executorPreference: pool) { await engine.wake() } }
        let flag = Latch()
        let request = try message.request(number)
        state.withLock { $0.requests[number] = Request(flag: flag, pace: pace, engine: engine) }
        run { [self] in
            defer { state.withLock { _ = $0.requests.removeValue(forKey: number) } }
            do {
                let channel = channel
                let response = try await engine.serve(request, until: flag, pace: pace) { event in
                    guard let frame = EventCoding.frame(event, number) else { return }
                    pace.took()
                    channel.send(frame)
                }
                channel.send(
                    Frame(kind: .final, number: number, payload: try WireJSON.bytes(ResponseMessage(response))))
            } catch {
                fail(number, error)
            }
        }
    }

    private func count(_ frame: Frame) throws {
        guard let model = state.withLock({ $0.model }) else { throw WireError() }
        let text = String(decoding: frame.payload, as: UTF8.self)
        let channel = channel
        Task(executorPreference: counting) {
            var writer = WireWriter()
            if frame.kind == .count {
                writer.put(UInt64(model.tokenizer.countTokens(text)))
            } else {
                writer.put(model.tokenizer.tokenEnds(in: text).map(Int32.init(clamping:)))
            }
            channel.send(Frame(kind: .result, number: frame.number, payload: writer.bytes))
        }
    }

    private func countPrompt(_ number: UInt32, _ message: PromptMessage) throws {
        guard let model = state.withLock({ $0.model }) else { throw WireError() }
        let request = try message.request.request(number)
        let channel = channel
        Task(executorPreference: counting) {
            let count = (model.tokenizer as? any PromptTokenizer)?
                .countTokens(of: request, chatTemplate: message.chatTemplate)
            var writer = WireWriter()
            // A prompt has tokens; none stands for one that cannot be laid out.
            writer.put(UInt64(count ?? 0))
            channel.send(Frame(kind: .result, number: number, payload: writer.bytes))
        }
    }

    /// Tells what the model reads, without asking it anything. A long text keeps no other message waiting.
    private func look(_ frame: Frame) throws {
        guard let model = state.withLock({ $0.model }) else { throw WireError() }
        let payload = frame.payload
        switch frame.kind {
        case .tokenize:
            let (text, listing) = try TokenCoding.text(payload)
            answer(frame.number, on: counting) { TokenCoding.bytes(model.tokens(of: text, listing), listing) }
        case .detokenize:
            var reader = WireReader(payload)
            let ids = try reader.numbers()
            answer(frame.number, on: counting) { try model.bytes(ofTokens: ids) }
        case .layOut:
            let message: LayOutMessage = try WireJSON.value(payload)
            let request = try message.request()
            answer(frame.number, on: counting) {
                try WireJSON.bytes(try model.prompt(of: request, template: message.chatTemplate))
            }
        default:
            let message: TemplateMessage = try WireJSON.value(payload)
            answer(frame.number, on: counting) { try WireJSON.bytes(try model.template(message.chatTemplate)) }
        }
    }

    private func rank(_ number: UInt32, _ message: RankMessage) throws {
        guard let ranker = state.withLock({ $0.ranker }) else { throw WireError() }
        answer(number) {
            try WireJSON.bytes(try await ranker.rank(query: message.query, texts: message.texts).scores)
        }
    }

    private func embed(_ number: UInt32, _ texts: [String]) throws {
        guard let embedder = state.withLock({ $0.embedder }) else { throw WireError() }
        answer(number) {
            var writer = WireWriter()
            for vector in try await embedder.embed(texts) {
                writer.put(vector.map { Int32(bitPattern: $0.bitPattern) })
            }
            return writer.bytes
        }
    }

    private func recognize(_ frame: Frame) throws {
        guard let recognizer = state.withLock({ $0.recognizer }) else { throw WireError() }
        var reader = WireReader(frame.payload)
        let options: ClipMessage = try WireJSON.value(try reader.content())
        let clip = try reader.numbers().map { Float(bitPattern: UInt32(bitPattern: $0)) }
        let (channel, number) = (channel, frame.number)
        answer(number) {
            let speech = try await recognizer.recognize(clip, options: options.options) { text in
                channel.send(Frame(kind: .partial, number: number, payload: Array(text.utf8)))
            }
            return try WireJSON.bytes(speech)
        }
    }

    // MARK: Sending

    /// A bare task for each message, because whoever waits for its end is in another process.
    private func run(_ work: @escaping @Sendable () async -> Void) { Task(executorPreference: pool) { await work() } }

    /// - Parameter threads: Where the work is done; `nil` takes those of the model.
    private func answer(
        _ number: UInt32, on threads: ThreadPool? = nil, _ work: @escaping @Sendable () async throws -> [UInt8]
    ) {
        state.withLock { state in
            state.calls[number] = Task(executorPreference: threads ?? pool) { [self] in
                defer { self.state.withLock { _ = $0.calls.removeValue(forKey: number) } }
                do {
                    channel.send(Frame(kind: .result, number: number, payload: try await work()))
                } catch {
                    fail(number, error)
                }
            }
        }
    }

    private func fail(_ number: UInt32, _ error: any Error) {
        channel.send(
            Frame(kind: .failed, number: number, payload: (try? WireJSON.bytes(ErrorMessage(error))) ?? []))
    }
}
#endif
