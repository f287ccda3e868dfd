public import Foundation
public import HearthCore
import HearthDocuments

/// A feed that somebody subscribes to, as it is kept: where it is, what was allowed for it, and what was read of it.
public struct Feed: Codable, Hashable, Sendable {
    /// By which a person names it; unique in a library.
    public internal(set) var name: String
    public internal(set) var url: URL
    /// Where it was when it was added, if it has moved since. The ids of its items are made of this, so that one keeps its documents.
    var firstURL: URL?
    /// What it calls itself.
    public internal(set) var title: String?
    /// The hosts that its owner allowed it to be fetched from, its transcripts and recordings too. A host that another feed was allowed
    /// is none of these.
    public internal(set) var hosts: [String]
    /// How private what is read from it is; `nil` leaves it at personal.
    public internal(set) var label: SensitivityLabel?
    public internal(set) var addedAt: Date
    /// When it was last looked at, also where nothing was new.
    public internal(set) var refreshedAt: Date?
    /// What the server said of its version, to be asked by it.
    var etag: String?
    var lastModified: String?
    /// What was read of it, the newest first as the feed has them.
    public internal(set) var entries: [Entry] = []
    /// The ids of items that were read and are remembered no longer, the latest first: their documents are the feed's still. `nil` in
    /// records of earlier versions.
    var forgotten: [String]?

    /// An item that was read.
    public struct Entry: Codable, Hashable, Sendable {
        /// 16 hexadecimal digits, made of what the feed calls the item and of where the feed is: another feed has none of them.
        public var id: String
        public var title: String?
        public var date: Date?
        /// Of what it said when it was read.
        var digest: String
        /// Its page, where it has one of its own, as its documents show it. Nothing but that: a feed may name any address.
        public internal(set) var link: URL?
        var author: String?
        /// Of an episode.
        public internal(set) var recording: URL?
        /// Of the recording, as the feed says.
        var recordingBytes: Int?
        /// Seconds, as the feed says.
        public internal(set) var duration: Double?
        var transcript: URL?
        var transcriptType: String?
        var chapters: URL?
        public internal(set) var spoken = Spoken.none

        /// What became of the words of an episode.
        public enum Spoken: String, Codable, Sendable {
            /// The feed names no transcript.
            case none
            /// It names one that was not fetched yet.
            case waiting
            /// It names one that cannot be read.
            case unusable
            /// The one that it names was read.
            case published
            /// The recording was written down on this machine.
            case transcribed
        }
    }

    /// What the document of an item is kept under: `feed:roof-talk#0a1b2c3d4e5f6071`. It is no address, which the feed could choose: so
    /// nothing of a feed takes the place of a page that was kept, of a file or of what another feed has.
    public func place(of entry: Entry) -> String { place(ofID: entry.id) }

    /// What the document of a transcript is kept under.
    public func transcriptPlace(of entry: Entry) -> String { place(of: entry) + "#transcript" }

    private func place(ofID id: String) -> String { "feed:\(name)#\(id)" }

    /// Where documents of it may be, also those of items that it has forgotten. Not all that begins with its name: a feed that was
    /// called so before may have left documents that its owner kept.
    var places: [String] {
        var ids = Set<String>()
        return (entries.map(\.id) + (forgotten ?? [])).filter { ids.insert($0).inserted }
            .flatMap { [place(ofID: $0), place(ofID: $0) + "#transcript"] }
    }

    /// The host of its address, if it was allowed.
    var host: String? { WebAddress.host(of: url) }

    var allowed: AllowedHosts { AllowedHosts(hosts, first: host.flatMap { hosts.contains($0) ? $0 : nil }) }
}

extension Feed {
    /// Puts what the feed has now before what it had, and forgets the oldest but for their ids.
    mutating func remember(_ current: [Entry], most: Int) {
        let ids = Set(current.map(\.id))
        let all = current + entries.filter { !ids.contains($0.id) }
        entries = Array(all.prefix(most))
        guard all.count > most else { return }
        let gone = all.dropFirst(most).map(\.id)
        let known = Set(gone)
        let before = (forgotten ?? []).filter { !known.contains($0) }
        forgotten = Array((gone + before).prefix(FeedService.mostForgotten))
    }
}

extension Feed.Entry {
    /// - Parameter own: Addresses of the feed itself.
    init(_ item: ParsedFeed.Item, of feed: Feed, at own: [URL]) {
        id = Self.id(of: item, in: feed)
        (title, date, author) = (item.title, item.date, item.author)
        link = FeedDocument.address(of: item, at: own)
        digest = Self.digest(of: item)
        recording = item.recording?.url
        recordingBytes = item.recording?.byteCount
        duration = item.recording?.duration
        if let best = EpisodeFiles.best(of: item.transcripts) {
            (transcript, transcriptType, spoken) = (best.url, best.type, .waiting)
        }
        chapters = item.chapters?.url
    }

    static func id(of item: ParsedFeed.Item, in feed: Feed) -> String {
        let origin = (feed.firstURL ?? feed.url).absoluteString
        return String(ContentHash(of: Data("\(origin)\0\(item.id)".utf8)).hex.prefix(16))
    }

    /// A date that changes says nothing new, and neither does a counter at the end of a recording's address.
    static func digest(of item: ParsedFeed.Item) -> String {
        var bytes: [UInt8] = []
        func add(_ text: String?) { bytes += Array((text ?? "").utf8) + [0] }
        add(item.title)
        add(item.author)
        add(item.link?.absoluteString)
        add(item.recording.map { $0.url.path })
        for transcript in item.transcripts { add(transcript.url.absoluteString) }
        add(item.chapters?.url.absoluteString)
        switch item.content {
        case .markup(let content): bytes += content
        case .text(let text): add(text)
        case nil: break
        }
        return String(ContentHash(of: Data(bytes)).hex.prefix(32))
    }
}

/// What became of one feed.
public struct FeedReport: Sendable {
    public struct Problem: Hashable, Encodable, Sendable {
        public var code: String
        public var kind: Failure.Kind
        public var message: String
        /// What would help, the best first; `nil` where nothing is known to.
        public var help: [Failure.Help]?

        init(_ error: any ReadableError) {
            (code, kind, message) = (error.code, error.kind, error.message)
            help = error.help.isEmpty ? nil : error.help
        }
    }

    public var name: String
    /// Items that were new.
    public var added = 0
    /// Items that said something else than when they were read.
    public var updated = 0
    /// Transcripts of episodes that were read.
    public var transcripts = 0
    /// Transcripts that are still to be fetched.
    public var waiting = 0
    /// What could not be read, was not fetched, or was left out.
    public var notes: [String] = []
    /// Hosts that something of it is at, and from which nothing may be fetched yet.
    public var refusedHosts: [String] = []
    /// Why it could not be looked at; nothing of it was changed then.
    public var problem: Problem?
}

extension FeedReport {
    /// One of a feed that could not be had.
    public init(_ name: String, failed error: any ReadableError) {
        self.init(name: name)
        refusedHosts = [(error as? FeedError)?.refusedHost].compactMap(\.self)
        problem = Problem(error)
    }

    /// Notes of one feed; more say nothing more.
    private static let mostNotes = 100

    /// - Parameter opening: What stands before it.
    mutating func note(_ error: any ReadableError, _ opening: String = "") {
        if let host = (error as? FeedError)?.refusedHost, !refusedHosts.contains(host) { refusedHosts.append(host) }
        if notes.count < Self.mostNotes { notes.append(opening + error.message) }
    }
}

/// What happens while feeds are looked at, in order.
public enum FeedEvent: Sendable {
    /// What is being done now, for a person who waits.
    case doing(String)
    /// A document that was stored, or could not be.
    case document(IngestReport)
    /// Something about the run as a whole.
    case note(String)
    /// A feed is done.
    case feed(FeedReport)
}
