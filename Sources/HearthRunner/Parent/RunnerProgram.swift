import Foundation
import HearthLlama
import Synchronization

/// The program that runs a model in a process of its own: one that calls ``RunnerChild/runIfAsked()`` before anything else.
///
/// The command `hearth` is one. An app names a helper of its own, of a few lines:
///
/// ```swift
/// import HearthRunner
///
/// RunnerChild.runIfAsked()
/// ```
///
/// and says where that is, before it makes the first `Hearth`: `RunnerProgram.standard = RunnerProgram(path: helper)`.
public struct RunnerProgram: Hashable, Sendable {
    public var path: String
    /// Whether a model is refused where the system cannot take its process's abilities away. Linux can on x86-64 and arm64.
    public var needsConfinement: Bool

    public init(path: String, needsConfinement: Bool = Self.canConfine) {
        self.path = path
        self.needsConfinement = needsConfinement
    }

    /// Whether this system is known to be able to confine a process.
    public static let canConfine: Bool = {
        #if os(Linux) && (arch(x86_64) || arch(arm64))
        true
        #else
        false
        #endif
    }()

    /// The program that runs now; for programs that call ``RunnerChild/runIfAsked()`` themselves.
    public static var thisProgram: RunnerProgram? {
        #if os(Linux)
        // The file that runs, also where another one has taken its name meanwhile.
        return RunnerProgram(path: "/proc/self/exe")
        #else
        return Bundle.main.executablePath.map { RunnerProgram(path: $0) }
        #endif
    }

    private static let named = Mutex<RunnerProgram?>(nil)

    /// What every `Hearth` that is made from now on runs its models in; `nil`, as at the beginning, runs them in this process.
    public static var standard: RunnerProgram? {
        get { named.withLock { $0 } }
        set { named.withLock { $0 = newValue } }
    }
}
