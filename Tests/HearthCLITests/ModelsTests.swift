import Foundation
import HearthTesting
import Synchronization
import Testing
import TinyModels

/// `hearth models`, with a server on this machine.
@Suite struct ModelsTests {
    /// A GGUF file with a header that says what a model is, and a thousand zeros as weights.
    private static func gguf(architecture: String = "llama") -> [UInt8] {
        func number(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }
        func text(_ value: String) -> [UInt8] { number(UInt64(value.utf8.count)) + Array(value.utf8) }
        let texts = [("general.architecture", architecture), ("general.license", "mit")]
        let numbers: [(String, UInt32)] = [
            ("context_length", 4096), ("embedding_length", 64), ("block_count", 2), ("attention.head_count", 4),
        ]
        var bytes = Array("GGUF".utf8) + number(UInt32(3)) + number(UInt64(1))
        bytes += number(UInt64(texts.count + numbers.count))
        for (key, value) in texts { bytes += text(key) + number(UInt32(8)) + text(value) }
        for (key, value) in numbers { bytes += text("\(architecture).\(key)") + number(UInt32(4)) + number(value) }
        bytes += text("token_embd.weight") + number(UInt32(1)) + number(UInt64(1000)) + number(UInt32(0))
        bytes += number(UInt64(0))
        bytes += [UInt8](repeating: 0, count: (32 - bytes.count % 32) % 32)
        return bytes + [UInt8](repeating: 0, count: 4000)
    }

    /// Serves files by their path, with ranges.
    private static func server(_ files: [String: [UInt8]]) async throws -> WireServer {
        try await WireServer.start { request in files[request.target].map { answer($0, request) } ?? .http(404) }
    }

    private static func answer(_ bytes: [UInt8], _ request: ReceivedRequest) -> WireResponse {
        let tag = [(name: "etag", value: "\"one\"")]
        guard let range = request.header("range")?.dropFirst(6).split(separator: "-"), let first = Int(range[0]),
            first < bytes.count
        else { return .http(headers: tag, body: request.method == "HEAD" ? [] : bytes) }
        let last = min(range.count > 1 ? Int(range[1]) ?? .max : .max, bytes.count - 1)
        return .http(
            206, headers: tag + [("content-range", "bytes \(first)-\(last)/\(bytes.count)")],
            body: Array(bytes[first...last]))
    }

    #if Llama
    @Test func howAModelIsRunIsSetByCommandAndShownWithItsOrigin() throws {
        let hearth = try HearthProgram()
        let path = try hearth.write("tiny.gguf", TinyModel().encoded())
        #expect(try hearth.run("models", "add", path, "--name", "tiny").status == 0)
        // What it is used for, the model tells.
        let used = try hearth.run("models", "use", "tiny")
        #expect(used.status == 0 && used.errors.contains("used for chat"), "\(used.errors)")
        #expect(try hearth.run("models", "use", "tiny", "--for", "rerank").status == 1)
        let other = try hearth.run("models", "add", path, "--name", "other", "--modality", "reranking")
        #expect(other.status == 1 && other.errors.contains("a model for chat"), "\(other.errors)")
        let set = try hearth.run("models", "settings", "tiny", "max-tokens", "3", "--json")
        #expect(set.status == 0 && set.lines.first?["origin"] as? String == "model", "\(set.errors)")
        let info = try #require(try hearth.run("models", "info", "tiny", "--json").lines.first)
        let settings = info["settings"] as? [[String: Any]] ?? []
        #expect(settings.contains { $0["name"] as? String == "max-tokens" && $0["value"] as? String == "3" })
        #expect(settings.contains { $0["name"] as? String == "top-k" && $0["origin"] as? String == "default" })
        // A call takes it by its id.
        let answer = try hearth.run(
            "rewrite", "--model", "tiny", "--text", "hello", "--max-tokens", "4", "--json")
        let route = answer.lines.last?["route"] as? [String: Any]
        #expect(answer.status == 0 && route?["model"] as? String == "tiny", "\(answer.errors)")
        let template = try hearth.write("template.jinja", "{{ messages }}")
        #expect(try hearth.run("models", "settings", "tiny", "chat-template", "@" + template).status == 0)
        let wrong = try hearth.run("models", "settings", "tiny", "temperature", "hot")
        #expect(wrong.status == 2 && wrong.errors.contains("from 0"), "\(wrong.status) \(wrong.errors)")
        #expect(try hearth.run("models", "settings", "tiny", "warmth", "1").status == 2)
        #expect(try hearth.run("models", "settings", "tiny", "--reset").status == 0)
        let rest = try hearth.run("models", "settings", "tiny", "--json").lines
        #expect(rest.count > 10 && rest.allSatisfy { $0["value"] == nil })
    }

    @Test func aModelIsGivenOtherNamesAndTheyAreTakenAway() throws {
        let hearth = try HearthProgram()
        #expect(try hearth.run("models", "alias").output.contains("no other names"))
        #expect(try hearth.run("models", "alias", "gpt-4o", "auto").output == "gpt-4o is auto\n")
        #expect(try hearth.run("models", "alias", "claude", "documents/openai").status == 0)
        let listed = try hearth.run("models", "alias", "--json").lines
        #expect(listed.map { $0["alias"] as? String } == ["claude", "gpt-4o"])
        #expect(listed.map { $0["model"] as? String } == ["documents/openai", "auto"])
        #expect(try hearth.run("models", "alias", "claude").output == "claude is documents/openai\n")
        #expect(try hearth.run("models", "alias", "claude", "--remove").status == 0)
        #expect(try hearth.run("models", "alias", "claude", "--remove").status == 2)
        #expect(try hearth.run("models", "alias", "a b", "auto").status == 2)
        #expect(try hearth.run("models", "alias", "--remove").status == 2)
        #expect(try hearth.run("models", "alias", "--json").lines.count == 1)
        #expect(try hearth.run("models", "alias", "--json", "gpt-4o", "--remove").output.isEmpty)
        // A variable stands above what is chosen here.
        let fixed = try hearth.run(
            ["models", "alias", "gpt-4o", "auto"], environment: ["HEARTH_MODEL_ALIASES": "one=auto"])
        #expect(fixed.status != 0 && fixed.errors.contains("HEARTH_MODEL_ALIASES"), "\(fixed.errors)")
    }

    @Test func theRunningServerIsAskedForWhatItHasLoaded() throws {
        let hearth = try HearthProgram()
        let none = try hearth.run("models", "loaded")
        #expect(none.status == 0 && none.output.contains("no server runs here"))
        let server = try hearth.start(["serve", "--port", "0", "--json"])
        defer { server.terminate() }
        _ = (server.standardOutput as? Pipe)?.fileHandleForReading.availableData
        let loaded = try hearth.run("models", "loaded", "--json")
        #expect(loaded.status == 0 && loaded.lines.first?["running"] as? Bool == true, "\(loaded.errors)")
        #expect(loaded.lines.first?["budgetBytes"] as? Int ?? 0 > 0)
        #expect(try hearth.run("models", "unload", "nobody").output.contains("was not loaded"))
        // Killed, it cannot take its note away.
        kill(server.processIdentifier, SIGKILL)
        server.waitUntilExit()
        #expect(FileManager.default.fileExists(atPath: hearth.home.appendingPathComponent("server.json").path))
        #expect(try hearth.run("models", "loaded", "--json").lines.first?["running"] as? Bool == false)
        let second = try hearth.start(["serve", "--port", "0", "--json"])
        _ = (second.standardOutput as? Pipe)?.fileHandleForReading.availableData
        #expect(try hearth.run("models", "loaded", "--json").lines.first?["running"] as? Bool == true)
        second.terminate()
        second.waitUntilExit()
        #expect(!FileManager.default.fileExists(atPath: hearth.home.appendingPathComponent("server.json").path))
    }

    @Test func aModelIsAddedByItsAddressUsedCheckedAndRemoved() async throws {
        let hearth = try HearthProgram()
        let model = [UInt8](TinyModel().encoded())
        let wire = try await Self.server(["/mine.gguf": model])
        let address = wire.url.appending(path: "mine.gguf").absoluteString

        let noted = try hearth.run("models", "add", address, "--no-download", "--json")
        try #require(noted.status == 0, "\(noted.errors)")
        #expect(noted.lines.last?["event"] as? String == "added")
        #expect(noted.lines.first?["compatible"] as? Bool == true)

        let added = try hearth.run("models", "add", address, "--load", "--json")
        try #require(added.status == 0, "\(added.errors)")
        let done = try #require(added.lines.last)
        #expect(done["event"] as? String == "done" && done["id"] as? String == "mine")
        let path = try #require(done["path"] as? String)
        #expect(FileManager.default.contents(atPath: path) == Data(model))
        for progress in added.lines where progress["event"] as? String == "progress" {
            for key in ["bytes", "total", "bytesPerSecond", "secondsRemaining"] { #expect(progress[key] != nil) }
        }

        let verified = try hearth.run("ledger", "verify", "--json").lines.last
        #expect(verified?["valid"] as? Bool == true && verified?["unfinished"] as? [Int] == [])
        #expect(try hearth.run("--offline", "models", "add", "https://models.example/a.gguf").status == 3)
        #expect(
            try !hearth.run("ledger", "verify").errors.contains("nothing says how"),
            "a refusal before a connection is an end, too")

        let info = try #require(try hearth.run("models", "info", "mine", "--json").lines.first)
        #expect(info["installed"] as? Bool == true && info["inUse"] as? Bool == true)
        #expect(info["templateFamily"] as? String == "chatml")
        let sources = try #require(info["sources"] as? [String: String])
        #expect(sources["architecture"] == "header" && sources["urls"] == "user" && sources["bytes"] == "server")
        #expect(sources["sha256"] == "file")
        let person = try hearth.run("models", "info", "mine")
        #expect(person.output.contains("from the file's header") && person.output.contains("from the file itself"))

        let settings = try hearth.run("settings", "--json")
        #expect(settings.output.contains(path.replacing("/", with: "\\/")) || settings.output.contains(path))
        #expect(try hearth.run("models", "verify", "mine").status == 0)
        let kept = try hearth.run("models", "remove", "mine")
        #expect(kept.status == 1 && kept.errors.contains("in use"))
        // The only one: no other can be chosen, and what is done instead is what is advised.
        #expect(kept.errors.contains("No other model for chat is installed") && kept.errors.contains("basic"))
        #expect(kept.errors.contains("hearth settings unset local-model") && kept.errors.contains("--force"))
        #expect(try hearth.run("settings", "unset", "local-model").status == 0)
        #expect(try hearth.run("models", "remove", "mine", "--json").lines.first?["removed"] as? Bool == true)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try hearth.run("models", "info", "mine").status == 1)

        let ledger = try hearth.run("ledger", "list", "--json").lines
        #expect(Set(ledger.compactMap { $0["purpose"] as? String }) == ["probe", "download"])
        await wire.stop()
    }

    @Test func whatCannotRunIsRefusedWithWhatWould() async throws {
        let hearth = try HearthProgram()
        let wire = try await Self.server([
            "/model.safetensors": [16, 0, 0, 0, 0, 0, 0, 0] + Array("{\"a\":1}         ".utf8),
            "/other.gguf": Self.gguf(architecture: "no-such-network"), "/page": Array("<!doctype html>".utf8),
        ])
        func add(_ name: String, _ options: String...) throws -> HearthProgram.Outcome {
            let process = try hearth.start(["models", "add", wire.url.appending(path: name).absoluteString] + options)
            let errors = (process.standardError as? Pipe)?.fileHandleForReading.readDataToEndOfFile() ?? Data()
            process.waitUntilExit()
            return .init(status: process.terminationStatus, output: "", errors: String(decoding: errors, as: UTF8.self))
        }
        let weights = try add("model.safetensors")
        #expect(weights.status == 1 && weights.errors.contains("GGUF"))
        let unknown = try add("other.gguf")
        #expect(unknown.status == 1 && unknown.errors.contains("no-such-network"))
        #expect(try add("page").errors.contains("page"))
        let missing = try add("missing.gguf")
        #expect(missing.status == 1 && missing.errors.contains("404"))
        // By force it is kept, and used for nothing.
        #expect(try add("other.gguf", "--force").status == 0)
        let used = try hearth.run("models", "use", "other", "--for", "chat")
        #expect(used.status == 1 && used.errors.contains("cannot be used"))
        #expect(try hearth.run("models", "add", "/nowhere/model.gguf").status == 1)
        #expect(try hearth.run("models", "add", "ftp://example.org/a.gguf").status == 2)
        #expect(try hearth.run("models", "add", "a.gguf", "--load", "--no-download").status == 2)
        await wire.stop()
    }

    /// Ctrl-C keeps what came, and the next call goes on there.
    @Test func anInterruptedPullGoesOn() async throws {
        let hearth = try HearthProgram()
        let bytes = Self.gguf() + [UInt8](repeating: 7, count: 600_000)
        let isSlow = Mutex(true)
        let wire = try await WireServer.start { request in
            let answer = Self.answer(bytes, request)
            // Not the look at its beginning, which asks for a range with an end.
            guard isSlow.withLock({ $0 }), request.method == "GET",
                request.header("range").map({ $0.hasSuffix("-") }) ?? true
            else { return answer }
            return answer.stalling(after: 300_000)
        }
        let address = wire.url.appending(path: "large.gguf").absoluteString
        #expect(try hearth.run("models", "add", address, "--no-download").status == 0)
        let process = try hearth.start(["models", "pull", "large", "--json"])
        let part = hearth.home.appending(path: "models/.partial/large.gguf.json").path
        // The journal says that most of it is durable, a second after it came.
        let hasCome = await wire.waitUntil { log in log.connections.contains { $0.bytesSent >= 300_000 } }
        #expect(hasCome)
        while !FileManager.default.fileExists(atPath: part), process.isRunning { await Task.yield() }
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        isSlow.withLock { $0 = false }
        let again = try hearth.run("models", "pull", "large", "--json")
        #expect(again.status == 0 && again.lines.last?["event"] as? String == "done", "\(again.errors)")
        #expect(FileManager.default.contents(atPath: hearth.home.path + "/models/large.gguf") == Data(bytes))
        await wire.stop()
    }

    /// Each in the same words as on the command line: what is wrong, and the way out.
    @Test func whatIsWrongWithAModelIsSaidWithTheWayOut() async throws {
        let hearth = try HearthProgram()
        let wire = try await Self.server(["/short.gguf": [UInt8](Self.gguf().dropLast(1_000))])
        let missing = try hearth.run("models", "pull", "no-such-model")
        #expect(missing.status == 1 && missing.errors.contains("hearth models list"))
        let short = try hearth.run("models", "add", wire.url.appending(path: "short.gguf").absoluteString)
        #expect(short.status == 1 && short.errors.contains("cut off"))

        // The weights are not those of a network: loading says so, and the choice stays what it was.
        try hearth.write("hollow.gguf", Data(Self.gguf()))
        let hollow = try hearth.run("models", "add", "hollow.gguf", "--load")
        #expect(hollow.status == 1 && hollow.errors.contains("choose another"), "\(hollow.errors)")
        #expect(try !hearth.run("settings", "--json").output.contains("hollow"))

        // A template of another family than the vocabulary's.
        let other =
            "{% for m in messages %}<|start_header_id|>{{ m.role }}<|end_header_id|>{{ m.content }}<|eot_id|>{% endfor %}"
        try hearth.write("wrong.gguf", TinyModel(template: other).encoded())
        let wrong = try hearth.run("models", "add", "wrong.gguf", "--load")
        #expect(wrong.status == 0 && wrong.errors.contains("not this model's"), "\(wrong.errors)")

        // Damaged after it was taken in.
        let path = try #require(try hearth.run("models", "info", "wrong", "--json").lines.first?["path"] as? String)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: 40_000)
        try handle.close()
        #expect(try hearth.run("models", "verify", "wrong").status == 1)
        let used = try hearth.run("models", "use", "wrong", "--for", "chat")
        #expect(used.status == 1 && used.errors.contains("cannot be used"), "\(used.errors)")
        #expect(try hearth.run("models", "info", "wrong").output.contains("problem:"))
        await wire.stop()
    }

    @Test func filesOfThisMachineAreTakenByPathAndByAddress() throws {
        let hearth = try HearthProgram()
        try hearth.write("models here/Own Model.gguf", TinyModel().encoded())
        let relative = try hearth.run("models", "add", "models here/Own Model.gguf", "--json")
        #expect(relative.lines.last?["id"] as? String == "own-model", "\(relative.errors)")
        let path = hearth.folder.appending(path: "models here/Own Model.gguf")
        let address = try hearth.run("models", "add", path.absoluteString, "--name", "second", "--json")
        #expect(address.lines.last?["id"] as? String == "second", "\(address.errors)")
        let taken = try hearth.run("models", "add", path.path)
        #expect(taken.status == 1 && taken.errors.contains("--name"))
        let wrong = try hearth.run(
            "models", "add", path.path, "--name", "third", "--sha256", String(repeating: "0", count: 64))
        #expect(wrong.status == 1 && wrong.errors.contains("SHA-256"))
        let installed = try hearth.run("models", "list", "--installed", "--json").lines.compactMap {
            $0["id"] as? String
        }
        #expect(Set(installed).isSuperset(of: ["own-model", "second"]) && !installed.contains("third"))
    }
    #endif

    @Test func offlineAFetchIsRefusedByPolicy() throws {
        let hearth = try HearthProgram()
        let add = try hearth.run("models", "add", "https://models.example.org/model.gguf", "--offline")
        #expect(add.status == 3, "\(add.errors)")
        let pull = try hearth.run("models", "pull", "whisper-tiny", "--offline")
        #expect(pull.status == 3, "\(pull.errors)")
        #expect(try hearth.run("models", "list", "--offline").status == 0)
    }

    @Test func theListSaysWhatFits() throws {
        let hearth = try HearthProgram()
        let models = try hearth.run("models", "list", "--json").lines
        for id in [
            "phi-3.5-mini-instruct", "llama-3.2-1b-instruct", "llama-3.2-3b-instruct", "mistral-7b-instruct",
            "all-minilm-l6-v2", "whisper-tiny", "whisper-base", "whisper-small", "whisper-medium", "whisper-large-v3",
            "silero-vad",
        ] {
            let fit = models.first { $0["id"] as? String == id }?["fit"] as? [String: Any]
            #expect(fit?["memory"] is String && fit?["disk"] is String, "\(id)")
        }
        #expect(models.contains { $0["modality"] as? String == "reranking" })
        // What is known of a model and what it is here stand in one object.
        for model in models {
            for field in ["id", "name", "modality", "runtimes", "urls", "installed", "origin", "fit", "inUse"] {
                #expect(model[field] != nil, "\(field)")
            }
        }
        let near = try hearth.run("models", "info", "whisper")
        #expect(near.status == 1 && near.errors.contains("did you mean whisper-tiny"))
        // For a small device only what is small is named, and for what it is good.
        let lite = try hearth.run("models", "recommend", "--lite", "--json").lines
        #expect(lite.count == 4 && lite.allSatisfy { $0["modality"] as? String != "reranking" })
        #expect(lite.first?["id"] as? String == "llama-3.2-1b-instruct")
        #expect((lite.first?["use"] as? String)?.contains("answers") == true)
        #expect(try hearth.run("models", "recommend", "--json").lines.count == 5)
        let window = try hearth.run("models", "info", "llama-3.2-1b-instruct", "--context", "4096")
        #expect(window.output.contains("at 4096 tokens") && window.output.contains("from the built-in list"))
    }
}
