import CSandbox
import Foundation
import HearthCore
import HearthGGUF
import HearthLlama
import HearthVoice

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The other side of a ``ChildHost``: what a program does that was started to run one model.
///
/// It has no key, no store, no network, no environment and no open file but the channel to its parent and the model. Before a byte
/// of the model is read it gives up what it could do beside computing, see `csandbox_confine`.
public enum RunnerChild {
    /// What such a program is called with.
    public static let argument = "run-model"

    /// Runs a model where the program was started for that, and does not return then. A program that names itself as
    /// ``RunnerProgram`` calls this before anything else.
    public static func runIfAsked() {
        guard CommandLine.arguments.count == 2, CommandLine.arguments[1] == argument else { return }
        #if Llama
        run()
        #else
        _exit(64)
        #endif
    }

    #if Llama

    private static func run() -> Never {
        guard csandbox_begin_child() == 0 else { _exit(71) }
        let channel = Channel(CSANDBOX_CHANNEL)
        let file = csandbox_receive_file(channel.descriptor)
        guard file >= 0, let first = try? channel.receive(), first.kind == .load,
            let load = try? WireJSON.value(first.payload, as: LoadMessage.self),
            let opened = OpenedModelFile(descriptor: file, identity: load.identity)
        else { _exit(64) }
        var projector: ProjectorFile?
        if let path = load.projector {
            let file = csandbox_receive_file(channel.descriptor)
            guard file >= 0 else { _exit(64) }
            projector = ProjectorFile(path: path, size: load.projectorSize ?? 0, descriptor: file)
        }
        // Threads that the confinement is to hold for, and what the libraries read of the system when they start.
        let pool = ThreadPool(name: "hearth.runner", startsAtOnce: true)
        if load.purpose == .speech { WhisperBackEnd.start() } else { LlamaLog.start() }
        let confined = csandbox_confine()
        if confined != 0, load.needsConfinement {
            let error = LlamaError(
                .notConfined,
                "This system cannot take a model's abilities away from its process (error \(confined)), so it is not loaded."
            )
            channel.send(Frame(kind: .failed, number: 0, payload: (try? WireJSON.bytes(ErrorMessage(error))) ?? []))
            _exit(0)
        }
        let session = ChildSession(channel: channel, pool: pool, load: load, opened: opened, projector: projector)
        session.begin()
        while let frame = try? channel.receive() { session.take(frame) }
        // The parent is gone or wants no more.
        _exit(0)
    }
    #endif
}
