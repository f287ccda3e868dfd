#if Llama
internal import CLlama
import Foundation
import HearthGGUF

/// What the head of a GGUF file says, read by our own reader without loading the weights.
///
/// llama.cpp takes much of a file on trust and ends the process where it is wrong. What can be seen in the head is refused here,
/// before llama.cpp reads a byte of it; the rest is why models run in a process of their own.
struct ModelFile {
    let path: String
    let size: UInt64
    let architecture: String
    /// Tokens the model was trained to read at once; `nil` when the file does not say.
    let trainedContext: Int?
    /// What a context of it takes; `nil` when the file does not say.
    let shape: Shape?
    /// Whether it carries the weights that make one score of a pair of texts, and for that many labels.
    let rankingLabels: Int?
    /// Of how many files the model consists.
    let parts: Int

    /// Reads and checks the head: that the file is there, is GGUF, is as long as its table of tensors says, and holds no number
    /// that no model has.
    ///
    /// - Parameters:
    ///   - descriptor: The file where it is open already; `nil` opens it.
    ///   - forLoading: whether to check the vocabulary too, which takes some tenths of a second.
    init(path: String, descriptor: Int32? = nil, forLoading: Bool = false) throws(LlamaError) {
        self.path = path
        if descriptor == nil {
            let start = try Self.firstBytes(path)
            guard start == Array("GGUF".utf8) else { throw start.isEmpty ? .empty(path) : .notGGUF(path) }
        }
        let file: GGUFFile
        do {
            file = try GGUFFile(headerOf: path, descriptor: descriptor)
        } catch {
            throw error.fault.map { LlamaError.faulty(path, $0) } ?? LlamaError.damaged(path, Self.reason(error))
        }
        size = UInt64(file.byteCount)
        guard let architecture = file.architecture, !architecture.isEmpty else {
            throw .damaged(path, "it does not name its architecture")
        }
        self.architecture = architecture
        if let fault = HeadCheck(file, architecture).fault(withVocabulary: forLoading) { throw .damaged(path, fault) }
        trainedContext = file.modelValue("context_length").flatMap(Self.count)
        shape = Shape(file)
        rankingLabels = Self.rankingLabels(file)
        parts = file.metadata["split.count"]?.int ?? 1
        guard file.byteCount >= file.announcedSize else {
            throw .truncated(path, has: file.byteCount, needs: file.announcedSize)
        }
    }

    private static func firstBytes(_ path: String) throws(LlamaError) -> [UInt8] {
        let attributes: [FileAttributeKey: Any]
        do {
            attributes = try FileManager.default.attributesOfItem(
                atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
        } catch {
            throw .notFound(path)
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else { throw .unreadable(path, "not a file") }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw .unreadable(path, "it cannot be opened")
        }
        defer { try? handle.close() }
        return [UInt8]((try? handle.read(upToCount: 4)) ?? Data())
    }

    /// The first sentence of the reader's error, as a part of another one.
    private static func reason(_ error: GGUFError) -> String {
        let sentence = error.message.components(separatedBy: ". ").first ?? error.message
        let part = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        return part.prefix(1).lowercased() + part.dropFirst()
    }

    /// How many scores the file's ranking head gives; `nil` when it has none. llama.cpp makes no check of this, and reads
    /// a hidden vector's first number as a score where the head is missing.
    private static func rankingLabels(_ file: GGUFFile) -> Int? {
        let labels = max(1, file.modelValue("classifier.output_labels")?.array?.count ?? 1)
        // The last matrix of the head: `cls.output` where there are two, `cls` where there is one.
        for name in ["cls.output.weight", "cls.weight"] {
            guard let tensor = file.tensor(named: name) else { continue }
            return (tensor.dimensions.count > 1 ? tensor.dimensions[1] : 1) == labels ? labels : nil
        }
        return nil
    }

    /// A number that counts something; `nil` for one of another kind.
    static func count(_ value: GGUFValue) -> Int? {
        if case .unsigned(let number) = value { return Int(clamping: number) }
        return nil
    }
}

extension ModelFile {
    /// The sizes that tell what memory a context takes.
    struct Shape: Hashable {
        var width: Int
        var hidden: Int
        var vocabulary: Int
        /// Bytes of keys and values for one token, in 16 bits.
        var cacheBytesPerToken: UInt64

        /// Numbers far beyond any model were refused before, so the products stay in range.
        fileprivate init?(_ file: GGUFFile) {
            func number(_ name: String) -> Int? { file.modelValue(name).flatMap(ModelFile.count) }
            guard let layers = number("block_count"), let width = number("embedding_length"), layers > 0, width > 0
            else { return nil }
            self.width = width
            hidden = min(number("feed_forward_length") ?? 4 * width, 1 << 22)
            let tokens = file.metadata["tokenizer.ggml.tokens"]?.array
            vocabulary = tokens?.holdsStrings == true ? tokens?.count ?? 0 : 0
            let heads = max(1, number("attention.head_count") ?? 1)
            let shared = min(heads, max(1, number("attention.head_count_kv") ?? heads))
            let key = min(number("attention.key_length") ?? width / heads, 1 << 16)
            let value = min(number("attention.value_length") ?? width / heads, 1 << 16)
            cacheBytesPerToken = UInt64(clamping: layers) * UInt64(shared) * UInt64(clamping: key + value) * 2
        }
    }
}

/// Looks in the head of a model's file for what no model has and llama.cpp takes on trust.
struct HeadCheck {
    private let file: GGUFFile
    private let architecture: String

    init(_ file: GGUFFile, _ architecture: String) {
        self.file = file
        self.architecture = architecture
    }

    /// What is wrong, as a part of a sentence; `nil` when nothing is.
    func fault(withVocabulary: Bool) -> String? {
        impossibleCount ?? impossibleNumber ?? impossibleTensor ?? impossibleVocabulary
            ?? (withVocabulary ? twins : nil)
    }

    /// The least and the most that a count may be. The limit of layers is llama.cpp's own; the other limits are far beyond any
    /// model and keep products in range.
    private static let counts: [(key: String, range: ClosedRange<Int>)] = [
        ("block_count", 1...512), ("context_length", 1...(1 << 30)), ("embedding_length", 1...(1 << 20)),
        ("embedding_length_out", 1...(1 << 20)), ("feed_forward_length", 0...(1 << 24)), ("vocab_size", 1...(1 << 24)),
        ("attention.head_count", 1...(1 << 16)), ("attention.head_count_kv", 1...(1 << 16)),
        ("attention.key_length", 1...(1 << 16)), ("attention.value_length", 1...(1 << 16)),
        ("attention.sliding_window", 0...(1 << 30)), ("rope.dimension_count", 0...(1 << 16)), ("expert_count", 0...512),
        ("expert_used_count", 0...512), ("leading_dense_block_count", 0...512), ("nextn_predict_layers", 0...512),
        ("ssm.conv_kernel", 0...(1 << 16)), ("ssm.inner_size", 0...(1 << 24)), ("ssm.state_size", 0...(1 << 20)),
        ("ssm.time_step_rank", 0...(1 << 20)), ("pooling_type", 0...4), ("token_type_count", 0...(1 << 16)),
    ]

    private var impossibleCount: String? {
        for (key, range) in Self.counts {
            guard let value = file.modelValue(key).flatMap(ModelFile.count) else { continue }
            if !range.contains(value) { return "\(architecture).\(key) is \(value)" }
        }
        func number(_ key: String) -> Int? { file.modelValue(key).flatMap(ModelFile.count) }
        if let all = number("expert_count"), let used = number("expert_used_count"), used > all {
            return "it uses \(used) experts of \(all)"
        }
        if let heads = number("attention.head_count"), let shared = number("attention.head_count_kv"),
            heads % shared != 0
        {
            return "it has \(heads) heads over \(shared) of keys and values"
        }
        return nil
    }

    /// Numbers with a fraction: a norm's epsilon that is no number, or 0, makes everything after it no number.
    private var impossibleNumber: String? {
        for (key, value) in file.metadata {
            guard case .float(let number) = value else { continue }
            let isEpsilon = key.hasSuffix("epsilon")
            guard number.isFinite, abs(number) <= 1e12, !isEpsilon || number >= 0 && number <= 1 else {
                return "\(key.prefix(80)) is \(number)"
            }
            if key.hasSuffix("rope.freq_base") || key.hasSuffix("rope.scaling.factor"), number < 0 {
                return "\(key.prefix(80)) is \(number)"
            }
        }
        return nil
    }

    private var impossibleTensor: String? {
        for tensor in file.tensors {
            guard tensor.type.isKnown else { return "its tensor \(tensor.name) has the unknown \(tensor.type)" }
            guard tensor.fileRange != nil else { return "its tensor \(tensor.name) has a broken block" }
            // ggml has no product of such numbers and ends the process for one.
            if tensor.type.isForTables, tensor.name.hasSuffix(".weight") || tensor.name.hasSuffix(".bias") {
                return "its weights \(tensor.name) are of the type \(tensor.type)"
            }
        }
        return nil
    }

    private var impossibleVocabulary: String? {
        guard let tokens = file.metadata["tokenizer.ggml.tokens"]?.array, tokens.holdsStrings else { return nil }
        for name in ["bos", "eos", "eot", "eom", "unknown", "seperator", "padding", "cls", "mask"] {
            let key = "tokenizer.ggml.\(name)_token_id"
            // All bits set says that there is none.
            guard let id = file.metadata[key].flatMap(ModelFile.count), id != Int(UInt32.max) else { continue }
            if id >= tokens.count { return "\(key) is \(id) in a vocabulary of \(tokens.count)" }
        }
        // llama.cpp reads as many of these as there are tokens, without a look at their count.
        for name in ["scores", "token_type"] {
            guard let list = file.metadata["tokenizer.ggml.\(name)"]?.array else { continue }
            if list.count != tokens.count {
                return "it has \(list.count) of tokenizer.ggml.\(name) for \(tokens.count) tokens"
            }
        }
        return nil
    }

    /// Whether two tokens of the vocabulary have the same text, which llama.cpp ends the process for.
    private var twins: String? {
        guard let tokens = file.metadata["tokenizer.ggml.tokens"]?.array, tokens.holdsStrings else { return nil }
        var seen = Set<[UInt8]>(minimumCapacity: tokens.count)
        var hasTwins = false
        // llama.cpp reads each up to its first zero.
        try? tokens.forEachString { _, bytes in
            if !seen.insert(Array(bytes.prefix { $0 != 0 })).inserted { hasTwins = true }
        }
        return hasTwins ? "two of its tokens are the same" : nil
    }
}

/// Tells whether two runs of the program use the same model in the same way, so that one can go on from what the other
/// evaluated.
package enum ModelIdentity {
    /// Names a model's file: its size, the time of its last change, and a hash of its first mebibyte, which holds the
    /// metadata and the beginning of the vocabulary. Hashing all of it would take longer than loading it.
    package static func file(_ path: String) -> String? {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        // A pipe would be waited for.
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let handle = try? FileHandle(forReadingFrom: url)
        else { return nil }
        defer { try? handle.close() }
        let size = (attributes[.size] as? NSNumber)?.uint64Value ?? 0
        let changed = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        let beginning = (try? handle.read(upToCount: 1 << 20)) ?? Data()
        return "\(size)-\(changed)-\(hash([UInt8](beginning)))"
    }

    /// Names everything that what was evaluated depends on. A state of another version of llama.cpp is never read: its
    /// format is checked by llama.cpp only in part.
    static func evaluation(_ model: LlamaModel, contextLength: Int, configuration: LlamaModel.Configuration) -> String?
    {
        guard let file = model.fileIdentity else { return nil }
        let version = llama_version().map { String(cString: $0) } ?? "unknown"
        return "\(prefix(file))\(version)|\(contextLength)|\(configuration.gpuLayers.map(String.init) ?? "all")"
    }

    /// What every name begins with that is made for that file.
    package static func prefix(_ file: String) -> String { "1|\(file)|" }

    /// FNV-1a in 64 bits (Fowler, Noll, Vo). It guards against mix-ups, not against an attacker, who could change the model.
    static func hash(_ bytes: some Sequence<UInt8>) -> String {
        String(bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }, radix: 16)
    }
}
#endif
