import Foundation
import HearthCore
import HearthEngine
import HearthVoice
import Testing

@testable import HearthServer

/// Recordings: played beside their transcripts, and written down.
@Suite("Recordings")
struct RecordingTests {
    /// A second of a tone, 16 kHz in 16 bits.
    private static let tone: [UInt8] = {
        let samples = (0..<16_000).map { Int16(8000 * sin(Double($0) * 2 * .pi * 440 / 16_000)) }
        let data = samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        return Array("RIFF".utf8) + number(36 + data.count) + Array("WAVEfmt ".utf8) + number(16) + [1, 0, 1, 0]
            + number(16_000) + number(32_000) + [2, 0, 16, 0] + Array("data".utf8) + number(data.count) + data
    }()

    private static let subtitles =
        "WEBVTT\n\n00:00.000 --> 00:00.500\n<v Ada>Good morning.\n\n00:00.500 --> 00:01.000\n<v Ben>Good morning, Ada.\n"

    /// Ingests a folder of this machine, and gives the transcript's id.
    private func ingest(_ client: ServerClient, _ folder: URL) async throws -> String {
        let begun = try await client.send(
            "POST", "/api/documents/paths", json: ["paths": [.string(folder.path)]])
        let job = try await client.end(of: begun.json)
        return try #require(
            job["files"]?.arrayValue?.first { $0["documentID"]?.stringValue != nil }?["documentID"]?.stringValue)
    }

    private func inFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-talks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    // MARK: - Playing

    @Test func `The recording beside a transcript is played, whole and in parts`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            try await inFolder { folder in
                try Data(Self.tone).write(to: folder.appending(path: "talk.wav"))
                try Data(Self.subtitles.utf8).write(to: folder.appending(path: "talk.vtt"))
                let id = try await ingest(client, folder)
                let target = "/api/transcripts/\(id)/audio"
                #expect(try await client.send("GET", "/api/transcripts/\(id)").json["hasAudio"] == true)
                let listed = try await client.send("GET", "/api/transcripts").json["transcripts"]?.arrayValue
                #expect(listed?.first?["hasAudio"] == true)

                let whole = try await client.send("GET", target)
                #expect(whole.status == 200 && whole.bytes == Self.tone)
                #expect(ServerClient.header("content-type", of: whole) == "audio/wav")
                #expect(ServerClient.header("accept-ranges", of: whole) == "bytes")
                #expect(ServerClient.header("content-length", of: whole) == String(Self.tone.count))
                let head = try await client.send("HEAD", target)
                #expect(head.status == 200 && head.bytes.isEmpty)
                #expect(ServerClient.header("content-length", of: head) == String(Self.tone.count))

                let count = Self.tone.count
                for (range, expected) in [
                    ("bytes=0-3", 0..<4), ("bytes=100-", 100..<count), ("bytes=-10", (count - 10)..<count),
                    ("bytes=10-99999999", 10..<count), ("bytes=-99999999", 0..<count),
                ] {
                    let part = try await client.send("GET", target, headers: "Range: \(range)\r\n")
                    #expect(part.status == 206 && part.bytes == Array(Self.tone[expected]), "\(range)")
                    #expect(
                        ServerClient.header("content-range", of: part)
                            == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/\(count)")
                }
                for range in ["bytes=\(count)-", "bytes=-0", "bytes=99999999-"] {
                    let part = try await client.send("GET", target, headers: "Range: \(range)\r\n")
                    #expect(part.status == 416, "\(range)")
                    #expect(ServerClient.header("content-range", of: part) == "bytes */\(count)")
                }
                for range in ["bytes=5-2", "bytes=a-b", "lines=1-2", "bytes=0-1,4-5", "bytes=", "bytes=1-\(Int.max)0"] {
                    let part = try await client.send("GET", target, headers: "Range: \(range)\r\n")
                    #expect(part.status == 200 && part.bytes.count == count, "\(range)")
                }
                let tag = try #require(ServerClient.header("etag", of: whole))
                #expect(try await client.send("GET", target, headers: "If-None-Match: \(tag)\r\n").status == 304)
                let same = try await client.send("GET", target, headers: "Range: bytes=0-3\r\nIf-Range: \(tag)\r\n")
                #expect(same.status == 206)
                let other = try await client.send("GET", target, headers: "Range: bytes=0-3\r\nIf-Range: \"x\"\r\n")
                #expect(other.status == 200)
            }
        }
    }

    @Test func `What is no recording, or leads elsewhere, is not played`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            try await inFolder { folder in
                let secret = folder.appending(path: "secret.txt")
                try Data("secret".utf8).write(to: secret)
                let talks = folder.appending(path: "talks")
                try FileManager.default.createDirectory(at: talks, withIntermediateDirectories: true)
                try Data(Self.subtitles.utf8).write(to: talks.appending(path: "talk.vtt"))
                let id = try await ingest(client, talks)
                func audio() async throws -> String {
                    let reply = try await client.send("GET", "/api/transcripts/\(id)/audio")
                    #expect(!reply.body.contains("secret"))
                    let shown = try await client.send("GET", "/api/transcripts/\(id)").json["hasAudio"]
                    return "\(reply.status) \(shown ?? .null)"
                }
                #expect(try await audio() == "404 false")
                // A link where the recording would be.
                try FileManager.default.createSymbolicLink(
                    at: talks.appending(path: "talk.wav"), withDestinationURL: secret)
                #expect(try await audio() == "404 false")
                try FileManager.default.removeItem(at: talks.appending(path: "talk.wav"))
                // A folder of that name.
                try FileManager.default.createDirectory(
                    at: talks.appending(path: "talk.wav"), withIntermediateDirectories: false)
                #expect(try await audio() == "404 false")
                try FileManager.default.removeItem(at: talks.appending(path: "talk.wav"))
                // A pipe, which would be waited for.
                #expect(mkfifo(talks.appending(path: "talk.mp3").path, 0o600) == 0)
                #expect(try await audio() == "404 false")
                // The folder itself has become a link.
                let moved = folder.appending(path: "moved")
                try FileManager.default.moveItem(at: talks, to: moved)
                try Data(Self.tone).write(to: moved.appending(path: "talk.wav"))
                try FileManager.default.createSymbolicLink(at: talks, withDestinationURL: moved)
                #expect(try await audio() == "404 false")
            }
            // A transcript that was uploaded has no folder.
            let job = try await client.upload("talk.vtt", Self.subtitles, to: "/api/transcripts")
            let id = job["files"]?.arrayValue?.first?["documentID"]?.stringValue ?? ""
            let reply = try await client.send("GET", "/api/transcripts/\(id)/audio")
            #expect(reply.status == 404 && reply.json["error"]?["code"] == "no-audio")
            #expect(try await client.send("GET", "/api/transcripts/..%2F..%2Fetc/audio").status == 404)
        }
    }

    // MARK: - Writing down

    private func form(_ files: [(name: String, bytes: [UInt8])], _ fields: [String: String] = [:]) -> [UInt8] {
        var form: [UInt8] = []
        for (name, value) in fields {
            form += Array("--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        for (name, bytes) in files {
            form += Array(
                "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n".utf8)
            form += bytes + Array("\r\n".utf8)
        }
        return form + Array("--x--\r\n".utf8)
    }

    private func upload(_ client: ServerClient, _ form: [UInt8]) async throws -> ServerClient.Reply {
        try await client.send("POST", "/api/recordings", type: "multipart/form-data; boundary=x", body: form)
    }

    private func incoming(_ folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "incoming").path)) ?? []
    }

    @Test func `Without a speech model, what brings one is said before anything is sent`() async throws {
        try await ServerClient.with(voice: VoiceRequest(engine: .whisper)) { client, _, folder async throws in
            let state = try await client.send("GET", "/api/recordings").json
            #expect(state["available"] == false && state["model"] == .null)
            #expect(state["formats"]?.arrayValue?.contains("wav") == true)
            let reply = try await upload(client, form([("talk.wav", Self.tone)]))
            #expect(reply.status == 501)
            let codes: [JSONValue] = ["speech-model-missing", "speech-engine-unavailable"]
            #expect(codes.contains(reply.json["error"]?["code"] ?? .null))
            #expect(reply.json["error"] == state["problem"])
            #expect(incoming(folder).isEmpty)
        }
    }

    private static let canSpeak =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/flite")
        && PocketSphinxRecognizer.isInstalled

    private func speech(_ text: String) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "speech-\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/flite")
        process.arguments = ["-voice", "rms", "-t", text, "-o", file.path]
        try process.run()
        process.waitUntilExit()
        return Array(try Data(contentsOf: file))
    }

    private static let sphinx = VoiceRequest(engine: .pocketsphinx)

    @Test(.enabled(if: canSpeak, "needs flite and pocketsphinx-en-us"))
    func `A recording becomes a transcript, and nothing else of it stays`() async throws {
        try await ServerClient.with(voice: Self.sphinx) { client, _, folder async throws in
            #expect(try await client.send("GET", "/api/recordings").json["available"] == true)
            let spoken = try speech("The meeting starts at nine in the morning.")
            let begun = try await upload(
                client, form([("talks/standup.wav", spoken)], ["label": "private", "diarize": "true"]))
            #expect(begun.status == 202 && begun.json["kind"] == "transcription")
            let job = try await client.end(of: begun.json)
            #expect(job["state"] == "done", "\(job)")
            let file = try #require(job["files"]?.arrayValue?.first)
            #expect(file["path"] == "talks/standup.vtt" && file["status"] == "added" && file["format"] == "vtt")
            let id = try #require(file["documentID"]?.stringValue)
            let transcript = try await client.send("GET", "/api/transcripts/\(id)").json
            #expect(transcript["label"] == "private" && transcript["hasAudio"] == false)
            #expect(transcript["title"] == "standup")
            let cues = transcript["cues"]?.arrayValue ?? []
            let text = cues.compactMap { $0["text"]?.stringValue }.joined(separator: " ").lowercased()
            #expect(text.contains("meeting") && text.contains("morning"), "\(text)")
            #expect(cues.allSatisfy { $0["start"]?.numberValue != nil && $0["end"]?.numberValue != nil })
            let listed = try await client.send("GET", "/api/transcripts").json["transcripts"]?.arrayValue
            #expect(listed?.first?["path"] == "uploads/talks/standup.vtt")
            #expect(incoming(folder).isEmpty)

            // The same again is the same; another of that name is another.
            let again = try await client.end(of: try await upload(client, form([("talks/standup.wav", spoken)])).json)
            #expect(again["files"]?.arrayValue?.first?["documentID"]?.stringValue == id)
            let other = try speech("There are many good books in the public library.")
            let second = try await client.end(of: try await upload(client, form([("talks/standup.wav", other)])).json)
            #expect(second["files"]?.arrayValue?.first?["path"] == "talks/standup 2.vtt")
            #expect(try await client.send("GET", "/api/transcripts").json["transcripts"]?.arrayValue?.count == 2)
        }
    }

    @Test(.enabled(if: canSpeak, "needs flite and pocketsphinx-en-us"))
    func `A file that holds no speech fails, and the others are written down`() async throws {
        try await ServerClient.with(voice: Self.sphinx) { client, _, folder async throws in
            let spoken = try speech("Please send me the report before the end of the week.")
            let files: [(name: String, bytes: [UInt8])] = [
                ("notes.wav", Array("this is text".utf8)), ("empty.wav", []), ("good.wav", spoken),
                ("../../evil\u{202E}.wav", Array(Self.tone.prefix(20))),
            ]
            let begun = try await upload(client, form(files))
            let job = try await client.end(of: begun.json)
            let results = job["files"]?.arrayValue ?? []
            #expect(job["state"] == "done" && results.count == 4)
            #expect(results.map { $0["status"] } == ["failed", "failed", "added", "failed"])
            for failed in results where failed["status"] == "failed" {
                let message = failed["error"]?["message"]?.stringValue ?? ""
                #expect(!message.isEmpty && !message.contains(folder.path) && !message.contains("/"), "\(message)")
            }
            #expect(incoming(folder).isEmpty)
        }
    }

    @Test(.enabled(if: canSpeak, "needs flite and pocketsphinx-en-us"))
    func `A job that is cancelled leaves neither recording nor transcript`() async throws {
        try await ServerClient.with(voice: Self.sphinx) { client, _, folder async throws in
            let spoken = try speech(String(repeating: "There are many good books in the public library. ", count: 40))
            let begun = try await upload(client, form([("long.wav", spoken)]))
            let id = begun.json["id"]?.stringValue ?? ""
            let cancelled = try await client.send("POST", "/api/jobs/\(id)/cancel")
            #expect(cancelled.status == 200 && cancelled.json["state"] == "cancelled")
            #expect(incoming(folder).isEmpty)
            #expect(try await client.send("GET", "/api/transcripts").json["transcripts"] == [])
        }
    }

    @Test(
        .enabled(if: canSpeak, "needs flite and pocketsphinx-en-us"),
        arguments: [
            ["label": "secret"], ["language": "English"], ["diarize": "maybe"],
        ])
    func `A field that means nothing is refused`(_ fields: [String: String]) async throws {
        try await ServerClient.with(voice: Self.sphinx) { client, _, folder async throws in
            let reply = try await upload(client, form([("talk.wav", Self.tone)], fields))
            #expect(reply.status == 422 && reply.json["error"]?["field"]?.stringValue == fields.keys.first)
            #expect(incoming(folder).isEmpty)
        }
    }

    // MARK: - Parts

    @Test(
        arguments: [
            (nil, 10, ByteRange.whole), ("bytes=0-0", 10, .part(0..<1)), ("BYTES=2-", 10, .part(2..<10)),
            ("bytes=-3", 2, .part(0..<2)), ("bytes=0-", 0, .outside), ("bytes=-1", 0, .outside),
            ("bytes=9223372036854775807-", 10, .outside), ("bytes=0-9223372036854775807", 10, .part(0..<10)),
            ("bytes=+1-2", 10, .whole), ("bytes= 1-2", 10, .whole), ("bytes=1-2-3", 10, .whole),
            ("bytes=-", 10, .whole),
        ] as [(String?, Int, ByteRange)])
    func `Ranges are read as the standard says`(_ header: String?, _ size: Int, _ range: ByteRange) {
        #expect(ByteRange.read(header, size: size) == range)
    }
}
