import Foundation
import Hearth
import HearthHTTP

/// `/api/feeds` and `/api/clip`: what its owner follows on the web. The service refuses programs.
struct FeedRoutes: Sendable {
    let hearth: Hearth
    /// With which engine and model recordings are written down.
    let voice: VoiceRequest

    var routes: [ServerRoute] {
        [
            Wire.listFeeds.route { _ in
                Wire.FeedList(feeds: try await hearth.feeds.list().map(Wire.Feed.init))
            },
            Wire.addFeed.route { try await add($0.body()) },
            Wire.refreshFeeds.route { try await refresh($0.body()) },
            Wire.removeFeed.route { try await remove($0) },
            Wire.listFeedItems.route { try await items($0) },
            Wire.fetchEpisode.route { try await fetch($0) },
            Wire.exportFeeds.responding { _ in
                .attachment(
                    try await hearth.feeds.exportedList(), name: "hearth-feeds.opml", type: "text/x-opml; charset=utf-8"
                )
            },
            Wire.importFeeds.route { try await importList($0.request) },
            Wire.clipPage.route { try await clip($0.body()) },
        ]
    }

    // MARK: The list

    private func remove(_ call: Call<Wire.FeedRemovalQuery, Nothing>) async throws -> Wire.FeedRemoval {
        let removed = try await hearth.feeds.remove(
            call.parameter("name"), withDocuments: try call.query().documents ?? false)
        let receipt = removed.receipt.flatMap { $0.documentIDs.isEmpty ? nil : ReceiptJSON($0) }
        return Wire.FeedRemoval(name: removed.feed.name, receipt: receipt)
    }

    private func items(_ call: Call<Wire.FeedItemQuery, Nothing>) async throws -> Wire.FeedItemList {
        let query = try call.query()
        let feed = try await hearth.feeds.feed(named: call.parameter("name"))
        let words = (query.query ?? "").lowercased().split(separator: " ")
        let found = feed.entries.filter { entry in
            let title = entry.title?.lowercased() ?? ""
            return words.allSatisfy { title.contains($0) }
        }
        var items: [Wire.FeedItem] = []
        for entry in found.dropFirst(query.offset).prefix(query.limit) {
            let place = feed.place(of: entry)
            items.append(
                Wire.FeedItem(
                    id: entry.id, title: entry.title, date: entry.date, address: entry.link?.absoluteString,
                    documentID: try await hearth.documents.document(at: place)?.id,
                    transcriptID: try await hearth.documents.document(at: feed.transcriptPlace(of: entry))?.id,
                    recordingHost: entry.recording.flatMap(WebAddress.host), duration: entry.duration,
                    transcript: entry.spoken.rawValue))
        }
        return Wire.FeedItemList(feed: Wire.Feed(feed), items: items, total: found.count)
    }

    private func importList(_ request: ServerRequest) async throws -> Wire.FeedImport {
        // Before anything is received: a program's list is none.
        _ = try await hearth.feeds.list()
        let batch = try await UploadFolder(data: hearth.folder).receive(request, mostFiles: 1)
        do {
            let (files, fields) = (await batch.files, await batch.fields)
            guard let file = files.first else { throw UploadJob.noFile }
            try ServerError.checkForm(fields, Wire.FeedImportForm.self)
            let options = try IngestOptions(ofUpload: fields)
            let allows: Bool
            switch fields["consent"] {
            case nil, "", "false": allows = false
            case "true": allows = true
            default: throw ServerError.invalid("consent", "`consent` has to be true or false.")
            }
            let found = try await hearth.feeds.add(listAt: file.path, allows: allows, label: options.label)
            await batch.remove()
            return Wire.FeedImport(
                added: found.added.map(Wire.Feed.init), known: found.known, unusable: found.unusable)
        } catch {
            await batch.remove()
            throw error
        }
    }

    // MARK: Looking

    private func add(_ body: Wire.FeedAddition) async throws -> Wire.Job {
        let url = try WebAddress.typed(body.address)
        let events = try await hearth.feeds.add(
            body.address, name: body.name, label: body.label, hosts: body.hosts ?? [])
        // An address may hold a key; what is shown of it is its host.
        return try await start(.feeds, WebAddress.host(of: url) ?? "", events)
    }

    private func refresh(_ body: Wire.FeedRefresh) async throws -> Wire.Job {
        let names = body.names ?? []
        // What is not there is told at once.
        var titles: [String] = []
        for name in names { titles.append(try await hearth.feeds.feed(named: name).name) }
        let events = try await hearth.feeds.refresh(names, hosts: body.hosts ?? [])
        let title = titles.count == 1 ? titles[0] : ""
        return try await start(.feeds, title, events)
    }

    private func clip(_ body: Wire.PageClip) async throws -> Wire.Job {
        let url = try WebAddress.typed(body.address)
        let events = try await hearth.feeds.clip(body.address, label: body.label, hosts: body.hosts ?? [])
        return try await start(.clip, WebAddress.host(of: url) ?? "", events)
    }

    private func start(
        _ kind: Hearth.Jobs.Kind, _ title: String, _ events: EventStream<FeedEvent>
    ) async throws -> Wire.Job {
        let job = await hearth.jobs.start(kind, title: title, floor: .private, isOwners: true) { report in
            try await FeedWork(report: report, name: title).follow(events)
        }
        return try Wire.Job(job)
    }

    // MARK: Episodes

    private func fetch(_ call: Call<Nothing, Wire.EpisodeFetch>) async throws -> Wire.Job {
        let body = try await call.body()
        let feed = try await hearth.feeds.feed(named: call.parameter("name"))
        let id = call.parameter("id")
        guard let entry = feed.entries.first(where: { $0.id == id }) else {
            throw ServerError(.unknownItem, "The feed has no item of that id.")
        }
        // What nothing here can write down is not fetched.
        _ = try hearth.voice.model(for: voice)
        let subject = "\(feed.name)/\(id)"
        if let running = await hearth.jobs.running(.transcription, subject: subject) { return try Wire.Job(running) }
        let job = await hearth.jobs.start(
            .transcription, title: entry.title ?? feed.title ?? feed.name, subject: subject, floor: .private,
            isOwners: true
        ) { [hearth, voice] report in
            let work = FeedWork(report: report, name: feed.name)
            try await work.telling {
                let place = feed.place(of: entry)
                try await work.fetch { tell in
                    try await hearth.feeds.fetch(place, request: voice, hosts: body.hosts ?? [], progress: tell)
                }
            }
        }
        return try Wire.Job(job)
    }
}

extension Wire.Feed {
    init(_ feed: Feed) {
        self.init(
            name: feed.name, title: feed.title, url: feed.url.absoluteString, hosts: feed.hosts, label: feed.label,
            items: feed.entries.count, episodes: feed.entries.count { $0.recording != nil }, addedAt: feed.addedAt,
            refreshedAt: feed.refreshedAt)
    }
}

extension Wire.FeedReport {
    init(_ report: FeedReport) {
        self.init(
            name: report.name, added: report.added, updated: report.updated, transcripts: report.transcripts,
            waiting: report.waiting, notes: report.notes, refusedHosts: report.refusedHosts,
            problem: report.problem.map {
                Wire.Problem(
                    code: $0.code, kind: $0.kind, message: $0.message, help: $0.help?.map(Wire.FailureHelp.init))
            })
    }
}
