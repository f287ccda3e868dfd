#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// Finds programs in the folders where systems and package managers put them.
///
/// The caller's `PATH` is not asked: what reads private documents and hears private recordings is not left to a variable.
package enum ToolLocator {
    private static let folders = [
        "/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin", "/run/current-system/sw/bin",
    ]

    package static func path(of program: String) -> String? { path(of: program, alsoIn: []) }

    /// - Parameter others: Folders that are looked into after those, for programs that the user names.
    package static func path(of program: String, alsoIn others: [String]) -> String? {
        (folders + others).map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }

    /// The last part of a path, for messages.
    package static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }
}
