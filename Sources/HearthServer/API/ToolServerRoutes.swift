import Foundation
import Hearth
import HearthHTTP

/// `/api/tool-servers`: the servers of tools that the owner added, and signing in at them.
struct ToolServerRoutes: Sendable {
    let hearth: Hearth

    /// Where browsers come back to.
    private static let callback = "/oauth/callback"

    var routes: [ServerRoute] {
        [
            Wire.listToolServers.route { _ in
                try Reader.requireOwner(for: "Seeing servers of tools")
                return Wire.ToolServerList(servers: try await hearth.tools.list().map(Self.value))
            },
            Wire.changeToolServer.route { call in
                let (name, body) = (call.parameter("name"), try await call.body())
                try await hearth.tools.setForPrograms(body.isForPrograms, of: name)
                guard let state = try await hearth.tools.list().first(where: { $0.name == name }) else {
                    throw ServerError(.unknownItem, "The server of tools was removed meanwhile.")
                }
                return Self.value(state)
            },
            Wire.signInAtToolServer.route { try await signIn($0) },
            Wire.signOutOfToolServer.route { call in
                let (wasSignedIn, isRevoked) = try await hearth.tools.signOut(call.parameter("name"))
                return Wire.ToolSignOut(wasSignedIn: wasSignedIn, isRevoked: isRevoked)
            },
            SignInAnswer(hearth: hearth, page: "/#/settings/tools").route(at: Self.callback),
        ]
    }

    private static func value(_ state: ToolServerState) -> Wire.ToolServer {
        var value = Wire.ToolServer(
            name: state.name, host: state.server.host, label: state.server.ceiling, hasKey: state.hasKey,
            isSignedIn: state.isSignedIn, isForPrograms: state.server.isForPrograms)
        switch state.server.way {
        case .program(let program): value.command = program.command
        case .address(let url): value.url = url.absoluteString
        }
        return value
    }

    private func signIn(_ call: Call<Nothing, Wire.ToolSignInRequest>) async throws -> Wire.ToolSignIn {
        let body = try await call.body()
        let (name, redirect) = (call.parameter("name"), call.request.origin + Self.callback)
        do {
            let start = try await hearth.tools.signIn(
                name, redirect: redirect, clientID: body.clientId, scope: body.scope, hosts: body.hosts ?? [])
            return Wire.ToolSignIn(url: start.url.absoluteString, host: start.host, scope: start.scope, hosts: [])
        } catch let error as ToolServerError where error.reason == .hostNotAllowed {
            return Wire.ToolSignIn(hosts: error.hosts)
        } catch let error as EngineError where error.reason == .usage {
            throw ServerError.telling(error, as: .conflict)
        }
    }
}
