import Foundation
import Testing

@testable import HearthKnowledge

@Suite struct FileFinderTests {
    private func withFolder(_ files: [String], _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("finder-\(UUID().uuidString)")
        for file in files {
            let url = folder.appendingPathComponent(file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("x".utf8).write(to: url)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.resolvingSymlinksInPath().path)
    }

    private func names(_ entries: [FileFinder.Entry], below folder: String) -> [String] {
        entries.compactMap {
            if case .file(let file) = $0 { String(file.absolutePath.dropFirst(folder.count + 1)) } else { nil }
        }
    }

    @Test func aFolderIsReadInTheOrderOfItsNames() throws {
        try withFolder(["b.txt", "a/z.txt", "a/b/c.txt", ".git/config"]) { folder in
            #expect(names(FileFinder().find([folder]), below: folder) == ["a/b/c.txt", "a/z.txt", "b.txt"])
            #expect(names(FileFinder(includesHidden: true).find([folder]), below: folder).contains(".git/config"))
        }
    }

    /// By whatever it is named, above it, in it or through a link, nothing of it is read, and it is said once.
    @Test func aFolderOfHearthsOwnIsLeftOutAndSaid() throws {
        let files = ["notes/a.md", ".local/hearth/server-token", ".local/hearth/incoming/b.md", ".local/other.txt"]
        try withFolder(files) { folder in
            let own = folder + "/.local/hearth"
            var finder = FileFinder(includesHidden: true)
            finder.isOwn = { $0 == own }
            func refused(_ entries: [FileFinder.Entry]) -> [FileFinder.Refused] {
                entries.compactMap { if case .refused(let refused) = $0 { refused } else { nil } }
            }
            let all = finder.find([folder])
            #expect(names(all, below: folder) == [".local/other.txt", "notes/a.md"])
            #expect(refused(all) == [.init(path: own, reason: .own)])
            for path in [own, own + "/server-token", own + "/incoming", own + "/*", folder + "/.local/**/server-token"]
            {
                let found = finder.find([path])
                #expect(names(found, below: folder).isEmpty, "\(path)")
                #expect(!found.isEmpty && refused(found).allSatisfy { $0.reason == .own }, "\(path)")
            }
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/notes/token.txt", withDestinationPath: own + "/server-token")
            #expect(refused(finder.find([folder + "/notes/token.txt"])).map(\.reason) == [.own])
            #expect(names(finder.find([folder]), below: folder) == [".local/other.txt", "notes/a.md"])
            #expect(refused(finder.find([folder])).allSatisfy { $0.message.contains("data folder of Hearth") })
        }
    }

    @Test func foldersOfMailsAreToldByWhatIsInThem() throws {
        let files = [
            "mail/cur/1.a.host:2,S", "mail/cur/2.a.host:2,ST", "mail/cur/.hidden", "mail/new/3.a.host.md",
            "mail/tmp/4.a.host",
            "mail/dovecot-uidlist", "mail/letter.txt", "mail/.Sent/cur/5.a.host:2,RS", "mail/.Sent/new/x",
            "mail/.Sent/tmp/x",
            "mail/.git/config", "cur/a.txt", "notes/new/b.txt",
        ]
        try withFolder(files) { folder in
            let all = FileFinder().find([folder])
            #expect(
                names(all, below: folder) == [
                    "cur/a.txt", "mail/.Sent/cur/5.a.host:2,RS", "mail/.Sent/new/x", "mail/cur/1.a.host:2,S",
                    "mail/letter.txt", "mail/new/3.a.host.md", "notes/new/b.txt",
                ])
            func mails(_ entries: [FileFinder.Entry]) -> Int {
                entries.count { if case .file(let file) = $0 { file.isMail } else { false } }
            }
            #expect(mails(all) == 4)
            let reasons: [FileFinder.Refused.Reason] = all.compactMap {
                if case .refused(let refused) = $0 { refused.reason } else { nil }
            }
            #expect(Set(reasons) == [.unfinishedMail, .deletedMail, .mailBookkeeping] && reasons.count == 4)
            // By whatever it is named: one folder of it, a pattern, the file itself.
            #expect(mails(FileFinder().find([folder + "/mail/cur"])) == 1)
            #expect(mails(FileFinder().find([folder + "/mail/new/*.md"])) == 1)
            #expect(mails(FileFinder().find([folder + "/mail/cur/2.a.host:2,ST"])) == 1)
            #expect(mails(FileFinder().find([folder + "/mail/.Sent"])) == 2)
        }
    }

    @Test func whatAListInTheFolderLeavesOutIsToldAndReadByItsOwnName() throws {
        try withFolder(["a.md", "b.md", "sub/a.md", "sub/c.md", "build/x.md"]) { folder in
            func write(_ name: String, _ text: String) throws {
                try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
            }
            try write(".ignore", "b.md\nbuild/\n")
            try write("sub/.ignore", "c.md\n")
            // Hearth's own list counts more.
            try write("sub/.hearthignore", "!c.md\na.md\n")
            let all = FileFinder().find([folder])
            #expect(names(all, below: folder) == ["a.md", "sub/c.md"])
            let refused: [String] = all.compactMap {
                if case .refused(let refused) = $0, refused.reason == .listed { refused.path } else { nil }
            }
            #expect(refused == ["b.md", "build", "sub/a.md"].map { folder + "/" + $0 })
            #expect(
                names(FileFinder().find([folder + "/b.md", folder + "/build"]), below: folder) == [
                    "b.md", "build/x.md",
                ])
        }
    }

    @Test func patternsReachAnyDepthAndEachFileComesOnce() throws {
        try withFolder(["a.md", "x/b.md", "x/y/c.md", "x/d.txt"]) { folder in
            let found = FileFinder().find([folder + "/**/*.md", folder + "/a.md"])
            #expect(names(found, below: folder) == ["a.md", "x/b.md", "x/y/c.md"])
        }
    }

    /// A full stop that leads to a folder is no wish for what is hidden in it.
    @Test func patternsLeaveOutWhatIsHiddenUnlessItIsAskedFor() throws {
        try withFolder(["a.md", ".git/b.md", "x/.venv/c.md", "x/d.md", "x/.e.md"]) { folder in
            let dotted = folder + "/x/../**/*.md"
            #expect(Set(names(FileFinder().find([dotted]), below: folder)) == ["a.md", "x/d.md"])
            #expect(names(FileFinder().find([folder + "/.git/*.md"]), below: folder) == [".git/b.md"])
            let all = FileFinder(includesHidden: true).find([folder + "/**/*.md"])
            #expect(Set(names(all, below: folder)) == ["a.md", ".git/b.md", "x/.venv/c.md", "x/d.md", "x/.e.md"])
        }
    }

    /// A link that lies among notes is no word of the person who named the notes.
    @Test func whatFitsAPatternLeadsNowhereElse() throws {
        try withFolder(["notes/a.md", "notes/deep/b.md", "keys/secret.md"]) { folder in
            let manager = FileManager.default
            try manager.createSymbolicLink(atPath: folder + "/notes/link.md", withDestinationPath: "../keys/secret.md")
            try manager.createSymbolicLink(atPath: folder + "/notes/other", withDestinationPath: "../keys")
            try manager.createSymbolicLink(atPath: folder + "/notes/same.md", withDestinationPath: "deep/b.md")
            try manager.createSymbolicLink(atPath: folder + "/called", withDestinationPath: "notes")
            for (pattern, refusals) in [
                ("/notes/*.md", 1), ("/notes/*/*.md", 1), ("/notes/*", 2), ("/notes/**/*.md", 1),
            ] {
                let found = FileFinder().find([folder + pattern])
                #expect(!names(found, below: folder).contains { $0.hasPrefix("keys") }, "\(pattern)")
                let reasons = found.compactMap { if case .refused(let refused) = $0 { refused.reason } else { nil } }
                #expect(reasons == Array(repeating: .leadsOut, count: refusals), "\(pattern)")
            }
            // What somebody wrote out is what they mean, link or not.
            let called = FileFinder().find([folder + "/called/a*"])
            #expect(names(called, below: folder) == ["notes/a.md"])
        }
    }

    #if os(Linux)
    // Elsewhere the file system takes no such names.
    @Test func aNameThatIsNoTextIsReportedAndNotPassedOver() throws {
        try withFolder(["a.md"]) { folder in
            let path: [UInt8] = Array((folder + "/bad").utf8) + [0xFF] + Array(".txt\0".utf8)
            path.withUnsafeBytes { bytes in
                let name = bytes.baseAddress!.assumingMemoryBound(to: CChar.self)
                let descriptor = creat(name, 0o600)
                #expect(descriptor >= 0)
                close(descriptor)
                let found = FileFinder().find([folder])
                unlink(name)
                #expect(names(found, below: folder) == ["a.md"])
                let reasons: [String] = found.compactMap {
                    if case .refused(let refused) = $0 { refused.message } else { nil }
                }
                #expect(reasons.count == 1 && reasons.first?.contains("UTF-8") == true)
            }
        }
    }
    #endif

    @Test func ofAnExportThatIsNamedItsDocumentsAreRead() throws {
        let files = [
            "out/\(FileFinder.exportMark)", "out/documents.json", "out/conversations.json", "out/documents/a.md",
            "out/conversations/b.md", "own/documents.json", "own/conversations/c.md",
        ]
        try withFolder(files) { folder in
            func reasons(_ found: [FileFinder.Entry]) -> [FileFinder.Refused.Reason] {
                found.compactMap { if case .refused(let refused) = $0 { refused.reason } else { nil } }
            }
            let export = FileFinder().find([folder + "/out"])
            #expect(names(export, below: folder) == ["out/documents/a.md"])
            #expect(Set(reasons(export)) == [.bookkeeping, .conversation] && reasons(export).count == 3)
            #expect(reasons(FileFinder().find([folder + "/out/*.json"])) == [.bookkeeping, .bookkeeping])
            #expect(reasons(FileFinder().find([folder + "/out/documents.json"])) == [.bookkeeping])
            // A conversation that somebody names is one that they want.
            let named = FileFinder().find([folder + "/out/conversations/b.md"])
            #expect(names(named, below: folder) == ["out/conversations/b.md"])
            // Files of those names elsewhere are anybody's.
            #expect(
                Set(names(FileFinder().find([folder + "/own"]), below: folder))
                    == ["own/documents.json", "own/conversations/c.md"])
        }
    }

    @Test func anExportIsReadOnlyWhereItIsNamedItself() throws {
        try withFolder(["a.md", "out/\(FileFinder.exportMark)", "out/documents/a.md"]) { folder in
            for finder in [FileFinder(), FileFinder(includesHidden: true)] {
                let found = finder.find([folder])
                #expect(names(found, below: folder) == ["a.md"])
                #expect(
                    found.contains { if case .refused(let refused) = $0 { refused.reason == .export } else { false } })
            }
            for pattern in ["/**/*.md", "/*/documents/*.md", "/**/*"] {
                let found = FileFinder().find([folder + pattern])
                #expect(names(found, below: folder).allSatisfy { $0 == "a.md" }, "\(pattern)")
                #expect(found.count { if case .refused = $0 { true } else { false } } == 1, "\(pattern)")
            }
            #expect(names(FileFinder().find([folder + "/out"]), below: folder) == ["out/documents/a.md"])
            #expect(names(FileFinder().find([folder + "/out/*/*.md"]), below: folder) == ["out/documents/a.md"])
        }
    }

    @Test func aFolderIsNamedByItsFilesWhereEachOfThemIs() throws {
        try withFolder(["one/a.md", "one/.hidden", "one/deep/c.md", "two/a.md", "two/b.md"]) { folder in
            let finder = FileFinder()
            #expect(finder.foldersNamedByFiles([folder + "/one/a.md"]) == [folder + "/one"])
            #expect(FileFinder(includesHidden: true).foldersNamedByFiles([folder + "/one/a.md"]).isEmpty)
            #expect(finder.foldersNamedByFiles([folder + "/two/a.md"]).isEmpty)
            #expect(finder.foldersNamedByFiles([folder + "/two/*.md"]) == [folder + "/two"])
            #expect(finder.foldersNamedByFiles([folder, folder + "/none"]).isEmpty)
        }
    }

    @Test func aMissingPathIsReportedAndTheOthersAreFound() throws {
        try withFolder(["a.md"]) { folder in
            let found = FileFinder().find([folder + "/none.md", folder + "/a.md"])
            #expect(names(found, below: folder) == ["a.md"])
            guard case .refused(let refused) = found[0] else {
                Issue.record("the missing path was not reported first")
                return
            }
            #expect(refused.path.hasSuffix("none.md"))
        }
    }

    @Test func aLoopOfLinksEnds() throws {
        try withFolder(["a/b.md"]) { folder in
            try FileManager.default.createSymbolicLink(atPath: folder + "/a/loop", withDestinationPath: folder)
            #expect(names(FileFinder().find([folder]), below: folder) == ["a/b.md"])
        }
    }

    @Test func aLinkToNothingIsNotCalledAWayOut() throws {
        try withFolder(["a.md"]) { folder in
            try FileManager.default.createSymbolicLink(atPath: folder + "/b.md", withDestinationPath: "nowhere")
            try FileManager.default.createSymbolicLink(atPath: folder + "/c.md", withDestinationPath: "/")
            let refused = FileFinder().find([folder]).compactMap { entry in
                if case .refused(let refused) = entry { refused.reason } else { nil }
            }
            #expect(refused == [.dangling, .leadsOut])
        }
    }
}

@Suite struct ScoreFusionTests {
    @Test func whatBothFindComesBeforeWhatOneFinds() {
        let fused = ScoreFusion(meaningShare: 0.5).fuse(words: [1: 8, 2: 8], meaning: [2: 0.7, 3: 0.7])
        #expect(fused.map(\.id) == [2, 1, 3])
    }

    @Test func aWeakListDoesNotOverruleAClearWinner() {
        let fused = ScoreFusion(meaningShare: 0.1).fuse(words: [1: 20, 2: 10], meaning: [2: 0.9, 1: 0.1])
        #expect(fused.map(\.id) == [1, 2])
    }

    @Test func equalScoresStandInTheOrderOfTheirIDs() {
        #expect(ScoreFusion(meaningShare: 0).fuse(words: [9: 1, 3: 1, 5: 2], meaning: [:]).map(\.id) == [5, 3, 9])
    }
}
