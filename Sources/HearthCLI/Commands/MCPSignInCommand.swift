import ArgumentParser
import Foundation
import Hearth
import HearthHTTP
import HearthServer

extension MCPServersCommand {
    struct Login: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "login", abstract: "Sign in at a server at an address, in your browser.",
            discussion: """
                The server is asked who lets people in there, and that one how; nothing of yours is in these questions, and the ledger \
                has each. Hosts beside the server's own are asked only when you name them with --host. What signing in gives is \
                kept where keys are, goes to that server alone, and is renewed by itself.

                EXAMPLES
                  hearth mcp login web
                  hearth mcp login web --host auth.example.com
                  hearth mcp login web --client-id 0123 --client-secret
                """)
        @Argument(help: "The server's name.") var name: String
        @Option(help: "A host that may take part from now on; may be repeated.") var host: [String] = []
        @Option(help: "What to ask for from now on, with spaces between. Default: what the server says.")
        var scope: String?
        @Option(help: "The client id that you were given there. Default: this program is registered.")
        var clientID: String?
        @Flag(help: "Ask for the client's secret, or read it from standard input.") var clientSecret = false
        @Option(help: "The port of this machine to which the browser comes back. Default: any that is free.")
        var port: Int = 0
        @Flag(help: "Print JSON Lines.") var json = false

        private struct Output: Encodable {
            var server: String
            /// What the browser has to open; nothing when it is done.
            var url: String?
            var host: String?
            var signedIn: Bool
        }

        /// How long somebody may take.
        private static let patience = Duration.seconds(600)

        func run() async throws {
            let hearth = try Hearth()
            var secret: Secret?
            if clientSecret, let provider = KeyProvider(rawValue: "mcp:\(name)") {
                let bytes = try HiddenInput.read(prompt: "Secret of the client (it is not shown): ")
                secret = try KeyText.secret(bytes, for: provider)
            }
            let (ends, ended) = AsyncStream.makeStream(of: Result<String, any Error>.self)
            let (places, ready) = AsyncStream.makeStream(of: HTTPServer.Place.self)
            // Nobody knows its token, which nobody needs: there is one place, open to the browser that comes back.
            var configuration = HTTPServer.Configuration(token: AccessToken.random())
            configuration.port = port
            let back = "/callback"
            let server = HTTPServer(
                configuration, routes: [SignInAnswer(hearth: hearth).route(at: back) { ended.yield($0) }])
            defer {
                ended.finish()
                ready.finish()
            }
            let secretOfClient = secret
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    do {
                        try await server.run(onReady: { ready.yield($0) })
                    } catch {
                        ready.finish()
                        throw error
                    }
                }
                group.addTask {
                    try await Task.sleep(for: Self.patience)
                    ended.yield(
                        .failure(CommandFailure(ExitStatus.failed, "Nobody came back from the browser in time.")))
                }
                do {
                    try await signIn(hearth, places, back, secretOfClient, ends)
                } catch {
                    await server.stop()
                    group.cancelAll()
                    // Where it could not listen, that is what went wrong.
                    while let result = await group.nextResult() {
                        if case .failure(let other) = result, !(other is CancellationError) { throw other }
                    }
                    throw error
                }
                await server.stop()
                group.cancelAll()
            }
            await hearth.shutdown()
        }

        private func signIn(
            _ hearth: Hearth, _ places: AsyncStream<HTTPServer.Place>, _ back: String, _ secret: Secret?,
            _ ends: AsyncStream<Result<String, any Error>>
        ) async throws {
            guard let place = await places.first(where: { _ in true }) else { throw CancellationError() }
            let start = try await hearth.tools.signIn(
                name, redirect: place.url + back, clientID: clientID, clientSecret: secret, scope: scope, hosts: host)
            if json {
                try JSONLines().write(
                    Output(server: name, url: start.url.absoluteString, host: start.host, signedIn: false))
            } else {
                Terminal.output.write(
                    "Open this in a browser of this machine, and sign in at \(Terminal.line(start.host)):\n"
                        + "\(Terminal.line(start.url.absoluteString))\n")
            }
            guard let end = await ends.first(where: { _ in true }) else { throw CancellationError() }
            let server = try end.get()
            if json {
                try JSONLines().write(Output(server: server, signedIn: true))
            } else {
                Terminal.output.write(
                    "You are signed in. `hearth mcp test \(Terminal.line(server))` asks it for its tools.\n")
            }
        }
    }

    struct Logout: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "logout", abstract: "Forget what signing in at a server gave, and tell who gave it.")
        @Argument(help: "The server's name.") var name: String

        func run() async throws {
            let hearth = try Hearth()
            let (wasSignedIn, isRevoked) = try await hearth.tools.signOut(name)
            await hearth.shutdown()
            guard wasSignedIn else {
                return Terminal.output.write("You were not signed in there.\n")
            }
            Terminal.output.write("You are signed out.\n")
            if !isRevoked {
                Terminal.note("who let you in did not say that it ended there as well; its own page can show that")
            }
        }
    }
}
