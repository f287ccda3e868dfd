import Foundation
import HearthCore
import HearthEngine
import Testing

@testable import HearthServer

@Suite("A library that moves by the server")
struct MoveServerTests {
    private static let passphrase = "seven quiet hornbeams"

    private func form(_ file: [UInt8], passphrase: String) -> (type: String, body: [UInt8]) {
        let edge = "edge-of-a-part"
        let head =
            "--\(edge)\r\nContent-Disposition: form-data; name=\"passphrase\"\r\n\r\n\(passphrase)\r\n--\(edge)\r\n"
            + "Content-Disposition: form-data; name=\"file\"; filename=\"my.hearth\"\r\n\r\n"
        return ("multipart/form-data; boundary=\(edge)", Array(head.utf8) + file + Array("\r\n--\(edge)--\r\n".utf8))
    }

    private func packed(by page: ServerClient) async throws -> (id: String, bytes: [UInt8]) {
        let made = try await page.send("POST", "/api/data/packed", json: ["passphrase": .string(Self.passphrase)])
        #expect(made.status == 200, "\(made.body)")
        let id = try #require(made.json["id"]?.stringValue)
        let file = try await page.send("GET", "/api/data/packed/\(id)")
        #expect(file.status == 200 && file.bytes.count == made.json["bytes"]?.numberValue?.intValue)
        #expect(
            ServerClient.header("content-disposition", of: file)?.hasPrefix("attachment; filename=\"hearth-") == true)
        return (id, file.bytes)
    }

    @Test func `It is packed here, unpacked there, and the numbers agree`() async throws {
        try await ServerClient.with { client, hearth, _ in
            _ = try await hearth.conversations.start(title: "The lease")
            let page = client
            let (_, bytes) = try await packed(by: page)
            // Not over what is here.
            let (type, body) = form(bytes, passphrase: Self.passphrase)
            let refused = try await page.send("POST", "/api/data/unpack", type: type, body: body)
            #expect(refused.status == 400 && refused.body.contains("not-empty"))
            try await ServerClient.with { client, hearth, _ in
                let other = client
                let (_, wrong) = form(bytes, passphrase: "seven loud hornbeams")
                let told = try await other.send("POST", "/api/data/unpack", type: type, body: wrong)
                #expect(told.status == 422 && told.body.contains("wrong-passphrase"))
                let came = try await other.send("POST", "/api/data/unpack", type: type, body: body)
                #expect(came.status == 200, "\(came.body)")
                #expect(came.json["packed"] == came.json["found"])
                #expect(came.json["found"]?["conversations"]?.numberValue?.intValue == 1)
            }
        }
    }

    @Test func `No program packs, fetches or unpacks one, or drops the one that waits`() async throws {
        try await ServerClient.with { client, hearth, _ in
            let page = client
            let (id, bytes) = try await packed(by: page)
            let (type, body) = form(bytes, passphrase: Self.passphrase)
            let program = client.program
            let tries = [
                try await program.send("POST", "/api/data/packed", json: ["passphrase": .string(Self.passphrase)]),
                try await program.send("GET", "/api/data/packed/\(id)"),
                try await program.send("POST", "/api/data/unpack", type: type, body: body),
            ]
            for reply in tries { #expect(reply.status == 403 && reply.body.contains("owner-only")) }
            #expect(try await page.send("GET", "/api/data/packed/\(id)").status == 200)
            #expect(try await page.send("GET", "/api/data/packed/another").status == 404)
        }
    }

    @Test func `A passphrase that would be guessed is refused`() async throws {
        try await ServerClient.with { client, hearth, _ in
            let page = client
            let reply = try await page.send("POST", "/api/data/packed", json: ["passphrase": "short"])
            #expect(reply.body.contains("weak-password") && (400..<500).contains(reply.status))
        }
    }
}
