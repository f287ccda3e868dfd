import HearthCore

/// Somebody to wait for a moment, on a thread of its own, while other jobs of an engine have their turn.
///
/// `Task.yield()` would go through the program's common pool of threads. That looks each second into `/proc` at its own threads,
/// which a process that is confined to computing cannot.
actor Bystander {
    static let shared = Bystander()

    private let executor = ThreadExecutor(name: "hearth.llama.turn")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func pass() {}
}
