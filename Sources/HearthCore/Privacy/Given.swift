import Synchronization

/// What an answer to a program outside was made of, as far as the work for it has come.
///
/// Work takes time, a model's takes minutes, and what it was begun with may be called private before its answer goes out. Whatever
/// gives a program something notes here where that came from; whoever lets the answer out holds it against the labels of that
/// moment. So no way out has to think of it by itself, and each was let in once and looked at again.
public final class Given: Sendable {
    private let noted = Mutex<Set<LabelOrigin>>([])

    public init() {}

    /// Of the answer that this task works on; `nil` where the owner reads.
    @TaskLocal public static var current: Given?

    public func note(_ origins: Set<LabelOrigin>) { noted.withLock { $0.formUnion(origins) } }

    public var origins: Set<LabelOrigin> { noted.withLock { $0 } }
}
