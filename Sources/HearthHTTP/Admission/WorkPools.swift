import Foundation
import HearthCore

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
}
