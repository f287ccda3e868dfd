import CSandbox
public import Foundation
import HearthCore
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Takes the network away from this process by the kernel, so that "offline" does not rest on our own code being right.
///
/// It holds for every thread and every program that the process starts, it cannot be undone, and it covers loopback too: a
/// filter sees that an internet socket is asked for, not where it would connect. Sockets that are open already stay usable,
/// so a server may listen first. `docs/offline.md` says what it keeps and what it does not.
public enum KernelOffline {
    public enum Status: Hashable, Sendable {
        /// An attempt to make an internet socket, made just now, was denied by the kernel.
        case enforced
        /// The attempt succeeded.
        case notEnforced
        /// This system cannot enforce it.
        case unsupported(reason: String)
    }

    /// Denies the network to this process, for good.
    ///
    /// - Throws: ``EngineError`` with the code `offline-unsupported` when the kernel does not do it. Then nothing is
    ///   enforced, and whoever was promised that must be told.
    public static func enforce() throws {
        try state.withLock { state in
            if state.isHeld {
                state.isWanted = true
            } else {
                try enforce(&state)
            }
        }
    }

    /// Lets a server open the socket that it listens at, which the kernel would deny it afterwards: until ``release()``,
    /// ``enforce()`` is remembered instead of done. Nothing else may be begun meanwhile.
    public static func hold() { state.withLock { $0.isHeld = true } }

    /// Ends ``hold()``, and enforces what was asked for meanwhile.
    ///
    /// - Throws: As ``enforce()``.
    public static func release() throws {
        try state.withLock { state in
            state.isHeld = false
            if state.isWanted { try enforce(&state) }
        }
    }

    private struct State {
        /// Each call would put a further filter over the former ones, which every system call then passes.
        var isDone = false
        var isHeld = false
        var isWanted = false
    }

    private static let state = Mutex(State())

    private static func enforce(_ state: inout State) throws {
        if !state.isDone { try deny() }
        state.isDone = true
    }

    private static func deny() throws {
        let result = csandbox_deny_network()
        guard result == 0 else {
            throw EngineError(
                .offlineUnsupported,
                "The network could not be taken away from this process (\(reason(result))), so nothing was done. "
                    + "The setting `offline` alone still keeps Hearth itself from sending anything.")
        }
        guard csandbox_internet_is_denied() == 1 else {
            throw EngineError(
                .offlineUnsupported,
                "The kernel took the order to deny the network, but an internet socket could be made all the "
                    + "same. Nothing was done.")
        }
    }

    /// Measured by trying, not remembered.
    public static var status: Status {
        #if os(Linux) || os(macOS)
        return csandbox_internet_is_denied() == 1 ? .enforced : .notEnforced
        #else
        return .unsupported(reason: "this system has no way for an app to take the network away from itself")
        #endif
    }

    /// How many internet sockets this process held when it was asked, which enforcement does not close; `nil` when that
    /// cannot be told.
    public static var openInternetSockets: Int? {
        let count = csandbox_open_internet_sockets()
        return count < 0 ? nil : Int(count)
    }

    /// Whether the environment asks for enforcement: `HEARTH_OFFLINE` is on and `HEARTH_ENFORCE` is not `policy`.
    ///
    /// Anything but `0`, `false`, `no`, `off` and nothing at all is on: a misspelt yes must not send.
    public static func isRequested(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Bool {
        func word(_ name: String) -> String {
            environment[name]?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
        }
        return !["", "0", "false", "no", "off"].contains(word("HEARTH_OFFLINE")) && word("HEARTH_ENFORCE") != "policy"
    }

    /// Asks for it in the environment, which the settings of this process read (`offline` and `enforce`), and the programs
    /// that it starts. Call it before there are other threads, which may read the environment meanwhile.
    public static func request() {
        setenv("HEARTH_OFFLINE", "1", 1)
        setenv("HEARTH_ENFORCE", "kernel", 1)
    }

    private static func reason(_ error: Int32) -> String {
        switch error {
        case ENOTSUP: "this system or processor is not supported"
        case ENOSYS, EINVAL: "this kernel has no seccomp filters"
        case EBUSY: "a thread of the process has a filter of its own"
        default: String(cString: strerror(error))
        }
    }
}
