public import Foundation

/// A suite of tests that others have written for what we read. `scripts/setup.d/test-suites.sh` brings them from source packages
/// that are pinned; none is in the repository.
public enum PublicSuite: String, Sendable {
    /// The examples of CommonMark's specification: `spec.json`.
    case commonMark = "commonmark"
    /// The JSON-Schema-Test-Suite: `tests/<draft>/*.json`, and `remotes/` for what they refer to.
    case jsonSchema = "json-schema"
    /// html5lib's tests of parsers of HTML: `tokenizer/*.test`, `tree-construction/*.dat`, `encoding/*.dat`.
    case html5 = "html5"

    /// Where it lies, if it is there.
    public var folder: URL {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let dependencies = environment["HEARTH_DEPS"].map { URL(fileURLWithPath: $0) } ?? root.appending(path: ".deps")
        return dependencies.appending(path: "suites").appending(path: rawValue)
    }

    /// Whether its tests are to run: where it is, and in continuous integration in any case, so that they fail there without it.
    public var isExpected: Bool {
        environment["CI"] != nil || FileManager.default.fileExists(atPath: folder.path)
    }

    /// What a test that is skipped says.
    public static let hint = "the suite is not here; scripts/setup.d/test-suites.sh brings it"

    private var environment: [String: String] { ProcessInfo.processInfo.environment }
}
