public import Foundation

/// Something that is to be done and outlives the process that asked for it: a file to be read, a recording to be written down.
///
/// A task is a value in the store. Whoever works claims one, holds it by a lease that has to be kept, and ends it; a lease that is
/// kept no longer lapses, and somebody else claims the task. So one may be begun twice, and whatever is done for it has to have the
/// same effect then as once. What may follow on what is in ``apply(_:at:)`` and ``claim(by:lease:seconds:at:)``, and nowhere else.
public struct WorkTask: Hashable, Sendable, Identifiable {
    public enum State: String, Codable, Sendable, CaseIterable {
        /// Its files are being put into the store; nobody claims it yet.
        case arriving
        case queued, running, done
        /// It will not be tried again by itself: a dead letter, with the reason in ``WorkTask/failure``.
        case failed
        case cancelled

        /// Whether nothing more is done for it.
        public var isFinal: Bool {
            switch self {
            case .arriving, .queued, .running: false
            case .done, .failed, .cancelled: true
            }
        }
    }

    public let id: String
    public let kind: WorkKind
    /// For whom it is done: the owner, or the program that sent it. Those for whom there is work take turns.
    public let requester: String
    /// What is worked on, for a person.
    public let title: String
    /// What to do, in the form of whoever does it.
    public let payload: Data
    /// How private all of this is, at least. It only becomes stricter.
    public package(set) var label: SensitivityLabel
    public let priority: WorkPriority
    /// By the store's clock, and later than every task before it that is not done.
    public let createdAt: Date
    /// How often it is begun at most.
    public let mostAttempts: Int

    public package(set) var state: State
    /// Nobody claims it earlier.
    public package(set) var notBefore: Date
    /// How often it was begun.
    public package(set) var attempts = 0
    /// Who works on it; `nil` while nobody does.
    public package(set) var lease: WorkLease?
    /// Whether whoever claimed it took it over from somebody whose lease had lapsed. Only whoever claimed it knows: it is not kept.
    package var isTakenOver = false
    /// Whether whoever works on it is to stop; they learn it when they keep their lease.
    public package(set) var isCancelling = false
    /// How far it is and what came of it, in the form of whoever does it. It stays when the task is begun anew.
    public package(set) var report: Data?
    /// Why it failed; of one that is tried again, why it did last.
    public package(set) var failure: WorkFailure?
    /// When it was claimed last.
    public package(set) var startedAt: Date?
    public package(set) var endedAt: Date?

    package init(
        id: String, kind: WorkKind, requester: String, title: String, payload: Data, label: SensitivityLabel,
        priority: WorkPriority, createdAt: Date, mostAttempts: Int, state: State, notBefore: Date
    ) {
        (self.id, self.kind, self.requester, self.title, self.payload) = (id, kind, requester, title, payload)
        (self.label, self.priority, self.createdAt, self.mostAttempts) = (label, priority, createdAt, mostAttempts)
        (self.state, self.notBefore) = (state, notBefore)
    }
}

/// What is to be done in a task. A worker claims the kinds that it knows: one of a newer version waits for a newer worker.
public struct WorkKind: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
}

/// What goes first. Of the same priority, those for whom there is work take turns, and of one's own the oldest goes first.
public enum WorkPriority: Int, Codable, Hashable, Sendable, CaseIterable {
    /// Nobody looks for it.
    case background = 0
    case normal = 1
    /// A person waits for it.
    case awaited = 2
}

/// The right to work on a task, for a while.
public struct WorkLease: Hashable, Sendable {
    /// Another one with each claim.
    public var token: String
    /// The process that works, for a person: a machine's name and a number.
    public var worker: String
    /// By the store's clock. From then on others may claim the task.
    public var until: Date

    public init(token: String, worker: String, until: Date) {
        (self.token, self.worker, self.until) = (token, worker, until)
    }
}

/// Why a task failed, as the store keeps it: what an error says of itself.
public struct WorkFailure: ReadableError, Hashable, Codable {
    public var code: String
    public var kind: Failure.Kind
    public var message: String
    public var help: [Failure.Help]
    /// Of a task that the library held up: how often in a row, and since when.
    public package(set) var heldUp: WorkHold?

    public init(code: String, kind: Failure.Kind, message: String, help: [Failure.Help] = []) {
        (self.code, self.kind, self.message, self.help) = (code, kind, message, help)
    }

    /// As another version may have written it: help that is not known here is left out, and a kind is `internal`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(String.self, forKey: .code)
        kind = Failure.Kind(rawValue: try container.decode(String.self, forKey: .kind)) ?? .internal
        message = try container.decode(String.self, forKey: .message)
        help = try container.decodeIfPresent([KnownHelp].self, forKey: .help)?.compactMap(\.help) ?? []
        heldUp = try? container.decodeIfPresent(WorkHold.self, forKey: .heldUp)
    }

    private struct KnownHelp: Decodable {
        var help: Failure.Help?

        init(from decoder: any Decoder) throws { help = try? Failure.Help(from: decoder) }
    }

    /// What an error says. One that was written for nobody may quote anything, and says nothing of it.
    public init(_ error: any Error) {
        if let failure = error as? WorkFailure {
            self = failure
        } else if let error = error.readable {
            self.init(code: error.code, kind: error.kind, message: error.message, help: error.help)
        } else {
            self.init(
                code: "failed", kind: .internal, message: "The work failed. This is a bug; please report it.")
        }
    }

    /// Of a task whose workers went away without a word, as often as it was begun.
    package static let abandoned = WorkFailure(
        code: "work-abandoned", kind: .stopped,
        message: """
            Whoever worked on it ended without a word each time it was begun: the process was killed, or its machine lost the way to \
            the library. Look whether there is memory enough, and have it tried again.
            """)
}

/// How the library held a task up, with no other failure between.
public struct WorkHold: Hashable, Codable, Sendable {
    /// When it did first, by the store's clock.
    public var since: Date
    public var times: Int
}

extension WorkHold {
    /// - Parameter earlier: What was known of it before this time.
    package init(after earlier: WorkHold?, at now: Date) {
        since = earlier?.since ?? now
        // As somebody may have written it into the store.
        times = min(max(0, earlier?.times ?? 0), 1_000_000) + 1
    }
}

// MARK: - Adding

/// A task as it is added.
public struct NewWork: Hashable, Sendable {
    /// Nothing is added under an id that is there: whoever adds it again, because they do not know whether it happened, adds it once.
    public var id: String
    public var kind: WorkKind
    public var requester: String
    public var title: String
    public var payload: Data
    public var label: SensitivityLabel
    public var priority: WorkPriority
    public var mostAttempts: Int
    /// Whether files follow (``WorkStore/keepWorkPart(_:at:of:)``); it is claimed once ``WorkChange/ready`` says that all are there.
    public var hasFiles: Bool
    /// When what it is to take the place of was changed; it counts as added later, whatever the store's clock says.
    public var after: Date?

    public init(
        id: String, kind: WorkKind, requester: String = NewWork.owner, title: String, payload: Data,
        label: SensitivityLabel, priority: WorkPriority = .normal, mostAttempts: Int = 4, hasFiles: Bool = false,
        after: Date? = nil
    ) {
        (self.id, self.kind, self.requester, self.title, self.payload) = (id, kind, requester, title, payload)
        (self.label, self.priority, self.mostAttempts, self.hasFiles) = (label, priority, mostAttempts, hasFiles)
        self.after = after
    }

    /// For whom work is that no program sent.
    public static let owner = "owner"

    /// How much one task holds beside its files.
    public static let mostPayloadBytes = 1 << 20
    /// How much of what whoever works on it tells.
    public static let mostReportBytes = 8 << 20
    /// How many tasks may be there that have not ended.
    public static let mostOpen = 10_000

    /// Seconds that a task is later than those before it, where the clock does not say so.
    private static let step = 0.001

    /// The task at its beginning.
    ///
    /// - Parameters:
    ///   - now: By the store's clock.
    ///   - last: When the newest of the tasks was added that are not done: of two the one that is added last is the later one also where the
    ///     clock was set back between them.
    package func task(at now: Date, behind last: Date? = nil) throws -> WorkTask {
        guard !id.isEmpty, id.utf8.count <= 100, !id.utf8.contains(0), !kind.rawValue.isEmpty,
            !kind.rawValue.utf8.contains(0), requester.utf8.count <= 1000, mostAttempts >= 1
        else { throw StoreError(.invalidInput, "A task needs an id of at most 100 bytes and a kind.") }
        guard payload.count <= Self.mostPayloadBytes, title.utf8.count <= 4096 else {
            throw StoreError(
                .invalidInput, "What the task says is longer than the queue keeps. Ask for less in one task.")
        }
        let created = [last, after].compactMap { $0?.addingTimeInterval(Self.step) }.reduce(now, max)
        return WorkTask(
            id: id, kind: kind, requester: Self.plain(requester), title: Self.plain(title), payload: payload,
            label: label, priority: priority, createdAt: created, mostAttempts: mostAttempts,
            state: hasFiles ? .arriving : .queued, notBefore: now)
    }

    /// Short text is compared in stores, some of which end it at a NUL.
    private static func plain(_ text: String) -> String { text.replacing("\0", with: "\u{FFFD}") }
}

/// Where a piece of a task's files is: which file, and which part of it, both from 0.
public struct WorkPart: Hashable, Sendable {
    public var file: Int
    public var number: Int

    public init(file: Int, number: Int) { (self.file, self.number) = (file, number) }

    /// Bytes of a part: few enough for one row, enough that a recording is not ten thousand of them.
    public static let bytes = 1 << 20
}
