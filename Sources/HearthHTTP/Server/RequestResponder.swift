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

    /// Answers a request and writes the answer, which may be a stream. Every error becomes an answer; what is thrown is that the
    /// connection has failed.
    func respond(_ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel) async throws {
        let connection = connections[channel]
        if connection?.isEnding == true {
            // What was sent behind the request whose answer ended the connection is not done (RFC 9112, 9.6).
            return try await channel.closeFuture.get()
        }
        var exchange = begin(request, on: connection)
        defer { end(&exchange) }
        let style = ErrorStyle(path: request.uri.path, isOfAnthropic: request.headers["anthropic-version"] != nil)
        let sharing = access.sharing(
            Self.head(of: request), requestedHeaders: request.headers["access-control-request-headers"])
        var response: ServerResponse
        do {
            response = try await answer(request, writer, channel, &exchange)
        } catch {
            response = failure(error, style, &exchange.record)
            if endsConnection(after: request) {
                response.headers.append(("connection", "close"))
                connection?.markEnding()
            }
        }
        if let nextKey = exchange.nextKey { response.headers.append((AccessGuard.nextHeader, nextKey)) }
        response.headers += sharing
        if case .stream(let streamStyle, let produce) = response.content, request.method != .head {
            let place = (work: exchange.reservation, executor: exchange.threads)
            try await stream(response, streamStyle, produce, style, writer, channel, place, &exchange.record)
        } else {
            try await send(response, request, style, writer, &exchange.record)
        }
    }

    // MARK: - Steps of a request

    /// What a request holds from its head to the last byte of its answer.
    private struct Exchange {
        /// What is logged of it in the end.
        var record: RequestRecord
        let start = ContinuousClock.now
        let connection: Connection?
        /// Whether it has one of the places for requests that may take long.
        var holdsLongPlace = false
        /// Whether the server waits for its end before it stops.
        var isCounted = false
        /// Its share of the memory for bodies and of the tokens for models; `nil` before it was let in.
        var reservation: Reservation?
        /// Where its handler runs; `nil` for the pool that all tasks share.
        var threads: ThreadPool?
        /// The key with which the session goes on, where it has to change.
        var nextKey: String?
    }

    private func begin(_ request: Request, on connection: Connection?) -> Exchange {
        let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
        metrics.began()
        connection?.begin()
        return Exchange(
            record: RequestRecord(
                id: "\(instance)-\(String(number, radix: 36))", method: request.method.rawValue, route: "-", status: 0,
                caller: .nobody, duration: 0, bytes: 0, errorCode: nil),
            connection: connection)
    }

    /// Gives back all that a request holds, and logs it.
    private func end(_ exchange: inout Exchange) {
        exchange.reservation?.end()
        exchange.connection?.end()
        if exchange.holdsLongPlace { metrics.endLong() }
        if exchange.isCounted { draining.leave() }
        exchange.record.duration = exchange.start.duration(to: .now).seconds
        exchange.record.time = Date()
        metrics.ended(exchange.record)
        log(exchange.record)
    }

    /// Lets a request in, receives its body and calls the handler of its route.
    private func answer(
        _ request: Request, _ writer: borrowing ResponseWriter, _ channel: any Channel, _ exchange: inout Exchange
    ) async throws -> ServerResponse {
        let (route, parameters) = try await admit(request, &exchange)
        if exchange.record.caller != .nobody || route.access == .models { exchange.connection?.markKnown() }
        try takePlaces(for: route, &exchange)
        try Self.refuseContentCoding(of: request)
        let (call, held) = try await receive(request, route, parameters, writer, channel, &exchange)
        let threads: ThreadPool? = held > limits.smallBody ? .requests : route.work == .long ? .long : nil
        exchange.threads = threads
        let response = try await Reservation.$current.withValue(exchange.reservation) {
            try await WorkThreads.$preferred.withValue(threads) {
                try await run(channel, for: call.caller, isLong: route.work == .long, threads) {
                    try await route.handle(call)
                }
            }
        }
        try checkStillSignedIn(call.caller, route)
        return response
    }

    /// Counts a request in: among those that the server finishes before it stops, and among those that may take long.
    private func takePlaces(for route: ServerRoute, _ exchange: inout Exchange) throws {
        // Who watches the server is told how it is until it has stopped.
        if !HealthRoutes.patterns.contains(route.pattern) {
            guard draining.enter() else { throw Self.isStopping }
            exchange.isCounted = true
        }
        if route.work == .long {
            guard metrics.beginLong(most: limits.longRequests) else { throw Self.tooManyRequests }
            exchange.holdsLongPlace = true
        }
    }

    private static func refuseContentCoding(of request: Request) throws {
        guard let coding = request.headers[.contentEncoding], !["", "identity"].contains(coding.lowercased()) else {
            return
        }
        throw ServerError(
            .unsupportedMedia,
            "A body that is packed (Content-Encoding: \(coding.prefix(40))) is not taken. Send it as it is.")
    }

    /// Reserves memory for a request's body before a byte of it is read, so that the client waits with it, and reads a body whose
    /// length is not announced.
    ///
    /// - Returns: The request as its handler gets it, and how many bytes of its body memory holds: of a file that goes to the disk, none.
    private func receive(
        _ request: Request, _ route: ServerRoute, _ parameters: [String: String], _ writer: borrowing ResponseWriter,
        _ channel: any Channel, _ exchange: inout Exchange
    ) async throws -> (call: ServerRequest, held: Int) {
        let size = Self.size(of: request, route)
        if let size, size > route.bodyLimit { throw ServerRequestBody.tooLarge(route.bodyLimit) }
        let room = size ?? 0
        let caller = exchange.record.caller
        let reservation = Reservation(client: caller.client, bytes: bodies, tokens: tokens)
        exchange.reservation = reservation
        if room > limits.smallBody {
            try await run(channel, for: caller, isLong: true, nil) { try await reservation.take(bytes: room) }
        }
        if request.headers[.expect]?.lowercased() == "100-continue" {
            try checkAnnounced(request, route)
            try await writer.writeInformationalHead(.init(status: .continue))
        }
        let call = self.request(
            request, route, parameters, exchange.record, room: max(room, limits.smallBody),
            from: ClientNetwork.of(channel.remoteAddress))
        guard size == nil else { return (call, room) }
        // Memory is reserved as the bytes come: until they do, this client waits for nobody, and nobody for it.
        let body = call.body
        let bytes = try await Reservation.$current.withValue(reservation) {
            try await run(channel, for: caller, isLong: true, nil) { try await body.collect() }
        }
        return (call.with(body: ServerRequestBody(bytes)), bytes.count)
    }

    /// Whoever was removed while the answer was made does not get it. Where sessions begin and end, the answer may be the next one.
    private func checkStillSignedIn(_ caller: Caller, _ route: ServerRoute) throws {
        guard case .person = caller, !route.pattern.hasPrefix("/api/session"), route.access != .open else { return }
        guard access.holds(caller) else { throw AccessGuard.endedSession }
    }

    /// Whether an answer with an error has to end the connection: because the rest of the refused body will not be read, or because
    /// the server is stopping and the client shall come back by another connection, which a load balancer may lead elsewhere.
    private func endsConnection(after request: Request) -> Bool {
        let hasBody =
            request.headers[.contentLength].map { $0 != "0" } ?? (request.headers[.transferEncoding] != nil)
        return hasBody || draining.hasBegun
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

    /// Finds the route of a request and checks that its caller may have it, before anything of its body is read.
    private func admit(
        _ request: Request, _ exchange: inout Exchange
    ) async throws -> (ServerRoute, parameters: [String: String]) {
        let method = request.method
        guard HTTPMethod.served.contains(method) else {
            var error = ServerError(.methodNotAllowed, "That method is not known here.")
            error.allowed = HTTPMethod.served
            throw error
        }
        let head = Self.head(of: request)
        let entry = try await access.check(head)
        let caller = entry.caller
        exchange.nextKey = entry.nextKey
        exchange.record.caller = caller
        guard !stopping.hasBegun else {
            throw Self.isStopping
        }
        if method == .options, request.headers["access-control-request-method"] != nil,
            let origin = head.origin, access.shares(head.target, with: origin)
        {
            exchange.record.route = Self.preflight.pattern
            return (Self.preflight, [:])
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
            exchange.record.route = route.pattern
            let isOpen =
                switch route.access {
                case .open: true
                case .signedIn: false
                case .models: access.opensModels(to: head)
                }
            if caller == .nobody, !isOpen { throw AccessGuard.missingToken }
            guard Self.query(of: request).isWhole else { throw Self.brokenQuery }
            return (route, parameters)
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
            isForwarded: fields.areForwarded)
    }

    private func checkAnnounced(_ request: Request, _ route: ServerRoute) throws {
        if let announced = request.headers[.contentLength].flatMap({ Int($0) }), announced > route.bodyLimit {
            throw ServerRequestBody.tooLarge(route.bodyLimit)
        }
    }

    private func request(
        _ request: Request, _ route: ServerRoute, _ parameters: [String: String], _ record: RequestRecord, room: Int,
        from network: String?
    ) -> ServerRequest {
        let target = request.head.path ?? ""
        let mark = target.firstIndex(of: "?")
        let hasBody = request.headers[.contentLength] != nil || request.headers[.transferEncoding] != nil
        let (source, caller) = (request.body, record.caller)
        return ServerRequest(
            id: record.id, method: request.method, path: String(target[..<(mark ?? target.endIndex)]),
            parameters: parameters,
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
