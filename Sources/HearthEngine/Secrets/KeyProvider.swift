/// The services that keys are kept for.
public enum KeyProvider: String, Sendable, CaseIterable, Codable {
    case openai, anthropic, custom, huggingface

    /// The variable that gives the key for one call, such as `HEARTH_OPENAI_KEY`. The services' own variables, such as
    /// `OPENAI_API_KEY`, are not read: a key that was set for another program is not a wish to send documents there.
    public var variableName: String { "HEARTH_\(rawValue.uppercased())_KEY" }
}
