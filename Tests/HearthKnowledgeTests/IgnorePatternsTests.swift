import Foundation
import HearthTesting
import Testing

@testable import HearthKnowledge

/// The rules of gitignore(5), as its page and git's own tests have them.
struct IgnorePatternsTests {
    private func leavesOut(_ lines: String, _ path: String, isFolder: Bool = false) -> Bool {
        IgnorePatterns(lines).leavesOut(path, isFolder: isFolder)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var lines: String
        var fits: [String]
        var others: [String]
        var testDescription: String { lines }
    }

    @Test(arguments: [
        Case(lines: "foo", fits: ["foo", "a/foo", "foo/bar", "a/foo/b"], others: ["foob", "afoo", "a/foob"]),
        Case(lines: "/foo", fits: ["foo", "foo/bar"], others: ["a/foo"]),
        Case(lines: "a/b", fits: ["a/b", "a/b/c"], others: ["x/a/b", "a/bb"]),
        Case(lines: "*.txt", fits: ["a.txt", "d/a.txt", ".txt"], others: ["a.txt2", "txt"]),
        Case(lines: "/*.txt", fits: ["a.txt"], others: ["d/a.txt"]),
        Case(lines: "d/*", fits: ["d/a", "d/a/b"], others: ["d2/a", "x/d/a"]),
        Case(lines: "d/*/c", fits: ["d/a/c"], others: ["d/c", "d/a/b/c"]),
        Case(lines: "**/foo/bar", fits: ["foo/bar", "a/foo/bar", "a/b/foo/bar"], others: ["foo/x/bar"]),
        Case(lines: "a/**", fits: ["a/b", "a/b/c"], others: ["a", "b/a"]),
        Case(lines: "a/**/b", fits: ["a/b", "a/x/b", "a/x/y/b"], others: ["a/xb", "b"]),
        Case(lines: "a**b", fits: ["ab", "axxb", "d/axb"], others: ["a/b"]),
        Case(lines: "a?c", fits: ["abc", "aéc"], others: ["ac", "a/c", "abbc"]),
        Case(lines: "[a-c]x", fits: ["ax", "cx"], others: ["dx", "x"]),
        Case(lines: "[!a-c]x", fits: ["dx"], others: ["ax", "x"]),
        Case(lines: "[^a]x", fits: ["bx"], others: ["ax"]),
        Case(lines: "[]]x", fits: ["]x"], others: ["x"]),
        Case(lines: "[a-]x", fits: ["ax", "-x"], others: ["bx"]),
        Case(lines: "[c-a]x", fits: ["cx"], others: ["ax", "bx"]),
        Case(lines: "a//b", fits: [], others: ["a/b"]),
        Case(lines: "[[:digit:]]x", fits: ["1x"], others: ["ax"]),
        Case(lines: "\\#a", fits: ["#a"], others: ["a"]),
        Case(lines: "\\!a", fits: ["!a"], others: ["a"]),
        Case(lines: "\\*", fits: ["*"], others: ["a"]),
        Case(lines: "a\\ ", fits: ["a "], others: ["a"]),
        Case(lines: "a   ", fits: ["a"], others: ["a   "]),
        Case(lines: "# a\n\n", fits: [], others: ["# a", "a"]),
        Case(lines: "a\r\nb\r\n", fits: ["a", "b"], others: ["a\r"]),
        Case(lines: "\u{FEFF}a", fits: ["a"], others: ["\u{FEFF}a"]),
        Case(lines: "*\n!keep.md", fits: ["a", "d/a", "d/keep.md"], others: ["keep.md"]),
        Case(lines: "*.md\n!*.md\n*.md", fits: ["a.md"], others: []),
        // What lies in a folder that is left out cannot be taken back.
        Case(lines: "d\n!d/keep.md", fits: ["d/keep.md"], others: []),
        Case(lines: "d/*\n!d/keep.md", fits: ["d/a"], others: ["d/keep.md"]),
        Case(lines: "Grüße", fits: ["Gru\u{308}ße", "Grüße"], others: ["Grusse"]),
        Case(lines: "/", fits: [], others: ["a"]),
        Case(lines: "**", fits: ["a", "a/b"], others: []),
    ])
    func aPatternFitsWhatGitsWouldFit(_ example: Case) {
        for path in example.fits { #expect(leavesOut(example.lines, path), "\(path) is not left out") }
        for path in example.others { #expect(!leavesOut(example.lines, path), "\(path) is left out") }
    }

    @Test func aSlashAtTheEndFitsFoldersAlone() {
        #expect(leavesOut("build/", "build", isFolder: true))
        #expect(!leavesOut("build/", "build"))
        #expect(leavesOut("build/", "a/build/x"))
        #expect(!leavesOut("/build/", "a/build", isFolder: true))
    }

    @Test func whatADeeperListSaysCountsMore() {
        var chain = IgnoreChain([IgnorePatterns("*.log"), IgnorePatterns("!special.log")])
        #expect(chain.leavesOut(IgnorePath("d/a.log"), isFolder: false))
        #expect(!chain.leavesOut(IgnorePath("d/special.log"), isFolder: false))
        chain.add(IgnorePatterns("!a.log\n/b"), depth: 1, bytes: 10)
        #expect(!chain.leavesOut(IgnorePath("d/a.log"), isFolder: false))
        #expect(chain.leavesOut(IgnorePath("d/b"), isFolder: false))
        #expect(!chain.leavesOut(IgnorePath("d/e/b"), isFolder: false))
    }

    @Test func aLineThatDoesNothingIsTold() {
        let patterns = IgnorePatterns("good\n[a-z\nbad\\\n" + String(repeating: "x", count: 600))
        #expect(
            patterns.problems == [
                .init(line: 2, reason: .unfinished), .init(line: 3, reason: .unfinished),
                .init(line: 4, reason: .tooLong),
            ])
        #expect(patterns.leavesOut("good", isFolder: false))
        let many = IgnorePatterns((0..<2_000).map { "p\($0)" }.joined(separator: "\n"))
        #expect(many.problems == [.init(line: IgnorePatterns.mostPatterns + 1, reason: .tooMany)])
        #expect(many.leavesOut("p999", isFolder: false) && !many.leavesOut("p1000", isFolder: false))
        let long = IgnorePatterns(String(repeating: "aé\n", count: 40_000))
        #expect(long.problems.map(\.reason) == [.tooMany])
    }

    /// Compared with a plain recursive definition of the same rules, on small alphabets, where most things fit something.
    @Test func itAgreesWithTheDefinition() {
        var random = SeededGenerator(seed: 20_261_126)
        let pieces = ["a", "b", "*", "?", "**", "/", "[ab]", "[!a]", "a*b", "\\a"]
        let names = ["a", "b", "ab", "ba", "aab", "abb"]
        for _ in 0..<4_000 {
            let line = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            let path = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                names[Int.random(in: 0..<names.count, using: &random)]
            }.joined(separator: "/")
            guard case .pattern(let pattern) = IgnorePattern.read(line) else { continue }
            let parts = IgnorePath(path)
            let wanted =
                !pattern.isForFolders
                && Self.fits(pattern.parts[...], parts.parts[...])
            #expect(pattern.fits(parts, isFolder: false) == wanted, "\(line) and \(path)")
        }
    }

    private static func fits(_ parts: ArraySlice<IgnorePattern.Part>, _ names: ArraySlice<[Unicode.Scalar]>) -> Bool {
        guard let part = parts.first else { return names.isEmpty }
        switch part {
        case .folders:
            if parts.count == 1 { return !names.isEmpty }
            return (0...names.count).contains { fits(parts.dropFirst(), names.dropFirst($0)) }
        case .name(let elements):
            guard let name = names.first else { return false }
            return fits(elements[...], name[...]) && fits(parts.dropFirst(), names.dropFirst())
        }
    }

    private static func fits(_ elements: ArraySlice<IgnorePattern.Element>, _ name: ArraySlice<Unicode.Scalar>) -> Bool
    {
        guard let element = elements.first else { return name.isEmpty }
        if element == .star { return (0...name.count).contains { fits(elements.dropFirst(), name.dropFirst($0)) } }
        guard let character = name.first else { return false }
        let isOne =
            switch element {
            case .character(let wanted): wanted == character
            case .any: true
            case .set(let set): set.holds(character)
            case .star: false
            }
        return isOne && fits(elements.dropFirst(), name.dropFirst())
    }

    /// Patterns by which a matcher that goes back for each star would never end.
    @Test(.timeLimit(.minutes(1)))
    func hostilePatternsAreComparedInTime() {
        let stars = IgnorePatterns(String(repeating: "*a", count: 120) + "b")
        let folders = IgnorePatterns(String(repeating: "**/a/", count: 80) + "b")
        let name = String(repeating: "a", count: 255)
        let path = Array(repeating: "a", count: 64).joined(separator: "/")
        for _ in 0..<200 {
            #expect(stars.verdict(of: name, isFolder: false) == nil)
            #expect(folders.verdict(of: path, isFolder: false) == nil)
        }
    }
}
