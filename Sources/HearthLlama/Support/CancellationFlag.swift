import Synchronization

/// Set once, from any thread, to end a piece of blocking work; llama.cpp polls it between two nodes of its graph.
final class CancellationFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    /// In the form that llama.cpp calls: it is given an unretained flag, and stops where that is set.
    static let isSet: @convention(c) (UnsafeMutableRawPointer?) -> Bool = { pointer in
        guard let pointer else { return false }
        return Unmanaged<CancellationFlag>.fromOpaque(pointer).takeUnretainedValue().isSet
    }

    func set() { flag.store(true, ordering: .relaxed) }
}
