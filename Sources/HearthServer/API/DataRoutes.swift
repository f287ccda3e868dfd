import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthModels
import HearthStore

/// `/api/data`, `/api/storage` and `/api/about`
struct DataRoutes: Sendable {
    let hearth: Hearth

    var routes: [ServerRoute] {
        [
            ServerRoute(.post, "/api/data/delete", work: .long, bodyLimit: 4096) { try await deleteEverything($0) },
            ServerRoute(.get, "/api/storage") { _ in try await storage() },
            ServerRoute(.get, "/api/about", work: .long) { try await about($0) },
        ]
    }

    private static let ownersAct = ServerError(
        .forbidden, "owner-only",
        "Deleting everything is the owner's to do: on the page, under Privacy, or at the terminal.")

    private func deleteEverything(_ request: ServerRequest) async throws -> ServerResponse {
        // No program's, however much it may read: what is above its ceiling goes too, and so does the ceiling.
        guard Reader.current == nil else { throw Self.ownersAct }
        let fields = try await request.fields()
        guard try fields.required("confirm") == "delete everything" else {
            throw fields.wrong("confirm", "the words `delete everything`")
        }
        let before = hearth.settings
        let deleted = try await hearth.deleteEverything()
        // Settings and environments are gone with it; what holds now are the defaults.
        _ = try? hearth.environments.use("production")
        _ = try? hearth.environments.reload()
        // But the programs are still there, and the token is: what they may not read of what comes next stays as little.
        try await BlockingWork.run {
            let writer = SettingWriter(hearth: hearth)
            if before.apiCeiling < hearth.settings.apiCeiling {
                try writer.set(.apiCeiling, to: before.apiCeiling.rawValue)
            }
            if before.mcpCeiling < hearth.settings.mcpCeiling {
                try writer.set(.mcpCeiling, to: before.mcpCeiling.rawValue)
            }
        }
        return .json(["deleted": JSONEncoding.strings(deleted), "completedAt": JSONEncoding.date(Date())])
    }

    private func storage() async throws -> ServerResponse {
        let database = try await hearth.database()
        let files = StoreFiles(folder: hearth.folder)
        let counts = try await database.counts()
        let freeDisk = try? hearth.folder.resourceValues(forKeys: [.volumeAvailableCapacityKey]).volumeAvailableCapacity
        return .json([
            "folder": .string(hearth.folder.path),
            "databaseBytes": JSONEncoding.number(
                [files.database, files.writeAheadLog, files.sharedMemory].reduce(0) { $0 + Self.size($1) }),
            "documents": JSONEncoding.number(counts.documents), "chunks": JSONEncoding.number(counts.chunks),
            "conversations": JSONEncoding.number(try await database.conversations().count),
            "journalEntries": JSONEncoding.number(try await database.journalHeads().count),
            "ledgerRecords": JSONEncoding.number(try await database.ledger(LedgerFilter(limit: 1)).last?.number ?? 0),
            "modelsBytes": JSONEncoding.number(Self.folderSize(hearth.folder.appending(path: "models"))),
            "freeDisk": JSONEncoding.optional(freeDisk ?? Self.freeDisk(hearth.folder)), "encrypted": true,
        ])
    }

    private static func size(_ url: URL) -> Int {
        ((try? FileManager.default.attributesOfItem(atPath: url.path))?[.size] as? Int) ?? 0
    }

    private static func freeDisk(_ url: URL) -> Int? {
        (try? FileManager.default.attributesOfFileSystem(forPath: url.path))?[.systemFreeSize] as? Int
    }

    private static func folderSize(_ url: URL) -> Int {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: url.path) else { return 0 }
        return names.reduce(0) { $0 + size(url.appending(path: $1)) }
    }

    private func about(_ request: ServerRequest) async throws -> ServerResponse {
        let examines = try request.flag("examine")
        var engines: [JSONValue] = []
        for state in try await hearth.engineStates() {
            var object: JSONObject = [
                "engine": .string(state.engine.rawValue),
                "model": JSONEncoding.optional(state.model.isEmpty ? nil : state.model),
                "host": JSONEncoding.optional(state.host),
                "onDevice": .bool(state.host.map { HostAddress.isLoopback($0) } ?? !state.engine.isRemote),
            ]
            switch state.availability {
            case .available: object["available"] = true
            case .unavailable(_, let message):
                object["available"] = false
                object["reason"] = .string(message)
            }
            engines.append(.object(object))
        }
        var object: JSONObject = [
            "version": .string(Version.current), "platform": .string(Self.platform), "telemetry": false,
            "engines": .array(engines), "localHosts": ["localhost", "127.0.0.1", "[::1]"],
        ]
        if examines {
            object["findings"] = .array(
                await Doctor.examine(folder: hearth.folder).map { finding in
                    [
                        "name": .string(finding.name), "state": .string(finding.state.rawValue),
                        "detail": .string(finding.detail), "remedy": JSONEncoding.optional(finding.remedy),
                    ]
                })
        }
        return .json(.object(object))
    }

    private static var platform: String {
        #if os(Linux)
        let system = "Linux"
        #elseif os(macOS)
        let system = "macOS"
        #else
        let system = "another system"
        #endif
        #if arch(x86_64)
        return system + " x86_64"
        #elseif arch(arm64)
        return system + " arm64"
        #else
        return system
        #endif
    }
}
