/// The versions of the Model Context Protocol, by their dates.
public enum ProtocolVersion: String, Sendable, CaseIterable, Comparable {
    case v20241105 = "2024-11-05"
    case v20250326 = "2025-03-26"
    case v20250618 = "2025-06-18"
    case v20251125 = "2025-11-25"
    /// Without sessions: each request says in `_meta` which version it speaks.
    case v20260728 = "2026-07-28"

    /// The newest that is agreed on by a handshake.
    public static let newestWithHandshake = ProtocolVersion.v20251125

    var hasHandshake: Bool { self < .v20260728 }
    /// Several messages in one list.
    var allowsBatches: Bool { self == .v20250326 }
    /// Hints on what a tool does; also messages with progress.
    var hasAnnotations: Bool { self >= .v20250326 }
    /// Titles, schemas of results and results that follow them.
    var hasStructuredContent: Bool { self >= .v20250618 }
    /// Results say that they are complete, and how long they may be kept.
    var marksResults: Bool { self >= .v20260728 }

    public static func < (a: ProtocolVersion, b: ProtocolVersion) -> Bool { a.rawValue < b.rawValue }
}
