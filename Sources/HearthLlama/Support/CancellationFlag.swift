import Synchronization

/// Set once, from any thread, to end a piece of blocking work; llama.cpp polls it between two nodes of its graph.
final class CancellationFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}
