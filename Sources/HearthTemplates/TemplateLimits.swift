/// What a template may use up. Templates come with model files, from anywhere, so all of them are strangers.
public struct TemplateLimits: Sendable {
    /// Bytes of template text. The longest in use have some 40,000.
    public var sourceBytes = 1 << 20
    /// Operations; those on long texts count more.
    public var steps = 5_000_000
    /// Bytes that are written, and bytes of any one text on the way. No model reads a prompt of so many.
    public var outputBytes = 8 << 20
    /// Expressions, blocks and macro calls inside each other.
    public var depth = 250
    /// Lists and mappings inside each other.
    public var valueDepth = 100

    public init() {}
}
