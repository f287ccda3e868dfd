import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthKnowledge

/// `.gitignore` files of folders that are kept in step, held against Git's own reading of them.
struct GitIgnoreTests {
    private let base: FolderFixture

    init() throws { base = try FolderFixture() }

    private func folder(
        _ name: String, _ lists: WatchedFolder.GitLists = .repositories, exclusions: [String] = []
    ) -> WatchedFolder {
        WatchedFolder(
            name: "f", path: base.path(name), exclusions: exclusions, deletions: .follow, gitLists: lists,
            includesHidden: false, addedAt: Date())
    }

    /// The files that are found, by their paths from the folder on.
    private func found(_ folder: WatchedFolder, _ scopes: [FolderScope] = [.all]) throws -> Set<String> {
        Set(try FolderScanner(folder).scan(scopes, stop: Latch()).files.keys)
    }

    // MARK: Where they count

    @Test func theyCountInRepositoriesAloneUnlessTheOwnerSaysOtherwise() throws {
        for place in ["plain", "repository"] {
            try base.write("d/\(place)/.gitignore", "*.log.md\n")
            try base.write("d/\(place)/sub/a.md", "A.")
            try base.write("d/\(place)/sub/b.log.md", "B.")
        }
        try base.makeFolder("d/repository/.git")
        let all: Set<String> = [
            "plain/sub/a.md", "plain/sub/b.log.md", "repository/sub/a.md", "repository/sub/b.log.md",
        ]
        #expect(try found(folder("d")) == all.subtracting(["repository/sub/b.log.md"]))
        #expect(try found(folder("d", .everywhere)) == ["plain/sub/a.md", "repository/sub/a.md"])
        #expect(try found(folder("d", .nowhere)) == all)
        // Also where a part of it is looked at, of which the list lies above.
        let part = [FolderScope(path: "repository/sub", isDeep: false)]
        #expect(try found(folder("d"), part) == ["repository/sub/a.md"])
    }

    @Test func aWorkTreeWhoseStoreIsAFileIsARepositoryToo() throws {
        try base.write("d/.git", "gitdir: /elsewhere\n")
        try base.write("d/.gitignore", "b.md\n")
        for name in ["a.md", "b.md"] { try base.write("d/\(name)", name) }
        #expect(try found(folder("d")) == ["a.md"])
    }

    @Test func aRepositoryInAnotherOneAsksItsOwnListsAlone() throws {
        try base.makeFolder("d/.git")
        try base.write("d/.gitignore", "b.md\nlost/\n")
        for place in ["inner", "lost"] {
            try base.makeFolder("d/\(place)/.git")
            try base.write("d/\(place)/.gitignore", "a.md\n")
            for name in ["a.md", "b.md"] { try base.write("d/\(place)/\(name)", name) }
        }
        #expect(try found(folder("d")) == ["inner/b.md"])
        #expect(try found(folder("d", .everywhere)) == ["inner/b.md"])
    }

    @Test func whatHearthsOwnListsSayCountsMore() throws {
        try base.makeFolder("d/.git")
        try base.write("d/.gitignore", "dist/\n*.log.md\n")
        try base.write("d/sub/.gitignore", "!keep.log.md\n")
        for name in ["dist/a.md", "b.log.md", "sub/keep.log.md", "sub/c.log.md"] { try base.write("d/\(name)", name) }
        #expect(try found(folder("d")) == ["sub/keep.log.md"])
        #expect(try found(folder("d", exclusions: ["!dist/", "keep.*"])) == ["dist/a.md"])
        try base.write("d/.hearthignore", "!b.log.md\n")
        #expect(try found(folder("d")) == ["b.log.md", "sub/keep.log.md"])
    }

    /// As ripgrep and fd have it: `.ignore` files count outside of repositories, too, and more than Git's lists, also one of a folder above.
    @Test func anIgnoreFileCountsEverywhereMoreThanGitsAndLessThanHearthsOwn() throws {
        try base.write("plain/.ignore", "drafts/\n*.log.md\n")
        for name in ["a.md", "b.log.md", "drafts/c.md", "sub/d.log.md"] { try base.write("plain/\(name)", name) }
        #expect(try found(folder("plain")) == ["a.md"])
        #expect(try found(folder("plain", .nowhere)) == ["a.md"])
        // A deeper one takes back, and a part of the folder knows the lists above it.
        try base.write("plain/sub/.ignore", "!d.log.md\n")
        #expect(try found(folder("plain"), [FolderScope(path: "sub", isDeep: false)]) == ["sub/d.log.md"])
        try base.write("plain/.hearthignore", "!b.log.md\na.md\n")
        #expect(try found(folder("plain")) == ["b.log.md", "sub/d.log.md"])

        try base.makeFolder("git/.git")
        try base.write("git/.gitignore", "*.md\n")
        try base.write("git/.ignore", "!kept.md\n")
        try base.write("git/sub/.gitignore", "kept.md\n")
        for name in ["kept.md", "lost.md", "sub/kept.md"] { try base.write("git/\(name)", name) }
        #expect(try found(folder("git")) == ["kept.md", "sub/kept.md"])
    }

    /// The log of a database is part of it, and may be written to for hours before the file is.
    @Test func aDatabaseIsAnotherWhenItsLogAloneIs() throws {
        for name in ["chat.db", "notes.txt"] { try base.write("d/\(name)", "x") }
        let old = Date(timeIntervalSince1970: 1_700_000_000)
        for name in ["chat.db", "notes.txt"] { try base.set(old, of: "d/\(name)") }
        func stamps() throws -> [FileStamp?] {
            let files = try FolderScanner(folder("d")).scan([.all], stop: Latch()).files
            return [files["chat.db"]?.stamp, files["notes.txt"]?.stamp]
        }
        let before = try stamps()
        for name in ["chat.db-wal", "notes.txt-wal"] {
            try base.write("d/\(name)", "log")
            try base.set(old.addingTimeInterval(60), of: "d/\(name)")
        }
        let beside = try stamps()
        #expect(beside[0] != before[0] && beside[1] == before[1])
        try base.set(old.addingTimeInterval(120), of: "d/chat.db-wal")
        #expect(try stamps()[0] != beside[0])
        try base.remove("d/chat.db-wal")
        #expect(try stamps() == before)
    }

    @Test func aLinkIsNoListAndOneThatIsTooLongIsTold() throws {
        try base.makeFolder("d/.git")
        try base.write("list", "a.md\n")
        try base.link("d/.gitignore", to: "list")
        try base.write("d/a.md", "A.")
        try base.write("d/sub/.gitignore", String(repeating: "x.md\n", count: 2_000))
        let scan = try FolderScanner(folder("d")).scan([.all], stop: Latch())
        #expect(Set(scan.files.keys) == ["a.md"])
        #expect(scan.problems.count == 1 && scan.problems[0].contains("sub/.gitignore"), "\(scan.problems)")
    }

    /// Kept by a version that knew of no choice.
    @Test func aFolderThatWasAddedBeforeHasThemCountInRepositories() throws {
        var value = try #require(
            JSONSerialization.jsonObject(with: JSONEncoder().encode(folder("d", .nowhere))) as? [String: Any])
        value["chosenGitLists"] = nil
        let kept = try JSONDecoder().decode(
            WatchedFolder.self, from: JSONSerialization.data(withJSONObject: value))
        #expect(kept.gitLists == .repositories)
    }

    // MARK: In step

    @Test func aListThatChangesLeavesDocumentsInTheLibraryAndTakesFilesBack() async throws {
        let library = MemoryLibrary()
        var configuration = FolderService.Configuration()
        configuration.settling = 0
        let service = FolderService(
            library: library, ingestor: Ingestor(library: library, embedder: nil), configuration: configuration)
        func look(_ scopes: [FolderScope] = [.all]) async throws -> FolderReport {
            let folder = try await service.records()[0].folder
            return try await service.look([.init(folder: folder, scopes: scopes)], emit: { _ in })[0].report
        }
        try base.makeFolder("d/.git")
        try base.write("d/sub/a.md", "Stays in.")
        try base.write("d/sub/b.md", "Is left out.")
        _ = try await service.add(FolderAddition(path: base.path("d")))
        #expect(try await look().added == 2)
        try base.write("d/sub/.gitignore", "b.md\n")
        // What the system tells of: everything below the folder of the list.
        #expect(try await look([FolderScope(path: "sub", isDeep: true)]).excluded == 1)
        #expect(try await library.document(atPath: base.path("d/sub/b.md")) != nil)
        #expect(try await service.list()[0].files[.excluded] == 1)
        _ = try await service.change("d", FolderChange(gitLists: .nowhere))
        let back = try await look()
        #expect(back.examined == 1 && back.added == 0 && back.updated == 0)
        #expect(try await service.list()[0].files == [.read: 2])
    }

    // MARK: Against Git

    private static let program = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// What Git leaves out of these paths.
    private func leftOutByGit(_ paths: [String], in repository: String) throws -> Set<String> {
        // It takes no empty list.
        guard !paths.isEmpty else { return [] }
        let output = try git(
            ["check-ignore", "--stdin", "-z"], in: repository, input: Data(paths.joined(separator: "\0").utf8) + [0])
        return Set(output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    }

    private func git(_ arguments: [String], in folder: String, input: Data = Data()) throws -> Data {
        let program = try #require(Self.program)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: base.path(folder))
        // No list of whoever runs the tests.
        process.environment = [
            "HOME": base.path(""), "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C",
        ]
        // A file, since a pipe that nobody empties would stop both.
        try base.write("input", input)
        process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: base.path("input")))
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // 1: nothing of it is left out.
        try #require(process.terminationStatus <= 1)
        return data
    }

    @Test(.enabled(if: program != nil, "needs git"))
    func madeUpTreesAreLookedThroughAsGitDoes() throws {
        var random = SeededGenerator(seed: 20_261_127)
        let names = ["a", "b", "ab", "ba", "aab"]
        let pieces = ["a", "b", "*", "?", "**", "/", "[ab]", "[!a]", "a*", ".md", "*.md", "ab"]
        func list() -> String {
            (0..<Int.random(in: 1...4, using: &random)).map { _ in
                let start = ["", "", "", "!", "/"].randomElement(using: &random) ?? ""
                let middle = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    pieces.randomElement(using: &random) ?? ""
                }
                let end = ["", "", "/", " "].randomElement(using: &random) ?? ""
                return start + middle.joined() + end
            }.joined(separator: "\n") + "\n"
        }
        for number in 0..<60 {
            let root = "tree\(number)"
            try base.makeFolder(root)
            _ = try git(["init", "-q"], in: root)
            var folders = [""]
            for _ in 0..<8 {
                let above = folders.randomElement(using: &random) ?? ""
                let path = (above.isEmpty ? "" : above + "/") + (names.randomElement(using: &random) ?? "a")
                guard above.filter({ $0 == "/" }).count < 3, !folders.contains(path) else { continue }
                folders.append(path)
                try base.makeFolder(root + "/" + path)
            }
            // One of them may be a repository of its own.
            let inner = Bool.random(using: &random) ? folders.dropFirst().randomElement(using: &random) : nil
            if let inner { _ = try git(["init", "-q"], in: root + "/" + inner) }
            var files: [String] = []
            for folder in folders {
                let prefix = folder.isEmpty ? "" : folder + "/"
                for name in names where Bool.random(using: &random) { files.append(prefix + name + ".md") }
                if folder.isEmpty || Int.random(in: 0..<3, using: &random) == 0 {
                    try base.write("\(root)/\(prefix).gitignore", list())
                }
            }
            for file in files { try base.write("\(root)/\(file)", file) }
            func isInner(_ path: String) -> Bool { inner.map { path.hasPrefix($0 + "/") } ?? false }
            let outerFiles = files.filter { !isInner($0) } + (inner.map { [$0] } ?? [])
            let out = try leftOutByGit(outerFiles, in: root)
            var wanted = Set(outerFiles).subtracting(out)
            if let inner, wanted.remove(inner) != nil {
                let own = files.filter(isInner).map { String($0.dropFirst(inner.count + 1)) }
                let innerOut = try leftOutByGit(own, in: root + "/" + inner)
                wanted.formUnion(Set(own).subtracting(innerOut).map { inner + "/" + $0 })
            }
            #expect(try found(folder(root)) == wanted, "tree \(number)")
        }
    }
}
