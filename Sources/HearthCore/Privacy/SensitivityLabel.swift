import Synchronization

/// How private an item is; this decides which machines may process it.
public enum SensitivityLabel: String, Codable, Sendable, CaseIterable, Comparable {
    /// Anyone may read it.
    case `public`
    /// The owner's own matters; the default.
    case personal
    /// Never leaves this machine.
    case `private`

    /// As stores count them.
    package var rank: Int {
        switch self {
        case .public: 0
        case .personal: 1
        case .private: 2
        }
    }

    /// Less private comes first.
    public static func < (a: SensitivityLabel, b: SensitivityLabel) -> Bool { a.rank < b.rank }
}

extension SensitivityLabel {
    /// The label of something made from parts: the strictest of theirs.
    ///
    /// No parts at all give ``personal``, the label of whatever nobody labelled: a prompt without documents still holds the
    /// words of its owner.
    public static func strictest(of labels: some Sequence<SensitivityLabel>) -> SensitivityLabel {
        labels.max() ?? .personal
    }
}

/// Something that carries a label, from which a text was made.
///
/// What is made of documents, entries and messages has no label of its own to copy: it has origins, and its label is the
/// strictest that they have when it is asked for.
public enum LabelOrigin: Hashable, Sendable {
    /// By its id in the store.
    case document(String)
    /// An entry of the journal, by its id.
    case entry(String)
    /// The messages of a conversation from `since` up to, but without, `before`, with its system prompt.
    case conversation(String, since: Int64 = .min, before: Int64 = .max)
}

/// Knows what labels the origins of a text have now.
public protocol LabelSource: Sendable {
    /// The strictest label of these; `nil` when none of them is there any more.
    func label(of origins: Set<LabelOrigin>) async throws -> SensitivityLabel?
    /// The strictest label of these where some may be gone, and nothing tells what they were called last; `nil` for none.
    ///
    /// - Parameter gone: What counts for those; nothing of them is milder.
    func label(of origins: Set<LabelOrigin>, gone: SensitivityLabel) async throws -> SensitivityLabel?
}

// MARK: - Who reads

/// A program outside that reads the library, and how far it may.
///
/// It is bound to the task that serves the program, not handed from function to function: the store looks at it at each read,
/// so that a way out in which nobody thought of it gives out nothing above the ceiling. Without one, the owner reads.
public struct Reader: Hashable, Sendable {
    public enum Interface: String, Sendable {
        /// The Model Context Protocol.
        case mcp
        /// HTTP with a token.
        case api
    }

    public let interface: Interface
    /// The name that the program gives itself, which nobody verified; `nil` when it gives none.
    public let name: String?
    /// The tool or the route that the program called.
    public let request: String
    /// The strictest label that it may read.
    public private(set) var ceiling: SensitivityLabel
    /// All interfaces whose ceilings hold for it: ``interface``, and those through which its request came there.
    public private(set) var interfaces: Set<Interface>
    /// The one of them whose ceiling is ``ceiling``.
    private var strictest: Interface

    public init(_ interface: Interface, name: String? = nil, request: String = "", ceiling: SensitivityLabel) {
        self.interface = interface
        interfaces = [interface]
        strictest = interface
        let shown = name?.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(80)
        self.name = shown.map { String(String.UnicodeScalarView($0)) }
        self.request = request
        self.ceiling = ceiling
    }

    /// The same reader where `outer` let its request in, as a program with a token does that speaks MCP over HTTP: it reads no
    /// further than that one may, whichever of the two ceilings is the stricter. `nil` is the owner, who limits nobody.
    public func within(_ outer: Reader?) -> Reader {
        guard let outer else { return self }
        var reader = self
        reader.interfaces.formUnion(outer.interfaces)
        if outer.ceiling < ceiling { (reader.ceiling, reader.strictest) = (outer.ceiling, outer.strictest) }
        return reader
    }

    /// Who reads in this task; `nil` is the owner.
    @TaskLocal public static var current: Reader?

    /// The label of a program's own words where it says nothing: it may repeat what it has read here.
    public static var labelOfWords: SensitivityLabel { max(.personal, current?.ceiling ?? .personal) }

    /// What words count as that somebody called `said`: no program calls any public, since it may repeat what it has read.
    public static func ofWords(_ said: SensitivityLabel) -> SensitivityLabel {
        current == nil ? said : max(said, .personal)
    }

    /// The end of a message about something that is not there, or not for this reader.
    public static var hint: String {
        guard let current, current.ceiling < .private else { return "" }
        return " Programs may read up to \(current.ceiling.rawValue) here; the owner's setting "
            + "\(current.strictest.rawValue)-ceiling says so."
    }
}

/// What an answer to a program outside was made of, as far as the work for it has come.
///
/// Work takes time, a model's takes minutes, and what it was begun with may be called private before its answer goes out. Whatever
/// gives a program something notes here where that came from; whoever lets the answer out holds it against the labels of that
/// moment. So no way out has to think of it by itself, and each was let in once and looked at again.
public final class Provenance: Sendable {
    private let noted = Mutex<Set<LabelOrigin>>([])

    public init() {}

    /// Of the answer that this task works on; `nil` where the owner reads.
    @TaskLocal public static var current: Provenance?

    public func note(_ origins: Set<LabelOrigin>) { noted.withLock { $0.formUnion(origins) } }

    public var origins: Set<LabelOrigin> { noted.withLock { $0 } }
}
