import Foundation
import HTTPTypes
import HearthCore
import HearthModels
import HummingbirdCore
import NIOCore
import NIOHTTP1
import Synchronization

/// Takes one request from its head to the end of its answer.
final class RequestResponder: Sendable {
    let access: AccessGuard
    let connections: ConnectionTable
    private let table: RouteTable
    let limits: HTTPServer.Limits
    let metrics: ServerMetrics
    let stopping: Stopping
    let draining: Draining
    private let log: @Sendable (RequestRecord) -> Void
    /// How everything ends that is being worked on.
    let work = Mutex<[Int: @Sendable () -> Void]>([:])
    let counter = Atomic(0)
    /// Stands before the numbers of requests, so that those of several servers, and of one that was started again, are told apart.
    private let instance = String(UInt32.random(in: .min ... .max), radix: 36)
    private let bodies: Budget
    private let tokens: Budget

    init(
        configuration: HTTPServer.Configuration, routes: [ServerRoute], health: HealthRoutes, metrics: ServerMetrics,
        stopping: Stopping, draining: Draining, log: @escaping @Sendable (RequestRecord) -> Void
    ) {
        let isEncrypted = configuration.identity != nil
        var hosts: Set<String> = ["localhost", "127.0.0.1", "::1"]
        hosts.formUnion(configuration.hosts.map { $0.lowercased() })
        // Listening everywhere is no name.
        if !["0.0.0.0", "::"].contains(configuration.address) { hosts.insert(configuration.address.lowercased()) }
        access = AccessGuard(
            hosts: hosts, token: AccessToken(configuration.token),
            sessions: SessionBook(
                store: configuration.sessions, token: configuration.token, limits: configuration.sessionLimits),
            isEncrypted: isEncrypted, origins: Set(configuration.origins.map { $0.lowercased() }),
            opensModels: configuration.opensModels && HostAddress.isLoopback(configuration.address),
            programToken: configuration.programToken.map { AccessToken($0) }, people: configuration.people,
            identities: configuration.identities)
        table = RouteTable(
            SessionRoutes(access: access, version: configuration.version).routes + health.routes + routes)
        let limits = configuration.limits
        self.limits = limits
        connections = ConnectionTable(mostStrangers: limits.strangers)
        bodies = Budget(
            .init(
                total: limits.bodyRoom, each: limits.bodyRoomOfOne, waiting: limits.waiting,
                waitingOfOne: limits.waitingOfOne, patience: limits.patience))
        tokens = Budget(
            .init(
                total: limits.tokenRoom, each: limits.tokenRoomOfOne, waiting: limits.waiting,
                waitingOfOne: limits.waitingOfOne, patience: limits.patience))
        self.metrics = metrics
        self.stopping = stopping
        self.draining = draining
        self.log = log
    }

    /// Cancels everything that is still being worked on.
    func abandon() {
        let actions = work.withLock { Array($0.values) }
        for action in actions { action() }
    }

    // MARK: - One request

    func respond(_ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel) async throws {
        if connections[channel]?.isEnding == true {
            // What was sent behind the request whose answer ended the connection is not done (RFC 9112, 9.6).
            return try await channel.closeFuture.get()
        }
        let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
        var record = RequestRecord(
            id: "\(instance)-\(String(number, radix: 36))", method: request.method.rawValue, route: "-", status: 0,
            caller: .nobody,
            duration: 0, bytes: 0, errorCode: nil)
        let start = ContinuousClock.now
        metrics.began()
        var holdsLongPlace = false
        var isCounted = false
        var work: Reservation?
        let connection = connections[channel]
        connection?.begin()
        defer {
            work?.end()
            connection?.end()
            if holdsLongPlace { metrics.endLong() }
            if isCounted { draining.leave() }
            record.duration = start.duration(to: .now).seconds
            record.time = Date()
            metrics.ended(record)
            log(record)
        }
        let style = ErrorStyle(path: request.uri.path, isOfAnthropic: request.headers["anthropic-version"] != nil)
        let sharing = access.sharing(
            Self.head(of: request), requestedHeaders: request.headers["access-control-request-headers"])
        var response: ServerResponse
        var nextKey: String?
        var executor: ThreadPool?
        do {
            let (found, parameters, method) = try await admit(request, &record, &nextKey)
            if record.caller != .nobody || found.access == .models { connection?.markKnown() }
            // Who watches the server is told how it is until it has stopped.
            if !HealthRoutes.patterns.contains(found.pattern) {
                guard draining.enter() else { throw Self.isStopping }
                isCounted = true
            }
            if found.work == .long {
                guard metrics.beginLong(most: limits.longRequests) else { throw Self.tooManyRequests }
                holdsLongPlace = true
            }
            if let coding = request.headers[.contentEncoding], !["", "identity"].contains(coding.lowercased()) {
                throw ServerError(
                    .unsupportedMedia,
                    "A body that is packed (Content-Encoding: \(coding.prefix(40))) is not taken. Send it as it is.")
            }
            let size = Self.size(of: request, found)
            let room = min(size ?? 0, found.bodyLimit)
            if let size, size > found.bodyLimit { throw ServerRequestBody.tooLarge(found.bodyLimit) }
            let own = Reservation(client: record.caller.client, bytes: bodies, tokens: tokens)
            work = own
            if room > limits.smallBody {
                // Before a byte of it is read, so that the client waits with it; for as long as it stays.
                try await run(channel, for: record.caller, isLong: true, nil) { try await own.take(bytes: room) }
            }
            if request.headers[.expect]?.lowercased() == "100-continue" {
                try checkAnnounced(request, found)
                try await writer.writeInformationalHead(.init(status: .continue))
            }
            var call = self.request(
                request, found, parameters, method, record, room: max(room, limits.smallBody),
                from: ClientNetwork.of(channel.remoteAddress))
            if size == nil {
                // How large it is shows when it is here; until then nobody waits behind it, and it behind nobody.
                let body = call.body
                let bytes = try await Reservation.$current.withValue(own) {
                    try await run(channel, for: record.caller, isLong: true, nil) { try await body.collect() }
                }
                call = call.with(body: ServerRequestBody(bytes))
            }
            // What goes to the disk is not held here, and counts as nothing.
            let held = size == nil ? call.body.announced ?? 0 : room
            let threads: ThreadPool? = held > limits.smallBody ? .requests : found.work == .long ? .long : nil
            executor = threads
            response = try await Reservation.$current.withValue(own) {
                try await WorkThreads.$preferred.withValue(threads) {
                    try await run(channel, for: call.caller, isLong: found.work == .long, threads) { [call] in
                        try await found.handle(call)
                    }
                }
            }
            // Whoever was removed meanwhile is not given what was made for them. Where sessions begin and end, the answer may be the next one.
            if case .person = record.caller, !found.pattern.hasPrefix("/api/session"), found.access != .open,
                !access.holds(record.caller)
            {
                throw AccessGuard.endedSession
            }
        } catch {
            response = failure(error, style, &record)
            // What is left of a body that was refused is not read: the connection ends instead.
            if request.headers[.contentLength].map({ $0 != "0" }) ?? (request.headers[.transferEncoding] != nil) {
                response.headers.append(("connection", "close"))
                connection?.markEnding()
            } else if draining.hasBegun {
                // So that a client comes back by another connection, where a balancer leads it elsewhere.
                response.headers.append(("connection", "close"))
                connection?.markEnding()
            }
        }
        if let nextKey { response.headers.append((AccessGuard.nextHeader, nextKey)) }
        response.headers += sharing
        if case .stream(let streamStyle, let produce) = response.content, request.method != .head {
            try await stream(response, streamStyle, produce, style, writer, channel, (work, executor), &record)
        } else {
            try await send(response, request, style, writer, &record)
        }
    }

    private static let isStopping = ServerError(.stopping, "The server is about to stop.", retryAfter: 5)

    private static let tooManyRequests = ServerError(
        .tooMany,
        "More requests are being worked on than this server takes at a time. Try again in a moment.", retryAfter: 1)

    func failure(_ error: any Error, _ style: ErrorStyle, _ record: inout RequestRecord) -> ServerResponse {
        let told = ServerError.telling(error)
        record.note(told)
        return style.response(told, id: record.id)
    }

    // MARK: - In

    private func admit(
        _ request: Request, _ record: inout RequestRecord, _ nextKey: inout String?
    ) async throws -> (ServerRoute, parameters: [String: String], HTTPMethod) {
        let method = request.method
        guard HTTPMethod.served.contains(method) else {
            var error = ServerError(.methodNotAllowed, "That method is not known here.")
            error.allowed = HTTPMethod.served
            throw error
        }
        let head = Self.head(of: request)
        let entry = try await access.check(head)
        let caller = entry.caller
        nextKey = entry.nextKey
        record.caller = caller
        guard !stopping.hasBegun else {
            throw Self.isStopping
        }
        if method == .options, request.headers["access-control-request-method"] != nil,
            let origin = head.origin, access.shares(head.target, with: origin)
        {
            record.route = Self.preflight.pattern
            return (Self.preflight, [:], method)
        }
        switch table.match(method, request.uri.path) {
        case .none:
            throw nothing(at: request.uri.path, method)
        case .otherMethod(let methods):
            var error = ServerError(
                .methodNotAllowed, "This address takes \(methods.map(\.rawValue).joined(separator: ", ")).")
            error.allowed = methods
            throw error
        case .found(let route, let parameters):
            record.route = route.pattern
            let isOpen =
                switch route.access {
                case .open: true
                case .signedIn: false
                case .models: access.opensModels(to: head)
                }
            if caller == .nobody, !isOpen { throw AccessGuard.missingToken }
            guard Self.query(of: request).isWhole else { throw Self.brokenQuery }
            return (route, parameters, method)
        }
    }

    /// What is said of an address at which nothing is, with the one that was probably meant: most programs that come here wrong were
    /// given `/v1` once too little, or once too often.
    private func nothing(at path: String, _ method: HTTPMethod) -> ServerError {
        let told = "There is nothing at this address."
        if OllamaRoutes.isUnserved(path) { return OllamaRoutes.notServed }
        let meant = path.hasPrefix("/v1/") ? String(path.dropFirst("/v1".count)) : "/v1" + path
        // Only what is there for programs: a person would not have meant it.
        guard case .found(let route, _) = table.match(method, meant), case .models = route.access else {
            return ServerError(.notFound, told)
        }
        return ServerError(
            .notFound,
            told + " What was probably meant is \(route.pattern): look at the base address that the program was given.")
    }

    /// What stands behind the question mark.
    private static func query(of request: Request) -> QueryString {
        let target = request.head.path ?? ""
        return target.firstIndex(of: "?").map { QueryString(target[target.index(after: $0)...]) } ?? QueryString()
    }

    private static let brokenQuery = ServerError(
        .badQuery,
        "What stands behind the question mark cannot be read: it has to be UTF-8, percent-encoded, without zeros, and of at most "
            + "100 parts.")

    /// A browser's question whether a page of another origin may ask; answered before anybody has shown a token.
    private static let preflight = ServerRoute(.options, "(preflight)", access: .open) { _ in ServerResponse(.noContent)
    }

    /// What decides about a request before its body.
    private static func head(of request: Request) -> AccessGuard.Head {
        let fields = request.headers
        return AccessGuard.Head(
            method: request.method, target: request.head.path ?? "",
            hosts: request.head.authority.map { [$0] } ?? [],
            origin: fields[.origin], fetchSite: fields["sec-fetch-site"],
            authorization: fields[.authorization],
            // Anthropic's clients send it by the first name, Azure's by the second.
            apiKey: fields["x-api-key"] ?? fields["api-key"], session: fields[AccessGuard.sessionHeader],
            hasLengthAndTransferEncoding: fields[.contentLength] != nil && fields[.transferEncoding] != nil,
            isForwarded: fields.contains { forwarding.contains($0.name.canonicalName) })
    }

    /// What proxies and tunnels add.
    private static let forwarding: Set<String> = [
        "forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip",
    ]

    private func checkAnnounced(_ request: Request, _ route: ServerRoute) throws {
        if let announced = request.headers[.contentLength].flatMap({ Int($0) }), announced > route.bodyLimit {
            throw ServerRequestBody.tooLarge(route.bodyLimit)
        }
    }

    private func request(
        _ request: Request, _ route: ServerRoute, _ parameters: [String: String], _ method: HTTPMethod,
        _ record: RequestRecord, room: Int, from network: String?
    ) -> ServerRequest {
        let target = request.head.path ?? ""
        let mark = target.firstIndex(of: "?")
        let hasBody = request.headers[.contentLength] != nil || request.headers[.transferEncoding] != nil
        let (source, caller) = (request.body, record.caller)
        return ServerRequest(
            id: record.id, method: method, path: String(target[..<(mark ?? target.endIndex)]), parameters: parameters,
            query: Self.query(of: request),
            headers: request.headers, caller: caller,
            origin: access.origin(ofHost: request.head.authority ?? ""), network: network,
            body: ServerRequestBody(
                limit: route.bodyLimit, announced: hasBody ? request.headers[.contentLength].flatMap { Int($0) } : 0,
                timeout: limits.bodyTimeout, room: room
            ) {
                var iterator = source.makeAsyncIterator()
                return .init {
                    do {
                        return try await iterator.next().map { Array(buffer: $0) }
                    } catch is HTTPParserError {
                        throw Self.badBody
                    }
                }
            },
            callerHolds: { [access] in access.holds(caller) })
    }

    private static let badBody = ServerError(
        .badBody, "The body is not what its head says: its chunks are not well-formed, or it ends too early.")

    /// Bytes of a body that will be held in memory; `nil` when nobody said how many.
    private static func size(of request: Request, _ route: ServerRoute) -> Int? {
        if route.takesFiles { return 0 }
        if let announced = request.headers[.contentLength] { return Int(announced) ?? .max }
        return request.headers[.transferEncoding] == nil ? 0 : nil
    }

    /// Runs a handler; one that may take long is cancelled when the client leaves, or is signed out.
    private func run<Value: Sendable>(
        _ channel: any Channel, for caller: Caller, isLong: Bool, _ executor: ThreadPool?,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard isLong, let connection = connections[channel] else {
            return try await withTaskExecutorPreference(executor) { try await body() }
        }
        // A task of its own, so that it can be cancelled without ending the connection's.
        let task = Task(executorPreference: executor) { try await body() }
        let id = counter.wrappingAdd(1, ordering: .relaxed).newValue
        work.withLock { $0[id] = { task.cancel() } }
        connection.whenGone { task.cancel() }
        let end = access.whenEnded(caller) { task.cancel() }
        defer {
            connection.whenGone(nil)
            access.forget(end, of: caller)
            _ = work.withLock { $0.removeValue(forKey: id) }
        }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch is CancellationError where !access.holds(caller) {
            throw AccessGuard.endedSession
        }
    }

    // MARK: - Out

    private func send(
        _ response: ServerResponse, _ request: Request, _ style: ErrorStyle, _ writer: consuming ResponseWriter,
        _ record: inout RequestRecord
    ) async throws {
        record.status = response.status.code
        var head = self.head(response, style, id: record.id)
        var body = ResponseBody()
        if case .bytes(let bytes) = response.content {
            record.bytes = bytes.count
            head.headerFields[.contentLength] = String(bytes.count)
            if request.method != .head { body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)) }
        } else if case .none = response.content, response.status != .noContent, response.status != .notModified {
            head.headerFields[.contentLength] = "0"
        }
        try await writer.write(response: head, body: body)
    }

    func head(_ response: ServerResponse, _ style: ErrorStyle, id: String) -> HTTPTypes.HTTPResponse {
        var fields = HTTPFields()
        for (name, value) in SecurityHeaders.all { fields[name] = value }
        for header in response.headers {
            guard let name = HTTPField.Name(header.name) else { continue }
            // A route may say more exactly what holds for it.
            if name == .setCookie {
                fields.append(.init(name: name, value: header.value))
            } else {
                fields[name] = header.value
            }
        }
        for name in style.idHeaders.compactMap({ HTTPField.Name($0) }) { fields[name] = id }
        return HTTPTypes.HTTPResponse(status: response.status, headerFields: fields)
    }
}
