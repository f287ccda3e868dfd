import Foundation

#if Llama
internal import CLlama
public import HearthCore
package import HearthGGUF

/// A loaded GGUF model: its weights, vocabulary and what it says about itself.
///
/// Loading blocks for as long as the disk needs; ``load(from:configuration:)`` does it on a thread of its own. The
/// weights are read-only after that, so one model may serve an engine and an embedding model at once.
///
/// `@unchecked Sendable`: the C handle is set once, and llama.cpp only reads through it after loading.
public final class LlamaModel: @unchecked Sendable {
    public let path: String
    /// What the model is, as it says itself.
    public let facts: Facts
    let raw: OpaquePointer
    let vocabulary: Vocabulary
    let file: ModelFile
    /// Where it was loaded from, when that was an open file.
    private let opened: OpenedModelFile?
    /// What lets it see; made when the first picture comes.
    let vision: LazyVision
    /// ``ModelFile/rankingLabels``.
    var rankingLabels: Int? { file.rankingLabels }
    /// ``ModelIdentity/file(_:)``; of an open file what was said with it.
    var fileIdentity: String? { opened.map(\.identity) ?? ModelIdentity.file(path) }

    /// Loads the weights; blocks meanwhile.
    ///
    /// - Throws: ``LlamaError`` with the code `model-not-found`, `model-unreadable`, `not-a-gguf`, `model-damaged`,
    ///   `model-truncated`, `unsupported-architecture`, `not-enough-memory` or `model-load-failed`.
    public convenience init(path: String, configuration: Configuration = Configuration()) throws {
        try self.init(path: path, configuration: configuration, observer: LoadObserver())
    }

    /// - Parameter vocabularyOnly: leaves the weights where they are; only ``tokenizer`` works then.
    /// - Throws: as above, or `CancellationError` when the observer no longer wants the model.
    /// - Parameter projector: The file of its projector; `nil` looks for one beside the model, unless that was opened by somebody else.
    package init(
        path: String, opened: OpenedModelFile? = nil, projector: ProjectorFile? = nil, configuration: Configuration,
        observer: LoadObserver, vocabularyOnly: Bool = false
    ) throws {
        if observer.flag.isSet { throw CancellationError() }
        let file = try ModelFile(path: path, descriptor: opened?.descriptor, forLoading: true)
        if opened != nil, file.parts > 1 { throw LlamaError.inParts(path, file.parts) }
        let memory = ProcessInfo.processInfo.physicalMemory
        guard file.size <= memory || vocabularyOnly else {
            throw LlamaError.notEnoughMemory(needs: file.size, has: memory, forWhat: "The model \(path)")
        }
        var parameters = llama_model_default_params()
        parameters.n_gpu_layers = Int32(clamping: configuration.gpuLayers ?? -1)
        parameters.load_mode = configuration.memoryMapped ? LLAMA_LOAD_MODE_MMAP : LLAMA_LOAD_MODE_NONE
        parameters.vocab_only = vocabularyOnly
        parameters.progress_callback = LoadObserver.isGoingOn
        parameters.progress_callback_user_data = Unmanaged.passUnretained(observer).toOpaque()
        let (model, report) = LlamaLog.capturing {
            if let opened {
                rewind(opened.stream)
                return llama_model_load_from_file_ptr(opened.stream, parameters)
            } else {
                return llama_model_load_from_file(path, parameters)
            }
        }
        guard let model else {
            if observer.flag.isSet { throw CancellationError() }
            // The C interface gives no reason but this line of its log.
            if report.contains("unknown model architecture") {
                throw LlamaError.unsupportedArchitecture(path, file.architecture, detail: report)
            }
            throw LlamaError.loadFailed(path, detail: report)
        }
        self.path = path
        self.file = file
        self.opened = opened
        raw = model
        vision = LazyVision(projector ?? (opened == nil ? ProjectorFile(of: path) : nil), configuration)
        vocabulary = Vocabulary(model: model)
        facts = Facts(model: model, file: file)
    }

    deinit {
        // What sees holds the model's pointer.
        vision.close()
        llama_model_free(raw)
    }

    /// Loads the weights on a thread of their own; throws as ``init(path:configuration:)`` does. Cancelling the task gives
    /// up loading between two tensors.
    ///
    /// - Parameter progress: Called with the share of the weights that is loaded, from 0 to 1, on the loading thread.
    public static func load(
        from path: String, configuration: Configuration = Configuration(),
        progress: (@Sendable (Double) -> Void)? = nil
    ) async throws -> LlamaModel {
        let observer = LoadObserver(progress)
        return try await withTaskCancellationHandler {
            try await ModelLoader().load(path, configuration, observer)
        } onCancel: {
            observer.flag.set()
        }
    }

    /// Counts text as this model reads it.
    public var tokenizer: any TextTokenizer { LlamaTokenizer(model: self) }
}

private actor ModelLoader {
    private let executor = ThreadExecutor(name: "hearth.llama.load")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func load(
        _ path: String, _ configuration: LlamaModel.Configuration, _ observer: LoadObserver
    ) throws -> LlamaModel {
        try LlamaModel(path: path, configuration: configuration, observer: observer)
    }
}

/// Hears how far loading is, and says whether it is to go on.
package final class LoadObserver: Sendable {
    package let flag = Latch()
    private let progress: (@Sendable (Double) -> Void)?

    package init(_ progress: (@Sendable (Double) -> Void)? = nil) { self.progress = progress }

    /// In the form that llama.cpp calls: it is given an unretained observer.
    static let isGoingOn: @convention(c) (Float, UnsafeMutableRawPointer?) -> Bool = { share, pointer in
        guard let pointer else { return true }
        let observer = Unmanaged<LoadObserver>.fromOpaque(pointer).takeUnretainedValue()
        observer.progress?(Double(min(1, max(0, share))))
        return !observer.flag.isSet
    }
}
#endif

extension LlamaModel {
    /// How to load weights.
    public struct Configuration: Hashable, Sendable {
        /// Layers to put on the GPU where the library was built for one; `nil` means all.
        public var gpuLayers: Int?
        /// Maps the file instead of copying it, so that unused parts stay on disk and two processes share one copy.
        public var memoryMapped: Bool

        public init(gpuLayers: Int? = nil, memoryMapped: Bool = true) {
            self.gpuLayers = gpuLayers
            self.memoryMapped = memoryMapped
        }
    }

    /// What a model says about itself.
    public struct Facts: Hashable, Codable, Sendable {
        /// `llama`, `qwen2`, `bert`, …
        public var architecture: String
        /// One line for a person, for example `llama 1B Q4_K - Medium`.
        public var summary: String
        public var parameters: UInt64
        /// Bytes of all weights.
        public var weightBytes: UInt64
        /// Bytes of the file.
        public var fileBytes: UInt64
        /// Tokens the model was trained to read at once.
        public var trainedContext: Int
        public var layers: Int
        /// Components of its hidden vectors, and of its embeddings.
        public var dimension: Int
        public var vocabularySize: Int
        /// The chat template in the model's own file, in Jinja; `nil` when it carries none.
        public var chatTemplate: String?
        /// Whether it can continue text; a pure encoder cannot, nor does a decoder that was retrained to make embeddings or
        /// scores.
        public var generates: Bool
    }
}

#if Llama
extension LlamaModel.Facts {
    init(model: OpaquePointer, file: ModelFile) {
        architecture = file.architecture
        var buffer = [CChar](repeating: 0, count: 256)
        let written = llama_model_desc(model, &buffer, buffer.count)
        summary = String(
            decoding: buffer.prefix(max(0, min(Int(written), buffer.count - 1))).map(UInt8.init(bitPattern:)),
            as: UTF8.self)
        parameters = llama_model_n_params(model)
        weightBytes = llama_model_size(model)
        fileBytes = file.size
        trainedContext = Int(llama_model_n_ctx_train(model))
        layers = Int(llama_model_n_layer(model))
        dimension = Int(llama_model_n_embd(model))
        vocabularySize = Int(llama_vocab_n_tokens(llama_model_get_vocab(model)))
        chatTemplate = llama_model_chat_template(model, nil).map { String(cString: $0) }
        // A decoder without a causal mask (BERT) is built as a decoder too; what tells it apart is the first key below. The
        // second is in files of decoders that were retrained, such as Qwen3-Embedding and Qwen3-Reranker.
        generates =
            llama_model_has_decoder(model)
            && Self.metadata(model, "\(file.architecture).attention.causal") != "false"
            && (Self.metadata(model, "\(file.architecture).pooling_type") ?? "0") == "0"
    }

    static func metadata(_ model: OpaquePointer, _ key: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 1024)
        let written = llama_model_meta_val_str(model, key, &buffer, buffer.count)
        guard written >= 0 else { return nil }
        return String(
            decoding: buffer.prefix(min(Int(written), buffer.count - 1)).map(UInt8.init(bitPattern:)), as: UTF8.self
        )
    }
}
#endif

// MARK: - An open file

/// A model's file that somebody opened for a process that can open none itself.
///
/// `@unchecked Sendable`: the stream is set once; llama.cpp reads from it while the model is loaded, on one thread.
package final class OpenedModelFile: @unchecked Sendable {
    /// What names the file and its state, as ``ModelIdentity/file(_:)`` does.
    let identity: String
    package let descriptor: Int32
    let stream: UnsafeMutablePointer<FILE>
    /// The stream, for those who do not see C's type of it.
    package var handle: UnsafeMutableRawPointer { UnsafeMutableRawPointer(stream) }

    /// Takes over `descriptor`; `nil` when it is no file to read from.
    package init?(descriptor: Int32, identity: String) {
        guard let stream = fdopen(descriptor, "rb") else { return nil }
        self.identity = identity
        self.descriptor = descriptor
        self.stream = stream
    }

    deinit { fclose(stream) }
}
