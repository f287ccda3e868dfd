public import Foundation

/// What self-tests of models found, wherever that is kept.
package protocol ModelChecks: Sendable {
    /// What was found for the model of that name; `nil` when it was not tested.
    func findings(for identity: String) -> [String]?
    func remember(_ findings: [String], for identity: String)
}

/// Remembers what the self-test of a model found, so that it is made once for each model file.
///
/// A small JSON file without anything private. A file that cannot be read counts as empty, and one that cannot be written
/// costs another self-test.
public struct ModelCheckFile: Hashable, Sendable {
    private let url: URL

    /// More models than anyone keeps; the file must not grow with every file that was ever tried.
    private static let maximumEntries = 64

    public init(url: URL) { self.url = url }

    /// What the self-test found for the model of that name; `nil` when it was not made.
    package func findings(for identity: String) -> [String]? { read()[identity] }

    package func remember(_ findings: [String], for identity: String) {
        var all = read()
        if all.count >= Self.maximumEntries { all = [:] }
        all[identity] = findings
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(all) else { return }
        try? FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        // What was found of published models; nothing of the user's.
        try? data.write(to: url, options: .atomic)
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    }

    private func read() -> [String: [String]] {
        guard let handle = try? FileHandle(forReadingFrom: url) else { return [:] }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: 1 << 20) else { return [:] }
        return (try? JSONDecoder().decode([String: [String]].self, from: data)) ?? [:]
    }
}

extension ModelCheckFile: ModelChecks {}
