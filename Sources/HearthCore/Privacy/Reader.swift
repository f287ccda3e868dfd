import Synchronization

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
    /// What the program calls itself; `nil` when it does not say. Nobody checked it.
    public let name: String?
    /// What was asked of the interface: a tool, or a route.
    public let request: String
    /// The strictest label that it may read.
    public let ceiling: SensitivityLabel

    public init(_ interface: Interface, name: String? = nil, request: String = "", ceiling: SensitivityLabel) {
        self.interface = interface
        let shown = name?.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(80)
        self.name = shown.map { String(String.UnicodeScalarView($0)) }
        self.request = request
        self.ceiling = ceiling
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
            + "\(current.interface.rawValue)-ceiling says so."
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
