import Foundation
import Hearth
import HearthHTTP

// What its owner follows on the web: feeds, podcasts, single pages. No program is let in.

extension Wire {
    static let listFeeds = Operation<Nothing, Nothing, FeedList>(
        .get, "/api/feeds", "listFeeds", in: .documents, "What the owner follows, by name",
        about: "For the owner alone, as everything about feeds: a program with the token gets 403.")

    static let addFeed = Operation<Nothing, FeedAddition, Job>(
        .post, "/api/feeds", "addFeed", in: .documents, "Follow a feed, and read it",
        about:
            "Whoever names an address allows its host. Any other host that it leads to has to be in `hosts`: the job fails with "
            + "`host-not-allowed`, and its `feeds` name the host. The address may be that of a page that names its feed.",
        status: .accepted,
        work: .long,
        bodyLimit: 64 << 10,
        fails: [.conflict])

    static let refreshFeeds = Operation<Nothing, FeedRefresh, Job>(
        .post, "/api/feeds/refresh", "refreshFeeds", in: .documents, "Look at feeds, and read what is new",
        about: "What became of each is in the job's `feeds`: one that could not be had keeps the others from nothing.",
        status: .accepted,
        work: .long,
        bodyLimit: 256 << 10,
        fails: [.unknownItem])

    static let removeFeed = Operation<FeedRemovalQuery, Nothing, FeedRemoval>(
        .delete, "/api/feeds/:name", "removeFeed", in: .documents, "Follow it no longer",
        about: "What was read from it stays, unless `documents` says that it goes as well.",
        work: .long)

    static let listFeedItems = Operation<FeedItemQuery, Nothing, FeedItemList>(
        .get, "/api/feeds/:name/items", "listFeedItems", in: .documents, "What was read of one, the newest first")

    static let fetchEpisode = Operation<Nothing, EpisodeFetch, Job>(
        .post, "/api/feeds/:name/items/:id/fetch", "fetchEpisode", in: .documents,
        "Fetch an episode's recording, and write down on this machine what is said in it",
        about:
            "A job of the kind `transcription`. The recording is removed when its transcript is stored; what was stopped goes on "
            + "where it was. Where the host is not allowed yet, the job fails with `host-not-allowed`, and its `feeds` name the host.",
        status: .accepted,
        work: .long,
        bodyLimit: 64 << 10,
        fails: [.nothingToRead, .noSpeechEngine])

    static let exportFeeds = Operation<Nothing, Nothing, Raw>(
        .get, "/api/feeds/list", "exportFeeds", in: .documents, "All feeds as a list for other programs (OPML)",
        gives: [.init(.ok, "Done.", [("text/x-opml", Raw.self)])])

    static let importFeeds = Operation<Nothing, Nothing, FeedImport>(
        .post, "/api/feeds/list", "importFeeds", in: .documents,
        "Add the feeds of a list that another program exported (OPML)",
        about:
            "None of them is looked at. Their hosts are allowed only where `consent` says so, and never those on this machine and in "
            + "its network.",
        work: .long,
        bodyLimit: 16 << 20,
        sends: .form(FeedImportForm.self))

    static let clipPage = Operation<Nothing, PageClip, Job>(
        .post, "/api/clip", "clipPage", in: .documents, "Fetch a page, and keep what is there to read",
        about:
            "Whoever names an address allows its host, as with feeds. The same address again takes the place of what was kept before.",
        status: .accepted,
        work: .long,
        bodyLimit: 64 << 10)
}

extension Wire {
    struct Feed: WireType {
        var name: String
        var title: String?
        var url: String
        var hosts: [String]
        var label: SensitivityLabel?
        var items: Int
        var episodes: Int
        var addedAt: Date
        var refreshedAt: Date?

        static let fields: [String: WireField] = [
            "name": "By which it is named; unique.",
            "title": "What it calls itself.",
            "hosts": "Those that it, its transcripts and recordings may be fetched from.",
            "label": "How private what is read from it is; null leaves it at personal.",
            "episodes": "Items that have a recording.",
            "refreshedAt": "When it was last looked at.",
        ]
    }

    struct FeedList: WireType {
        var feeds: [Feed]
    }

    struct FeedItem: WireType {
        var id: String
        var title: String?
        var date: Date?
        var address: String?
        var documentID: String?
        var transcriptID: String?
        var recordingHost: String?
        var duration: Double?
        var transcript: String

        static let fields: [String: WireField] = [
            "address": "Its page, where it has one of its own.",
            "documentID": "The document that was made of it; null where its owner removed that.",
            "transcriptID": "The transcript that is there.",
            "recordingHost": "Where its recording is; null where it has none.",
            "duration": "Seconds, as the feed says.",
            "transcript": .init(
                "`none` names none, `waiting` one that was not fetched yet, `unusable` one that cannot be read; `published` is the "
                    + "feed's own, `transcribed` was written down here.",
                oneOf: ["none", "waiting", "unusable", "published", "transcribed"]),
        ]
    }

    struct FeedItemList: WireType {
        var feed: Feed
        var items: [FeedItem]
        var total: Int

        static let fields: [String: WireField] = [
            "total": "Items that fit the filter."
        ]
    }

    struct FeedItemQuery: WireRequest {
        var query: String?
        var limit: Int
        var offset: Int

        static let fields: [String: WireField] = [
            "query": .init("Words of the title.", .leftOutOrNull, length: 0...200),
            "limit": .init(range: 1...200, otherwise: 50),
            "offset": .init(range: 0...100_000, otherwise: 0),
        ]
    }

    struct FeedAddition: WireRequest {
        var address: String
        var name: String?
        var label: SensitivityLabel?
        var hosts: [String]?

        static let fields: [String: WireField] = [
            "address": .init(length: 1...8192),
            "name": .init("Made of its title where it is left out.", .leftOutOrNull, length: 1...40),
            "label": .init("How private what is read from it is; personal where it is left out.", .leftOutOrNull),
            "hosts": .init("Further hosts that are allowed for it.", .leftOutOrNull, count: 0...100),
        ]
    }

    struct FeedRefresh: WireRequest {
        var names: [String]?
        var hosts: [String]?

        static let fields: [String: WireField] = [
            "names": .init("Which; all where none is named.", .leftOutOrNull, count: 0...2000),
            "hosts": .init(
                "Hosts that are allowed from now on for the one feed that is named.", .leftOutOrNull, count: 0...100),
        ]
    }

    struct EpisodeFetch: WireRequest {
        var hosts: [String]?

        static let fields: [String: WireField] = [
            "hosts": .init("Hosts that are allowed from now on for its feed.", .leftOutOrNull, count: 0...100)
        ]
    }

    struct FeedRemovalQuery: WireRequest {
        var documents: Bool?

        static let fields: [String: WireField] = [
            "documents": .init("Whether what was read from it goes as well.", .leftOutOrNull)
        ]
    }

    struct FeedRemoval: WireType {
        var name: String
        var receipt: ReceiptJSON?

        static let fields: [String: WireField] = [
            "receipt": "Where documents were removed as well."
        ]
    }

    struct FeedImportForm: WireRequest {
        var file: [String]
        var label: SensitivityLabel?
        var consent: Bool

        static let name: String? = nil
        static let fields: [String: WireField] = [
            "file": .init("The list.", count: 1...1, each: .init(format: "binary")),
            "consent": .init("Whether the hosts of all of them are allowed.", otherwise: false),
        ]
    }

    struct FeedImport: WireType {
        var added: [Feed]
        var known: Int
        var unusable: Int

        static let fields: [String: WireField] = [
            "known": "Feeds of the list that were there already.",
            "unusable": "Entries without an address of the web.",
        ]
    }

    struct PageClip: WireRequest {
        var address: String
        var label: SensitivityLabel?
        var hosts: [String]?

        static let fields: [String: WireField] = [
            "address": .init(length: 1...8192),
            "label": .init("Personal where it is left out.", .leftOutOrNull),
            "hosts": .init("Further hosts that the page may lead on to.", .leftOutOrNull, count: 0...100),
        ]
    }

    struct FeedReport: WireType {
        var name: String
        var added: Int
        var updated: Int
        var transcripts: Int
        var waiting: Int
        var notes: [String]
        var refusedHosts: [String]
        var problem: Problem?

        static let about: String? = "What became of one feed, as `hearth feeds refresh --json` prints it."
        static let fields: [String: WireField] = [
            "name": "Of a feed that is to be added, or of a page: its host.",
            "updated": "Items that said something else than when they were read.",
            "transcripts": "Transcripts of episodes that were read.",
            "waiting": "Transcripts that are still to be fetched.",
            "notes": "What could not be read, was not fetched, or was left out.",
            "refusedHosts": "Hosts that something of it is at, and from which nothing may be fetched yet.",
            "problem": .init("Why it could not be looked at; nothing of it was changed then.", .leftOut),
        ]
    }
}
