import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthRegistry

/// `/api/models`: what is installed, what fits, and bringing files here.
struct ModelRoutes: Sendable {
    let hearth: Hearth
    let jobs: JobBoard

    var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/api/models") { _ in try await list() },
            ServerRoute(.post, "/api/models", work: .long, bodyLimit: 64 << 10) { try await add($0) },
            ServerRoute(.get, "/api/models/kinds") { _ in try await kinds() },
            ServerRoute(.get, "/api/models/loaded") { _ in try .encoding(await hearth.loadedModels()) },
            ServerRoute(.post, "/api/models/inspect", work: .long, bodyLimit: 64 << 10) { try await inspect($0) },
            ServerRoute(.get, "/api/models/:id") { request in .json(try await model(try entry(request))) },
            ServerRoute(.delete, "/api/models/:id") { try await remove($0) },
            ServerRoute(.post, "/api/models/:id/pull", bodyLimit: 4096) { request in
                .json(try await pull(try entry(request).manifest.id).value, status: .accepted)
            },
            ServerRoute(.post, "/api/models/:id/use", bodyLimit: 4096) { try await use($0) },
            ServerRoute(.post, "/api/models/:id/verify", bodyLimit: 4096) { try await verify($0) },
            ServerRoute(.post, "/api/models/:id/unload", bodyLimit: 4096) { try await unload($0) },
        ] + ModelSettingRoutes(hearth: hearth).routes
    }

    private func entry(_ request: ServerRequest) throws -> ModelRegistry.Entry {
        do {
            return try hearth.models.entry(request.parameter("id"))
        } catch let error as RegistryError where error.reason == .unknownModel {
            throw ServerError(.notFound, "unknown-item", error.message)
        }
    }

    // MARK: - Reading

    private func list() async throws -> ServerResponse {
        let machine = hearth.machine
        let recommended = try hearth.models.recommendations(for: machine)
        var models: [JSONValue] = []
        for entry in try hearth.models.entries() {
            let reason = recommended.first { $0.entry.manifest.id == entry.manifest.id }?.reason
            models.append(try await model(entry, machine: machine, recommended: reason))
        }
        return .json([
            "models": .array(models),
            "machine": [
                "memory": JSONEncoding.number(machine.memory),
                "availableMemory": JSONEncoding.optional(machine.availableMemory),
                "freeDisk": JSONEncoding.optional(machine.freeDisk), "cores": JSONEncoding.number(machine.cores),
            ],
        ])
    }

    private func model(
        _ entry: ModelRegistry.Entry, machine: MachineFacts? = nil, recommended: String? = nil
    ) async throws -> JSONValue {
        var object = Self.manifest(entry.manifest)
        let fit = ModelRegistry.fit(of: entry, on: machine ?? hearth.machine)
        let inUse = hearth.modelsInUse
        object["urls"] = JSONEncoding.strings(entry.manifest.urls)
        object["installed"] = .bool(entry.isInstalled)
        object["path"] = JSONEncoding.optional(entry.path)
        object["estimatedBytes"] = JSONEncoding.optional(ModelRegistry.bytes(of: entry))
        object["partialBytes"] = JSONEncoding.optional(entry.partialBytes)
        object["origin"] = .string(entry.origin.rawValue)
        object["fit"] = try Self.fit(fit)
        object["inUse"] = .bool(entry.path.map(inUse.contains) ?? false)
        object["recommended"] = JSONEncoding.optional(recommended)
        object["job"] = JSONEncoding.optional(await jobs.running(.download, subject: entry.manifest.id)?.id)
        return .object(object)
    }

    private static func manifest(_ manifest: ModelManifest) -> JSONObject {
        var object: JSONObject = [
            "id": .string(manifest.id), "name": .string(manifest.name),
            "modality": .string(manifest.modality.rawValue),
            "runtimes": JSONEncoding.strings(manifest.runtimes.map(\.rawValue)),
            "format": JSONEncoding.optional(manifest.format?.rawValue), "bytes": JSONEncoding.optional(manifest.bytes),
            "sha256": JSONEncoding.optional(manifest.sha256), "licence": JSONEncoding.optional(manifest.licence),
            "contextLength": JSONEncoding.optional(manifest.contextLength),
            "architecture": JSONEncoding.optional(manifest.architecture),
            "quantization": JSONEncoding.optional(manifest.quantization),
            "parameters": JSONEncoding.optional(manifest.parameters),
            "templateFamily": JSONEncoding.optional(manifest.templateFamily),
            "reasons": manifest.reasons.map(JSONValue.bool) ?? .null, "note": JSONEncoding.optional(manifest.note),
        ]
        if let stops = manifest.stopSequences { object["stopSequences"] = JSONEncoding.strings(stops) }
        if let languages = manifest.languages { object["languages"] = JSONEncoding.strings(languages) }
        return object
    }

    private static func fit(_ fit: ModelFit) throws -> JSONValue {
        var object: JSONObject = [
            "memory": try JSONEncoding.value([fit.memory]).arrayValue?.first ?? .null,
            "disk": try JSONEncoding.value([fit.disk]).arrayValue?.first ?? .null, "reason": .string(fit.reason),
        ]
        if let estimate = fit.estimate {
            object["estimate"] = [
                "total": JSONEncoding.number(estimate.total), "context": JSONEncoding.number(estimate.context),
            ]
        }
        return .object(object)
    }

    private func kinds() async throws -> ServerResponse {
        var kinds: [JSONValue] = []
        for modality in Modality.allCases {
            let runtimes = try await hearth.runtimes(for: modality).map { runtime, problem -> JSONValue in
                var object: JSONObject = [
                    "name": .string(runtime.rawValue),
                    "formats": JSONEncoding.strings(runtime.formats(for: modality).map(\.rawValue)),
                    "available": .bool(problem == nil),
                ]
                if let problem { object["reason"] = .string(problem) }
                return .object(object)
            }
            kinds.append([
                "modality": .string(modality.rawValue), "title": .string(modality.title),
                "runtimes": .array(runtimes),
            ])
        }
        return .json(["kinds": .array(kinds)])
    }

    // MARK: - Bringing

    private func inspection(_ fields: RequestFields) async throws -> ModelInspection {
        let text = try fields.requiredText("place", most: 4096)
        guard let place = ModelPlace(text) else {
            throw fields.wrong("place", "an address with https, or a file's path")
        }
        let hash = try fields.string("sha256")
        if let hash, hash.utf8.count != 64 || !hash.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) {
            throw fields.wrong("sha256", "64 hexadecimal digits")
        }
        let wishes = ModelWishes(
            name: try fields.text("name", most: 200), modality: try fields.choice("modality", Modality.self),
            sha256: hash)
        return try await hearth.inspectModel(place, wishes: wishes)
    }

    private func inspect(_ request: ServerRequest) async throws -> ServerResponse {
        let found = try await inspection(try await request.fields())
        let checks = found.checks.map { check -> JSONValue in
            [
                "name": .string(check.name), "state": .string(check.state.rawValue), "reason": .string(check.reason),
                "remedy": JSONEncoding.optional(check.remedy),
            ]
        }
        var manifest = Self.manifest(found.manifest)
        manifest["urls"] = JSONEncoding.strings(found.manifest.urls)
        return .json([
            "id": .string(found.manifest.id), "compatible": .bool(found.isCompatible),
            "overridable": .bool(found.isRefusedForFormatOnly), "manifest": .object(manifest),
            "checks": .array(checks), "fit": try Self.fit(found.fit),
            "fetchedBytes": JSONEncoding.number(found.fetchedBytes), "resumable": .bool(found.canResume),
        ])
    }

    private func add(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        let (download, force) = (try fields.bool("download") ?? true, try fields.bool("force") ?? false)
        let use = try fields.bool("use") ?? false
        let found = try await inspection(fields)
        let library = try await hearth.modelLibrary()
        _ = try await library.add(found, downloading: false, isForced: force) { _ in }
        let id = found.manifest.id
        let job = download ? try await pull(id, use: use) : nil
        return .json(
            ["model": try await model(try hearth.models.entry(id)), "job": job?.value ?? .null], status: .created)
    }

    private func pull(_ id: String, use: Bool = false) async throws -> JobBoard.Job {
        if let job = await jobs.running(.download, subject: id) { return job }
        let entry = try hearth.models.entry(id)
        return await jobs.start(.download, title: entry.manifest.name, subject: id) { report in
            let (events, continuation) = AsyncStream.makeStream(
                of: DownloadEvent.self, bufferingPolicy: .bufferingNewest(1))
            // Beside the download, which does not wait for those who watch it.
            let telling = Task {
                for await event in events {
                    switch event {
                    case .progress(let progress):
                        await report.transfer(
                            bytes: progress.bytes, total: progress.total, bytesPerSecond: progress.bytesPerSecond,
                            secondsRemaining: progress.secondsRemaining)
                    case .retrying(let reason, let seconds):
                        await report.result(
                            "retrying", ["reason": .string(reason), "seconds": JSONEncoding.number(seconds)])
                    case .done: break
                    }
                }
            }
            defer { continuation.finish() }
            let file = try await hearth.pullModel(id) { continuation.yield($0) }
            continuation.finish()
            await telling.value
            await report.result(
                "model",
                [
                    "id": .string(id), "path": .string(file.path), "bytes": JSONEncoding.number(file.bytes),
                    "sha256": .string(file.sha256),
                ])
            if use, let purpose = ModelPurpose(entry.manifest.modality) {
                // Loaded once before it is chosen, so that one that cannot be used is seen now.
                _ = try await hearth.tryModel(id, for: purpose)
                try hearth.useModel(id, for: purpose)
            }
        }
    }

    // MARK: - What is here

    private func use(_ request: ServerRequest) async throws -> ServerResponse {
        let entry = try entry(request)
        // Without a body, or without `for`, it is what the model is made for.
        let purpose = try await request.optionalFields()?.choice("for", ModelPurpose.self)
        let chosen = try hearth.useModel(entry.manifest.id, for: purpose)
        return .json(try await model(chosen))
    }

    private func unload(_ request: ServerRequest) async throws -> ServerResponse {
        // What is loaded need not be in the list: any file can be chosen for chat.
        let id = request.parameter("id")
        let unloaded = try await hearth.unloadModel(id)
        return .json(["id": .string(id), "unloaded": .bool(unloaded)])
    }

    private func remove(_ request: ServerRequest) async throws -> ServerResponse {
        let entry = try entry(request)
        let freed = try hearth.localModelLibrary.remove(entry.manifest.id, inUse: hearth.modelsInUse)
        return .json([
            "id": .string(entry.manifest.id), "removed": .bool(freed > 0), "freedBytes": JSONEncoding.number(freed),
        ])
    }

    private func verify(_ request: ServerRequest) async throws -> ServerResponse {
        let entry = try entry(request)
        guard entry.isInstalled else {
            throw ServerError(.conflict, "model-not-found", "The model is not installed.")
        }
        let id = entry.manifest.id
        let job = await jobs.start(.verifyModel, title: entry.manifest.name, subject: id) { report in
            let total = entry.manifest.bytes
            let found = try await hearth.localModelLibrary.verify(id) { bytes in
                // The reading does not wait for those who watch it.
                Task { await report.transfer(bytes: bytes, total: total, bytesPerSecond: nil, secondsRemaining: nil) }
            }
            await report.result(
                "model",
                [
                    "id": .string(found.id), "path": .string(found.path),
                    "bytes": JSONEncoding.number(total ?? 0), "sha256": .string(found.sha256),
                ])
            if let problem = found.problem, !found.isGood {
                throw ServerError(.conflict, "model-damaged", problem)
            }
        }
        return .json(job.value, status: .accepted)
    }
}
