import Foundation
import Hearth
import HearthHTTP

/// `/api/data`, `/api/storage` and `/api/about`
struct DataRoutes: Sendable {
    let hearth: Hearth

    var routes: [ServerRoute] {
        [
            Wire.deleteEverything.route { try await deleteEverything($0) },
            Wire.getStorage.route { _ in try await storage() },
            Wire.getAbout.route { try await about($0) },
        ]
    }

    private func deleteEverything(_ call: Call<Nothing, Wire.DeleteEverything>) async throws -> Wire.Deleted {
        _ = try await call.body()
        let before = hearth.environments.current
        let deleted = try await hearth.data.deleteEverything()
        try await BlockingWork.run {
            // The programs are still there, and the token is: what they may not read of what comes next stays as little. Before anything is
            // read again, which may fail, and for every environment: at the next start it is another one.
            for (key, text) in Self.ceilings(of: before) {
                try SettingsFile(folder: before.baseFolder).set(key, to: text)
            }
            // Settings and environments are gone; what holds now are the defaults.
            _ = try hearth.environments.use("production")
        }
        return Wire.Deleted(deleted: deleted, completedAt: Date())
    }

    /// The ceilings for programs that are stricter than where nothing is set. What a variable or an option sets stands above all files
    /// and is there still.
    private static func ceilings(of snapshot: EnvironmentSnapshot) -> [SettingKey: String] {
        let (settings, defaults) = (snapshot.settings, Settings())
        var ceilings: [SettingKey: String] = [:]
        if settings.apiCeiling < defaults.apiCeiling { ceilings[.apiCeiling] = settings.apiCeiling.rawValue }
        if settings.mcpCeiling < defaults.mcpCeiling { ceilings[.mcpCeiling] = settings.mcpCeiling.rawValue }
        return ceilings.filter { key, _ in
            switch snapshot.sources[key] {
            case .variable, .flag: false
            case .environment, .file, .preset, nil: true
            }
        }
    }

    private func storage() async throws -> Wire.Storage {
        let extent = try await hearth.data.extent()
        let freeDisk = try? hearth.folder.resourceValues(forKeys: [.volumeAvailableCapacityKey]).volumeAvailableCapacity
        return Wire.Storage(
            folder: Person.current == nil ? hearth.folder.path : "",
            databaseBytes: extent.databaseBytes,
            documents: extent.counts.documents, chunks: extent.counts.chunks,
            conversations: extent.conversations,
            journalEntries: extent.journalEntries,
            ledgerRecords: extent.ledgerRecords,
            modelsBytes: Self.folderSize(hearth.folder.appending(path: "models")),
            freeDisk: freeDisk ?? Self.freeDisk(hearth.folder), encrypted: hearth.data.address == nil,
            server: try await server())
    }

    /// For those who look after the server, and nobody else: what a database lacks is theirs to mend.
    private func server() async throws -> Wire.Storage.Server? {
        guard let address = hearth.data.address, Reader.current == nil, Person.current?.role != .member,
            let condition = try await hearth.data.condition()
        else { return nil }
        return Wire.Storage.Server(
            address: address, version: condition.server, schema: condition.schema, role: condition.role,
            faults: condition.faults, encryption: condition.encryption, vectorExtension: condition.vectorExtension,
            vectorNote: condition.vectorNote)
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

    private func about(_ call: Call<Wire.AboutQuery, Nothing>) async throws -> Wire.About {
        let examines = try call.query().examine ?? false
        let engines = try await hearth.models.engines().map { state in
            var value = Wire.EngineState(
                engine: state.engine, model: state.model.isEmpty ? nil : state.model, host: state.host,
                onDevice: Wire.Route.isOnDevice(state.engine, host: state.host), available: true)
            if case .unavailable(_, let message) = state.availability {
                (value.available, value.reason) = (false, message)
            }
            return value
        }
        var about = Wire.About(
            version: Version.current, platform: Self.platform, telemetry: false, engines: engines,
            localHosts: ["localhost", "127.0.0.1", "[::1]"])
        if examines, Person.current != nil {
            throw ServerError(.ownerOnly, "Examining this machine is for whoever runs this server to do.")
        }
        if examines {
            about.findings = await Doctor.examine(folder: hearth.folder).map { finding in
                Wire.About.Finding(
                    name: finding.name, state: finding.state.rawValue, detail: finding.detail, remedy: finding.advice)
            }
        }
        return about
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
