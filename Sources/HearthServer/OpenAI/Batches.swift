import Foundation
import Hearth
import HearthHTTP

/// `/v1/batches`: requests of a file, answered one after the other while nobody waits.
struct Batches: Sendable {
    static let idPrefix = "batch_"

    let hearth: Hearth
    let board: BatchBoard

    func create(_ request: ServerRequest) async throws -> ServerResponse {
        let said = try request.label()
        let fields = try RequestFields(try await request.json())
        let endpoint = try fields.required("endpoint")
        guard BatchBoard.endpoints.contains(endpoint) else {
            throw fields.unsupported("endpoint", "it has to be one of \(BatchBoard.endpoints.joined(separator: ", ")).")
        }
        guard try fields.required("completion_window") == "24h" else {
            throw fields.unsupported("completion_window", "it has to be 24h; most batches are done long before.")
        }
        let outputSeconds = try fields.fields("output_expires_after")?.age(of: .file)
        let metadata = try fields.metadata()
        let id = try fields.required("input_file_id")
        guard let input = try await hearth.deposits.find(id, .file) else {
            throw LibraryFiles.unknown("input_file_id")
        }
        guard input.purpose == LibraryFiles.batch else {
            throw ServerError.invalid("input_file_id", "`input_file_id` has to be a file of the purpose batch.")
        }
        let label = max(said, input.label)
        var record = BatchRecord(
            id: Identifier.make(Self.idPrefix), endpoint: endpoint, inputID: id, metadata: metadata)
        record.outputSeconds = outputSeconds
        let title = "Requests of \(input.name)"
        try await board.begin(record, title: title, label: label, BatchRun.Sender(request, label: label))
        let known: Set = ["endpoint", "completion_window", "metadata", "input_file_id", "output_expires_after"]
        return .json(
            try LibraryWire.Batch(try await self.record(record.id)).json(),
            notes: [fields.note(beyond: known)].compactMap(\.self))
    }

    func list(_ request: ServerRequest) async throws -> ServerResponse {
        let query = try ListQuery(request.query)
        let runs = try await hearth.deposits.list(.run).filter { $0.purpose != BatchRecord.ofMessages }
        let known = Dictionary(runs.map { ($0.id, $0) }) { first, _ in first }
        let page = try query.page(runs.map(\.id)) { $0 }
        var batches: [LibraryWire.Batch] = []
        for id in page.data {
            do {
                batches.append(LibraryWire.Batch(try await record(id, known[id])))
            } catch let error as DepositError where error.reason == .damaged {
                // Nobody can remove it, and it must not hide the others.
                if let deposit = known[id] { batches.append(LibraryWire.Batch(.damaged(deposit, error))) }
            }
        }
        return .json(try page.with(batches).json())
    }

    func describe(_ request: ServerRequest) async throws -> ServerResponse {
        .json(try LibraryWire.Batch(try await record(request.parameter("id"))).json())
    }

    /// Ends a batch, or has the server that works on it end it. What was answered until then is kept.
    func cancel(_ request: ServerRequest) async throws -> ServerResponse {
        let id = request.parameter("id")
        let before = try await record(id)
        guard !before.status.isFinal else {
            throw ServerError(.notRunning, "The batch has ended already: it is \(before.status.rawValue).")
        }
        try await board.cancel(id)
        return .json(try LibraryWire.Batch(try await record(id)).json())
    }

    /// - Parameter known: What it is kept as, where that was found already.
    private func record(_ id: String, _ known: Deposit? = nil) async throws -> BatchRecord {
        guard let record = try await board.record(id, known, isOfMessages: false) else { throw Self.unknown }
        return record
    }

    private static var unknown: ServerError {
        ServerError(.unknownItem, "There is no such batch.\(Reader.hint)", parameter: "batch_id")
    }
}

/// The batches that this server works on, and in which order.
actor BatchBoard {
    static let endpoints = ["/v1/chat/completions", "/v1/completions", "/v1/embeddings", "/v1/responses"]
    /// Where the requests of Anthropic's batches go.
    static let messages = "/v1/messages"

    /// Those that wait, and the one that is worked on.
    private static let mostLive = 64
    /// Those that have ended and are remembered.
    private let mostEnded: Int

    /// Where the requests of a batch go, by its endpoint.
    nonisolated let routes: [String: ServerRoute]
    private let hearth: Hearth
    private let keeper: BatchKeeper
    /// One batch at a time: each request of it has an engine at work.
    private let turns = FairSemaphore<OneQueue>(limit: 1)
    private var live: Set<String> = []
    /// The job of each batch that is live.
    private var jobs: [String: String] = [:]

    init(
        hearth: Hearth, routes: [ServerRoute], timing: BatchLease.Timing = .init(), mostEnded: Int = 500
    ) {
        (self.hearth, self.mostEnded) = (hearth, mostEnded)
        keeper = BatchKeeper(hearth: hearth, timing: timing)
        self.routes = Dictionary(
            routes.filter { $0.method == .post && (Self.endpoints + [Self.messages]).contains($0.pattern) }
                .map { ($0.pattern, $0) }
        ) { first, _ in first }
    }

    /// Whether this server works on it, or will.
    func isLive(_ id: String) -> Bool { live.contains(id) }

    /// A batch as it is now. One that nobody works on any more has failed, whatever was written down last; one that another server surely
    /// works on is as that has written it down.
    ///
    /// - Parameters:
    ///   - known: What it is kept as, where that was found already.
    ///   - isOfMessages: Whether one of Anthropic's interface is asked for; neither interface has those of the other.
    /// - Returns: `nil` where there is none, or none that may be read.
    func record(_ id: String, _ known: Deposit? = nil, isOfMessages: Bool) async throws -> BatchRecord? {
        // Before what is kept is read: it may end in between, and is then kept as what it ended as.
        let isLive = isLive(id)
        var deposit = known
        if deposit == nil { deposit = try await hearth.deposits.find(id, .run) }
        guard let deposit, (deposit.purpose == BatchRecord.ofMessages) == isOfMessages else { return nil }
        let record = try BatchRecord(try await hearth.deposits.value(of: deposit), of: id)
        guard !isLive, !record.status.isFinal, !record.isHeld() else { return record }
        return try await hearth.deposits.update(id, .run) { _, data in
            var record = try BatchRecord(data, of: id)
            // It may have ended since, or its server may have been slow to say that it is there.
            guard !record.status.isFinal, !record.isHeld() else { return record }
            record.endAbandoned()
            data = try record.data()
            return record
        }
    }

    func begin(
        _ record: BatchRecord, title: String, label: SensitivityLabel, _ sender: BatchRun.Sender
    ) async throws {
        guard live.count < Self.mostLive else {
            throw ServerError(
                .tooMany, "\(Self.mostLive) batches wait already. Send this one when some of them are done.",
                retryAfter: 60)
        }
        guard let route = routes[record.endpoint] else { throw ServerError(.notFound, "There is no such endpoint.") }
        var record = record
        record.lease = keeper.lease
        live.insert(record.id)
        do {
            try await forgetOldest()
            try await hearth.deposits.keep(record.deposit(label), value: try record.data())
        } catch {
            live.remove(record.id)
            throw error
        }
        let run = BatchRun(
            hearth: hearth, route: route, sender: sender, label: label, turns: turns, keeper: keeper)
        let job = await hearth.jobs.start(.batch, title: title, floor: label) { [record] report in
            do {
                try await run.run(record, report)
            } catch {
                await self.end(record.id)
                throw error
            }
            await self.end(record.id)
        }
        // It may have ended already.
        if live.contains(record.id) { jobs[record.id] = job.id }
    }

    private func end(_ id: String) {
        live.remove(id)
        jobs[id] = nil
    }

    /// Ends a batch, and returns when it has ended. Of one that another server works on it writes down that it is to be ended, which that
    /// server sees with its next heartbeat.
    func cancel(_ id: String) async throws {
        guard let job = jobs[id] else { return try await askToCancel(id) }
        do {
            _ = try await hearth.jobs.cancel(job)
        } catch let error as JobError where error.reason == .notRunning {
            // It was quicker.
            return
        }
    }

    private func askToCancel(_ id: String) async throws {
        _ = try await hearth.deposits.update(id, .run) { _, data in
            var record = try BatchRecord(data, of: id)
            guard !record.status.isFinal, record.status != .cancelling else { return }
            record.reach(.cancelling)
            data = try record.data()
        }
    }

    /// Removes what is said of the oldest batches that have ended; their files stay until somebody removes them.
    private func forgetOldest() async throws {
        let ended = try await hearth.deposits.list(.run).filter { !live.contains($0.id) }
        for deposit in ended.dropFirst(mostEnded) {
            // Another server works on it.
            if try await isHeld(deposit) { continue }
            _ = try await hearth.deposits.remove(deposit.id, .run)
        }
    }

    private func isHeld(_ deposit: Deposit) async throws -> Bool {
        do {
            return try BatchRecord(try await hearth.deposits.value(of: deposit), of: deposit.id).isHeld()
        } catch is DepositError {
            // It is gone, or nobody can read it.
            return false
        }
    }
}
