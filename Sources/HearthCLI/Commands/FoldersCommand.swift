public import ArgumentParser
import Foundation
public import Hearth

/// `hearth folders`: folders that the library is kept in step with.
struct FoldersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "folders",
        abstract: "Keep folders in step: read what comes into them, follow what is edited, moved and deleted.",
        discussion: """
            `hearth serve` does it for as long as it runs, `hearth folders watch` without a server, `hearth folders refresh` once. \
            What happened meanwhile is found at the next start, by the size, time and number of each file: only what changed is read.

            A file that is moved or renamed keeps its document, its label and what cites it. A folder that is not there, as when its \
            disk was taken out, keeps everything. Links are not followed, and nothing is written into a folder.

            WHAT IS LEFT OUT
              Hidden files, what other programs leave for a while (such as *.tmp and *~), what --exclude says, and what files named \
              .hearthignore or .ignore in any folder say. Patterns are those of a .gitignore. Within repositories of Git, which are folders that \
              hold a .git, so are what their .gitignore files say; --gitignore everywhere has them count in every folder, --gitignore \
              nowhere in none. What --exclude, .hearthignore and .ignore say counts more: --exclude '!dist/' takes dist back. A document whose \
              file is left out later stays until `hearth folders prune` removes it.

            EXAMPLES
              hearth folders add ~/Documents --exclude "drafts/" --exclude "*.csv"
              hearth folders add ~/diary --label private --deleted keep
              hearth folders list --errors
              hearth folders pause Documents
              hearth folders remove Documents --documents
            """,
        subcommands: [
            List.self, Add.self, Change.self, Pause.self, Resume.self, Refresh.self, Watch.self, Prune.self,
            Remove.self,
        ], defaultSubcommand: List.self)

    // MARK: The list

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The folders, how they are, and what could not be read.")
        @Argument(help: "A folder's name or path; without one, all folders are shown.") var name: String?
        @Flag(help: "Show each file that could not be read, and why.") var errors = false
        @Flag(help: "Show each file that was left alone because it is no document, too.") var skipped = false
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let folders = try Hearth().folders
            let states: [FolderState]
            if let name { states = [try await folders.folder(named: name)] } else { states = try await folders.list() }
            let wanted: [WatchedFile.State] = (errors ? [.failed] : []) + (skipped ? [.skipped] : [])
            for state in states {
                if json { try JSONLines().write(FolderRow(state)) } else { FolderView.show(state) }
                guard !wanted.isEmpty else { continue }
                let folder = state.status.folder
                var last: String?
                repeat {
                    let files = try await folders.files(of: folder.name, in: Set(wanted), after: last)
                    for file in files { try FolderView.show(file, of: folder, json: json) }
                    last = files.count == 1_000 ? files.last?.path : nil
                } while last != nil
            }
            if states.isEmpty, !json {
                Terminal.output.write("No folder is kept in step. `hearth folders add FOLDER` adds one.\n")
            }
        }
    }

    // MARK: Adding, changing

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Keep a folder in step, and read what is in it.")
        @Argument(help: "The folder.", completion: .directory) var path: String
        @Option(help: "By which you call it; without it, the folder's own name.") var name: String?
        @Option(help: "How private what is and will be in it is: private, personal or public.") var label:
            SensitivityLabel?
        @Option(help: "A pattern, as in a .gitignore, of what is left out; may be given several times.") var exclude:
            [String] = []
        @Option(help: "What becomes of documents whose files are deleted: follow (they go) or keep.") var deleted:
            WatchedFolder.Deletions = .follow
        @Option(
            help: ArgumentHelp(
                "Where .gitignore files count: repositories (in and below folders that hold a .git), everywhere or nowhere."
            ))
        var gitignore: WatchedFolder.GitLists = .repositories
        @Flag(help: "Read hidden files and folders too.") var hidden = false
        @Flag(help: "Do not read it now; whoever keeps folders in step does.") var later = false
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let hearth = try Hearth()
            let state = try await hearth.folders.add(
                FolderAddition(
                    path: path, name: name, label: label, exclusions: exclude, deletions: deleted,
                    gitLists: gitignore, includesHidden: hidden))
            let folder = state.status.folder
            if json {
                try JSONLines().write(FolderRow(state))
            } else {
                Terminal.output.write(
                    "\(Terminal.line(folder.path)) is kept in step as \(Terminal.line(folder.name)).\n")
            }
            guard !later else { return }
            var view = FolderView(json: json)
            try await view.show(try await hearth.folders.refresh([folder.name]))
        }
    }

    struct Change: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "change", abstract: "Change how a folder is kept in step.",
            discussion: "What is not named stays as it is.")
        @Argument(help: "The folder's name or path.") var name: String
        @Option(help: "How private what is in it is: private, personal or public.") var label: SensitivityLabel?
        @Option(help: "A further pattern of what is left out; may be given several times.") var exclude: [String] = []
        @Option(help: "A pattern that was given and holds no longer; may be given several times.") var include:
            [String] = []
        @Option(help: "What becomes of documents whose files are deleted: follow (they go) or keep.") var deleted:
            WatchedFolder.Deletions?
        @Option(help: "Where .gitignore files count: repositories, everywhere or nowhere.") var gitignore:
            WatchedFolder.GitLists?
        @Flag(inversion: .prefixedNo, help: "Read hidden files and folders too.") var hidden: Bool?
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let folders = try Hearth().folders
            let before = try await folders.folder(named: name).status.folder
            var exclusions: [String]?
            if !exclude.isEmpty || !include.isEmpty {
                for pattern in include where !before.exclusions.contains(pattern) {
                    throw CommandFailure(
                        ExitStatus.failed,
                        "\(Terminal.line(pattern)) is no pattern of this folder. `hearth folders list` shows them.")
                }
                exclusions =
                    before.exclusions.filter { !include.contains($0) }
                    + exclude.filter { !before.exclusions.contains($0) }
            }
            let state = try await folders.change(
                before.name,
                FolderChange(
                    label: label, exclusions: exclusions, deletions: deleted, gitLists: gitignore,
                    includesHidden: hidden))
            if json { return try JSONLines().write(FolderRow(state)) }
            FolderView.show(state)
            if exclusions != nil || gitignore != nil {
                Terminal.note(
                    "Documents whose files are left out from now on stay; `hearth folders prune` removes them when the folder was "
                        + "looked at.")
            }
        }
    }

    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause", abstract: "Leave a folder alone for now. What was read stays.")
        @Argument(help: "The folder's name or path.") var name: String

        func run() async throws {
            let state = try await Hearth().folders.change(name, FolderChange(isPaused: true))
            Terminal.output.write("\(Terminal.line(state.status.folder.name)) is left alone for now.\n")
        }
    }

    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume", abstract: "Keep a paused folder in step again.",
            discussion: "What changed meanwhile is read by `hearth serve`, or by `hearth folders refresh`.")
        @Argument(help: "The folder's name or path.") var name: String

        func run() async throws {
            let state = try await Hearth().folders.change(name, FolderChange(isPaused: false))
            Terminal.output.write("\(Terminal.line(state.status.folder.name)) is kept in step again.\n")
        }
    }
}

extension WatchedFolder.Deletions: ExpressibleByArgument {}
extension WatchedFolder.GitLists: ExpressibleByArgument {}

// MARK: - Looking, removing

extension FoldersCommand {
    struct Refresh: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "refresh", abstract: "Look at folders now, and read what changed.",
            discussion: "What could not be read before is tried again.")
        @Argument(help: "Names or paths of folders; without one, all that are not paused.") var names: [String] = []
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let hearth = try Hearth()
            var view = FolderView(json: json)
            try await view.show(try await hearth.folders.refresh(names))
        }
    }

    struct Watch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "watch", abstract: "Stay and keep all folders in step, until Ctrl-C.",
            discussion: "`hearth serve` does the same for as long as it runs.")
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let hearth = try Hearth()
            var view = FolderView(json: json, isWatching: true)
            try await view.show(try await hearth.folders.watch())
        }
    }

    struct Prune: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "prune",
            abstract: "Remove documents of a folder whose files are left out by now, or are gone.",
            discussion: "The receipt proves that their text is gone. No file is touched.")
        @Argument(help: "The folder's name or path.") var name: String
        @Flag(help: "Those whose files are left out by now.") var excluded = false
        @Flag(help: "Those whose files were deleted, and which were kept.") var deleted = false
        @Flag(help: "Print JSON Lines.") var json = false

        func validate() throws {
            guard excluded || deleted else { throw ValidationError("Say which: --excluded, --deleted, or both.") }
        }

        func run() async throws {
            let states: Set<WatchedFile.State> = Set((excluded ? [.excluded] : []) + (deleted ? [.gone] : []))
            let view = ReceiptJSON(try await Hearth().folders.removeDocuments(of: name, in: states))
            if json { return try JSONLines().write(view) }
            Terminal.output.write(view.documentIDs.isEmpty ? "There are none.\n" : view.text)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Keep a folder in step no longer.",
            discussion: "What was read from it stays, unless --documents is given. No file is touched.")
        @Argument(help: "The folder's name or path.") var name: String
        @Flag(help: "Remove what was read from it as well, and show what is gone.") var documents = false
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let (folder, receipt) = try await Hearth().folders.remove(name, withDocuments: documents)
            try EndedSource(name: folder.name, receipt: receipt).show("is kept in step no longer.", json: json)
        }
    }
}
