import Foundation
import HearthCore
import HearthEngine
import Testing

/// What opens a way out, or decides what programs may do, is its owner's: no program does it with the token.
@Suite struct OwnersActTests {
    private struct Act: Sendable {
        var method: String
        var target: String
        var body: JSONValue = [:]
    }

    /// Each is something that the page can do.
    private static let acts: [Act] = [
        Act(method: "PUT", target: "/api/settings/custom-url", body: ["value": "https://elsewhere.example/v1"]),
        Act(method: "PUT", target: "/api/settings/custom-model", body: ["value": "some-model"]),
        Act(method: "PUT", target: "/api/settings/proxy", body: ["value": "http://elsewhere.example:3128"]),
        Act(method: "DELETE", target: "/api/settings/proxy"),
        Act(method: "PUT", target: "/api/settings/redact", body: ["value": "false"]),
        Act(method: "PUT", target: "/api/settings/threads", body: ["value": "2"]),
        Act(method: "PATCH", target: "/api/routing", body: ["mode": "byoOnly"]),
        Act(method: "PATCH", target: "/api/routing", body: ["order": ["custom", "basic"]]),
        Act(method: "PATCH", target: "/api/routing", body: ["offline": false, "redact": false]),
        Act(method: "POST", target: "/api/consents", body: ["engine": "openai"]),
        Act(method: "PUT", target: "/api/keys/openai", body: ["key": "sk-0123456789012345678901234567890123456789"]),
        Act(method: "DELETE", target: "/api/keys/openai"),
        Act(method: "PUT", target: "/api/endpoints/theirs", body: ["url": "https://elsewhere.example/v1"]),
        Act(method: "PUT", target: "/api/endpoints/custom", body: ["url": "https://elsewhere.example/v1"]),
        Act(method: "DELETE", target: "/api/endpoints/theirs"),
        Act(method: "POST", target: "/api/endpoints/theirs/test"),
        Act(method: "POST", target: "/api/folders", body: ["path": "/nowhere/theirs"]),
        Act(method: "PATCH", target: "/api/folders/theirs", body: ["label": "public"]),
        Act(method: "POST", target: "/api/folders/theirs/refresh"),
        Act(method: "POST", target: "/api/folders/theirs/remove-documents", body: ["state": "gone"]),
        Act(method: "DELETE", target: "/api/folders/theirs"),
        Act(method: "POST", target: "/api/environments", body: ["name": "theirs"]),
        Act(method: "POST", target: "/api/environments/production/use"),
        Act(method: "DELETE", target: "/api/environments/development"),
        Act(method: "POST", target: "/api/data/delete", body: ["confirm": "delete everything"]),
    ]

    @Test func noProgramWithTheTokenOpensAWayOut() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let before = hearth.environments.current
            for act in Self.acts where act.target != "/api/environments/development" {
                let refused = try await client.program.send(act.method, act.target, json: act.body)
                #expect(refused.status == 403, "\(act.method) \(act.target): \(refused.status) \(refused.body)")
                #expect(refused.json["error"]?["code"] == "owner-only", "\(act.method) \(act.target): \(refused.body)")
            }
            let elsewhere: JSONValue = ["name": "elsewhere", "dataFolder": "/tmp/theirs"]
            #expect(try await client.program.send("POST", "/api/environments", json: elsewhere).status == 403)
            #expect(hearth.environments.current == before)
            #expect(try await hearth.privacy.consents().isEmpty)
        }
    }

    /// What is refused to a program is the page's to do as before.
    @Test func theOwnersPageDoesAllOfIt() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            for act in Self.acts {
                let done = try await client.send(act.method, act.target, json: act.body)
                // Some of it has nothing to work on here: no key to forget, an environment that is in use.
                #expect(done.status != 403, "\(act.method) \(act.target): \(done.body)")
            }
        }
    }

    @Test func noProgramIsToldWhatAKeyEndsWith() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let key: JSONValue = ["key": "sk-0123456789012345678901234567890123456WXYZ"]
            #expect(try await client.send("PUT", "/api/keys/openai", json: key).status == 200)
            #expect(try await client.send("GET", "/api/keys").body.contains("WXYZ"))
            let told = try await client.program.send("GET", "/api/keys")
            #expect(told.status == 200 && told.body.contains("openai") && !told.body.contains("WXYZ"), "\(told.body)")
        }
    }

    /// An address that is looked at is asked for, with all that stands in it; a path tells what files there are.
    @Test func aProgramHasNoAddressAskedForAndNoFileLookedAt() async throws {
        try await ServerClient.with { client, _, folder async throws in
            let places = [
                "https://elsewhere.example/model.gguf?what=it-read", folder.appending(path: "none.gguf").path,
            ]
            for place in places {
                for target in ["/api/models", "/api/models/inspect"] {
                    let refused = try await client.program.send("POST", target, json: ["place": .string(place)])
                    #expect(refused.status == 403 && refused.body.contains("owner-only"), "\(target): \(refused.body)")
                }
            }
            let path: JSONValue = ["value": .string(folder.appending(path: "none.gguf").path)]
            #expect(try await client.program.send("PUT", "/api/settings/local-model", json: path).status == 403)
        }
    }

    @Test func aProgramFetchesNoModel() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let listed = try await client.program.send("GET", "/api/models").json["models"]?.arrayValue ?? []
            let id = try #require(listed.first?["id"]?.stringValue)
            let refused = try await client.program.send("POST", "/api/models/\(id)/pull")
            #expect(refused.status == 403 && refused.body.contains("owner-only"))
            #expect(try await client.send("GET", "/api/jobs").json["jobs"] == [])
            #expect(try await client.program.send("DELETE", "/api/models/\(id)").status == 403)
            // The command asks its server with the token.
            #expect(try await client.program.send("GET", "/api/models/loaded").status == 200)
            #expect(try await client.program.send("POST", "/api/models/\(id)/unload").json["unloaded"] == false)
        }
    }

    @Test func aProgramRevokesAConsentAndGivesNone() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            for (name, value) in [("custom-url", "https://one.example/v1"), ("custom-model", "one")] {
                let setting: JSONValue = ["value": .string(value)]
                #expect(try await client.send("PUT", "/api/settings/\(name)", json: setting).status == 200)
            }
            let given = try await hearth.privacy.grant(to: .custom)
            #expect(try await client.program.send("DELETE", "/api/consents/\(given.id)").status < 300)
            #expect(try await client.program.send("POST", "/api/consents", json: ["engine": "custom"]).status == 403)
            #expect(try await hearth.privacy.consents().isEmpty)
        }
    }
}
