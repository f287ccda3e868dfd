/// A way of laying out conversations that many models share.
///
/// For model files without a template, and to know the texts at which a reply ends.
public struct TemplateFamily: Sendable, Hashable {
    /// Such as `llama3-instruct`.
    public let name: String
    /// Texts at which a reply ends.
    public let stops: [String]
    /// The layout, in Jinja.
    let source: String
    /// What becomes of a system message where the layout has no place for one.
    let system: SystemMessages
    /// Texts that speak for this family in a template, or against it, and how much.
    let evidence: [(text: String, weight: Double)]

    enum SystemMessages: Sendable {
        /// The layout has a place for it.
        case own
        /// It stands before the next message of the user, with this between them.
        case folded(separator: String)
        /// It is handed over with the next message of the user, under `system`.
        case attached
    }

    init(
        _ name: String, stops: [String], system: SystemMessages = .own, evidence: [(text: String, weight: Double)],
        source: String
    ) {
        self.name = name
        self.stops = stops
        self.system = system
        self.evidence = evidence
        self.source = source
    }

    /// The family of that name; letters' case does not matter.
    public init?(named name: String) {
        let name = name.lowercased()
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    public static func == (left: TemplateFamily, right: TemplateFamily) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
