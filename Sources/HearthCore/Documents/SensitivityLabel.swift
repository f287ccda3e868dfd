/// How private a document is, which decides what machines may see it.
public enum SensitivityLabel: String, Codable, Sendable, CaseIterable, Comparable {
    /// Anyone may read it.
    case `public`
    /// The owner's own matters; the default.
    case personal
    /// Never leaves this machine.
    case `private`

    private var rank: Int {
        switch self {
        case .public: 0
        case .personal: 1
        case .private: 2
        }
    }

    /// Less private comes first.
    public static func < (a: SensitivityLabel, b: SensitivityLabel) -> Bool { a.rank < b.rank }
}
