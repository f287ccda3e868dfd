import Foundation
import HearthModels

/// The owner's own names for models, as text: `gpt-4o=auto,claude-sonnet-4=documents`.
enum ModelAliases {
    static let most = 64
    /// Bytes of a name.
    private static let longest = 200

    /// `nil` where the text is none such.
    static func parse(_ text: String) -> [String: String]? {
        var aliases: [String: String] = [:]
        for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard halves.count == 2, isName(halves[0]), isName(halves[1]), aliases[halves[0]] == nil,
                aliases.count < most
            else { return nil }
            aliases[halves[0]] = halves[1]
        }
        return aliases
    }

    static func text(_ aliases: [String: String]) -> String {
        aliases.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    }

    /// Whether one of the names leads back to itself.
    static func hasCircle(_ text: String) -> Bool {
        guard let aliases = parse(text) else { return false }
        return aliases.keys.contains { ModelAliasPath(from: $0, in: aliases).isCircle }
    }

    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= longest
            && !name.contains { $0.isWhitespace || $0 == "," || $0 == "=" }
            && !name.unicodeScalars.contains(where: \.isControl)
    }
}
