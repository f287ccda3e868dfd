public import Foundation
import HearthSystem

#if Llama
internal import CLlama
import HearthCore

/// Finds out whether a chat template belongs to a model, from the vocabulary and from the first token of one answer.
///
/// A wrong template does not fail: the model answers worse, or never ends. What can be seen from outside is that the marks
/// of the template are no tokens of the model, that nothing in it ends a reply, and that the model begins its reply with
/// another mark or with nothing.
struct TemplateSelfTest {
    let model: LlamaModel
    let layout: ChatLayout

    /// The marks of the families that write each as one token, such as `<|im_start|>` and `<start_of_turn>`. Marks such as
    /// `[INST]` are left out: Llama 2 reads them as ordinary text.
    private static let longestMark = 48

    /// What the vocabulary alone tells; a sentence each.
    func vocabularyFindings() -> [String] {
        let rendering = render([Message(.user, "One."), Message(.assistant, "Two."), Message(.user, "Three.")])
        let known = Set(model.vocabulary.specials.map(\.text))
        var findings: [String] = []
        var marks: [[UInt8]] = []
        for case .template(let bytes) in rendering.parts {
            for mark in Self.marks(in: bytes) where !marks.contains(mark) { marks.append(mark) }
        }
        let missing = marks.filter { !known.contains($0) }
        if !missing.isEmpty {
            let names = missing.prefix(3).map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
            findings.append(
                layout.source == nil
                    ? "Conversations are laid out as \(layout.choice.summary); but the model does not know \(names) as one "
                        + "token, so that layout does not suit it. Name the right one in the setting `chat-template`, or use a "
                        + "model file that carries its chat template."
                    : "The chat template writes \(names), which the model does not know as one token, so the template is "
                        + "probably not this model's. Set the right one with the model, or use another file.")
        }
        if !endsReplies(rendering) {
            findings.append(
                "Nothing that the chat template writes after a reply ends one for this model, so answers may run on. "
                    + "Set the right template with the model, or use another file.")
        }
        return findings
    }

    /// Plain words that every model has read a thousand times, whatever its language is.
    static let sentence = Array("The sun rises in the east and sets in the west, and a year has twelve months.".utf8)

    /// Worse than chance by this much, in nats a token, is no matter of style. Models of 0.1 billion parameters and more give
    /// plain English 2 to 5 nats a token; chance is ln(vocabulary), which is 10 to 12.
    private static let tolerance = 0.5

    /// What the surprise at ``sentence`` tells about the weights: a damaged or badly quantized model, or one that the library
    /// computes wrongly, finds it less likely than tokens drawn by lot.
    func gibberishFinding(_ surprise: Double) -> String? {
        guard surprise.isFinite else { return Self.notANumber }
        let chance = log(Double(max(2, model.vocabulary.count)))
        guard surprise > chance + Self.tolerance else { return nil }
        return
            "The model finds plain English less likely than words drawn by lot, so it will write gibberish: its file is "
            + "damaged, or quantized beyond use. Fetch it again, or choose another file of this model."
    }

    private static let notANumber =
        "The model's first answer is not a number, so its file is probably damaged. Fetch it again."

    /// What the first token of an answer tells.
    ///
    /// - Parameter logits: One for each token of the vocabulary, after the prompt of ``probe()``.
    func replyFinding(_ logits: UnsafeBufferPointer<Float>) -> String? {
        var best = 0
        for (token, logit) in logits.enumerated() {
            guard logit.isFinite || logit == -.infinity else {
                return Self.notANumber
            }
            if logit > logits[best] { best = token }
        }
        let token = llama_token(best)
        if model.vocabulary.endsGeneration(token) {
            return "Asked to say something, the model ended its reply at once; its chat template may be wrong."
        }
        let opensReasoning = String(decoding: model.vocabulary.text(of: token), as: UTF8.self).hasPrefix("<think")
        guard model.vocabulary.isPlain(token) || opensReasoning else {
            let name = String(decoding: model.vocabulary.text(of: token), as: UTF8.self)
            return
                "Asked to say something, the model answered with the mark \(name) instead of text; its chat template may be "
                + "wrong."
        }
        return nil
    }

    /// A prompt that any model answers with words.
    static let probe = ModelRequest(task: .chat, messages: [Message(.user, "Say hello.")])

    private func render(_ messages: [Message]) -> ChatTemplate.Rendering {
        let vocabulary = model.vocabulary
        return ChatTemplate(layout: layout, begin: vocabulary.beginText, end: vocabulary.endText).render(messages)
    }

    /// Whether something between a reply and the next question ends generation: a token that does, or a stop sequence.
    private func endsReplies(_ rendering: ChatTemplate.Rendering) -> Bool {
        let contents = rendering.parts.indices.filter {
            if case .content(let bytes) = rendering.parts[$0] { return bytes.elementsEqual("Two.".utf8) }
            return false
        }
        guard let reply = contents.last, rendering.parts.indices.contains(reply + 1),
            case .template(let after) = rendering.parts[reply + 1]
        else { return true }
        // Templates without any mark (Alpaca) end by the model's own end token or by a stop sequence before the next turn.
        if Self.marks(in: after).isEmpty { return true }
        if rendering.stops.contains(where: { after.firstRange(of: Array($0.utf8)) != nil }) { return true }
        return model.vocabulary.specials.contains { special in
            model.vocabulary.endsGeneration(special.id) && after.firstRange(of: special.text) != nil
        }
    }

    /// Everything of the form `<|name|>`, and `<start_of_turn>` and `<end_of_turn>`.
    static func marks(in bytes: [UInt8]) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var rest = bytes[...]
        while let open = rest.firstRange(of: Array("<|".utf8)) {
            let after = rest[open.upperBound...]
            let window = after.prefix(Self.longestMark)
            if let close = window.firstRange(of: Array("|>".utf8)),
                !window[..<close.lowerBound].contains(where: { $0 <= 0x20 || $0 == 0x3C })
            {
                found.append(Array(rest[open.lowerBound..<close.upperBound]))
                rest = rest[close.upperBound...]
            } else {
                rest = after
            }
        }
        for name in ["<start_of_turn>", "<end_of_turn>"] where bytes.firstRange(of: Array(name.utf8)) != nil {
            found.append(Array(name.utf8))
        }
        return found
    }
}
#endif

/// What self-tests of models found, wherever that is kept.
package protocol ModelChecks: Sendable {
    /// What was found for the model of that name; `nil` when it was not tested.
    func findings(for identity: String) -> [String]?
    func remember(_ findings: [String], for identity: String)
}

/// Remembers what the self-test of a model found, so that it is made once for each model file.
///
/// A small JSON file without anything private. A file that cannot be read counts as empty, and one that cannot be written
/// costs another self-test.
public struct ModelCheckFile: Hashable, Sendable {
    private let file: SmallFile

    /// More models than anyone keeps; the file must not grow with every file that was ever tried.
    private static let maximumEntries = 64

    public init(url: URL) { file = SmallFile(url) }

    /// What the self-test found for the model of that name; `nil` when it was not made.
    package func findings(for identity: String) -> [String]? { read()[identity] }

    package func remember(_ findings: [String], for identity: String) {
        var all = read()
        if all.count >= Self.maximumEntries { all = [:] }
        all[identity] = findings
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(all) else { return }
        // What was found of published models; nothing of the user's. What cannot be written is found out again.
        try? file.write(data)
    }

    private func read() -> [String: [String]] {
        guard let bytes = file.read() else { return [:] }
        return (try? JSONDecoder().decode([String: [String]].self, from: Data(bytes))) ?? [:]
    }
}

extension ModelCheckFile: ModelChecks {}
