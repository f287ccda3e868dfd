public import HearthCore

/// The models that ship with the program: what is known of them for certain. Sizes and hashes that may change with a new
/// upload of the same file stay empty, and are learned from the server.
enum BuiltInCatalogue {
    static let models: [ModelManifest] =
        chats + [miniLM, e5Small, bgeM3, arctic, reranker, reader, tagger, stops]
        + whispers.map { whisper($0.size, bytes: $0.bytes, sha256: $0.sha256) } + [
            silero
        ]

    /// What is recommended, by what it is for: `standard` for a computer, `lite` for small devices; `nil` where the list has
    /// none that is small.
    static let choices: [(purpose: Modality, standard: String, lite: String?)] = [
        (.textGeneration, "llama-3.2-3b-instruct", "llama-3.2-1b-instruct"),
        (.embedding, "all-minilm-l6-v2", "all-minilm-l6-v2"),
        (.reranking, "bge-reranker-v2-m3", nil),
        (.speechRecognition, "whisper-small", "whisper-tiny"),
        (.voiceActivity, "silero-vad", "silero-vad"),
    ]

    // MARK: Chat

    private static let chats: [ModelManifest] = [
        chat(
            "llama-3.2-1b-instruct", "Llama 3.2 1B Instruct", file: "Llama-3.2-1B-Instruct", like: llama3,
            bytes: 807_694_464, parameters: 1_235_814_400,
            shape: (layers: 16, width: 2048, heads: 32, keyValueHeads: 8, headLength: 64)),
        chat(
            "llama-3.2-3b-instruct", "Llama 3.2 3B Instruct", file: "Llama-3.2-3B-Instruct", like: llama3,
            parameters: 3_212_749_824,
            shape: (layers: 28, width: 3072, heads: 24, keyValueHeads: 8, headLength: 128)),
        chat(
            "phi-3.5-mini-instruct", "Phi-3.5 mini Instruct", file: "Phi-3.5-mini-instruct", like: phi3,
            parameters: 3_821_079_552,
            shape: (layers: 32, width: 3072, heads: 32, keyValueHeads: 32, headLength: 96)),
        chat(
            "mistral-7b-instruct", "Mistral 7B Instruct v0.3", file: "Mistral-7B-Instruct-v0.3", like: mistral,
            parameters: 7_248_023_552,
            shape: (layers: 32, width: 4096, heads: 32, keyValueHeads: 8, headLength: 128)),
    ]

    /// What models of one family have in common.
    private struct Family {
        var architecture: String
        var licence: String
        var template: String
        var stops: [String]
        /// Tokens of the window, and of the vocabulary.
        var context: Int
        var vocabulary: Int
        var languages: [String]?
    }

    /// What differs from size to size; a head's key is as long as its value in all of these.
    private typealias Size = (layers: Int, width: Int, heads: Int, keyValueHeads: Int, headLength: Int)

    private static let llama3 = Family(
        architecture: "llama", licence: "Llama 3.2 Community License", template: "llama3-instruct",
        stops: ["<|eot_id|>"], context: 131_072, vocabulary: 128_256,
        languages: ["en", "de", "fr", "it", "pt", "hi", "es", "th"])
    private static let phi3 = Family(
        architecture: "phi3", licence: "MIT", template: "phi-3", stops: ["<|end|>", "<|endoftext|>"], context: 131_072,
        vocabulary: 32_064)
    private static let mistral = Family(
        architecture: "llama", licence: "Apache-2.0", template: "mistral-instruct", stops: ["</s>"], context: 32_768,
        vocabulary: 32_768)

    /// In the repositories and under the names that bartowski gives; Q4_K_M is the smallest that is not noticeably worse.
    private static func chat(
        _ id: String, _ name: String, file: String, like family: Family, bytes: Int? = nil, parameters: Int,
        shape: Size
    ) -> ModelManifest {
        let quantization = "Q4_K_M"
        var model = ModelManifest(
            id: id, name: name, modality: .textGeneration, runtimes: [.llama], format: .gguf,
            urls: [
                "https://huggingface.co/bartowski/\(file)-GGUF/resolve/main/\(file)-\(quantization).gguf"
            ], bytes: bytes)
        model.quantization = quantization
        model.architecture = family.architecture
        model.licence = family.licence
        model.templateFamily = family.template
        model.stopSequences = family.stops
        model.languages = family.languages
        model.reasons = false
        model.parameters = parameters
        model.contextLength = family.context
        model.shape = ModelShape(
            layers: shape.layers, width: shape.width, heads: shape.heads, keyValueHeads: shape.keyValueHeads,
            keyLength: shape.headLength, valueLength: shape.headLength, vocabulary: family.vocabulary)
        return model
    }

    // MARK: Search

    private static var miniLM: ModelManifest {
        var model = ModelManifest(
            id: "all-minilm-l6-v2", name: "all-MiniLM-L6-v2", modality: .embedding, runtimes: [.hearth], format: .gguf,
            file: "all-MiniLM-L6-v2.gguf", bytes: 90_897_888,
            sha256: "1b2406c37a91688dc31e1009969acb7e6ba87fe09443ba2d94a5fcbddebc1337")
        model.architecture = "bert"
        model.quantization = "F32"
        model.licence = "Apache-2.0"
        model.prefixes = EmbeddingPrefixes.none
        model.pooling = .mean
        model.dimensions = 384
        model.languages = ["en"]
        model.note = "It comes with Hearth, made from the published weights; there is nothing to download."
        return model
    }

    /// A multilingual MiniLM with the vocabulary of XLM-RoBERTa. Of the files that others made of it many are of no use: made by a converter
    /// that took its tokenizer for WordPiece, or without the vector of the first segment. Of this one it is said that its vectors are those of
    /// the published weights (cosine .9976 and more, in three languages). Search measures on the library's own text what a model is good for, and so finds out where it is none.
    private static var e5Small: ModelManifest {
        var model = multilingual(
            "multilingual-e5-small", "Multilingual E5 Small",
            file: "hdrrayan/multilingual-e5-small-gguf/resolve/main/multilingual-e5-small-f16.gguf")
        // The card's 118 million, without the head for training and the first position, which its converter leaves out.
        model.parameters = 117_505_536
        model.quantization = "F16"
        model.licence = "MIT"
        model.contextLength = 512
        model.prefixes = EmbeddingFamilies.e5
        model.pooling = .mean
        model.dimensions = 384
        model.note = "It knows about a hundred languages, and is the quickest of those that do."
        return model
    }

    /// The network of the reranker without its head, which knows more than a hundred languages and wants no words before a text.
    private static var bgeM3: ModelManifest {
        var model = multilingual(
            "bge-m3", "BGE M3", file: "gpustack/bge-m3-GGUF/resolve/main/bge-m3-Q8_0.gguf")
        model.parameters = 567_754_752
        model.quantization = "Q8_0"
        model.licence = "MIT"
        model.contextLength = 8192
        model.prefixes = EmbeddingPrefixes.none
        model.pooling = .first
        model.dimensions = 1024
        model.note = "It knows more than a hundred languages, and takes far longer than the small one."
        return model
    }

    /// The same network, trained for search by Snowflake. The smaller one of the family, `m-v2.0`, is of another kind (GTE: rotary
    /// positions, gated feed-forward), which GGUF names no architecture for; the files that there are of it are one program's own.
    private static var arctic: ModelManifest {
        var model = multilingual(
            "snowflake-arctic-embed-l-v2.0", "Snowflake Arctic Embed L v2.0",
            file:
                "Casual-Autopsy/snowflake-arctic-embed-l-v2.0-gguf/resolve/main/snowflake-arctic-embed-l-v2.0-q8_0.gguf"
        )
        model.parameters = 567_754_752
        model.quantization = "Q8_0"
        model.licence = "Apache-2.0"
        model.contextLength = 8192
        model.prefixes = EmbeddingFamilies.arctic2
        model.pooling = .first
        model.dimensions = 1024
        model.note = "It knows some seventy languages, and takes as long as BGE M3."
        return model
    }

    private static func multilingual(_ id: String, _ name: String, file: String) -> ModelManifest {
        var model = ModelManifest(
            id: id, name: name, modality: .embedding, runtimes: [.hearth, .llama], format: .gguf,
            urls: ["https://huggingface.co/\(file)"])
        model.architecture = "bert"
        return model
    }

    private static var reranker: ModelManifest {
        var model = ModelManifest(
            id: "bge-reranker-v2-m3", name: "BGE reranker v2 M3", modality: .reranking, runtimes: [.llama],
            format: .gguf,
            urls: ["https://huggingface.co/gpustack/bge-reranker-v2-m3-GGUF/resolve/main/bge-reranker-v2-m3-Q8_0.gguf"])
        model.architecture = "bert"
        // Those of XLM-RoBERTa large with 8194 positions, and the head for a score.
        model.parameters = 567_755_777
        model.quantization = "Q8_0"
        model.licence = "Apache-2.0"
        return model
    }

    // MARK: Our own

    /// What a checkout has in `Models/`, and an installed program beside it. Sizes and hashes of our own models are not noted: each release
    /// has its own, which `Models/SHA256SUMS` tells.
    private static var reader: ModelManifest {
        ownModel(
            "hearth-reader-en", "Hearth's reader, English", .reading,
            // Those of all-MiniLM-L6-v2, without the layer that pools, and its two heads.
            parameters: 22_566_916,
            note:
                "It comes with Hearth and is used by itself: with it, answers without a chat model name the words that answer. There "
                + "is nothing to download.")
    }

    private static var tagger: ModelManifest {
        ownModel(
            "hearth-tagger-en", "Hearth's tagger, English", .tagging,
            // The same, with nine shapes of words and four heads of 15, 15, 9 and 1 rows.
            parameters: 22_584_232,
            note:
                "It comes with Hearth and is used by itself: with it, names, moods, tasks and what matters are found without a chat "
                + "model. There is nothing to download.")
    }

    private static var stops: ModelManifest {
        var model = ownModel(
            "hearth-stops-en", "Hearth's full stops, English", .tagging,
            parameters: 190_000,
            note:
                "It comes with Hearth and is used by itself: with it, transcripts without marks, such as automatic captions, are read "
                + "sentence by sentence. There is nothing to download.")
        model.architecture = "hearth-stops"
        model.quantization = "I8"
        model.bytes = 958_624
        return model
    }

    private static func ownModel(
        _ id: String, _ name: String, _ modality: Modality, parameters: Int, note: String
    ) -> ModelManifest {
        var model = ModelManifest(
            id: id, name: name, modality: modality, runtimes: [.hearth], format: .gguf, file: id + ".gguf")
        model.architecture = "bert"
        model.parameters = parameters
        model.quantization = "Q8_0"
        model.licence = "CC-BY-SA-4.0"
        model.languages = ["en"]
        model.note = note
        return model
    }

    // MARK: Speech

    /// Hashes and sizes are those of the LFS records of the repository.
    private static let whispers: [(size: String, bytes: Int, sha256: String)] = [
        ("tiny", 77_691_713, "be07e048e1e599ad46341c8d2a135645097a538221678b7acdd1b1919c6e1b21"),
        ("base", 147_951_465, "60ed5bc3dd14eea856493d334349b405782ddcaf0028d4b5df4088345fba2efe"),
        ("small", 487_601_967, "1be3a9b2063867b937e64e2ec7483364a79917e157fa98c5d94b5c1fffea987b"),
        ("medium", 1_533_763_059, "6c14d5adee5f86394037b4e4e8b59f1673b6cee10e3cf0b11bbdbee79c156208"),
        ("large-v3", 3_095_033_483, "64d182b440b98d5203c4f9bd541544d84c605196c4f7b845dfa11fb23594d1e2"),
    ]

    private static func whisper(_ size: String, bytes: Int, sha256: String) -> ModelManifest {
        speech(
            "whisper-\(size)", "Whisper \(size)", .speechRecognition,
            file: "ggerganov/whisper.cpp/resolve/main/ggml-\(size).bin", bytes: bytes, sha256: sha256)
    }

    private static var silero: ModelManifest {
        var model = speech(
            "silero-vad", "Silero VAD 5.1.2", .voiceActivity,
            file: "ggml-org/whisper-vad/resolve/main/ggml-silero-v5.1.2.bin", bytes: 885_098,
            sha256: "29940d98d42b91fbd05ce489f3ecf7c72f0a42f027e4875919a28fb4c04ea2cf")
        model.runtimes = [.hearth]
        return model
    }

    /// Other files that do the work of a model of the list, by its id: what came with Hearth need not be fetched.
    static let standIns: [String: StandIn] = [
        "silero-vad": StandIn(
            file: "ggml-silero-v6.2.0.bin", name: "Silero VAD 6.2.0", bytes: 885_098,
            sha256: "2aa269b785eeb53a82983a20501ddf7c1d9c48e33ab63a41391ac6c9f7fb6987")
    ]

    struct StandIn {
        var file: String
        var name: String
        var bytes: Int
        var sha256: String
    }

    private static func speech(
        _ id: String, _ name: String, _ modality: Modality, file: String, bytes: Int, sha256: String
    ) -> ModelManifest {
        var model = ModelManifest(
            id: id, name: name, modality: modality, runtimes: [.whisper], format: .ggmlWhisper,
            urls: ["https://huggingface.co/\(file)"], bytes: bytes, sha256: sha256)
        model.licence = "MIT"
        return model
    }
}

// MARK: - What embedding models want

/// Families of embedding models that want something before a text, by the names that their files give themselves.
///
/// GGUF has no key for it: what the makers' own files say in `config_sentence_transformers.json` is lost when one is made. So a file is known
/// by its name, and what it wants is what the model card of its family says. Families that are not here want nothing, as BGE M3 and
/// all-MiniLM do, or what their makers want cannot be said by a prefix.
public enum EmbeddingFamilies {
    /// `multilingual-e5-*` and `e5-*-v2` (Wang et al. 2022, arXiv:2212.03533). The cards ask for `query: ` before both texts where
    /// neither is a passage.
    public static let e5 = EmbeddingPrefixes(query: "query: ", passage: "passage: ", symmetric: "query: ")
    /// `snowflake-arctic-embed-*-v2.0`; passages stay as they are.
    public static let arctic2 = EmbeddingPrefixes(query: "query: ")
    /// `nomic-embed-text-v1`, `v1.5` and `v2-moe`: the card's task for texts that may say the same is `clustering`.
    public static let nomic = EmbeddingPrefixes(
        query: "search_query: ", passage: "search_document: ", symmetric: "clustering: ")
    /// `bge-*-en`, `snowflake-arctic-embed-*` before 2.0, `mxbai-embed-large`: an instruction before short queries, nothing else.
    public static let instruction = EmbeddingPrefixes(
        query: "Represent this sentence for searching relevant passages: ")
    /// `bge-*-zh`: the same in Chinese.
    public static let chineseInstruction = EmbeddingPrefixes(query: "为这个句子生成表示以用于检索相关文章：")

    private static let sizes: Set<String> = ["xs", "s", "m", "l", "small", "base", "large"]

    /// What the model of this name wants; `nil` where nothing is known of it.
    ///
    /// - Parameter name: As a file calls itself (`Multilingual E5 Small`), or is called (`nomic-embed-text-v1.5.Q8_0`).
    public static func prefixes(ofModelNamed name: String) -> EmbeddingPrefixes? {
        var words: [String] = [""]
        for scalar in name.lowercased().unicodeScalars.prefix(200) {
            switch scalar {
            case "a"..."z", "0"..."9": words[words.count - 1].unicodeScalars.append(scalar)
            default: if words.last != "" { words.append("") }
            }
        }
        func has(_ wanted: String...) -> Bool {
            guard wanted.count <= words.count else { return false }
            return (0...(words.count - wanted.count)).contains { words[$0..<($0 + wanted.count)].elementsEqual(wanted) }
        }
        // `e5-mistral-7b-instruct` and its like want a task in words before each query.
        if has("instruct") { return nil }
        if has("e5"), !sizes.isDisjoint(with: words) { return e5 }
        if has("nomic", "embed", "text") { return nomic }
        if has("arctic", "embed") || has("arctic", "embed2") {
            return has("v2") || has("embed2") ? arctic2 : instruction
        }
        if has("mxbai", "embed", "large") { return instruction }
        if has("bge"), !sizes.isDisjoint(with: words) {
            if has("en") { return instruction }
            if has("zh") { return chineseInstruction }
        }
        return nil
    }
}

/// How an encoder makes one vector of those of all tokens.
public enum TokenPooling: String, Codable, Sendable, CaseIterable {
    case mean
    /// That of the first token, which BERT calls `[CLS]`.
    case first
    case last

    /// By the numbers of `llama_pooling_type` in llama.h, which `*.pooling_type` holds; `nil` for files that make no vector of a text.
    init?(_ number: Int?) {
        switch number {
        case 1: self = .mean
        case 2: self = .first
        case 3: self = .last
        default: return nil
        }
    }
}
