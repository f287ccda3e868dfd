public import Foundation
public import HearthCore
import HearthDocuments

/// A feed that somebody subscribes to, as it is kept: where it is, what was allowed for it, and what was read of it.
public struct Feed: Codable, Hashable, Sendable {
    /// By which a person names it; unique in a library.
    public internal(set) var name: String
    public internal(set) var url: URL
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

    /// An item that was read.
    public struct Entry: Codable, Hashable, Sendable {
        /// Short and unique in the feed: 12 hexadecimal digits.
        public var id: String
        public var title: String?
        public var date: Date?
        /// What its document is kept under: its address, where it has one of its own.
        public var place: String
        /// Of what it said when it was read.
        var digest: String
        var link: URL?
        var author: String?
        /// Of an episode.
        public internal(set) var recording: URL?
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

        /// What the transcript's document is kept under.
        var transcriptPlace: String { place + "#transcript" }
    }

    /// The host of its address, if it was allowed.
    var host: String? { WebAddress.host(of: url) }

    var allowed: AllowedHosts { AllowedHosts(hosts, first: host.flatMap { hosts.contains($0) ? $0 : nil }) }
}

extension Feed.Entry {
    /// - Parameter taken: Places of the feed's other items.
    init(_ item: ParsedFeed.Item, of feed: URL, taken: Set<String>) {
        id = Self.id(of: item)
        let address = item.link.map { WebAddress.secured($0).absoluteString }
        place = address.flatMap { taken.contains($0) ? nil : $0 } ?? "\(feed.absoluteString)#\(id)"
        (title, date, link, author) = (item.title, item.date, item.link, item.author)
        digest = Self.digest(of: item)
        recording = item.recording?.url
        duration = item.recording?.duration
        if let best = EpisodeFiles.best(of: item.transcripts) {
            (transcript, transcriptType, spoken) = (best.url, best.type, .waiting)
        }
        chapters = item.chapters?.url
    }

    static func id(of item: ParsedFeed.Item) -> String {
        String(ContentHash(of: Data(item.id.utf8)).hex.prefix(12))
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
