/// Threads that a server has for requests with large prompts, so that reading them keeps nobody else waiting. The tasks that streams
/// of this module start work there too: a task of its own takes over values like this one, and not where the one before worked.
package enum WorkThreads {
    /// `nil` is where everything is done.
    @TaskLocal package static var preferred: (any TaskExecutor)?
}
