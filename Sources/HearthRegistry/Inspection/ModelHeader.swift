import Foundation
public import HearthCore
public import HearthGGUF

/// What the header of a GGUF file says about a model.
public struct ModelHeader: Codable, Hashable, Sendable {
    public var architecture: String?
    public var name: String?
    public var parameters: Int?
    /// Such as `Q4_K_M`, from the file's own word; else the type of most weights, such as `Q4_K`.
    public var quantization: String?
    public var contextLength: Int?
    public var shape: ModelShape?
    /// The kind of tokenizer, such as `gpt2` or `bert`.
    public var tokenizer: String?
    /// The chat template (Jinja); `nil` when there is none.
    public var chatTemplate: String?
    public var licence: String?
    public var languages: [String]?
    /// Bytes of the header itself, with its padding.
    public var headerBytes: Int
    /// Bytes that the file must have for all of its tensors; `nil` when there is none, or one is of an unknown type.
    public var fileBytes: Int?
    /// Whether the network only reads (an encoder), such as BERT.
    public var isEncoder: Bool
    /// How an embedding model makes one vector of a text; `nil` where the file does not say.
    public var pooling: TokenPooling?
    /// Components of the vectors that an embedding model makes.
    public var dimensions: Int?
    /// What an embedding model of this name wants before texts; `nil` where that is not known.
    public var prefixes: EmbeddingPrefixes?
    /// Whether it has an output that ranks, as rerankers do.
    public var ranks: Bool

    private enum Limit {
        static let text = 512
        static let template = 1 << 20
        static let languages = 256
    }

    /// Reads the facts from a header; texts are cut to what a fact may be long.
    public init(_ file: GGUFFile) {
        architecture = file.architecture.map(Self.short)
        name = file.name.map(Self.short)
        parameters = file.tensors.isEmpty ? nil : file.parameterCount
        quantization = Self.fileType(file.metadata["general.file_type"]?.int) ?? file.predominantType?.description
        contextLength = file.contextLength.flatMap { $0 > 0 ? $0 : nil }
        tokenizer = file.tokenizerModel.map(Self.short)
        chatTemplate = file.chatTemplate.flatMap { $0.utf8.count <= Limit.template ? $0 : nil }
        licence = file.metadata["general.license"]?.string.map(Self.short)
        let tags = file.metadata["general.languages"]?.array
        languages = tags.flatMap { tags in
            tags.holdsStrings && tags.count <= Limit.languages ? (try? tags.strings())?.map(Self.short) : nil
        }
        headerBytes = file.dataOffset
        fileBytes =
            file.tensors.isEmpty || file.tensors.contains { $0.fileRange == nil }
            ? nil : file.tensors.reduce(file.dataOffset) { max($0, $1.fileRange?.upperBound ?? 0) }
        let pooling = file.modelValue("pooling_type")?.int
        // 0 is `LLAMA_POOLING_TYPE_NONE`, which some converters write into files of models that write.
        isEncoder =
            file.modelValue("attention.causal")?.bool == false || (pooling ?? 0) != 0
            || Self.encoders.contains(file.architecture ?? "")
        // `LLAMA_POOLING_TYPE_RANK` of llama.h; older files of rerankers have only the tensors of their head.
        ranks = pooling == 4 || ["cls.weight", "cls.output.weight"].contains { file.tensor(named: $0) != nil }
        shape = Self.shape(of: file)
        guard isEncoder, !ranks else { return }
        self.pooling = TokenPooling(pooling)
        dimensions = shape?.width
        prefixes =
            [file.name, file.metadata["general.basename"]?.string].lazy.compactMap(\.self)
            .compactMap { EmbeddingFamilies.prefixes(ofModelNamed: $0) }.first
    }

    private static func shape(of file: GGUFFile) -> ModelShape? {
        guard let layers = file.blockCount, let width = file.embeddingLength,
            // Some networks have another number of heads in each layer; then the memory cannot be computed this way.
            let heads = file.modelValue("attention.head_count")?.int, heads > 0
        else { return nil }
        let vocabulary =
            file.metadata["tokenizer.ggml.tokens"]?.array?.count ?? file.modelValue("vocab_size")?.int ?? 0
        let shape = ModelShape(
            layers: layers, width: width, heads: heads,
            keyValueHeads: file.modelValue("attention.head_count_kv")?.int ?? heads,
            keyLength: file.modelValue("attention.key_length")?.int ?? width / heads,
            valueLength: file.modelValue("attention.value_length")?.int ?? width / heads, vocabulary: vocabulary)
        return shape.isPlausible ? shape : nil
    }

    /// Architectures that only read, by the names of llama.cpp (`llama-arch.cpp`): early files of them say it in no other way.
    private static let encoders: Set<String> = [
        "bert", "nomic-bert", "nomic-bert-moe", "neo-bert", "modern-bert", "jina-bert-v2", "jina-bert-v3", "eurobert",
        "gemma-embedding", "t5encoder",
    ]

    /// What the network was made for.
    public var modality: Modality { ranks ? .reranking : isEncoder ? .embedding : .textGeneration }

    private static func short(_ text: String) -> String { String(text.prefix(Limit.text)) }

    /// The numbers of `llama_ftype` in llama.h.
    private static func fileType(_ number: Int?) -> String? {
        guard let number else { return nil }
        let names = [
            0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S",
            12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K",
            19: "IQ2_XXS", 20: "IQ2_XS", 21: "Q2_K_S", 22: "IQ3_XS", 23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL",
            26: "IQ3_S", 27: "IQ3_M", 28: "IQ2_S", 29: "IQ2_M", 30: "IQ4_XS", 31: "IQ1_M", 32: "BF16",
        ]
        return names[number]
    }
}

/// What the head of an embedding model's file tells before the model is loaded.
public struct EmbeddingFile: Hashable, Sendable {
    /// What the models of Hearth's encoder and of llama.cpp made of it would be called: the name that it gives itself, and its own.
    public var names: [String]
    /// What a model of such a name wants before texts; `nil` where nothing is known of it.
    public var prefixes: EmbeddingPrefixes?

    /// `nil` where there is no such file, or it is none in GGUF.
    public init?(path: String) {
        guard ModelFileSystem.regularFileSize(path) != nil, let file = try? GGUFFile(headerOf: path) else {
            return nil
        }
        let stem = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        names = [file.name ?? "bert", stem]
        let header = ModelHeader(file)
        // Files call themselves after whatever folder they were made in, so the name they were given counts as well.
        prefixes =
            header.prefixes ?? (header.modality == .embedding ? EmbeddingFamilies.prefixes(ofModelNamed: stem) : nil)
    }
}
