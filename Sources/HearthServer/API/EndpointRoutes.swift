import Foundation
import Hearth
import HearthHTTP

/// `/api/endpoints`: the owner's own servers.
struct EndpointRoutes: Sendable {
    let hearth: Hearth
    let edits: EditGate

    var routes: [ServerRoute] {
        [
            Wire.listEndpoints.route { _ in
                Wire.EndpointList(endpoints: try await hearth.endpoints.list().map(Self.value))
            },
            Wire.setEndpoint.route { try await set($0) },
            Wire.removeEndpoint.route { try await remove($0.request) },
            Wire.testEndpoint.route { try await test($0.request) },
        ]
    }

    private static func value(_ state: EndpointState) -> Wire.Endpoint {
        Wire.Endpoint(
            name: state.name, engine: state.engine, url: state.settings.baseURL.absoluteString, host: state.host,
            model: state.settings.model, contextLength: state.settings.contextLength, label: state.settings.ceiling,
            weight: state.settings.weight, parallel: state.settings.parallel, hasKey: state.hasKey,
            consents: state.consents.map { RoutingRoutes.value($0, revokedAt: nil) })
    }

    private func set(_ call: Call<Nothing, Wire.EndpointWrite>) async throws -> Wire.Endpoint {
        let name = call.request.parameter("name")
        let body = try await call.body()
        guard case .url(let url)? = SettingKind.endpoint.value(body.url) else {
            throw ServerError.invalid("url", "`url` has to be \(SettingKind.endpoint.allowed).")
        }
        let endpoint = NamedEndpoint(
            baseURL: url, model: body.model, contextLength: body.contextLength, ceiling: body.label ?? .personal,
            weight: body.weight ?? 1, parallel: body.parallel)
        // Two tabs that add one at once must not take each other's away.
        return try await edits.run {
            do {
                try await hearth.endpoints.set(name, to: endpoint)
            } catch let error as EngineError where error.reason == .usage {
                // Of the fields, those that are left to be wrong by now are the name and the model's.
                throw ServerError.invalid(EndpointName(name) == nil ? "name" : "model", error.message)
            }
            guard let state = try await hearth.endpoints.list().first(where: { $0.name == name }) else {
                throw ServerError(.unknownItem, "There is no endpoint of that name.")
            }
            return Self.value(state)
        }
    }

    private func remove(_ request: ServerRequest) async throws -> Nothing {
        let name = request.parameter("name")
        return try await edits.run {
            guard try await hearth.endpoints.remove(name) else {
                throw ServerError(.unknownItem, "There is no endpoint of that name.")
            }
            return Nothing()
        }
    }

    private func test(_ request: ServerRequest) async throws -> Wire.EndpointTest {
        do {
            let found = try await hearth.endpoints.test(request.parameter("name"))
            return Wire.EndpointTest(host: found.host, models: found.models, hasModel: found.hasModel)
        } catch let error as EngineError where error.reason == .usage {
            throw ServerError.telling(error, as: .conflict)
        }
    }
}
