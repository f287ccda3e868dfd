import ArgumentParser
import Foundation
import Hearth
import HearthHTTP
import HearthServer
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// `hearth serve`: the web page, and the interfaces for other programs.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the web page and interfaces for other programs, on this machine.",
        discussion: """
            Only programs of this machine that know the token for programs reach it. It is in the file program-token of the data \
            folder, made at the first start; HEARTH_PROGRAM_TOKEN stands above it. The link that is printed signs a browser in, \
            once. So does the token in the file server-token, or in HEARTH_TOKEN, which is yours alone: give it to no program.

            Programs that speak OpenAI's, Anthropic's or the Model Context Protocol use the addresses /v1 and /mcp, with the \
            token for programs as their key; those that speak Ollama's use the server's address alone.

            EXAMPLES
              hearth serve
              hearth serve --port 9000
              hearth serve --listen 192.168.1.20 --tls-certificate cert.pem --tls-key key.pem
            """)

    @Option(parsing: .unconditional, help: "The port; 0 takes one that is free.") var port = 8427
    @Option(help: "The address to listen at, beyond this machine. Needs TLS, or --insecure.") var listen: String?
    @Option(name: .customLong("host"), help: "A further name by which the server is addressed.") var hosts: [String] =
        []
    @Option(
        name: .customLong("allow-origin"),
        help:
            "Let pages of this origin, such as https://chat.example.org, use what other programs use; they need the token."
    )
    var origins: [String] = []
    @Flag(
        help: "Let every program of this machine use the models that run here without the token; never your documents.")
    var withoutToken = false
    @Option(help: "The certificate for TLS, as a PEM file.", completion: .file()) var tlsCertificate: String?
    @Option(help: "The certificate's private key, as a PEM file.", completion: .file()) var tlsKey: String?
    @Flag(help: "Listen beyond this machine without TLS: everybody on the way can read along and take the token.")
    var insecure = false
    @OptionGroup var library: LibraryOption
    @Flag(help: "Log each request to standard error, as a line of JSON without its content.") var log = false
    @Option(
        help:
            "Seconds that answers which are being written may still take when the server is told to stop; new requests are refused meanwhile."
    )
    var drain = 0
    @Flag(
        help:
            "Print no link that signs a browser in, where others read what is printed; its owner signs in with server-token."
    )
    var withoutLink = false
    @Flag(help: "Print one JSON object once it listens.") var json = false

    private struct Ready: Encodable {
        var event = "ready"
        var url: String
        var port: Int
        /// `nil` where none is to be printed.
        var signIn: String?
        /// Where the token for programs is: a file's path, or the name of a variable.
        var programToken: String
    }

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be from 0 to 65535.") }
        guard (0...3600).contains(drain) else { throw ValidationError("--drain must be from 0 to 3600 seconds.") }
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key belong together.")
        }
        for origin in origins where !Self.isOrigin(origin) {
            throw ValidationError(
                "--allow-origin takes the origin of a page: http:// or https://, a host, perhaps a port, and nothing behind them. Programs that "
                    + "are made of pages have one as well, such as app://obsidian.md."
            )
        }
        if withoutToken, !hosts.isEmpty || !(listen.map(HostAddress.isLoopback) ?? true) {
            throw ValidationError(
                "--without-token is for programs of this machine alone. Leave --listen and --host out, or have them send the token."
            )
        }
        if let listen, !HostAddress.isLoopback(listen), tlsKey == nil, !insecure {
            throw ValidationError(
                "Listening at \(listen) lets other machines in: they reach everything that Hearth keeps as soon as they have "
                    + "the token. Give --tls-certificate and --tls-key, so that nobody on the way sees it; or --insecure, if "
                    + "you trust the whole network.")
        }
    }

    /// Whether a text is what browsers send as a page's origin, or a program that is made of pages (`app://obsidian.md`,
    /// `chrome-extension://…`, `tauri://localhost`). A star would be every page there is, and so would a file's, which is `null`.
    static func isOrigin(_ text: String) -> Bool {
        guard let url = URL(string: text, encodingInvalidCharacters: false), let scheme = url.scheme,
            !["file", "data", "blob", "javascript", "about"].contains(scheme), let host = url.host(), !host.isEmpty,
            !host.contains("*")
        else { return false }
        let name = host.contains(":") ? "[\(host)]" : host
        return text == "\(scheme)://\(name)" + (url.port.map { ":\($0)" } ?? "")
    }

    func run() async throws {
        // Settings that have the kernel keep the network out take effect when the socket to listen at is open.
        KernelOffline.hold()
        let hearth = try Hearth(flags: library.flags)
        let tokens = try ServerTokens(
            folder: hearth.folder, variables: ProcessInfo.processInfo.environment)
        var configuration = HTTPServer.Configuration(token: tokens.owner)
        configuration.programToken = tokens.program
        configuration.port = port
        configuration.sessions = SessionFile(folder: hearth.folder)
        if let listen { configuration.address = listen }
        configuration.hosts = Set(hosts)
        configuration.origins = Set(origins)
        configuration.opensModels = withoutToken
        if withoutToken {
            Terminal.error.write(
                "warning: every program and every user of this machine can use the models that run here, without a token\n"
            )
        }
        if let tlsCertificate, let tlsKey {
            configuration.identity = .init(certificateFile: tlsCertificate, keyFile: tlsKey)
        }
        if let listen, !HostAddress.isLoopback(listen) {
            let how = tlsKey == nil ? "and everybody on the way can read along" : "over TLS"
            Terminal.error.write("warning: other machines can reach this server, \(how)\n")
        }
        let logs = log
        // Also where nobody has an account yet: the first may be made while it runs.
        let server = HearthServer(hearth, configuration: configuration, people: hearth.people) { record in
            // Also without --log: whoever was told that something failed here cannot know what.
            if let line = record.defectLine { Terminal.error.write(line + "\n") }
            if logs { Terminal.error.write(record.line + "\n") }
        }
        let (json, printsLink) = (json, !withoutLink)
        let note = ServerNote()
        let (upkeep, folders) = (IndexUpkeep(), FolderUpkeep())
        defer { note.take() }
        try await StopSignals.run(server.http, drain: drain) {
            // From here on the kernel denies the network, where that was asked for: the socket to listen at is open.
            try KernelOffline.release()
        } onReady: { place in
            await note.leave(at: place.url, folder: hearth.folder)
            let link = printsLink ? server.http.signInLink(at: place) : nil
            if json {
                try? JSONLines().write(
                    Ready(url: place.url, port: place.port, signIn: link, programToken: tokens.programPlace))
            } else {
                let signIn = link.map { "Sign in, once: \($0)\n" } ?? ""
                Terminal.output.write(
                    "Hearth is at \(place.url)\n\(signIn)For programs, the token in \(Terminal.line(tokens.programPlace))\n"
                )
            }
            // Opened now, so that the first request does not wait for it.
            await Self.open(hearth)
            upkeep.begin(hearth)
            folders.begin(hearth)
            await server.goOnForPeople()
        }
        await folders.end()
        await upkeep.end()
        await server.closeLibraries()
        await hearth.shutdown()
    }

    /// Opens the store, or says why it cannot be. The server goes on without: it answers each request with the same reason (and `/readyz`
    /// with 503), and serves as soon as what is in the way is gone, such as another program that holds the store.
    private static func open(_ hearth: Hearth) async {
        do {
            try await hearth.open()
        } catch is CancellationError {
            // It is being stopped.
        } catch {
            let why = error.readable.map(HelpText.message) ?? "\(error)"
            Terminal.error.write("warning: nothing of the library can be served: \(why)\n")
        }
    }
}

/// Works off the queue, brings the search index of a store that an earlier version wrote up to date, and makes the vectors that are missing,
/// because an ingestion was broken off or another embedding model was chosen, and reads pages that an ingestion left, beside the requests.
/// What is left when the server stops is done by the next one.
private final class IndexUpkeep: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    func begin(_ hearth: Hearth) {
        // Outlives the moment when the server is ready, which nobody may be kept from; `end` waits for it.
        task.withLock {
            $0 = Task {
                await Self.work(hearth)
                try? await hearth.documents.refreshIndex()
                async let pictures: Void? = try? await hearth.documents.readWaitingPictures()
                try? await hearth.documents.keepVectors()
                _ = await pictures
            }
        }
    }

    /// Begins to work off what was sent before the server was started anew, as soon as the store can be opened; that it cannot was said.
    private static func work(_ hearth: Hearth) async {
        var pause = 1
        while !Task.isCancelled {
            do {
                return try await hearth.work.serve()
            } catch {
                try? await Task.sleep(for: .seconds(pause))
                pause = min(60, pause * 2)
            }
        }
    }

    func end() async {
        let running = task.withLock { $0 }
        running?.cancel()
        await running?.value
    }
}

/// Keeps the folders of the library in step, beside the requests, for as long as the server runs.
private final class FolderUpkeep: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    func begin(_ hearth: Hearth) {
        // Outlives the moment when the server is ready; `end` waits for it.
        task.withLock {
            $0 = Task {
                var said: Set<String> = []
                while !Task.isCancelled {
                    do {
                        try await hearth.folders.watch().forEach { event in
                            guard case .note(let note) = event, said.insert(note).inserted else { return }
                            Terminal.error.write("note: \(Terminal.safe(note))\n")
                        }
                    } catch {
                        // Another process may do it, or the store be in use; that ends.
                        let why = error.readable.map(HelpText.message) ?? "\(error)"
                        if !Task.isCancelled, said.insert(why).inserted {
                            Terminal.error.write("note: folders are not kept in step just now: \(Terminal.safe(why))\n")
                        }
                    }
                    try? await Task.sleep(for: .seconds(60))
                }
            }
        }
    }

    func end() async {
        let running = task.withLock { $0 }
        running?.cancel()
        await running?.value
    }
}

/// The note by which other commands find the server, for as long as it runs.
private final class ServerNote: Sendable {
    private let note = Mutex<RunningServer?>(nil)

    func leave(at url: String, folder: URL) async {
        // An address that stands for all of this machine's is none to connect to.
        let reachable = url.replacing("://0.0.0.0:", with: "://127.0.0.1:").replacing("://[::]:", with: "://[::1]:")
        do {
            // Its lock may have to be waited for.
            let running = try await BlockingWork.run {
                try RunningServer(ServerPlace(url: reachable), folder: folder)
            }
            if running == nil {
                Terminal.error.write(
                    "warning: another server runs on this data folder, and commands find that one: give each a data folder of its own\n"
                )
            }
            note.withLock { $0 = running }
        } catch {
            Terminal.error.write("warning: `hearth models loaded` will not find this server: \(error)\n")
        }
    }

    func take() {
        note.withLock { note in
            note?.leave()
            note = nil
        }
    }
}

/// Lets Ctrl-C and SIGTERM end a server well; the second one ends the program at once.
private enum StopSignals {
    static func run(
        _ server: HTTPServer, drain: Int, onListening: @escaping @Sendable () async throws -> Void,
        onReady: @escaping @Sendable (HTTPServer.Place) async -> Void
    ) async throws {
        // A task of its own: cancelling the command must not tear connections down before they were told.
        let serving = Task { try await server.run(onReady: onReady, onListening: onListening) }
        let stop: @Sendable () -> Void = {
            Interruption.intercept({ _exit(ExitStatus.interrupted) }, takesEverySignal: true)
            let running = server.requestsUnderWay
            if drain > 0, running > 0 {
                Terminal.error.write(
                    "stopping: up to \(drain) seconds for what is being answered (\(running) now); a second signal ends it at once\n"
                )
            }
            Task { await server.stop(finishingWithin: .seconds(drain)) }
        }
        Interruption.intercept(stop, takesEverySignal: true)
        defer { Interruption.intercept(nil) }
        try await withTaskCancellationHandler {
            try await serving.value
        } onCancel: {
            stop()
        }
    }
}
