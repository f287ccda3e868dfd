#if Llama
internal import CLlama
import Foundation

/// The tokens of one model: text to tokens, tokens to bytes, and which of them steer the model.
///
/// `@unchecked Sendable`: the handle belongs to the model, which outlives this value in every use, and llama.cpp's
/// vocabulary functions are thread-safe reads.
struct Vocabulary: @unchecked Sendable {
    /// A token that stands for more than its text.
    struct Special {
        var id: llama_token
        var text: [UInt8]
        var attributes: UInt32

        func has(_ attribute: llama_token_attr) -> Bool { attributes & attribute.rawValue != 0 }

        /// Whether it is user-defined and may mark something in a template, such as `<|im_start|>`, `<think>` or `[INST]`.
        ///
        /// Files declare the marks of templates as control tokens or as user-defined ones, and a template that puts a mark
        /// together (`'<|' + role + '|>'`) does not name it. So every user-defined token counts that is neither white space
        /// nor a word.
        var looksLikeMark: Bool {
            guard has(LLAMA_TOKEN_ATTR_USER_DEFINED), isLongEnough else { return false }
            return String(decoding: text, as: UTF8.self).unicodeScalars.contains { scalar in
                // SentencePiece's stand-in for a space.
                scalar != "\u{2581}" && !scalar.properties.isAlphabetic && !scalar.properties.isWhitespace
                    && scalar.properties.numericType == nil
                    && scalar.properties.canonicalCombiningClass == .notReordered
            }
        }

        /// One or two characters cannot be spelled out in smaller tokens, and mark nothing.
        var isLongEnough: Bool { String(decoding: text, as: UTF8.self).unicodeScalars.count >= 3 }
    }

    let raw: OpaquePointer
    let count: Int
    /// Whether a space goes before text that starts a prompt or follows a special token (SentencePiece).
    let isSentencePiece: Bool
    /// Bytes of the longest text that one token stands for.
    let longestPiece: Int
    /// Longest text first, the order in which llama.cpp looks for them.
    let specials: [Special]
    /// `false` for every token that steers the model, by id.
    private let isPlain: [Bool]
    /// `false` also for user-defined tokens that look like marks of a template, by id.
    private let isText: [Bool]

    init(model: OpaquePointer) {
        let raw: OpaquePointer = llama_model_get_vocab(model)
        self.raw = raw
        count = Int(llama_vocab_n_tokens(raw))
        isSentencePiece = llama_vocab_type(raw) == LLAMA_VOCAB_TYPE_SPM
        var specials: [Special] = []
        var longest = 1
        var isPlain = [Bool](repeating: true, count: count)
        var isText = isPlain
        let special =
            LLAMA_TOKEN_ATTR_CONTROL.rawValue | LLAMA_TOKEN_ATTR_USER_DEFINED.rawValue
            | LLAMA_TOKEN_ATTR_UNKNOWN.rawValue
        for id in 0..<count {
            let token = llama_token(id)
            let attributes = llama_vocab_get_attr(raw, token).rawValue
            if attributes & LLAMA_TOKEN_ATTR_CONTROL.rawValue != 0 || llama_vocab_is_eog(raw, token) {
                isPlain[id] = false
                isText[id] = false
            }
            guard let text = llama_vocab_get_text(raw, token) else { continue }
            let length = strlen(text)
            longest = max(longest, length)
            guard attributes & special != 0, length > 0 else { continue }
            let bytes = UnsafeRawBufferPointer(start: text, count: length)
            let found = Special(id: token, text: Array(bytes), attributes: attributes)
            if found.looksLikeMark { isText[id] = false }
            specials.append(found)
        }
        self.isPlain = isPlain
        self.isText = isText
        longestPiece = longest
        self.specials = specials.sorted { $0.text.count > $1.text.count }
    }

    /// Whether the token is ordinary text, which neither ends nor structures a conversation.
    func isPlain(_ token: llama_token) -> Bool { isPlain.indices.contains(Int(token)) && isPlain[Int(token)] }

    /// Tokens of a text that somebody else wrote, of which none steers the model.
    ///
    /// - Parameter marks: Further tokens that such a text must not become.
    func plainTokens(_ bytes: [UInt8], without marks: Set<llama_token> = []) -> [llama_token] {
        let tokens = tokenize(bytes)
        // WordPiece builds no control token of text, and writes one of them, `[UNK]`, for what it does not know.
        if llama_vocab_type(raw) == LLAMA_VOCAB_TYPE_WPM { return tokens }
        func isAllowed(_ token: llama_token) -> Bool {
            isText.indices.contains(Int(token)) && isText[Int(token)] && !marks.contains(token)
        }
        guard !tokens.allSatisfy(isAllowed) else { return tokens }
        return tokens.flatMap { isAllowed($0) ? [$0] : spelledOut($0, isAllowed) }
    }

    /// The text of a token in smaller tokens, none of which steers the model.
    ///
    /// Text gets here when the tokenizer itself builds a control token: user-defined tokens are found in any text, and
    /// SentencePiece merges pieces up to any entry of the vocabulary, control tokens included.
    private func spelledOut(_ token: llama_token, _ isAllowed: (llama_token) -> Bool) -> [llama_token] {
        String(decoding: text(of: token), as: UTF8.self).unicodeScalars.flatMap { scalar in
            tokenize(Array(String(scalar).utf8)).filter(isAllowed)
        }
    }

    func endsGeneration(_ token: llama_token) -> Bool { llama_vocab_is_eog(raw, token) }

    /// The token that begins every prompt, where the model wants one.
    var begin: llama_token? {
        let token = llama_vocab_bos(raw)
        return llama_vocab_get_add_bos(raw) && token >= 0 ? token : nil
    }

    /// The tokens around the parts of a text with a gap.
    struct Gap {
        /// Before what stands before the gap.
        var before: llama_token
        /// Before what stands behind it.
        var after: llama_token
        /// Where the filling begins.
        var middle: llama_token
    }

    /// `nil` where the model was not trained to fill gaps.
    var gap: Gap? {
        let (before, after) = (llama_vocab_fim_pre(raw), llama_vocab_fim_suf(raw))
        let middle = llama_vocab_fim_mid(raw)
        return before >= 0 && after >= 0 && middle >= 0 ? Gap(before: before, after: after, middle: middle) : nil
    }

    /// What templates call `bos_token` and `eos_token`; empty where the model has none.
    var beginText: String { text(llama_vocab_bos(raw)) }
    var endText: String { text(llama_vocab_eos(raw)) }

    private func text(_ token: llama_token) -> String {
        guard token >= 0, let text = llama_vocab_get_text(raw, token) else { return "" }
        return String(cString: text)
    }

    /// The control tokens with one of these texts.
    func tokens(named names: [String]) -> Set<llama_token> {
        let names = Set(names.map { Array($0.utf8) })
        return Set(specials.lazy.filter { $0.has(LLAMA_TOKEN_ATTR_CONTROL) && names.contains($0.text) }.map(\.id))
    }

    /// The text of a token as the vocabulary has it, also of one that steers.
    func text(of token: llama_token) -> [UInt8] {
        guard token >= 0, Int(token) < count, let text = llama_vocab_get_text(raw, token) else { return [] }
        return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }

    /// What an embedding model expects around a text, such as `[CLS]` and `[SEP]`.
    var specialsAroundText: (before: [llama_token], after: [llama_token]) {
        func token(_ wanted: Bool, _ id: llama_token) -> [llama_token] { wanted && id >= 0 ? [id] : [] }
        if llama_vocab_type(raw) == LLAMA_VOCAB_TYPE_WPM {
            return (token(true, llama_vocab_bos(raw)), token(true, llama_vocab_sep(raw)))
        }
        return (
            token(llama_vocab_get_add_bos(raw), llama_vocab_bos(raw)),
            token(llama_vocab_get_add_eos(raw), llama_vocab_eos(raw))
                + token(llama_vocab_get_add_sep(raw), llama_vocab_sep(raw))
        )
    }

    /// Tokens of `bytes` (UTF-8), read as plain text: the names of control tokens in it are only text, unless
    /// `namesSpecials`, which is for text from no one but ourselves.
    func tokenize(_ bytes: [UInt8], namesSpecials: Bool = false) -> [llama_token] {
        var capacity = bytes.count + 8
        while true {
            var written: Int32 = 0
            let tokens = [llama_token](unsafeUninitializedCapacity: capacity) { tokens, filled in
                written = bytes.withUnsafeBytes { text in
                    llama_tokenize(
                        raw, text.bindMemory(to: CChar.self).baseAddress, Int32(clamping: text.count),
                        tokens.baseAddress,
                        Int32(clamping: tokens.count), false, namesSpecials)
                }
                filled = max(0, Int(written))
            }
            // A character without a token of its own becomes one for each byte, escapes included.
            guard written < 0, written != .min, Int(-written) > capacity else { return tokens }
            capacity = Int(-written)
        }
    }

    /// As much of a text as `tokens` tokens could stand for, so that a huge one is not tokenized in vain, and whether that
    /// leaves something out.
    func head(of text: String, tokens: Int) -> (bytes: [UInt8], isCut: Bool) {
        let (limit, overflow) = max(0, tokens).multipliedReportingOverflow(by: longestPiece + 1)
        guard !overflow, limit < text.utf8.count else { return (Array(text.utf8), false) }
        var bytes = Array(text.utf8.prefix(limit))
        // Never end inside a character.
        while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
        if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
        return (bytes, true)
    }

    /// The bytes that a token stands for, which need not be whole characters; of tokens that steer there are none, unless
    /// `namesSpecials`, and then these are their names.
    func piece(_ token: llama_token, namesSpecials: Bool = false) -> [UInt8] {
        var capacity = 64
        while true {
            var needed: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
                needed = buffer.withMemoryRebound(to: CChar.self) {
                    llama_token_to_piece(raw, token, $0.baseAddress, Int32($0.count), 0, namesSpecials)
                }
                filled = max(0, Int(needed))
            }
            guard needed < 0, Int(-needed) > capacity else { return bytes }
            capacity = Int(-needed)
        }
    }

    /// The tokens whose bytes are not whole characters, with these bytes. Reads all of the vocabulary: some hundredths of a
    /// second for 100,000 tokens.
    func fragments() -> [llama_token: [UInt8]] {
        var result: [llama_token: [UInt8]] = [:]
        for id in 0..<count {
            let token = llama_token(id)
            let bytes = piece(token)
            var progress = UTF8Progress()
            if !bytes.allSatisfy({ progress.take($0) }) || progress.missing > 0 { result[token] = bytes }
        }
        return result
    }
}
#endif
