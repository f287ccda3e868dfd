/// The name that an owner gave an endpoint: a server that speaks OpenAI's protocol, one of any number.
///
/// It stands in consents, in the ledger and in the names of models, so it is short, lower-case and safe wherever names are
/// written: 1 to 20 characters of `a-z`, `0-9` and single `-`, which stand neither first nor last. What already means an engine,
/// a mode or a model is no name of an endpoint.
public struct EndpointName: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The name by itself, such as `lab`.
    public let text: String

    /// The most characters. The name is part of the name of a key, which has at most 64 with that of its environment.
    public static let longest = 20
    /// What a name must look like, as the end of a sentence.
    public static let allowed =
        "1 to \(longest) characters of a-z, 0-9 and single - inside, and no name of an engine or a mode"

    /// What else a name would mean. The first, which is the engine before there were names, stays an endpoint of its own. The
    /// second is the tag that clients of Ollama put behind any model: `custom:latest` is `custom`.
    private static let taken: Set<String> = [
        "custom", "latest", "apple", "local", "openai", "anthropic", "basic", "huggingface", "auto", "byo", "hearth",
        "documents",
        "appleonly", "localonly", "byoonly",
    ]

    /// `nil` where the text is no such name.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...Self.longest).contains(bytes.count), !Self.taken.contains(text) else { return nil }
        var before = UInt8(ascii: "-")
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: "-") where before != UInt8(ascii: "-"): break
            default: return nil
            }
            before = byte
        }
        guard before != UInt8(ascii: "-") else { return nil }
        self.text = text
    }

    public var description: String { text }

    public static func < (a: EndpointName, b: EndpointName) -> Bool { a.text < b.text }
}
