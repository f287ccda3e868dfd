import Synchronization

/// Set once, from any thread, to end a piece of blocking work; engines in C poll it between two steps.
package final class CancellationFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    package init() {}

    package var isSet: Bool { flag.load(ordering: .relaxed) }

    /// In the form that engines in C call: it is given an unretained flag, and stops where that is set.
    package static let isSet: @convention(c) (UnsafeMutableRawPointer?) -> Bool = { pointer in
        guard let pointer else { return false }
        return Unmanaged<CancellationFlag>.fromOpaque(pointer).takeUnretainedValue().isSet
    }

    package func set() { flag.store(true, ordering: .relaxed) }
}
