import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `hearth serve`, where the kernel denies the network.
@Suite struct ServeTests {
    /// What a server says first, when it is ready; less where it ended before.
    private static func firstLine(_ output: Pipe) -> Data {
        var line = Data()
        while !line.contains(0x0A) {
            let piece = output.fileHandleForReading.availableData
            if piece.isEmpty { break }
            line += piece
        }
        return line
    }

    #if os(Linux)
    /// Serves under a trace of its system calls, sends requests, and gives the calls that have to do with the network.
    private func serve(
        _ hearth: borrowing HearthProgram, _ arguments: [String], _ body: (URL) async throws -> Void
    ) async throws -> [Substring] {
        let (process, log) = try hearth.tracing(
            "network,seccomp", arguments, environment: ["HEARTH_TOKEN": Self.token])
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let line = Self.firstLine(output)
        // The server is the tracer's only child.
        let tracerID = process.processIdentifier
        let children = try String(contentsOfFile: "/proc/\(tracerID)/task/\(tracerID)/children", encoding: .utf8)
        let server = try #require(children.split(separator: " ").first.flatMap { pid_t($0) })
        // The tracer lets go of the server when it is ended itself.
        defer { if process.isRunning { kill(server, SIGKILL) } }
        let ready = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any], "it did not start")
        try await body(try #require((ready["url"] as? String).flatMap(URL.init(string:))))
        kill(server, SIGTERM)
        process.waitUntilExit()
        return try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    }

    private static let token = "a-token-for-tests-only-0123456789"

    private func status(_ url: URL, method: String = "GET", json: String? = nil) async throws -> (Int, String) {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.setValue("Bearer \(Self.token)", forHTTPHeaderField: "authorization")
        if let json {
            request.httpBody = Data(json.utf8)
            request.setValue("application/json", forHTTPHeaderField: "content-type")
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
    }

    /// One socket is opened, before the filter; everything after it is denied.
    private func expectOneSocket(_ calls: [Substring], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let filter = try #require(
            calls.firstIndex { $0.contains("seccomp(SECCOMP_SET_MODE_FILTER") }, "there is no filter",
            sourceLocation: sourceLocation)
        let isInternet = { (call: Substring) in call.contains("AF_INET") }
        let before = calls[..<filter].filter(isInternet)
        #expect(before.count { $0.contains("bind(") } == 1, "\(before)", sourceLocation: sourceLocation)
        #expect(before.count { $0.contains("socket(") } == 1, "\(before)", sourceLocation: sourceLocation)
        #expect(before.contains { $0.contains("bind(") && $0.contains("127.0.0.1") }, sourceLocation: sourceLocation)
        let after = calls[filter...]
        for call in after.filter(isInternet) where call.contains("socket(") || call.contains("connect(") {
            #expect(call.contains("EACCES"), "\(call)", sourceLocation: sourceLocation)
        }
        // Nobody is let in before the filter is there, and those who come afterwards are.
        let isEntry = { (call: Substring) in call.contains("accept4(") && !call.contains("= -1") }
        #expect(!calls[..<filter].contains(where: isEntry), sourceLocation: sourceLocation)
        #expect(after.contains(where: isEntry), sourceLocation: sourceLocation)
    }

    @Test func servesWithoutANetworkBeyondTheSocketItListensAt() async throws {
        let hearth = try HearthProgram()
        try hearth.write("lease.md", AskTests.lease)
        #expect(try hearth.run("ingest", "lease.md").status == 0)
        let calls = try await serve(hearth, ["--offline", "serve", "--port", "0", "--json"]) { url in
            let routing = try await status(url.appendingPathComponent("api/routing"))
            #expect(routing.0 == 200 && routing.1.contains(#""state":"enforced""#), "\(routing)")
            let found = try await status(
                url.appendingPathComponent("api/search"), method: "POST", json: #"{"text":"lease"}"#)
            #expect(found.0 == 200 && found.1.contains("lease.md"))
        }
        try expectOneSocket(calls)
    }

    @Test func modeLocalOnlyEnforcedByTheKernelServesToo() async throws {
        let hearth = try HearthProgram()
        #expect(try hearth.run("settings", "set", "enforce", "kernel").status == 0)
        #expect(try hearth.run("settings", "set", "mode", "localOnly").status == 0)
        let calls = try await serve(hearth, ["serve", "--port", "0", "--json"]) { url in
            let routing = try await status(url.appendingPathComponent("api/routing"))
            #expect(routing.0 == 200 && routing.1.contains(#""state":"enforced""#), "\(routing)")
        }
        try expectOneSocket(calls)
    }

    /// A session outlives the server, and ends beside it.
    @Test func aBrowserStaysSignedInUntilItIsSignedOutByCommand() async throws {
        let hearth = try HearthProgram()
        #expect(try hearth.run("sessions").output.contains("no browser is signed in"))
        #expect(try hearth.run("sessions", "end").status == 2)
        #expect(try hearth.run("sessions", "end", "nobody").status == 1)
        var key = ""
        func isSignedIn(_ url: URL) async throws -> Bool {
            var request = URLRequest(url: url.appendingPathComponent("api/session"))
            request.setValue(key, forHTTPHeaderField: "hearth-session")
            let (data, _) = try await URLSession.shared.data(for: request)
            return String(decoding: data, as: UTF8.self).contains(#""signedIn":true"#)
        }
        // A port of its own choice would be another address, at which the key is not good.
        var port = "0"
        for isFirst in [true, false] {
            let server = try hearth.start(
                ["serve", "--port", port, "--json"], environment: ["HEARTH_TOKEN": Self.token])
            defer { if server.isRunning { kill(server.processIdentifier, SIGKILL) } }
            let output = try #require(server.standardOutput as? Pipe)
            let line = Self.firstLine(output)
            let ready = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any], "it did not start")
            let url = try #require((ready["url"] as? String).flatMap(URL.init(string:)))
            port = String(try #require(ready["port"] as? Int))
            if isFirst {
                let signedIn = try await status(
                    url.appendingPathComponent("api/session"), method: "POST", json: #"{"token":"\#(Self.token)"}"#)
                let body = try JSONSerialization.jsonObject(with: Data(signedIn.1.utf8)) as? [String: Any]
                key = try #require(body?["key"] as? String)
                #expect(try await isSignedIn(url))
            } else {
                #expect(try await isSignedIn(url))
                let listed = try hearth.run("sessions", "--json").lines
                #expect(listed.count == 1 && listed.first?["origin"] as? String == url.absoluteString)
                #expect(try hearth.run("sessions", "end", "--all").output.contains("1 session ended"))
                #expect(try await !isSignedIn(url))
            }
            kill(server.processIdentifier, SIGTERM)
            server.waitUntilExit()
        }
    }
    #endif

    @Test func aStoreThatCannotBeOpenedIsSaidAtTheStart() async throws {
        let hearth = try HearthProgram()
        try hearth.write("lease.md", AskTests.lease)
        #expect(try hearth.run("ingest", "lease.md").status == 0)
        try FileManager.default.removeItem(at: hearth.home.appendingPathComponent("hearth.sqlite"))
        let server = try hearth.start(["serve", "--port", "0", "--json"])
        // Where it says nothing it would be waited for, for ever.
        let watch = Task { [id = server.processIdentifier] in
            try await Task.sleep(for: .seconds(120))
            kill(id, SIGKILL)
        }
        defer {
            watch.cancel()
            if server.isRunning { kill(server.processIdentifier, SIGKILL) }
        }
        #expect(Self.firstLine(try #require(server.standardOutput as? Pipe)).contains(0x0A), "it did not start")
        let said = String(decoding: Self.firstLine(try #require(server.standardError as? Pipe)), as: UTF8.self)
        #expect(said.hasPrefix("warning: ") && said.contains("is missing") && said.contains("backup"), "\(said)")
    }

    /// Programs that cannot send a token use the models, and nothing else, when their owner says so at the start.
    @Test func modelsWithoutATokenAreOfferedLoudly() async throws {
        let hearth = try HearthProgram()
        let server = try hearth.start(
            [
                "serve", "--port", "0", "--json", "--without-token", "--allow-origin", "https://chat.example",
                "--allow-origin", "app://obsidian.md",
            ],
            environment: ["HEARTH_TOKEN": "a-token-for-tests-only-0123456789"])
        defer { if server.isRunning { kill(server.processIdentifier, SIGKILL) } }
        let output = try #require(server.standardOutput as? Pipe)
        let line = Self.firstLine(output)
        let ready = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any], "it did not start")
        let url = try #require((ready["url"] as? String).flatMap(URL.init(string:)))
        func status(_ path: String) async throws -> Int {
            let (_, response) = try await URLSession.shared.data(from: url.appendingPathComponent(path))
            return (response as? HTTPURLResponse)?.statusCode ?? 0
        }
        #expect(try await status("api/version") == 200)
        #expect(try await status("v1/models") == 200)
        #expect(try await status("api/documents") == 401)
        // Programs that are made of pages have an origin too.
        var asking = URLRequest(url: url.appendingPathComponent("v1/models"))
        asking.setValue("app://obsidian.md", forHTTPHeaderField: "Origin")
        asking.setValue("Bearer a-token-for-tests-only-0123456789", forHTTPHeaderField: "Authorization")
        let shared = try await URLSession.shared.data(for: asking).1 as? HTTPURLResponse
        #expect(shared?.value(forHTTPHeaderField: "Access-Control-Allow-Origin") == "app://obsidian.md")
        kill(server.processIdentifier, SIGTERM)
        server.waitUntilExit()
        let errors = try #require(server.standardError as? Pipe)
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(said.contains("without a token"), "\(said)")
    }

    @Test(arguments: [
        ["serve", "--listen", "0.0.0.0"], ["serve", "--listen", "127.example.org"],
        ["serve", "--tls-key", "key.pem"], ["serve", "--port", "70000"],
        ["serve", "--allow-origin", "*"], ["serve", "--allow-origin", "https://chat.example/page"],
        ["serve", "--allow-origin", "null"], ["serve", "--allow-origin", "file:///home/ada/page.html"],
        ["serve", "--allow-origin", "app://obsidian.md/page"], ["serve", "--allow-origin", "app://*"],
        ["serve", "--allow-origin", "chat.example"], ["serve", "--without-token", "--host", "box.local"],
        ["serve", "--without-token", "--listen", "0.0.0.0", "--insecure"],
    ])
    func whatWouldBeUnsafeIsWrongUsage(_ arguments: [String]) throws {
        let hearth = try HearthProgram()
        let running = try hearth.start(arguments)
        running.waitUntilExit()
        #expect(running.terminationStatus == 2)
    }

    @Test func filesThatAreNoCertificateEndIt() throws {
        let hearth = try HearthProgram()
        try hearth.write("cert.pem", "this is no certificate")
        try hearth.write("key.pem", "this is no key")
        let outcome = try hearth.run(
            "serve", "--port", "0", "--tls-certificate", "cert.pem", "--tls-key", "key.pem")
        #expect(outcome.status != 0 && outcome.errors.contains("cert.pem") && outcome.errors.contains("PEM"))
    }
}
