import Foundation
import Hearth
import HearthHTTP
import Synchronization

/// The libraries of those who have an account, each with all routes over it: what somebody asks is answered by their own, and there is no
/// way from it to another's.
///
/// A store is opened when its person first needs it, so many at a time, and closed when they have not asked for a while.
actor PersonLibraries {
    /// Stores that are open at a time; one more closes the one that has rested for longest.
    private let mostOpen: Int
    private let idle: Duration
    private let server: Hearth
    let people: People
    private let make: @Sendable (Hearth, PersonLibraries) -> [ServerRoute]
    private var libraries: [String: PersonLibrary] = [:]
    /// Those that are being closed, for which whoever needs them again waits.
    private var closing: [String: Task<Void, Never>] = [:]
    private var sweeper: Task<Void, Never>?
    private var upkeep: Task<Void, Never>?
    /// Ends what a removed person's browsers wait for, before their library is closed.
    nonisolated let sessions = SessionEnding()

    /// - Parameter make: All routes over a library.
    init(
        server: Hearth, people: People, mostOpen: Int = 32, idle: Duration = .seconds(600),
        make: @escaping @Sendable (Hearth, PersonLibraries) -> [ServerRoute]
    ) {
        (self.server, self.people, self.mostOpen, self.idle) = (server, people, mostOpen, idle)
        self.make = make
    }

    deinit {
        sweeper?.cancel()
        upkeep?.cancel()
    }

    /// The library of somebody who has an account, which stays open for as long as what this gives is kept.
    ///
    /// - Throws: ``ServerError`` where there is no such account any more, or as many are at work as may be.
    func lease(_ person: Person) async throws -> PersonLease {
        if libraries[person.id] == nil {
            let hearth = await server.library(of: person.id, among: people)
            // Somebody may have been quicker; there is one for each.
            if libraries[person.id] == nil {
                libraries[person.id] = PersonLibrary(hearth, make(hearth, self))
                hearth.sharing.reachOthers(among: people, opening)
            }
        }
        while let task = closing[person.id] { await task.value }
        // An account may have been removed meanwhile.
        guard try people.account(person.id) != nil, let library = libraries[person.id] else { throw Self.gone }
        // Entered before anything is waited for, so that nobody closes it meanwhile.
        let lease = PersonLease(library)
        if !library.isOpen {
            try await makeRoom()
            library.isOpen = true
            // What was sent before the server was started anew. Where the store cannot be opened, the request says so.
            try? await library.hearth.work.goOn()
        }
        sweepFromTimeToTime()
        return lease
    }

    /// How what others share is reached from a library: by a lease of theirs, as if they asked.
    nonisolated var opening: Sharing.Opening {
        { [weak self] id in
            guard let self else { throw Self.gone }
            guard id != People.ownerID else { return (server, Nothing()) }
            guard let account = try people.account(id) else { throw Self.gone }
            let lease = try await lease(account.person)
            return (lease.library.hearth, lease)
        }
    }

    /// Ends what goes on for somebody, and closes their store: their account was removed.
    func close(_ id: String) async {
        sessions.end(of: id)
        guard let library = libraries.removeValue(forKey: id) else { return }
        for job in await library.hearth.jobs.all where !job.hasEnded {
            _ = try? await library.hearth.jobs.cancel(job.id)
        }
        // What models evaluated of it goes too.
        await close(library, id, forGood: true)
    }

    /// Looks once into the library of everybody for work that waits: what they sent before a server ended is done without their coming back.
    nonisolated func goOnWithAll() async {
        guard let accounts = try? people.list() else { return }
        for account in accounts where !Task.isCancelled {
            // Who never came has no folder; in PostgreSQL it is asked there.
            guard server.settings.library != nil || people.hasLibrary(of: account.id) else { continue }
            _ = try? await lease(account.person)
        }
    }

    /// Does that beside what is asked meanwhile. Once: each library that is opened in PostgreSQL has a record of it in its ledger.
    func goOn() {
        guard upkeep == nil else { return }
        upkeep = Task { [weak self] in await self?.goOnWithAll() }
    }

    /// Closes all of them: the server ends.
    func closeAll() async {
        sweeper?.cancel()
        upkeep?.cancel()
        // It opens none any more.
        await upkeep?.value
        for (id, library) in libraries { await close(library, id) }
        for task in closing.values { await task.value }
    }

    /// Asks all libraries that are open, at once, and keeps them open meanwhile. That is no use of theirs by their people.
    func ofOpen<Value: Sendable>(_ ask: @escaping @Sendable (Hearth) async -> Value) async -> [Value] {
        let open = libraries.values.filter { $0.isOpen }
        for library in open { library.hold() }
        defer { for library in open { library.letGo() } }
        return await withTaskGroup(of: Value.self) { group in
            for library in open { group.addTask { await ask(library.hearth) } }
            var answers: [Value] = []
            for await answer in group { answers.append(answer) }
            return answers
        }
    }

    /// How many stores may be open now. For tests.
    var openCount: Int { libraries.values.count { $0.isOpen } }

    // MARK: - Closing

    private func makeRoom() async throws {
        guard openCount >= mostOpen else { return }
        for (id, library) in libraries.filter({ $0.value.isOpen && $0.value.users == 0 })
            .sorted(by: { $0.value.usedAt < $1.value.usedAt })
        where await !isWorking(library) {
            guard library.users == 0, libraries[id] === library else { continue }
            await close(library, id)
            return
        }
        throw ServerError(
            .tooMany, "More people are at work than this server has room for. Try again in a moment.", retryAfter: 10)
    }

    /// Closes libraries whose person was heard of for the last time a while ago, or has no account any more. In the others goes on with what
    /// waits: another server that has the same library open may have ended before it was done.
    func sweep(now: ContinuousClock.Instant = .now) async {
        for (id, library) in libraries {
            if isGone(id) {
                await close(id)
                continue
            }
            guard library.isOpen else { continue }
            guard library.users == 0, now - library.usedAt >= idle, await !isWorking(library), library.users == 0 else {
                // Held, so that nobody closes it meanwhile; it is no use of its person's.
                library.hold()
                try? await library.hearth.work.goOn()
                library.letGo()
                continue
            }
            await close(library, id)
        }
    }

    /// Whether an account was removed. Where that cannot be read now, it was not.
    private func isGone(_ id: String) -> Bool {
        do {
            return try people.account(id) == nil
        } catch {
            return false
        }
    }

    private func isWorking(_ library: PersonLibrary) async -> Bool {
        await library.hearth.jobs.all.contains { $0.state == .running }
    }

    private func close(_ library: PersonLibrary, _ id: String, forGood: Bool = false) async {
        library.isOpen = false
        let task = Task {
            await library.hearth.shutdown()
            try? await forGood ? library.hearth.abandon() : library.hearth.rest()
        }
        closing[id] = task
        await task.value
        closing[id] = nil
    }

    private func sweepFromTimeToTime() {
        guard sweeper == nil else { return }
        let pause = min(idle, .seconds(60))
        // Lives as long as this does.
        sweeper = Task { [weak self] in
            while (try? await Task.sleep(for: pause)) != nil {
                guard let self else { return }
                await sweep()
            }
        }
    }

    private static let gone = ServerError(
        .unauthorized, "Your account on this server was removed. Ask whoever runs it.")
}

/// Ends the sessions of a person at the server that listens, which is made after the libraries.
final class SessionEnding: Sendable {
    private let action = Mutex<(@Sendable (String) -> Void)?>(nil)

    func end(at http: HTTPServer) { action.withLock { $0 = { [weak http] id in http?.endSessions(of: id) } } }

    func end(of id: String) { action.withLock { $0 }?(id) }
}

/// One person's library with its routes.
final class PersonLibrary: Sendable {
    private struct State {
        var users = 0
        var usedAt = ContinuousClock.now
        var isOpen = false
    }

    let hearth: Hearth
    private let routes: [String: ServerRoute]
    private let state = Mutex(State())

    init(_ hearth: Hearth, _ routes: [ServerRoute]) {
        self.hearth = hearth
        self.routes = Dictionary(routes.map { (Self.key($0), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// What stands in this library at the same place.
    func route(like route: ServerRoute) -> ServerRoute? { routes[Self.key(route)] }

    private static func key(_ route: ServerRoute) -> String { "\(route.method.rawValue) \(route.pattern)" }

    var users: Int { state.withLock { $0.users } }
    var usedAt: ContinuousClock.Instant { state.withLock { $0.usedAt } }
    var isOpen: Bool {
        get { state.withLock { $0.isOpen } }
        set { state.withLock { $0.isOpen = newValue } }
    }

    func enter() { state.withLock { ($0.users, $0.usedAt) = ($0.users + 1, .now) } }
    func leave() { state.withLock { ($0.users, $0.usedAt) = ($0.users - 1, .now) } }

    /// The same for what the server does by itself: it counts as no use.
    func hold() { state.withLock { $0.users += 1 } }
    func letGo() { state.withLock { $0.users -= 1 } }
}

/// Keeps a person's library open while one of their requests is answered.
final class PersonLease: Sendable {
    let library: PersonLibrary

    init(_ library: PersonLibrary) {
        self.library = library
        library.enter()
    }

    deinit { library.leave() }
}
