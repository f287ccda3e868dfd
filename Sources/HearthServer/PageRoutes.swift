import CPage
import Foundation
import Hearth
import HearthHTTP
import Synchronization

/// The web page's files. They are in the program, so that there is no folder to find and nothing on the disk to swap.
struct PageRoutes: Sendable {
    private final class Asset: Sendable {
        let type: String
        let bytes: [UInt8]
        /// Changes with the bytes, and only then.
        let tag: String
        private let packing = Mutex<[UInt8]??>(nil)

        init(_ type: String, _ bytes: [UInt8]) {
            (self.type, self.bytes) = (type, bytes)
            tag = "\"\(ContentHash(of: bytes).hex.prefix(32))\""
        }

        /// The bytes as they go to a browser that takes gzip, a fourth of them; packed when the first one asks.
        var packed: [UInt8]? {
            packing.withLock { known in
                if let known { return known }
                let packed = Gzip.packed(bytes)
                known = .some(packed)
                return packed
            }
        }
    }

    var routes: [ServerRoute] {
        let paths = (0..<hearth_page_asset_count()).compactMap { index in
            hearth_page_asset_at(index)?.pointee.path.map { String(cString: $0) }
        }
        return (paths + [PageBundle.styles]).flatMap { path in
            let serve: @Sendable (ServerRequest) async throws -> ServerResponse = { request in
                guard let asset = Self.assets[path] else { throw ServerError(.notFound, "The page has no \(path).") }
                return Self.response(asset, to: request)
            }
            var routes = [ServerRoute(.get, path, access: .open, serve)]
            if path == "/openapi.json" { routes.append(ServerRoute(.get, "/api/openapi.json", access: .open, serve)) }
            return routes
        }
    }

    /// What a browser is sent, by address: made when the first one asks, since most servers that are started open no page.
    private static let assets: [String: Asset] = {
        var written: [String: (type: String, bytes: [UInt8])] = [:]
        for index in 0..<hearth_page_asset_count() {
            guard let asset = hearth_page_asset_at(index)?.pointee, let path = asset.path, let type = asset.type,
                let bytes = asset.bytes
            else { continue }
            let content = Array(UnsafeBufferPointer(start: bytes, count: asset.length))
            written[String(cString: path)] = (String(cString: type), content)
        }
        let texts = written.filter { PageBundle.reads($0.key) }.mapValues { String(decoding: $0.bytes, as: UTF8.self) }
        let joined = PageBundle(texts)?.files ?? [:]
        var assets = written.filter { joined[$0.key] == nil }.mapValues { Asset($0.type, $0.bytes) }
        for (path, text) in joined {
            assets[path] = Asset(written[path]?.type ?? "text/css; charset=utf-8", Array(text.utf8))
        }
        return assets
    }()

    private static func response(_ asset: Asset, to request: ServerRequest) -> ServerResponse {
        let packed = request.takesGzip ? asset.packed : nil
        // RFC 9110, 8.8.3: another form of the same has another tag.
        let tag = packed == nil ? asset.tag : "\(asset.tag.dropLast())-gzip\""
        // Kept by the browser, and asked about each time: a new version of the program is a new page at once.
        let headers = [
            (name: "etag", value: tag), (name: "cache-control", value: "no-cache"),
            (name: "vary", value: "accept-encoding"),
        ]
        if EntityTag.isMatch(request.headers["if-none-match"], tag, weak: true) {
            return ServerResponse(.notModified, headers: headers)
        }
        let form = packed == nil ? [] : [(name: "content-encoding", value: "gzip")]
        return ServerResponse(
            .ok, headers: headers + form + [("content-type", asset.type)], content: .bytes(packed ?? asset.bytes))
    }
}

extension ServerRequest {
    /// Whether its `Accept-Encoding` names gzip and does not refuse it (RFC 9110, 12.5.3).
    fileprivate var takesGzip: Bool {
        guard let accepted = headers["accept-encoding"] else { return false }
        return accepted.lowercased().split(separator: ",").contains { part in
            let words = part.split { ";=".contains($0) || $0.isWhitespace }
            guard words.first == "gzip" || words.first == "x-gzip" else { return false }
            return words.count < 3 || words[1] != "q" || Double(words[2]) ?? 0 > 0
        }
    }
}
