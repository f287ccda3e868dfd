public import Foundation

/// Where Hearth keeps its data.
///
/// `HEARTH_HOME` names it; otherwise it is the platform's folder for a user's application data. Nothing is read or written
/// outside it, the inputs and the places that a person names.
public enum DataFolder {
    public static func resolve(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        if let home = environment["HEARTH_HOME"], !home.isEmpty {
            return URL(fileURLWithPath: home, isDirectory: true).standardizedFileURL
        }
        #if os(Linux)
        // XDG Base Directory Specification 0.8: relative paths in the variable are invalid and ignored.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            return URL(fileURLWithPath: data + "/hearth", isDirectory: true)
        }
        let user = environment["HOME"] ?? NSHomeDirectory()
        return URL(fileURLWithPath: user + "/.local/share/hearth", isDirectory: true)
        #else
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return (support ?? URL(fileURLWithPath: NSHomeDirectory() + "/Library/Application Support"))
            .appendingPathComponent("Hearth", isDirectory: true)
        #endif
    }
}
