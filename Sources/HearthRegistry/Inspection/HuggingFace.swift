import Foundation
public import HearthCore

/// What is particular to the one service that has its own key.
public enum HuggingFace {
    static let host = "huggingface.co"

    static func isHost(_ url: URL) -> Bool { url.host()?.lowercased() == host }

    /// Whether a key for Hugging Face may be sent to an origin.
    public static func mayHaveKey(_ origin: Origin) -> Bool {
        origin.scheme == "https" && origin.host == host && origin.port == 443
    }

    /// The address of the file itself for one of the page that shows it: `/blob/` is a page, `/resolve/` the file.
    static func fileAddress(_ url: URL) -> URL {
        guard isHost(url), url.path.contains("/blob/"),
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return url }
        parts.percentEncodedPath = parts.percentEncodedPath.replacing("/blob/", with: "/resolve/", maxReplacements: 1)
        return parts.url ?? url
    }
}
