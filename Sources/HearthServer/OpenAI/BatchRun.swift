import Foundation
import Hearth
import HearthHTTP

/// Answers the requests of one batch, one after the other, each as if its sender had sent it alone: let in for as long as its sender is, with
/// the ceiling and the settings of its moment, and each in the ledger.
struct BatchRun: Sendable {
    /// Who sent a batch, and how its requests are sent.
    struct Sender: Sendable {
        var caller: Caller
        var headers: HTTPFields
        /// The address at which the server was asked.
        var origin: String
        /// Whether it would still be let in.
        var holds: @Sendable () -> Bool

        /// - Parameter label: How private its words are.
        init(_ request: ServerRequest, label: SensitivityLabel) {
            (caller, origin, holds) = (request.caller, request.origin, request.callerHolds)
            headers = HTTPFields()
            func set(_ name: String, _ value: String?) {
                if let value, let name = HTTPField.Name(name) { headers[name] = value }
            }
            set("content-type", "application/json")
            set("user-agent", request.headers["user-agent"])
            // What is said of the file and of the batch is said of each request.
            set("hearth-label", label == .private ? label.rawValue : request.headers["hearth-label"])
        }

        /// Whether the owner sent it, whose requests nobody asks what they are made of.
        var isOwner: Bool { caller.sessionID != nil }

        /// What is said of a batch whose sender is not let in any more.
        var ended: BatchRecord.Problem {
            let rest = "What was answered until then is kept; the other requests were not sent."
            guard isOwner else {
                return .init(
                    code: "token_revoked",
                    message: "The token that this batch was sent with was revoked, or its account removed. \(rest)")
            }
            return .init(
                code: "signed_out",
                message: "The browser that this batch was sent with was signed out, or its account removed. \(rest)")
        }
    }

    /// A reason to end a batch that is told in its record.
    private struct Ended: Error {
        var problem: BatchRecord.Problem
    }

    /// How far it came.
    private struct Outcome: Sendable {
        var record: BatchRecord
        var made: Made
        /// Why it ended before its last request.
        var error: (any Error)?
    }

    /// What came of requests so far.
    private struct Made {
        var (output, errors) = (Data(), Data())
        /// When it was written down last, and how long that took.
        var saved = ContinuousClock.now
        var cost = Duration.zero

        /// Writing it down takes longer the more it is; it is done less often then.
        var isDue: Bool { saved.duration(to: .now) > max(.seconds(15), cost * 20) }
    }

    let hearth: Hearth
    let route: ServerRoute
    let sender: Sender
    let label: SensitivityLabel
    let turns: FairSemaphore<OneQueue>
    let keeper: BatchKeeper
    private let provenance = Provenance()

    /// Of each of the two files.
    private static let mostBytes = 32 << 20
    private static let mostTries = 4
    private static let longestWait = 60

    init(
        hearth: Hearth, route: ServerRoute, sender: Sender, label: SensitivityLabel,
        turns: FairSemaphore<OneQueue>, keeper: BatchKeeper
    ) {
        (self.hearth, self.route, self.sender, self.label) = (hearth, route, sender, label)
        (self.turns, self.keeper) = (turns, keeper)
    }

    /// - Throws: `CancellationError`, when it was ended; what was made until then is kept.
    func run(_ record: BatchRecord, _ report: Hearth.Jobs.Report) async throws {
        let outcome = await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await work(record, report) }
            // Also while it waits for its turn, or for a long answer; and beside the threads of the jobs, which may all be computing.
            group.addTask(executorPreference: globalConcurrentExecutor) {
                await keeper.keepAlive(record.id)
                return nil
            }
            var outcome: Outcome?
            // Whichever ends first ends the other: the work when it is done, the heartbeat when others want the batch ended.
            for await part in group {
                if let part { outcome = part }
                group.cancelAll()
            }
            return outcome
        }
        guard let outcome else { throw CancellationError() }
        // In a task of its own: a store begins nothing for one that is cancelled.
        try await Task { try await finish(outcome.record, outcome.made) }.value
        if let error = outcome.error { throw error }
    }

    private func work(_ record: BatchRecord, _ report: Hearth.Jobs.Report) async -> Outcome {
        var (record, made) = (record, Made())
        do {
            try await turns.acquire()
            defer { turns.release() }
            try await answerAll(&record, &made, report)
            return Outcome(record: record, made: made)
        } catch let unfit as BatchRequests.Unfit {
            record.reach(.failed, unfit.problems)
            return Outcome(
                record: record, made: made,
                error: ServerError(.badRequest, unfit.problems.first?.message ?? "The file cannot be used."))
        } catch let ended as Ended {
            record.reach(.failed, [ended.problem])
            return Outcome(record: record, made: made, error: ServerError(.unauthorized, ended.problem.message))
        } catch {
            if Task.isCancelled || error is CancellationError {
                record.reach(.cancelled)
            } else {
                let told = ServerError.telling(error)
                record.reach(.failed, [.init(code: told.openAICode, message: told.message)])
            }
            return Outcome(record: record, made: made, error: error)
        }
    }

    private func finish(_ record: BatchRecord, _ made: Made) async throws {
        var (record, made) = (record, made)
        do {
            switch try await save(&record, &made) {
            case .held, .cancelling: return
            case .ended, .removed: break
            }
        } catch {
            // There may be no room for the answers any more, and still for what became of them.
            let told = ServerError.telling(error)
            record.reach(.failed, [.init(code: "output_not_kept", message: told.message)])
            _ = try await keeper.write(record)
            throw error
        }
        throw ServerError(
            .conflict,
            "Another server took this batch for abandoned, since this one had not been heard of for long, or somebody removed it."
        )
    }

    private func answerAll(
        _ record: inout BatchRecord, _ made: inout Made, _ report: Hearth.Jobs.Report
    ) async throws {
        guard let input = try await hearth.deposits.find(record.inputID, .file) else {
            throw BatchRequests.Unfit(problems: [
                .init(
                    code: "file_gone", message: "The file of the requests is not there any more.",
                    parameter: "input_file_id")
            ])
        }
        let requests = try BatchRequests(try await hearth.deposits.value(of: input), endpoint: record.endpoint)
        record.total = requests.all.count
        record.reach(.inProgress)
        try await note(&record, &made)
        for (index, request) in requests.all.enumerated() {
            try Task.checkCancellation()
            await report.progress(
                Double(index) / Double(requests.all.count), "Request \(index + 1) of \(requests.all.count)",
                done: index,
                total: requests.all.count)
            guard Identifier.now() < record.expiresAt else {
                for late in requests.all[index...] { made.errors += Self.line(ofExpired: late.name) }
                record.expired = requests.all.count - index
                record.failed += requests.all.count - index
                return record.reach(.expired)
            }
            let answer = try await answer(try requests.body(of: request), named: request.name)
            if answer.isFailed {
                made.errors += answer.line
                record.failed += 1
            } else {
                made.output += answer.line
                record.completed += 1
            }
            guard max(made.output.count, made.errors.count) <= Self.mostBytes else {
                return record.reach(
                    .failed,
                    [
                        .init(
                            code: "output_too_large",
                            message:
                                "The answers to the first \(index + 1) requests have \(Self.mostBytes >> 20) MiB, which is as "
                                + "much as is kept. Send the other requests as a batch of their own.")
                    ])
            }
            if made.isDue { try await note(&record, &made) }
        }
        record.reach(.finalizing)
        record.reach(.completed)
    }

    // MARK: One request

    private func answer(_ body: JSONValue, named name: String) async throws -> (line: Data, isFailed: Bool) {
        let id = Identifier.make("batch_req_")
        let bytes = Array(body.description.utf8)
        var tries = 1
        while true {
            // Asked for each, as where requests come alone: a batch goes on for a day.
            guard sender.holds() else { throw Ended(problem: sender.ended) }
            let request = ServerRequest(
                id: id, method: .post, path: route.pattern, headers: sender.headers, caller: sender.caller,
                origin: sender.origin, body: ServerRequestBody(bytes), callerHolds: sender.holds)
            let (response, wait) = try await attempt(request)
            // An engine that is busy is asked again, as a client would.
            if let wait, tries < Self.mostTries {
                tries += 1
                try await Task.sleep(for: .seconds(wait))
                continue
            }
            return (try Self.line(id, name, response), !(200..<300).contains(response.status.code))
        }
    }

    /// - Returns: What is answered, and in how many seconds another answer can be hoped for.
    private func attempt(_ request: ServerRequest) async throws -> (ServerResponse, wait: Int?) {
        do {
            // Asked for each: a batch has thousands, and goes on for a day.
            try await PersonLimits.current?.requireTokens()
            return (try await Provenance.$current.withValue(provenance) { try await route.perform(request) }, nil)
        } catch {
            try Task.checkCancellation()
            let told = ServerError.telling(error)
            let isBusy = told.status == .tooManyRequests || told.status == .serviceUnavailable
            let wait = told.retryAfter.flatMap { isBusy && $0 <= Self.longestWait ? $0 : nil }
            return (ErrorStyle(path: route.pattern).response(told), wait)
        }
    }

    private static func line(_ id: String, _ name: String, _ response: ServerResponse) throws -> Data {
        var body = JSONValue.null
        if case .bytes(let bytes) = response.content { body = try JSONValue(parsing: bytes) }
        var answer: JSONObject = [
            "status_code": .number(JSONNumber(response.status.code)), "request_id": .string(id), "body": body,
        ]
        // Who answered, and what to know of it, which stands in headers where a request comes alone.
        let told = response.headers.filter { $0.name.hasPrefix("hearth-") }.map {
            ($0.name, JSONValue.string($0.value))
        }
        if !told.isEmpty { answer["headers"] = .object(JSONObject(told)) }
        return line(id, name, .object(answer), error: .null)
    }

    private static func line(ofExpired name: String) -> Data {
        line(
            Identifier.make("batch_req_"), name, .null,
            error: ["code": "batch_expired", "message": "This request was not answered within 24 hours."])
    }

    private static func line(_ id: String, _ name: String, _ response: JSONValue, error: JSONValue) -> Data {
        let line: JSONValue = [
            "id": .string(id), "custom_id": .string(name), "response": response, "error": error,
        ]
        return Data((line.description + "\n").utf8)
    }

    // MARK: What is kept

    /// Writes down how far it is, and ends it where others want it ended.
    private func note(_ record: inout BatchRecord, _ made: inout Made) async throws {
        guard try await save(&record, &made) == .held else { throw CancellationError() }
    }

    /// Writes down how far it is, with the answers until then.
    private func save(_ record: inout BatchRecord, _ made: inout Made) async throws -> BatchKeeper.Standing {
        let start = ContinuousClock.now
        if !made.output.isEmpty { record.outputID = try await keep(made.output, record, record.outputID, "output") }
        if !made.errors.isEmpty { record.errorID = try await keep(made.errors, record, record.errorID, "errors") }
        let standing = try await keeper.write(record)
        if standing == .removed {
            // Whoever removed the batch removed its files; these came later.
            for id in [record.outputID, record.errorID].compactMap(\.self) {
                _ = try? await hearth.deposits.remove(id, .file)
            }
        }
        (made.saved, made.cost) = (.now, start.duration(to: .now))
        return standing
    }

    /// Answers are as private as what they were made of is when somebody asks for them. What the owner's requests were made of nobody
    /// noted, so that their answers are the owner's alone.
    private func keep(_ data: Data, _ record: BatchRecord, _ former: String?, _ what: String) async throws -> String {
        let deposit = Deposit(
            id: former ?? Identifier.make("file-"), kind: .file, name: "\(record.id)_\(what).jsonl",
            purpose: LibraryFiles.batchOutput, createdAt: Date(timeIntervalSince1970: Double(record.createdAt)),
            label: sender.isOwner ? .private : label, of: provenance.origins,
            expiresAt: record.outputSeconds.map { Date(timeIntervalSinceNow: Double($0)) })
        try await hearth.deposits.keep(deposit, value: data)
        return deposit.id
    }
}
