import Foundation
import HearthCore
import HearthSystem

/// One request for the rest of a file, and the reading of what comes.
struct DownloadAttempt {
    let run: DownloadRun
    let url: URL
    let record: Int

    private var host: String { url.host() ?? "the server" }
    private var request: DownloadRequest { run.request }
    private var configuration: DownloadConfiguration { run.configuration }

    /// Returns when the file is complete as far as the server can tell.
    func fetch(_ part: DownloadPart) async throws {
        try await dropWhatCannotGoOn(part)
        let size = await part.size
        if let total = await knownTotal(part), size == total { return }
        var headers: [(name: String, value: String)] = []
        if size > 0 {
            headers.append(("range", "bytes=\(size)-"))
            // Another mirror's tag says nothing here; then only the hash at the end can tell.
            if let journal = await part.journal, journal.url == url.absoluteString, let validator = journal.validator {
                headers.append(("if-range", validator))
            }
        }
        let response = try await run.connection.send(
            url, headers: headers, record: record, purpose: "download", maximumBytes: bodyLimit,
            timeLimit: configuration.timeLimit, longestSilence: configuration.longestSilence)
        switch response.status {
        case 200: try await takeWhole(response, part)
        case 206: try await takeRest(response, part)
        case 416: try await rangeRefused(response, part)
        case 412:
            try await part.restart()
            throw DownloadFailure(error: changed)
        case 408, 425, 429, 500, 502, 503, 504, 529:
            try waitAsAsked(response)
        default:
            do {
                try ServerAnswer.check(response, url)
            } catch {
                throw DownloadFailure(error: error, isFinalForMirror: true)
            }
            throw DownloadFailure(error: unavailable(response.status), isFinalForMirror: true)
        }
    }

    /// A part can be continued when the server can be asked whether the file is still the same, or when the hash will tell.
    private func dropWhatCannotGoOn(_ part: DownloadPart) async throws {
        guard request.sha256 == nil, await part.size > 0, let journal = await part.journal else { return }
        if journal.url != url.absoluteString || journal.validator == nil { try await part.restart() }
    }

    private func knownTotal(_ part: DownloadPart) async -> Int? {
        if let expected = request.expectedBytes { return expected }
        return await part.journal?.total
    }

    /// One byte more than can be right, so that too much is noticed; without a known size, what the disk can hold.
    private var bodyLimit: Int {
        let limit = min(request.expectedBytes ?? configuration.mostBytes, configuration.mostBytes)
        return max(1 << 20, limit == .max ? limit : limit + 1)
    }

    private func takeWhole(_ response: HTTPResponse, _ part: DownloadPart) async throws {
        let total = response.contentLength
        try checkTotal(total)
        guard response.saysItsEnd || request.sha256 != nil || request.expectedBytes != nil else {
            throw unknownLength
        }
        if await part.size > 0 { try await part.restart() }
        try await checkRoom(for: total, part)
        try await part.begin(journal(response, total: total))
        try await take(response, part, end: total)
    }

    private func takeRest(_ response: HTTPResponse, _ part: DownloadPart) async throws {
        let size = await part.size
        guard let range = response.contentRange, range.first == size else {
            try await part.restart()
            throw DownloadFailure(error: badRange)
        }
        var total = range.total
        if total == nil { total = await knownTotal(part) }
        try checkTotal(total)
        guard total != nil || request.sha256 != nil else { throw unknownLength }
        let known = await part.journal
        let isSameSource = known?.url == url.absoluteString
        // A server that does not know If-Range sends a part of whatever is there now.
        let isOther =
            isSameSource && known?.validator != nil && response.rangeValidator != nil
            && known?.validator != response.rangeValidator
        if size > 0, isOther || (known?.total != nil && total != nil && known?.total != total) {
            try await part.restart()
            throw DownloadFailure(error: changed)
        }
        try await checkRoom(for: total, part)
        try await part.begin(journal(response, total: total))
        try await take(response, part, end: min(range.last + 1, total ?? .max))
        if let total, await part.size < total { throw sentLess }
        if total == nil, let expected = request.sha256, await !part.has(sha256: expected) {
            // Nobody knows how long the file is, so this may be its end or not: the next request tells.
            throw sentLess
        }
    }

    private var sentLess: DownloadFailure {
        DownloadFailure(error: RegistryError(.interrupted, "\(host) sent less than was asked for."))
    }

    private func rangeRefused(_ response: HTTPResponse, _ part: DownloadPart) async throws {
        let size = await part.size
        if size > 0, let total = response.unsatisfiedTotal, total == size, await knownTotal(part) ?? total == total {
            return
        }
        guard size > 0 else {
            throw DownloadFailure(
                error: RegistryError(.damaged, "The file at \(host) is empty."), isFinalForMirror: true)
        }
        try await part.restart()
        throw DownloadFailure(error: changed)
    }

    /// Reads a body into the part.
    ///
    /// - Parameter end: Where the body must end; what comes beyond is an error. `nil` takes all.
    private func take(_ response: HTTPResponse, _ part: DownloadPart, end: Int?) async throws {
        var meter = RateMeter()
        var reported = 0.0
        var synchronized = DownloadRun.uptime()
        let total = await part.journal?.total ?? request.expectedBytes
        var size = await part.size
        let most = min(end ?? .max, request.expectedBytes ?? .max, configuration.mostBytes)
        run.report(.progress(meter.progress(bytes: size, total: total)))
        meter.add(0, at: DownloadRun.uptime())
        for try await piece in response.body {
            guard piece.count <= most - size else {
                try await part.restart()
                throw DownloadFailure(
                    error: RegistryError(
                        .tooLarge, "\(host) sends more than the \(most) bytes that the file should have."),
                    isFinalForMirror: true)
            }
            if total == nil, let free = configuration.freeDisk(request.destination.path),
                free < DiskRoom.reserve
            {
                throw full(free)
            }
            size = try await part.append(piece)
            let now = DownloadRun.uptime()
            meter.add(piece.count, at: now)
            if now - reported >= configuration.progressInterval {
                reported = now
                run.report(.progress(meter.progress(bytes: size, total: total)))
            }
            if now - synchronized >= configuration.synchronizationInterval {
                try await part.synchronize()
                synchronized = now
            }
        }
        run.report(.progress(meter.progress(bytes: size, total: total)))
    }

    private func journal(_ response: HTTPResponse, total: Int?) -> DownloadJournal {
        DownloadJournal(
            url: url.absoluteString, validator: response.rangeValidator, total: total ?? request.expectedBytes,
            durableBytes: 0)
    }

    /// - Throws: when the server's file cannot be the one that is meant.
    private func checkTotal(_ total: Int?) throws {
        guard let total else { return }
        if let expected = request.expectedBytes, total != expected {
            throw DownloadFailure(
                error: RegistryError(
                    .wrongSize,
                    "\(host) offers a file of \(total) bytes, and the one that is meant has \(expected). Check the address."
                ),
                isFinalForMirror: true)
        }
        guard total <= configuration.mostBytes else {
            throw DownloadFailure(
                error: RegistryError(
                    .tooLarge,
                    "The file has \(ByteText.of(total)), more than the limit of "
                        + "\(ByteText.of(configuration.mostBytes))."),
                isFinalForMirror: true)
        }
    }

    private func checkRoom(for total: Int?, _ part: DownloadPart) async throws {
        guard let total, let free = configuration.freeDisk(request.destination.path) else { return }
        let missing = await total - part.size
        guard missing <= free, free - missing >= DiskRoom.reserve else {
            throw RegistryError(
                .diskFull,
                "The rest of the file takes \(ByteText.of(missing)) and the disk has \(ByteText.of(free)) free, of which "
                    + "\(ByteText.of(DiskRoom.reserve)) stay free.", help: [.makeRoom])
        }
    }

    private func full(_ free: Int) -> RegistryError {
        RegistryError(
            .diskFull,
            "The disk has only \(ByteText.of(free)) left. Make room and do it again; what was fetched is kept.")
    }

    /// - Throws: always: a failure after which the server is asked again, when it did not ask for too long a wait.
    private func waitAsAsked(_ response: HTTPResponse) throws {
        let wait = RetryAfter.wait(response.header("retry-after"), now: run.connection.now())
        guard let wait, wait > configuration.longestRetryAfter else {
            throw DownloadFailure(error: unavailable(response.status), retryAfter: wait)
        }
        let minutes = (wait.components.seconds + 59) / 60
        throw DownloadFailure(
            error: RegistryError(
                .badResponse,
                "\(host) is busy and asks to come back in \(minutes) minutes. What was fetched is kept."),
            isFinalForMirror: true)
    }

    private var unknownLength: DownloadFailure {
        DownloadFailure(
            error: RegistryError(
                .badResponse,
                "\(host) does not say how long the file is, so that nobody could tell whether all of it came. Give its "
                    + "SHA-256.", help: [.give(option: "sha256")]),
            isFinalForMirror: true)
    }

    private var changed: RegistryError {
        RegistryError(.interrupted, "The file at \(host) has changed meanwhile; it is fetched from its start.")
    }

    private var badRange: RegistryError {
        RegistryError(.badResponse, "\(host) sent another part of the file than was asked for.")
    }

    private func unavailable(_ status: Int) -> RegistryError {
        RegistryError(.badResponse, "\(host) answered with status \(status). Try again later.")
    }
}
