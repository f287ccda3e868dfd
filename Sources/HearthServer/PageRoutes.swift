import CPage
import Foundation
import Hearth
import HearthHTTP

/// The web page's files. They are in the program, so that there is no folder to find and nothing on the disk to swap.
struct PageRoutes: Sendable {
    private struct Asset: Sendable {
        let path: String
        let type: String
        let bytes: [UInt8]
        /// Changes with the bytes, and only then.
        let tag: String
    }

    var routes: [ServerRoute] {
        Self.assets().flatMap { asset in
            let serve: @Sendable (ServerRequest) async throws -> ServerResponse = { Self.response(asset, to: $0) }
            var routes = [ServerRoute(.get, asset.path, access: .open, serve)]
            if asset.path == "/openapi.json" {
                routes.append(ServerRoute(.get, "/api/openapi.json", access: .open, serve))
            }
            return routes
        }
    }

    private static func assets() -> [Asset] {
        (0..<hearth_page_asset_count()).compactMap { index in
            guard let asset = hearth_page_asset_at(index)?.pointee, let path = asset.path, let type = asset.type,
                let bytes = asset.bytes
            else { return nil }
            let content = Array(UnsafeBufferPointer(start: bytes, count: asset.length))
            let tag = "\"\(ContentHash(of: content).hex.prefix(32))\""
            return Asset(path: String(cString: path), type: String(cString: type), bytes: content, tag: tag)
        }
    }

    private static func response(_ asset: Asset, to request: ServerRequest) -> ServerResponse {
        // Kept by the browser, and asked about each time: a new version of the program is a new page at once.
        let headers = [(name: "etag", value: asset.tag), (name: "cache-control", value: "no-cache")]
        if EntityTag.isMatch(request.headers["if-none-match"], asset.tag, weak: true) {
            return ServerResponse(.notModified, headers: headers)
        }
        return ServerResponse(.ok, headers: headers + [("content-type", asset.type)], content: .bytes(asset.bytes))
    }
}
