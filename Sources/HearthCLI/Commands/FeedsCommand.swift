import ArgumentParser
import Foundation
import Hearth

/// `hearth feeds`: what its owner follows on the web.
struct FeedsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feeds",
        abstract: "Follow feeds and podcasts: RSS, Atom, JSON Feed.",
        discussion: """
            Articles become documents, and transcripts of episodes become transcripts, so that answers cite an article, or an \
            episode and the time. Nothing is fetched but what you ask for: no pictures, no recordings, and nothing by itself. \
            What you follow is kept encrypted, with your documents.

            HOSTS
              Whoever adds an address allows its host. Other hosts (where a feed moved to, where its transcripts and recordings \
              are) are named when they are needed, and allowed for this feed with --host.

            EXAMPLES
              hearth feeds add https://example.org/feed.xml
              hearth feeds refresh
              hearth feeds list example
              hearth feeds refresh example --host cdn.example.org
              hearth feeds fetch 3f2a90c1 --host media.example.org
              hearth feeds import subscriptions.opml
            """,
        subcommands: [
            List.self, Add.self, Refresh.self, Remove.self, Fetch.self, Import.self, Export.self,
        ], defaultSubcommand: List.self)

    /// Hosts that are allowed besides the one that is named by the address.
    struct HostOption: ParsableArguments {
        @Option(help: "A further host that may be fetched from, such as cdn.example.org; may be given several times.")
        var host: [String] = []
    }

    // MARK: Adding, refreshing

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Follow a feed, and read what is in it.",
            discussion: "The address of a page is enough where the page names its feed.")
        @Argument(help: "The feed's address, or that of its page.") var url: String
        @Option(help: "By which you call it; without it, a short form of its title.") var name: String?
        @Option(help: "How private what is read from it is: private, personal or public.") var label: SensitivityLabel?
        @OptionGroup var hosts: HostOption
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let hearth = try Hearth()
            var view = FeedView(json: json)
            try await view.show(try await hearth.feeds.add(url, name: name, label: label, hosts: hosts.host))
        }
    }

    struct Refresh: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "refresh", abstract: "Look at feeds, and read what is new.",
            discussion: """
                An item is read once, and again when it says something else. Up to 50 transcripts of a feed are fetched at a time.
                """)
        @Argument(help: "Names of feeds; without one, all of them.") var names: [String] = []
        @OptionGroup var hosts: HostOption
        @Flag(help: "Print JSON Lines.") var json = false

        func validate() throws {
            guard hosts.host.isEmpty || names.count == 1 else {
                throw ValidationError("--host is for one feed at a time. Name the feed.")
            }
        }

        func run() async throws {
            let hearth = try Hearth()
            var view = FeedView(json: json)
            try await view.show(try await hearth.feeds.refresh(names, hosts: hosts.host))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Follow a feed no longer.",
            discussion: "What was read from it stays, unless --documents is given.")
        @Argument(help: "The feed's name.") var name: String
        @Flag(help: "Remove what was read from it as well, and show what is gone.") var documents = false
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let (feed, receipt) = try await Hearth().feeds.remove(name, withDocuments: documents)
            try EndedSource(name: feed.name, receipt: receipt).show("is followed no longer.", json: json)
        }
    }

    // MARK: Lists of other programs

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Add the feeds of a list that another program exported (OPML).",
            discussion: """
                Nothing is fetched. With --consent their hosts are allowed, all of which are printed; without it, each is when you \
                name it: `hearth feeds refresh NAME --host HOST`.
                """)
        @Argument(help: "The list.", completion: .file(extensions: ["opml", "xml"])) var file: String
        @Flag(help: "Allow the hosts of all feeds in the list to be fetched from.") var consent = false
        @Option(help: "How private what is read from them is: private, personal or public.") var label:
            SensitivityLabel?
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let found = try await Hearth().feeds.add(listAt: file, allows: consent, label: label)
            for feed in found.added {
                if json {
                    try JSONLines().write(FeedRow(feed))
                } else {
                    let host =
                        feed.hosts.first.map { "\(Terminal.line($0)) is allowed" } ?? "its host is not allowed yet"
                    Terminal.output.write(
                        "added \(Terminal.line(feed.name))  \(Terminal.line(feed.url.absoluteString))  \(host)\n")
                }
            }
            if found.known > 0 { Terminal.note("\(Format.count(found.known, "feed")) of the list were there already") }
            if found.unusable > 0 {
                Terminal.note(
                    "\(Format.count(found.unusable, "entry", many: "entries")) of the list had no address of the web and were left out"
                )
            }
            if !json { Terminal.output.write("Nothing was fetched. `hearth feeds refresh` does.\n") }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Print the feeds as a list for other programs (OPML).",
            discussion: """
                EXAMPLES
                  hearth feeds export > subscriptions.opml
                """)

        func run() async throws { Terminal.output.writeContent(try await Hearth().feeds.exportedList()) }
    }
}

// MARK: - The list

extension FeedsCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The feeds, or what was read of one.")
        @Argument(help: "A feed's name; without one, all feeds are shown.") var name: String?
        @Flag(help: "Print JSON Lines.") var json = false

        private struct EntryRow: Encodable {
            var id: String
            var title: String?
            var date: Date?
            var path: String
            var address: String?
            var recording: String?
            var duration: Double?
            var transcript: String
        }

        func run() async throws {
            let all = try Hearth().feeds
            guard let name else {
                let feeds = try await all.list()
                for feed in feeds {
                    if json { try JSONLines().write(FeedRow(feed)) } else { Self.show(feed) }
                }
                if feeds.isEmpty, !json {
                    Terminal.output.write("No feed is followed. `hearth feeds add URL` adds one.\n")
                }
                return
            }
            let feed = try await all.feed(named: name)
            for entry in feed.entries {
                if json {
                    try JSONLines().write(
                        EntryRow(
                            id: entry.id, title: entry.title, date: entry.date, path: feed.place(of: entry),
                            address: entry.link?.absoluteString, recording: entry.recording?.absoluteString,
                            duration: entry.duration, transcript: entry.spoken.rawValue))
                } else {
                    Self.show(entry)
                }
            }
        }

        private static func show(_ feed: Feed) {
            let looked = feed.refreshedAt.map { "looked at \($0.formatted(.iso8601))" } ?? "not looked at yet"
            let label = feed.label.map { ", \($0.rawValue)" } ?? ""
            let hosts =
                feed.hosts.isEmpty ? "no host allowed" : feed.hosts.map { Terminal.line($0) }.joined(separator: ", ")
            Terminal.output.write(
                "\(Terminal.output.bold(Terminal.line(feed.name)))  \(Terminal.line(feed.title ?? "untitled"))  "
                    + "\(Format.count(feed.entries.count, "item")), \(looked)\(label)  "
                    + Terminal.output.dim("\(Terminal.line(feed.url.absoluteString)) (\(hosts))") + "\n")
        }

        private static func show(_ entry: Feed.Entry) {
            let day = entry.date.map { String($0.formatted(.iso8601).prefix(10)) } ?? "no date   "
            var facts: [String] = []
            if entry.recording != nil {
                facts.append(entry.duration.map { "recording \(Format.time($0))" } ?? "recording")
            }
            switch entry.spoken {
            case .none: break
            case .waiting: facts.append("transcript not fetched yet")
            case .unusable: facts.append("transcript that cannot be read")
            case .published: facts.append("transcript")
            case .transcribed: facts.append("transcribed here")
            }
            let more = facts.isEmpty ? "" : "  (\(facts.joined(separator: ", ")))"
            Terminal.output.write("\(entry.id)  \(day)  \(Terminal.line(entry.title ?? "untitled"))\(more)\n")
        }
    }

    // MARK: Episodes

    struct Fetch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fetch",
            abstract: "Fetch an episode's recording, and write down what is said in it, on this machine.",
            discussion: """
                A fetch that was stopped goes on where it was. The recording is removed when its transcript is stored; --output keeps \
                it.
                """)
        @Argument(help: "The episode's id (`hearth feeds list NAME` shows them), or its title.") var episode: String
        @OptionGroup var hosts: HostOption
        @OptionGroup var voice: VoiceOptions
        @Option(help: "A new file for the recording.", completion: .file()) var output: String?
        @Flag(help: "Tell speakers apart.") var diarize = false
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            if let output, FileManager.default.fileExists(atPath: output) {
                throw CommandFailure(ExitStatus.failed, "\(Terminal.line(output)) is there already; name a new file.")
            }
            let hearth = try Hearth()
            let (download, listening) = (DownloadView(json: json), TranscriptionBar())
            defer { listening.clear() }
            let report = try await hearth.feeds.fetch(
                episode, request: voice.request(diarization: diarize ? .automatic : .off), hosts: hosts.host,
                copy: output.map { URL(fileURLWithPath: $0) }
            ) { progress in
                switch progress {
                case .fetching(let bytes, let total):
                    download.show(.progress(DownloadProgress(bytes: bytes, total: total)))
                case .listening(let event):
                    download.clear()
                    listening.show(event)
                case .note(let note): Terminal.note(Terminal.safe(note))
                }
            }
            download.clear()
            listening.clear()
            var view = FeedView(json: json)
            try view.show(report)
        }
    }
}

/// A feed as one JSON object.
struct FeedRow: Encodable {
    var name: String
    var title: String?
    var url: String
    var hosts: [String]
    var label: SensitivityLabel?
    var items: Int
    var addedAt: Date
    var refreshedAt: Date?

    init(_ feed: Feed) {
        (name, title, url, hosts) = (feed.name, feed.title, feed.url.absoluteString, feed.hosts)
        (label, items, addedAt, refreshedAt) = (feed.label, feed.entries.count, feed.addedAt, feed.refreshedAt)
    }
}
