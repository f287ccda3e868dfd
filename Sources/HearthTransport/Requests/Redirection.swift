import Foundation
import HearthCore

/// The request that a redirect asks for, or why it is not made.
enum Redirection {
    static func isRedirect(status: Int) -> Bool {
        [301, 302, 303, 307, 308].contains(status)
    }

    /// - Parameter location: the header as it came; `nil` or an unusable one is an error.
    /// - Throws: `bad-response`; `wrong-origin` when the target is less safe than where it comes from, or when a body would
    ///   go to another origin: the decision to send it was made for this one.
    static func request(
        after request: HTTPRequest, from current: CheckedRequest, status: Int, location: String?
    ) throws(TransportError) -> HTTPRequest {
        // An empty one would be this page again, and again.
        guard let location, !location.isEmpty, let target = URL(string: location, relativeTo: request.url)?.absoluteURL,
            let origin = Origin(target)
        else {
            throw TransportError(
                .badResponse, "\(current.host) redirects without saying where to. Check the address.",
                host: current.host)
        }
        var next = request
        next.url = target
        // 303 always, 301 and 302 by the custom that RFC 9110, 15.4, describes.
        if status <= 303, request.method != .get, request.method != .head {
            next.method = .get
            next.body = []
            next.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
        }
        guard origin != current.origin else { return next }
        guard current.origin.scheme == "http" || origin.scheme == "https" else {
            throw .redirectElsewhere(current.host, why: "from https:// to http://")
        }
        let isLocal = LoopbackHost.contains(origin.host.trimmingCharacters(in: ["[", "]"]))
        guard current.isLoopback || !isLocal else {
            throw .redirectElsewhere(current.host, why: "to this machine")
        }
        guard next.body.isEmpty else {
            throw .redirectElsewhere(current.host, why: "what was sent to another host")
        }
        next.credential = nil
        return next
    }
}
