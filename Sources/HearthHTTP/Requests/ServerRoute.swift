import Foundation
public import HearthCore

/// A place that requests can be sent to, and what is done there.
public struct ServerRoute: Sendable {
    /// Who may send requests to it.
    public enum Access: Sendable {
        /// Everybody: nothing private is behind it.
        case open
        /// Those who know the token, and browsers that were signed in.
        case signedIn
        /// The same, and everybody on this machine where the owner lets programs use models without the token
        /// (``HTTPServer/Configuration/opensModels``). Nothing of the owner's is told to them, and nothing sent away.
        case models
    }

    /// How its requests are counted.
    public enum Work: Sendable {
        /// Answered at once.
        case quick
        /// Lets an engine work, or waits for long. Only so many at a time; ends when the client leaves.
        case long
    }

    public let method: HTTPMethod
    /// Segments begin with `:` where any single one may stand; a last `*` stands for all that follow.
    public let pattern: String
    public let access: Access
    public let work: Work
    /// The most bytes of a request's body.
    public let bodyLimit: Int
    /// What the ids begin with that the last segment of the pattern stands for, where it stands for ids that are made here; `nil` where
    /// it may be anything.
    let idPrefix: String?
    /// The operation of the description that it is; `nil` for one that is not of Hearth's own interface.
    package var operation: String?
    /// Whether a body goes to the disk as it comes, instead of being held in memory.
    var takesFiles: Bool { bodyLimit > 64 << 20 }
    private(set) var handle: @Sendable (ServerRequest) async throws -> ServerResponse

    /// Enough for a long conversation, or a batch of texts to embed.
    public static let jsonLimit = 8 << 20
    /// The same with pictures, in base64.
    public static let pictureLimit = 24 << 20

    public init(
        _ method: HTTPMethod, _ pattern: String, access: Access = .signedIn, work: Work = .quick,
        bodyLimit: Int = ServerRoute.jsonLimit, idPrefix: String? = nil,
        _ handle: @escaping @Sendable (ServerRequest) async throws -> ServerResponse
    ) {
        self.method = method
        self.pattern = pattern
        self.access = access
        self.work = work
        self.bodyLimit = bodyLimit
        self.idPrefix = idPrefix
        self.handle = handle
    }
}

extension ServerRoute {
    /// The same place, where other work answers.
    package func answering(_ work: @escaping @Sendable (ServerRequest) async throws -> ServerResponse) -> ServerRoute {
        var route = self
        route.handle = work
        return route
    }

    /// Does what the route does, as a part of the request that it is.
    package func answer(_ request: ServerRequest) async throws -> ServerResponse { try await handle(request) }

    /// Does what the route does for a request that nobody waits for at a connection, such as one of a batch. It takes nothing of the
    /// budgets of the request that began the batch, which has been answered.
    package func perform(_ request: ServerRequest) async throws -> ServerResponse {
        try await Reservation.$current.withValue(nil) { try await handle(request) }
    }

    /// The same route, where `reader` tells who reads what its work reads; also while a stream is written.
    ///
    /// - Parameter look: Asked with all that the work noted in ``HearthCore/Provenance`` when an answer goes out, and before
    ///   each piece of a stream. What it throws is answered instead, and ends the stream.
    public func read(
        by reader: @escaping @Sendable (ServerRequest) -> Reader?,
        lookingAgain look: @escaping @Sendable (Reader, Set<LabelOrigin>) async throws -> Void = { _, _ in }
    ) -> ServerRoute {
        var route = self
        route.handle = { [handle] request in
            guard let reader = reader(request) else { return try await handle(request) }
            let provenance = Provenance()
            var response = try await Self.reading(for: reader, provenance) { try await handle(request) }
            // Whoever keeps the answer, as a batch does, keeps with it what it came from.
            Provenance.current?.note(provenance.origins)
            try await look(reader, provenance.origins)
            if case .stream(let style, let produce) = response.content {
                response.content = .stream(style) { sink in
                    sink.check { try await look(reader, provenance.origins) }
                    try await Self.reading(for: reader, provenance) { try await produce(sink) }
                }
            }
            return response
        }
        return route
    }

    private static func reading<Value: Sendable>(
        for reader: Reader, _ provenance: Provenance, _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await Reader.$current.withValue(reader) {
            try await Provenance.$current.withValue(provenance) { try await work() }
        }
    }
}

/// Finds the route for a request.
struct RouteTable: Sendable {
    enum Match {
        case found(ServerRoute, parameters: [String: String])
        /// The place exists, for other methods.
        case otherMethod([HTTPMethod])
        case none
    }

    fileprivate enum Segment: Sendable {
        case literal(Substring)
        case parameter(String)
        case rest
    }

    fileprivate struct Entry: Sendable {
        var segments: [Segment]
        var routes: [HTTPMethod: ServerRoute]
    }

    private var literal: [String: Entry] = [:]
    private var patterns: [Entry] = []
    private var positions: [String: Int] = [:]

    /// - Parameter routes: The first of two for the same method and pattern counts.
    init(_ routes: [ServerRoute]) {
        for route in routes {
            let segments = route.pattern.split(separator: "/").map { part -> Segment in
                part == "*" ? .rest : part.first == ":" ? .parameter(String(part.dropFirst())) : .literal(part)
            }
            let isLiteral = segments.allSatisfy { if case .literal = $0 { true } else { false } }
            if isLiteral {
                literal[route.pattern, default: Entry(segments: [], routes: [:])].routes.keepFirst(route)
            } else if let position = positions[route.pattern] {
                patterns[position].routes.keepFirst(route)
            } else {
                positions[route.pattern] = patterns.count
                patterns.append(Entry(segments: segments, routes: [route.method: route]))
            }
        }
    }

    /// A word where an id stands that cannot be one (``ServerRoute/idPrefix``) leads to a route all the same, which says what there is none
    /// of. But it leads past no other place of that very address, such as `/responses/input_tokens` beside `/responses/:id`, and does not
    /// make of the address one that takes other methods: nothing is there for any.
    func match(_ method: HTTPMethod, _ path: String) -> Match {
        var others: Set<HTTPMethod> = []
        let exact = literal[path]
        if let exact {
            if let route = exact.route(for: method) { return .found(route, parameters: [:]) }
            others.formUnion(exact.routes.keys)
        }
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for entry in patterns {
            guard let parameters = Self.parameters(entry.segments, parts) else { continue }
            let mayBeThere = entry.mayEnd(in: parts.last)
            if exact == nil || mayBeThere, let route = entry.route(for: method) {
                return .found(route, parameters: parameters)
            }
            if mayBeThere { others.formUnion(entry.routes.keys) }
        }
        // What can be read can be asked for without its content.
        if others.contains(.get) { others.insert(.head) }
        return others.isEmpty ? .none : .otherMethod(others.sorted { $0.rawValue < $1.rawValue })
    }

    private static func parameters(_ segments: [Segment], _ parts: [Substring]) -> [String: String]? {
        var found: [String: String] = [:]
        for (index, segment) in segments.enumerated() {
            switch segment {
            case .rest:
                guard let text = PercentCoding.decoded(parts[min(index, parts.count)...].joined(separator: "/")[...])
                else { return nil }
                found["*"] = text
                return found
            case .literal(let text):
                guard index < parts.count, parts[index] == text else { return nil }
            case .parameter(let name):
                guard index < parts.count, let text = PercentCoding.decoded(parts[index]), !text.isEmpty else {
                    return nil
                }
                found[name] = text
            }
        }
        return parts.count == segments.count ? found : nil
    }
}

extension RouteTable.Entry {
    /// A HEAD request is answered as a GET request without its content.
    fileprivate func route(for method: HTTPMethod) -> ServerRoute? {
        routes[method] ?? (method == .head ? routes[.get] : nil)
    }

    /// Whether an address with this last segment can be that of something that is there.
    fileprivate func mayEnd(in segment: Substring?) -> Bool {
        routes.values.allSatisfy { $0.idPrefix.map { segment?.hasPrefix($0) == true } ?? true }
    }
}

extension [HTTPMethod: ServerRoute] {
    fileprivate mutating func keepFirst(_ route: ServerRoute) {
        if self[route.method] == nil { self[route.method] = route }
    }
}

// Threads on which requests are worked on that may compute for long, so that the others are answered meanwhile.

extension ThreadPool {
    /// For requests with large bodies: reading megabytes of JSON, filling in a template and counting tokens is work of seconds
    /// without a pause, and on the threads that everything shares nobody else would be answered meanwhile. What is waited for
    /// (a database, a model) has threads of its own in any case.
    ///
    /// Half of the cores: the others answer.
    static let requests = ThreadPool(
        name: "hearth.work", count: max(1, ProcessInfo.processInfo.activeProcessorCount / 2))

    /// For the other requests whose route lets an engine work or waits for long: a small question can have the basic engine read
    /// a large library, and on the threads that everything shares as many of them as there are cores would keep everybody waiting.
    static let long = ThreadPool(name: "hearth.long", count: max(2, ProcessInfo.processInfo.activeProcessorCount))

    /// For counting tokens that nobody goes on to read: a model counts without a pause, and its vocabulary may have to be loaded first,
    /// which holds the thread and must not hold one of the others.
    static let counting = ThreadPool(name: "hearth.count", count: 2)
}
