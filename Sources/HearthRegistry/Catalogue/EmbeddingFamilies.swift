public import HearthCore

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
