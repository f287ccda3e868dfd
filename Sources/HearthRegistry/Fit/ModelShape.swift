/// The measures of a network that decide how much memory it takes to run.
public struct ModelShape: Codable, Hashable, Sendable {
    /// Layers.
    public var layers: Int
    /// Components of a token's vector.
    public var width: Int
    /// Heads of attention, and those that have keys and values of their own (grouped-query attention has fewer).
    public var heads: Int
    public var keyValueHeads: Int
    /// Components of a head's key, and of its value.
    public var keyLength: Int
    public var valueLength: Int
    /// Tokens of the vocabulary.
    public var vocabulary: Int

    public init(
        layers: Int, width: Int, heads: Int, keyValueHeads: Int, keyLength: Int, valueLength: Int, vocabulary: Int
    ) {
        self.layers = layers
        self.width = width
        self.heads = heads
        self.keyValueHeads = keyValueHeads
        self.keyLength = keyLength
        self.valueLength = valueLength
        self.vocabulary = vocabulary
    }

    /// Whether every measure is one that a network could have. Beyond these limits products could overflow.
    public var isPlausible: Bool {
        (1...4_096).contains(layers) && (1...1 << 20).contains(width) && (1...1 << 14).contains(heads)
            && (1...1 << 14).contains(keyValueHeads) && (1...1 << 16).contains(keyLength)
            && (1...1 << 16).contains(valueLength) && (0...1 << 24).contains(vocabulary)
    }
}
