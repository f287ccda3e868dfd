#if Llama
internal import CLlama
import Foundation

/// What the head of a GGUF file says, read without loading the weights.
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

    /// Reads and checks the head: that the file is there, is GGUF, and is as long as its table of tensors says.
    ///
    /// - Parameter forLoading: whether to check the vocabulary too, which takes some tenths of a second.
    init(path: String, forLoading: Bool = false) throws(LlamaError) {
        self.path = path
        size = try Self.regularFileSize(path)
        guard try Self.firstBytes(path) == Array("GGUF".utf8) else { throw .notGGUF(path) }
        let parameters = gguf_init_params(no_alloc: true, ctx: nil)
        let (context, report) = LlamaLog.capturing { gguf_init_from_file(path, parameters) }
        guard let context else {
            throw .damaged(path, report.isEmpty ? "its head cannot be read" : report)
        }
        defer { gguf_free(context) }
        guard let architecture = Self.string(context, "general.architecture") else {
            throw .damaged(path, "it does not name its architecture")
        }
        self.architecture = architecture
        trainedContext = Self.count(context, "\(architecture).context_length")
        shape = Shape(context, architecture)
        rankingLabels = Self.rankingLabels(context, architecture)
        if let fault = Self.impossibleNumber(context, architecture) { throw .damaged(path, fault) }
        if forLoading, Self.hasTwins(context) { throw .damaged(path, "two of its tokens are the same") }
        let needed = Self.neededSize(context)
        guard size >= needed else { throw .truncated(path, has: size, needs: needed) }
    }

    private static func regularFileSize(_ path: String) throws(LlamaError) -> UInt64 {
        let attributes: [FileAttributeKey: Any]
        do {
            attributes = try FileManager.default.attributesOfItem(
                atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
        } catch {
            throw .notFound(path)
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else { throw .unreadable(path, "not a file") }
        return (attributes[.size] as? NSNumber)?.uint64Value ?? 0
    }

    private static func firstBytes(_ path: String) throws(LlamaError) -> [UInt8] {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw .unreadable(path, "it cannot be opened")
        }
        defer { try? handle.close() }
        return [UInt8]((try? handle.read(upToCount: 4)) ?? Data())
    }

    private static func neededSize(_ context: OpaquePointer) -> UInt64 {
        let start = UInt64(gguf_get_data_offset(context))
        var end: UInt64 = 0
        for index in 0..<gguf_get_n_tensors(context) {
            let (sum, overflow) = UInt64(gguf_get_tensor_offset(context, index))
                .addingReportingOverflow(UInt64(gguf_get_tensor_size(context, index)))
            end = max(end, overflow ? .max : sum)
        }
        let (sum, overflow) = start.addingReportingOverflow(end)
        return overflow ? .max : sum
    }

    /// Checks the numbers and the vocabulary that llama.cpp takes on trust: it ends the process where one is impossible.
    ///
    /// - Returns: what is wrong; `nil` when nothing is.
    private static func impossibleNumber(_ context: OpaquePointer, _ architecture: String) -> String? {
        // The limit of layers is llama.cpp's own; the other limits are far beyond any model and keep products in range.
        for (key, limit) in [
            ("block_count", 512), ("context_length", 1 << 30), ("embedding_length", 1 << 20),
            ("attention.head_count", 1 << 16), ("attention.head_count_kv", 1 << 16),
        ] {
            let name = "\(architecture).\(key)"
            guard let value = count(context, name) else { continue }
            if value < 1 || value > limit { return "\(name) is \(value)" }
        }
        let tokens = gguf_find_key(context, "tokenizer.ggml.tokens")
        guard tokens >= 0, gguf_get_kv_type(context, tokens) == GGUF_TYPE_ARRAY,
            gguf_get_arr_type(context, tokens) == GGUF_TYPE_STRING
        else { return nil }
        let size = gguf_get_arr_n(context, tokens)
        for name in ["bos", "eos", "eot", "unknown", "seperator", "padding", "cls", "mask"] {
            let key = "tokenizer.ggml.\(name)_token_id"
            if let id = count(context, key), id >= size { return "\(key) is \(id) in a vocabulary of \(size)" }
        }
        return nil
    }

    /// Whether two tokens of the vocabulary have the same text, which llama.cpp ends the process for.
    private static func hasTwins(_ context: OpaquePointer) -> Bool {
        let tokens = gguf_find_key(context, "tokenizer.ggml.tokens")
        guard tokens >= 0, gguf_get_kv_type(context, tokens) == GGUF_TYPE_ARRAY,
            gguf_get_arr_type(context, tokens) == GGUF_TYPE_STRING
        else { return false }
        let size = gguf_get_arr_n(context, tokens)
        var seen = Set<[UInt8]>(minimumCapacity: size)
        for index in 0..<size {
            guard let text = gguf_get_arr_str(context, tokens, index) else { continue }
            let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
            if !seen.insert(Array(bytes)).inserted { return true }
        }
        return false
    }

    /// How many scores the file's ranking head gives; `nil` when it has none. llama.cpp makes no check of this, and reads
    /// a hidden vector's first number as a score where the head is missing.
    private static func rankingLabels(_ context: OpaquePointer, _ architecture: String) -> Int? {
        let key = gguf_find_key(context, "\(architecture).classifier.output_labels")
        let isList = key >= 0 && gguf_get_kv_type(context, key) == GGUF_TYPE_ARRAY
        let labels = isList ? max(1, gguf_get_arr_n(context, key)) : 1
        // The last matrix of the head: `cls.output` where there are two, `cls` where there is one.
        for name in ["cls.output.weight", "cls.weight"] {
            let index = gguf_find_tensor(context, name)
            guard index >= 0, let sizes = gguf_get_tensor_ne(context, index) else { continue }
            return sizes[1] == Int64(clamping: labels) ? labels : nil
        }
        return nil
    }

    private static func string(_ context: OpaquePointer, _ key: String) -> String? {
        let index = gguf_find_key(context, key)
        guard index >= 0, gguf_get_kv_type(context, index) == GGUF_TYPE_STRING else { return nil }
        return gguf_get_val_str(context, index).map { String(cString: $0) }
    }

    fileprivate static func count(_ context: OpaquePointer, _ key: String) -> Int? {
        let index = gguf_find_key(context, key)
        guard index >= 0 else { return nil }
        switch gguf_get_kv_type(context, index) {
        case GGUF_TYPE_UINT32: return Int(gguf_get_val_u32(context, index))
        case GGUF_TYPE_UINT64: return Int(clamping: gguf_get_val_u64(context, index))
        default: return nil
        }
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
        fileprivate init?(_ file: OpaquePointer, _ architecture: String) {
            func number(_ name: String) -> Int? { ModelFile.count(file, "\(architecture).\(name)") }
            guard let layers = number("block_count"), let width = number("embedding_length"), layers > 0, width > 0
            else { return nil }
            self.width = width
            hidden = min(number("feed_forward_length") ?? 4 * width, 1 << 22)
            let tokens = gguf_find_key(file, "tokenizer.ggml.tokens")
            let isList = tokens >= 0 && gguf_get_kv_type(file, tokens) == GGUF_TYPE_ARRAY
            vocabulary = isList ? gguf_get_arr_n(file, tokens) : 0
            let heads = max(1, number("attention.head_count") ?? 1)
            let shared = min(heads, max(1, number("attention.head_count_kv") ?? heads))
            let key = min(number("attention.key_length") ?? width / heads, 1 << 16)
            let value = min(number("attention.value_length") ?? width / heads, 1 << 16)
            cacheBytesPerToken = UInt64(clamping: layers) * UInt64(shared) * UInt64(clamping: key + value) * 2
        }
    }
}
#endif
