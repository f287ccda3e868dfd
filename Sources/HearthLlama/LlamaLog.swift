#if Llama
internal import CLlama
import Foundation
import Synchronization

/// Catches what llama.cpp would print, so that a failure can carry the reason and nothing else reaches the terminal.
package enum LlamaLog {
    private struct Line {
        var thread: UInt
        var text: String
    }

    private static let most = 64
    private static let lines = Mutex<[Line]>([])

    /// Starts the back end and takes over its log; the first use of any model does this.
    package static func start() { _ = started }

    private static let started: Void = {
        // When it ends the process, ggml would attach a debugger to print a backtrace; not to one that holds private data.
        setenv("GGML_NO_BACKTRACE", "1", 0)
        let listener: ggml_log_callback = { level, text, _ in
            guard let text, level == GGML_LOG_LEVEL_ERROR || level == GGML_LOG_LEVEL_WARN else { return }
            LlamaLog.append(String(cString: text))
        }
        llama_log_set(listener, nil)
        mtmd_log_set(listener, nil)
        llama_backend_init()
    }()

    /// What was reported on this thread while `body` ran, joined to one line.
    static func capturing<T>(_ body: () throws -> T) rethrows -> (result: T, report: String) {
        start()
        let thread = currentThread
        lines.withLock { $0.removeAll { $0.thread == thread } }
        let result = try body()
        let report = lines.withLock { all in
            defer { all.removeAll { $0.thread == thread } }
            return all.filter { $0.thread == thread }.map(\.text).joined(separator: " | ")
        }
        return (result, report)
    }

    private static func append(_ text: String) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty else { return }
        let line = Line(thread: currentThread, text: String(trimmed.prefix(500)))
        lines.withLock { all in
            if all.count >= most { all.removeFirst(all.count - most + 1) }
            all.append(line)
        }
    }

    private static var currentThread: UInt {
        #if canImport(Darwin)
        UInt(bitPattern: Unmanaged.passUnretained(Thread.current).toOpaque())
        #else
        UInt(pthread_self())
        #endif
    }
}
#endif
