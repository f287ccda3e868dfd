import Foundation
import HearthCore
import HearthTesting
import HearthText
import Synchronization
import Testing

@testable import HearthKnowledge

/// Real folders, and a library in memory that is kept in step with them.
struct FolderServiceTests {
    private let library = MemoryLibrary()
    private let base: FolderFixture

    init() throws { base = try FolderFixture() }

    private func service(settling: Double = 0, patience: Double = 60) -> FolderService {
        var configuration = FolderService.Configuration()
        (configuration.settling, configuration.patience) = (settling, patience)
        return FolderService(
            library: library, ingestor: Ingestor(library: library, embedder: nil), configuration: configuration)
    }

    @discardableResult
    private func add(
        _ name: String, label: SensitivityLabel? = nil, exclusions: [String] = [],
        deletions: WatchedFolder.Deletions = .follow
    ) async throws -> WatchedFolder {
        try await service().add(
            FolderAddition(
                path: base.path(name), label: label, exclusions: exclusions, deletions: deletions)
        ).folder
    }

    /// Looks at all folders as a program does that was just started.
    @discardableResult
    private func look(_ service: FolderService? = nil, _ names: [String] = []) async throws -> [FolderReport] {
        let service = service ?? self.service()
        var reports: [FolderReport] = []
        try await service.refresh(names) { event in
            if case .report(let report) = event { reports.append(report) }
        }
        return reports
    }

    private func document(_ path: String) async throws -> StoredDocument? {
        try await library.document(atPath: base.path(path))
    }

    private func states(_ folder: String) async throws -> [String: WatchedFile.State] {
        try await library.watchedFiles(of: folder, under: nil, in: nil, after: nil, limit: .max)
            .reduce(into: [:]) { $0[$1.path] = $1.state }
    }

    /// Reading may be broken off between a file's text and its vectors; no file changes after that.
    @Test func whatWasReadWithoutVectorsGetsThemWhenItsFolderIsLookedAtAgain() async throws {
        try base.write("notes/a.md", "The roof is red.")
        try base.write("notes/b.md", "The door is blue.")
        try await add("notes")
        try await look()
        #expect(try await library.activeVectorModel() == nil)
        let embedder = LexicalEmbedder()
        let later = FolderService(library: library, ingestor: Ingestor(library: library, embedder: embedder))
        #expect(try await look(later).allSatisfy { !$0.isChange })
        let model = try #require(try await library.activeVectorModel())
        #expect(model.id == embedder.id && model.isComplete && model.vectorCount == 2)
    }

    // MARK: What comes, is edited and moves

    @Test func whatComesIsReadAndWhatIsEditedIsReadAgain() async throws {
        try base.write("notes/a.md", "The roof is red.")
        try base.write("notes/deep/b.md", "The door is blue.")
        try await add("notes")
        #expect(try await look().first?.added == 2)
        #expect(try await document("notes/deep/b.md") != nil)
        let second = try await look()[0]
        #expect(second.files == 2 && second.examined == 0 && !second.isChange)
        let before = try await document("notes/a.md")?.id
        try base.write("notes/a.md", "The roof is green.")
        #expect(try await look()[0].updated == 1)
        let after = try #require(try await document("notes/a.md"))
        #expect(after.id != before)
        #expect(try await library.text(ofDocument: after.id)?.contains("green") == true)
        #expect(try await library.documents(matching: .everything, limit: .max, offset: 0).count == 2)
    }

    /// The same size and the same time, but another file: as a program leaves it that puts a file in the place of another one.
    @Test func aFileThatWasPutInThePlaceOfAnotherIsComparedThoughItsTimeIsTheSame() async throws {
        try base.write("notes/a.md", "The roof is red.")
        try await add("notes")
        try await look()
        let time = try base.time("notes/a.md")
        try base.write("notes/new.tmp", "The roof is tan.")
        try base.set(time, of: "notes/new.tmp")
        try base.rename("notes/new.tmp", "notes/a.md")
        #expect(try await look()[0].updated == 1)
        let id = try #require(try await document("notes/a.md")?.id)
        #expect(try await library.text(ofDocument: id)?.contains("tan") == true)
    }

    @Test func aRenamedFileKeepsItsDocumentItsLabelAndWhatCitesIt() async throws {
        try base.write("notes/a.md", "The roof is red.")
        try await add("notes")
        try await look()
        let id = try #require(try await document("notes/a.md")?.id)
        try await library.setLabel(.private, ofDocument: id)
        _ = try await library.createConversation(id: "talk", systemPrompt: "p")
        _ = try await library.append(
            [ConversationMessage(Message(.assistant, "Red."), origin: .init(documents: [id: .private]))],
            toConversation: "talk")
        try base.rename("notes/a.md", "notes/sub/renamed.md")
        let report = try await look()[0]
        #expect(report.moved == 1 && report.added == 0 && report.removed == 0 && report.examined == 0)
        let moved = try #require(try await document("notes/sub/renamed.md"))
        #expect(moved.id == id && moved.label == .private)
        #expect(moved.paths == [base.path("notes/sub/renamed.md")])
        #expect(try await library.messages(ofConversation: "talk").first?.label == .private)
        #expect(try await states("notes") == ["sub/renamed.md": .read])
    }

    @Test func aFileThatMovesToAnotherFolderIsAsPrivateAsBoth() async throws {
        try base.write("diary/a.md", "Nobody knows.")
        try base.write("open/b.md", "Everybody knows.")
        try await add("diary", label: .private)
        try await add("open", label: .public)
        try await look()
        let ids = [try await document("diary/a.md")?.id, try await document("open/b.md")?.id]
        try base.rename("diary/a.md", "open/a.md")
        try base.rename("open/b.md", "diary/b.md")
        let reports = try await look()
        #expect(reports.map(\.moved) == [1, 1])
        #expect(reports.map(\.removed) == [0, 0])
        let (left, entered) = (try await document("open/a.md"), try await document("diary/b.md"))
        #expect([left?.id, entered?.id] == ids)
        #expect(left?.label == .private && entered?.label == .private)
    }

    /// From one disk to another a file is copied and then deleted; its content tells that it is the same.
    @Test func aFileThatIsCopiedAndThenDeletedKeepsItsDocument() async throws {
        try base.write("diary/a.md", "Nobody knows.")
        try base.write("open/b.md", "Everybody knows.")
        try await add("diary", label: .private)
        try await add("open")
        try await look()
        let id = try #require(try await document("diary/a.md")?.id)
        try base.write("open/copy.md", "Nobody knows.")
        try base.remove("diary/a.md")
        try await look()
        let copy = try #require(try await document("open/copy.md"))
        #expect(copy.id == id && copy.label == .private && copy.paths == [base.path("open/copy.md")])
    }

    // MARK: What is deleted or left out

    @Test func documentsOfDeletedFilesGoOrStayAsChosen() async throws {
        for folder in ["follows", "keeps"] {
            try base.write("\(folder)/a.md", "Goes from \(folder).")
            try base.write("\(folder)/b.md", "Stays in \(folder).")
        }
        try await add("follows")
        try await add("keeps", deletions: .keep)
        try await look()
        try base.remove("follows/a.md")
        try base.remove("keeps/a.md")
        let reports = try await look()
        #expect(reports.map(\.removed) == [1, 0])
        #expect(reports.map(\.kept) == [0, 1])
        #expect(try await document("follows/a.md") == nil)
        #expect(try await document("keeps/a.md") != nil)
        #expect(try await states("keeps") == ["a.md": .gone, "b.md": .read])
        #expect(try await look()[1].isChange == false)
        // It comes again, and is the same document.
        try base.write("keeps/a.md", "Goes from keeps.")
        try await look()
        #expect(try await states("keeps")["a.md"] == .read)
        try base.remove("keeps/a.md")
        try await look()
        let receipt = try await service().removeDocuments(of: "keeps", in: [.gone])
        #expect(receipt.documentIDs.count == 1)
        #expect(try await document("keeps/a.md") == nil)
        #expect(try await states("keeps") == ["b.md": .read])
    }

    @Test func whatIsLeftOutLaterStaysUntilItsOwnerHasItRemoved() async throws {
        try base.write("notes/a.md", "Stays in.")
        try base.write("notes/drafts/b.md", "Is left out.")
        try base.write("notes/drafts/c.csv", "x,y\n1,2\n")
        try await add("notes")
        try await look()
        _ = try await service().change("notes", FolderChange(exclusions: ["drafts/"]))
        let report = try await look()[0]
        #expect(report.excluded == 2 && report.removed == 0 && report.files == 1)
        #expect(try await document("notes/drafts/b.md") != nil)
        #expect(try await service().list().first?.files[.excluded] == 2)
        // Taken back, it is read no second time.
        _ = try await service().change("notes", FolderChange(exclusions: []))
        let again = try await look()[0]
        #expect(again.added == 0 && again.updated == 0 && again.examined == 2)
        // A list in the folder says the same.
        try base.write("notes/drafts/.hearthignore", "*\n!b.md\n[broken\n")
        #expect(try await look()[0].excluded == 1)
        let folder = try await service().list()[0].folder
        #expect(folder.problems.count == 1 && folder.problems[0].contains("line 3"))
        #expect(folder.leftOut == 1)
        let receipt = try await service().removeDocuments(of: "notes", in: [.excluded])
        #expect(receipt.documentIDs.count == 1)
        #expect(try await document("notes/drafts/c.csv") == nil)
        #expect(try await document("notes/drafts/b.md") != nil)
    }

    @Test func hiddenFilesLinksAndWhatProgramsLeaveAreNotRead() async throws {
        try base.write("elsewhere/secret.md", "Not given.")
        for name in [".hidden.md", "a.md~", "~$a.docx", "b.tmp", "c.crdownload", ".git/d.md"] {
            try base.write("notes/\(name)", "No document.")
        }
        try base.write("notes/a.md", "A document.")
        try base.link("notes/out", to: "elsewhere")
        try base.link("notes/out.md", to: "elsewhere/secret.md")
        try base.link("notes/in.md", to: "notes/a.md")
        try await add("notes")
        try await look()
        #expect(try await states("notes") == ["a.md": .read, "out": .skipped, "out.md": .skipped])
        #expect(try await library.documents(matching: .everything, limit: .max, offset: 0).count == 1)
    }

    // MARK: A folder that is not there

    @Test func aFolderThatVanishesTakesNothingWithIt() async throws {
        try base.write("disk/a.md", "On the disk.")
        try base.write("disk/b.md", "There, too.")
        try await add("disk")
        try await look()
        try base.rename("disk", "unplugged")
        #expect(try await look()[0].absence == .notThere)
        // Where a disk was, an empty folder is left.
        try base.makeFolder("disk")
        #expect(try await look()[0].absence == .emptied)
        // Another disk in its place.
        try base.write("disk/other.md", "Of another disk.")
        #expect(try await look()[0].absence == .anotherOne)
        #expect(try await service().list()[0].folder.absence == .anotherOne)
        #expect(try await document("disk/a.md") != nil)
        #expect(try await document("disk/b.md") != nil)
        #expect(try await document("disk/other.md") == nil)
        try base.remove("disk")
        try base.rename("unplugged", "disk")
        let back = try await look()[0]
        #expect(back.absence == nil && back.examined == 0 && back.files == 2)
        #expect(try await service().list()[0].folder.absence == nil)
    }

    /// The same folder from which everything was deleted is no disk that was taken out.
    @Test func whatIsDeletedFromAFolderThatIsThereIsDeleted() async throws {
        try base.write("notes/a.md", "Goes.")
        try base.write("notes/b.md", "Goes, too.")
        try await add("notes")
        try await look()
        // Where a file system does not say which disk it is, nothing is forgotten instead.
        let isKnown = base.knowsItsDisk("notes")
        try base.remove("notes/a.md")
        try base.remove("notes/b.md")
        let report = try await look()[0]
        #expect(isKnown ? report.removed == 2 : report.absence == .emptied)
    }

    @Test func aFileOnADiskBelowTheFolderIsAwayAndNotGone() {
        let stamp = FileStamp(size: 1, modified: 2, inode: 3)
        let row = WatchedFile(path: "disk/a.md", stamp: stamp, isElsewhere: true, state: .read)
        let away = FolderDifference(FolderScan(), [row], retries: false) { _ in .away }
        #expect(away.gone.isEmpty && away.forgotten.isEmpty)
        #expect(away.changed.map(\.state) == [.away])
        let back = FolderScan.File(
            found: FileFinder.Found(path: "/disk/a.md", absolutePath: "/disk/a.md"), stamp: stamp, isElsewhere: true)
        var scan = FolderScan()
        scan.files["disk/a.md"] = back
        let found = FolderDifference(scan, away.changed, retries: false) { _ in .unknown }
        #expect(found.toRead.map(\.path) == ["disk/a.md"])
        #expect(found.toRead.map(\.isKnown) == [false])
    }

    // MARK: What is being written

    @Test func aFileThatIsBeingWrittenIsWaitedFor() async throws {
        try base.write("notes/log.md", "The first line.")
        try await add("notes")
        let waiting = service(settling: 3_600)
        let folder = try await waiting.records()[0].folder
        let first = try await waiting.look([.init(folder: folder, scopes: [.all])], emit: { _ in })
        #expect(first[0].waiting == ["log.md"] && first[0].report.examined == 0)
        #expect(try await document("notes/log.md") == nil)
        // After a while it is read as it is.
        let impatient = service(settling: 3_600, patience: 0)
        #expect(try await look(impatient)[0].added == 1)
    }

    @Test func aFileThatGrowsWhileItIsReadIsReadAgain() async throws {
        try base.write("notes/log.md", "The first line.")
        try await add("notes")
        // What was found is what is noted, whatever the file is by the time it is read.
        try await service().refresh([]) { event in
            if case .reading(_, 0, _) = event { try base.write("notes/log.md", "The first line. The second line.") }
        }
        let again = try await look()[0]
        #expect(again.examined == 1)
        let id = try #require(try await document("notes/log.md")?.id)
        #expect(try await library.text(ofDocument: id)?.contains("second") == true)
        #expect(try await look()[0].examined == 0)
    }

    // MARK: Starts

    @Test func fiveThousandFilesAreHeldAgainstWhatIsKnownWithoutBeingRead() async throws {
        // No document, so that only the looking takes time.
        let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        for folder in 0..<10 {
            try base.makeFolder("many/\(folder)")
            for file in 0..<500 { try base.write("many/\(folder)/\(file).bin", picture) }
        }
        try await add("many")
        let opened = Mutex(0)
        func counting() -> FolderService {
            var ingestor = Ingestor(library: library, embedder: nil)
            ingestor.isGiven = { _ in
                opened.withLock { $0 += 1 }
                return true
            }
            var configuration = FolderService.Configuration()
            configuration.settling = 0
            return FolderService(library: library, ingestor: ingestor, configuration: configuration)
        }
        let folder = try await service().records()[0].folder
        let first = try await counting().look([.init(folder: folder, scopes: [.all])], emit: { _ in })
        #expect(first[0].report.examined == 5_000)
        #expect(opened.withLock { $0 } == 5_000)
        // A start: another service over the same library.
        try base.write("many/7/new.md", "A document that came meanwhile.")
        try base.write("many/8/3.bin", picture + [0])
        let second = try await counting().look([.init(folder: folder, scopes: [.all])], emit: { _ in })
        #expect(second[0].report.files == 5_001)
        #expect(second[0].report.added == 1)
        #expect(opened.withLock { $0 } == 5_002, "files were read that had not changed")
    }

    @Test func whatCouldNotBeReadIsTriedAgainWhenItChangesOrItsOwnerSaysSo() async throws {
        try base.write("notes/a.pdf", Data())
        try base.write("notes/b.md", "A document.")
        try await add("notes")
        let first = try await look()[0]
        #expect(first.added == 1 && first.failed + first.skipped == 1)
        let file = try #require(
            try await service().files(of: "notes", in: [.failed, .skipped], after: nil, limit: 9).first)
        #expect(file.path == "a.pdf" && file.message?.isEmpty == false && file.code != nil)
        let folder = try await service().records()[0].folder
        let quiet = try await service().look([.init(folder: folder, scopes: [.all])], emit: { _ in })
        #expect(quiet[0].report.examined == 0)
    }

    @Test func aPartOfAFolderIsLookedAtAlone() async throws {
        for name in ["a.md", "sub/b.md", "sub/deep/c.md"] { try base.write("notes/\(name)", "This is \(name).") }
        try await add("notes")
        try await look()
        for name in ["a.md", "sub/b.md", "sub/deep/c.md"] { try base.remove("notes/\(name)") }
        try base.write("notes/sub/new.md", "This is new.")
        let folder = try await service().records()[0].folder
        let shallow = try await service().look(
            [.init(folder: folder, scopes: [FolderScope(path: "sub", isDeep: false)])], emit: { _ in })
        #expect(shallow[0].report.removed == 1 && shallow[0].report.added == 1)
        #expect(try await states("notes").keys.sorted() == ["a.md", "sub/deep/c.md", "sub/new.md"])
        let deep = try await service().look(
            [.init(folder: folder, scopes: [FolderScope(path: "sub/deep", isDeep: true)])], emit: { _ in })
        #expect(deep[0].report.removed == 1)
        #expect(try await states("notes").keys.sorted() == ["a.md", "sub/new.md"])
    }

    // MARK: The list

    @Test func foldersInOneAnotherFilesAndUnfitNamesAreRefused() async throws {
        try base.write("notes/sub/a.md", "A document.")
        try await add("notes")
        func refused(_ reason: FolderError.Reason, _ addition: FolderAddition) async {
            await #expect(throws: FolderError.self) {
                do { _ = try await service().add(addition) } catch let error as FolderError {
                    #expect(error.reason == reason)
                    throw error
                }
            }
        }
        await refused(.overlapping, FolderAddition(path: base.path("notes/sub")))
        await refused(.overlapping, FolderAddition(path: base.path("")))
        await refused(.alreadyThere, FolderAddition(path: base.path("notes")))
        await refused(.noFolder, FolderAddition(path: base.path("nowhere")))
        await refused(.noFolder, FolderAddition(path: base.path("notes/sub/a.md")))
        try base.makeFolder("other/notes")
        await refused(.alreadyThere, FolderAddition(path: base.path("other"), name: "notes"))
        await refused(.badName, FolderAddition(path: base.path("other"), name: "a/b"))
        await refused(.badPattern, FolderAddition(path: base.path("other"), exclusions: ["[a"]))
        #expect(try await service().add(FolderAddition(path: base.path("other/notes"))).folder.name == "notes-2")
        await #expect(throws: FolderError.self) { try await service().remove("nothing", withDocuments: false) }
    }

    @Test func aPausedFolderIsLeftAloneAndARemovedOneLeavesItsDocuments() async throws {
        try base.write("notes/a.md", "A document.")
        try await add("notes", label: .private)
        try await look()
        _ = try await service().change("notes", FolderChange(isPaused: true))
        try base.write("notes/b.md", "Another document.")
        #expect(try await look().isEmpty)
        _ = try await service().change("notes", FolderChange(isPaused: false))
        #expect(try await look()[0].added == 1)
        #expect(try await service().list()[0].label == .private)
        let kept = try await service().remove("notes", withDocuments: false)
        #expect(kept.receipt == nil)
        #expect(try await document("notes/a.md")?.label == .private)
        try await add("notes")
        // They are known, and nothing is read again.
        #expect(try await look()[0].added == 0)
        let gone = try await service().remove("notes", withDocuments: true)
        #expect(gone.receipt?.documentIDs.count == 2)
        #expect(try await document("notes/a.md") == nil)
        #expect(FileManager.default.fileExists(atPath: base.path("notes/a.md")))
    }

    /// Before a library is put back or copied, nobody may write into it any more.
    @Test(.timeLimit(.minutes(10))) func picturesAreReadBesideLooksAndEndBeforeTheLibraryIsPutBack() async throws {
        let turns = FolderTurns()
        let order = Mutex<[String]>([])
        func note(_ what: String) { order.withLock { $0.append(what) } }
        var halting: Task<Void, any Error>?
        try await turns.readPictures {
            try await turns.run { note("looked") }
            halting = Task {
                try await turns.halt()
                turns.resume()
            }
            while !turns.isHalted { try await Task.sleep(for: .milliseconds(5)) }
            #expect(throws: FolderError.self) { try turns.checkHalt() }
            await #expect(throws: FolderError.self) { try await turns.run { note("looked again") } }
            #expect(turns.isHalted, "it waits for this")
            note("read")
        }
        try await halting?.value
        #expect(order.withLock { $0 } == ["looked", "read"] && !turns.isHalted)
    }

    @Test func aProgramSeesNoFolderAndAddsNone() async throws {
        try base.write("notes/a.md", "A document.")
        try await add("notes")
        try await Reader.$current.withValue(Reader(.api, name: "program", ceiling: .private)) {
            let seen = try await service().list()
            #expect(seen.isEmpty)
            await #expect(throws: (any Error).self) {
                try await service().add(FolderAddition(path: base.path("")))
            }
        }
    }

    // MARK: Word of changes

    /// The kernel's own word of what happens: each step waits for what the one before brought about.
    @Test(.timeLimit(.minutes(10)))
    func changesAreFollowedWhileItRuns() async throws {
        try base.write("notes/a.md", "The roof is red.")
        try base.makeFolder("other")
        try await add("notes")
        try await add("other")
        var configuration = FolderWatcher.Configuration()
        (configuration.gathering, configuration.tick) = (0.1, 0.2)
        let service = service()
        let watcher = FolderWatcher(shared: service.shared, configuration: configuration) { _ in service }
        let events = EventStream<FolderEvent> { emit in try await watcher.run(emit: emit) }
        var steps: [String] = []
        var reports = 0
        for try await event in events {
            switch event {
            case .report:
                reports += 1
                // Both were looked at.
                if reports == 2 { try base.write("notes/sub/new/b.md", "The door is blue.") }
            case .document(let report) where report.status == .added && report.path.hasSuffix("b.md"):
                steps.append("added")
                try base.write("notes/sub/new/b.md.saving", "The door is black.")
                try base.rename("notes/sub/new/b.md.saving", "notes/sub/new/b.md")
            case .document(let report) where report.status == .updated:
                steps.append("updated")
                try base.rename("notes/sub", "other/sub")
            case .moved(_, let place):
                steps.append("moved")
                #expect(place == base.path("other/sub/new/b.md"))
                try base.remove("other/sub")
            case .gone: steps.append("gone")
            default: break
            }
            if steps.last == "gone" { break }
        }
        #expect(steps == ["added", "updated", "moved", "gone"])
        #expect(try await document("other/sub/new/b.md") == nil)
        #expect(try await document("notes/a.md") != nil)
    }
}
