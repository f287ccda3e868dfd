#if Llama
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
            guard try Self.firstBytes(path) == Array("GGUF".utf8) else { throw .notGGUF(path) }
        }
        let file: GGUFFile
        do {
            file = try GGUFFile(headerOf: path, descriptor: descriptor)
        } catch {
            throw .damaged(path, Self.reason(error))
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
        let needed = UInt64(file.announcedSize)
        guard size >= needed else { throw .truncated(path, has: size, needs: needed) }
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
#endif
