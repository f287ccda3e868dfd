import Foundation

/// A text that was given where a file is expected.
///
/// Only what nobody calls a file is taken for one: where a file that is meant is mistyped, the words of its path must not be worked on
/// as if they were what it says. So one word is none, nor what begins or ends as the name of a file does.
struct GivenText: Equatable {
    let text: String

    /// The longest name of a file, in bytes, on all systems that Hearth runs on.
    private static let longestName = 255
    /// The longest ending of a name that tells of a format.
    private static let longestEnding = 5

    /// `nil` where the argument is a file that is there, or may be meant as one.
    init?(_ argument: String) {
        guard !FileManager.default.fileExists(atPath: argument), argument.contains(where: \.isWhitespace) else {
            return nil
        }
        let isNoName = argument.contains(where: \.isNewline) || argument.utf8.count > Self.longestName
        guard isNoName || !Self.isLikeAPath(argument) else { return nil }
        text = argument
    }

    private static func isLikeAPath(_ argument: String) -> Bool {
        if ["/", "./", "../", "~"].contains(where: { argument.hasPrefix($0) }) { return true }
        guard let dot = argument.lastIndex(of: "."), dot != argument.startIndex else { return false }
        let ending = argument[argument.index(after: dot)...]
        let before = argument[argument.index(before: dot)]
        return !before.isWhitespace && (1...longestEnding).contains(ending.count)
            && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } && ending.contains(where: \.isLetter)
    }
}
