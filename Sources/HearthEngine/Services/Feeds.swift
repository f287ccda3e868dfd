public import Foundation
public import HearthCore
import HearthDocuments
public import HearthKnowledge
import HearthSystem
public import HearthVoice

extension Hearth {
    /// What its owner follows on the web: feeds, podcasts, and single pages.
    ///
    /// Nothing is fetched unless its owner asks for it, from hosts that they allowed, through the transport and into the ledger, with the
    /// purpose `feed`, `transcript`, `chapters`, `recording` or `page`; offline it is refused by the policy. No program is let in: what
    /// somebody follows is theirs, and an address is a way out.
    public struct Feeds: Sendable {
        let hearth: Hearth
    }
}

/// The result of importing a list of feeds.
public struct FeedImport: Sendable {
    /// The feeds that were added.
    public var added: [Feed]
    /// The number of feeds in the list that were subscribed to already.
    public var known: Int
    /// Entries without an address of the web.
    public var unusable: Int
}

/// Progress of fetching and transcribing an episode.
public enum EpisodeProgress: Sendable {
    /// Bytes that are here, and in all where the server says.
    case fetching(bytes: Int, total: Int?)
    case listening(VoiceEvent)
    /// What is done without.
    case note(String)
}

extension Hearth.Feeds {
    private static let act = "Following feeds and fetching pages"

    // MARK: The list

    /// All feeds, by their names.
    ///
    /// - Throws: ``EngineError`` `owner-only` for a program.
    public func list() async throws -> [Feed] { try await service(reads: false).list() }

    /// The feed that somebody means by its name, its address or its title.
    ///
    /// - Throws: `FeedError` `unknown-feed`.
    public func feed(named name: String) async throws -> Feed { try await service(reads: false).feed(named: name) }

    /// Subscribes to the feed at an address, or to the one that the page there names as its own, and reads it. Whoever names an
    /// address allows its host.
    ///
    /// - Parameters:
    ///   - name: By which it is called; `nil` makes one of its title.
    ///   - label: How private what is read from it is; `nil` leaves it at personal.
    ///   - hosts: Further hosts that are allowed: where it is led on to, and where its transcripts and recordings are.
    /// - Throws: `FeedError`; ``EngineError`` `owner-only` for a program. The stream throws what the transport and the readers throw.
    public func add(
        _ address: String, name: String? = nil, label: SensitivityLabel? = nil, hosts: [String] = []
    ) async throws -> EventStream<FeedEvent> {
        try refusePrivate(label, "This feed")
        let service = try await service()
        let addition = FeedService.Addition(
            url: try WebAddress.typed(address), name: name, label: label, hosts: try Self.hosts(hosts))
        return EventStream { emit in try await service.add(addition, emit: emit) }
    }

    /// Looks at feeds and reads what is new.
    ///
    /// - Parameters:
    ///   - names: Which; all where none is named.
    ///   - hosts: Hosts that are allowed from now on for the one feed that is named.
    /// - Throws: As ``add(_:name:label:hosts:)``. A feed that cannot be had is told of in its report.
    public func refresh(_ names: [String] = [], hosts: [String] = []) async throws -> EventStream<FeedEvent> {
        let (service, hosts) = (try await service(), try Self.hosts(hosts))
        return EventStream { emit in try await service.refresh(names, allowing: hosts, emit: emit) }
    }

    /// Removes a feed from the list. What was read from it stays, unless that is to go as well.
    ///
    /// - Returns: The feed, and what is gone of its documents.
    /// - Throws: `FeedError` `unknown-feed`; ``EngineError`` `owner-only` for a program.
    @discardableResult
    public func remove(_ name: String, withDocuments: Bool = false) async throws -> (
        feed: Feed, receipt: DeletionReceipt?
    ) {
        let removed = try await service(reads: false).remove(name, withDocuments: withDocuments)
        let folder = EpisodeFolder.url(in: hearth.folder)
        try await BlockingWork.run {
            for entry in removed.feed.entries where entry.recording != nil {
                EpisodeFolder.remove(FeedService.key(entry, of: removed.feed), in: folder)
            }
        }
        return removed
    }

    // MARK: Lists of other programs

    /// Adds the feeds of a list (OPML) that is in a file. None of them is looked at.
    ///
    /// - Parameter allows: Whether the hosts of all of them are allowed, but for those on this machine and in its network.
    /// - Throws: `DocumentError` for what is no list, or cannot be read; ``EngineError`` `owner-only` for a program.
    public func add(
        listAt path: String, allows: Bool = false, label: SensitivityLabel? = nil
    ) async throws -> FeedImport {
        try refusePrivate(label, "This list of feeds")
        let service = try await service(reads: false)
        let read = try await BlockingWork.run {
            let file = try OpenFile(path: path)
            // One byte more than is taken, so that too long a list is told as such.
            return try OPML.read(try file.bytes(count: min(file.size, OPML.mostBytes + 1)))
        }
        let added = try await service.add(read.entries, allows: allows, label: label)
        return FeedImport(added: added, known: read.entries.count - added.count, unusable: read.unusable)
    }

    /// All feeds as a list for other programs (OPML).
    public func exportedList() async throws -> String {
        OPML.write(try await list().map { OPML.Entry(title: $0.title ?? $0.name, url: $0.url) }, title: "Feeds")
    }

    // MARK: Episodes

    /// Fetches the recording of an episode, and writes down on this machine what is said in it. The recording is removed afterwards. What is
    /// stopped goes on where it was, the next time.
    ///
    /// - Parameters:
    ///   - name: The episode's id, the beginning of one, or its title.
    ///   - hosts: Hosts that are allowed for its feed from now on.
    ///   - copy: A file that is to have the recording.
    /// - Throws: `FeedError`, `VoiceError` before anything is fetched where nothing here writes down speech, and what the transport throws.
    public func fetch(
        _ name: String, request: VoiceRequest = VoiceRequest(), hosts: [String] = [], copy: URL? = nil,
        progress: @escaping @Sendable (EpisodeProgress) -> Void
    ) async throws -> IngestReport {
        let service = try await service()
        if let copy { try hearth.data.requireOutside(copy) }
        let episode = try await service.episode(name, allowing: try Self.hosts(hosts))
        let pipeline = try await hearth.voice.pipeline(request) { progress(.note($0)) }
        let folder = EpisodeFolder.url(in: hearth.folder)
        let (file, mayBeCut) = try await service.fetch(episode, into: folder) { bytes, total in
            progress(.fetching(bytes: bytes, total: total))
        }
        let audio = try await EpisodeFolder.open(file)
        let result = try await pipeline.transcribe(audio) { progress(.listening($0)) }
        var warnings = result.warnings
        if mayBeCut {
            let note =
                "The server did not say how long the recording is, and the connection ended without a word. Its end may be missing; fetch it again if it breaks off."
            warnings.append(ExtractionWarning(.truncated, note))
            progress(.note(note))
        }
        if result.segments.isEmpty {
            warnings.append(ExtractionWarning(.skipped, "No speech was found in the recording."))
        }
        var chapters: [EpisodeChapter] = []
        do {
            chapters = try await service.chapters(of: episode.entry, episode.feed)
        } catch let error as CancellationError {
            throw error
        } catch {
            guard let told = error.readable else { throw error }
            progress(.note("The chapters are left out: \(told.message)"))
        }
        let (cues, found, notes) = (result.transcript.cues, chapters, warnings)
        let stored = EventStream<FeedEvent> { emit in
            try await service.keep(cues, warnings: notes, chapters: found, of: episode, emit: emit)
        }
        var report: IngestReport?
        for try await event in stored {
            if case .document(let document) = event { report = document }
        }
        try await BlockingWork.run {
            if let copy { try FileManager.default.moveItem(at: file, to: copy) }
            EpisodeFolder.remove(episode.key, in: folder)
        }
        guard let report else { throw EngineError(.unknownItem, "The transcript was not stored.") }
        return report
    }

    // MARK: Pages

    /// Fetches a page and keeps what is there to read, with its address and the day. Whoever names an address allows its host.
    ///
    /// - Parameters:
    ///   - hosts: Further hosts that the page may lead on to.
    ///   - label: How private it is; `nil` leaves it at personal.
    /// - Throws: `FeedError`; ``EngineError`` `owner-only` for a program. The stream throws what the transport and the readers throw.
    public func clip(
        _ address: String, label: SensitivityLabel? = nil, hosts: [String] = []
    ) async throws -> EventStream<FeedEvent> {
        try refusePrivate(label, "This page")
        let service = try await service()
        let (url, hosts) = (try WebAddress.typed(address), try Self.hosts(hosts))
        let day = CivilDate.today()?.description ?? String(Date().formatted(.iso8601).prefix(10))
        return EventStream { emit in
            try await service.clip(url, allowing: hosts, label: label, day: day, emit: emit)
        }
    }

    // MARK: -

    /// What is subscribed to tells, too: the record of it, with its address and its titles, is kept in the library. And of what is private
    /// nothing is fetched that could not be kept.
    private func refusePrivate(_ label: SensitivityLabel?, _ what: String) throws {
        try Reader.requireOwner(for: Self.act)
        try hearth.environments.current.refusePrivate(label ?? .personal, what)
    }

    /// - Parameter reads: Whether it is to store what it reads, for which the model of vectors is loaded.
    private func service(reads: Bool = true) async throws -> FeedService {
        try Reader.requireOwner(for: Self.act)
        let resources = try await hearth.current()
        return FeedService(
            library: try await resources.library(), ingestor: try await hearth.ingestor(resources, reads: reads),
            transport: try await resources.anyTransport())
    }

    static func hosts(_ typed: [String]) throws -> [String] {
        try typed.map { text in
            guard let host = WebAddress.typedHost(text) else {
                throw FeedError(.badAddress, "\(text.prefix(200)) is no host. A host is named like cdn.example.org.")
            }
            return host
        }
    }
}

/// Where recordings lie while they are fetched and listened to, in the data folder.
enum EpisodeFolder {
    static func url(in folder: URL) -> URL { folder.appendingPathComponent("episodes", isDirectory: true) }

    /// Opens a recording that was fetched. What is none is removed: it would be taken for the whole of it each time.
    static func open(_ file: URL) async throws -> AudioFile {
        do {
            return try await AudioFile.open(file.path)
        } catch let error as VoiceError where [.empty, .notAudio, .damaged].contains(error.reason) {
            remove(file.deletingPathExtension().lastPathComponent, in: file.deletingLastPathComponent())
            throw error
        }
    }

    /// Removes what is here of one episode.
    static func remove(_ key: String, in folder: URL) {
        for ending in ["part", "json", "recording"] {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent("\(key).\(ending)"))
        }
    }
}
