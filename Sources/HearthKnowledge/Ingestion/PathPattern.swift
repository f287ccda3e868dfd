import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A path with `*`, `?`, `[…]` in its parts, or `**` for any number of folders.
///
/// Shells expand the first three themselves; `**` and quoted patterns arrive here.
struct PathPattern {
    private let parts: [String]
    private let isAbsolute: Bool

    /// `nil` when `path` has no pattern character, or names a file that exists as it is written.
    init?(_ path: String) {
        guard path.contains(where: { "*?[".contains($0) }), !FileManager.default.fileExists(atPath: path) else {
            return nil
        }
        isAbsolute = path.hasPrefix("/")
        parts = path.split(separator: "/").map(String.init)
    }

    func matches() -> [String] {
        var found: [String] = []
        walk(isAbsolute ? "/" : "", parts[...], depth: 0, into: &found)
        return found
    }

    private func walk(_ base: String, _ rest: ArraySlice<String>, depth: Int, into found: inout [String]) {
        guard depth <= FileFinder.maximumDepth else { return }
        guard let part = rest.first else {
            found.append(base)
            return
        }
        func join(_ name: String) -> String {
            base.isEmpty ? name : base.hasSuffix("/") ? base + name : base + "/" + name
        }
        if part == "**" {
            walk(base, rest.dropFirst(), depth: depth, into: &found)
            for name in names(in: base) where FileFinder.kind(of: join(name), followingLinks: false) == .folder {
                walk(join(name), rest, depth: depth + 1, into: &found)
            }
        } else if part.contains(where: { "*?[".contains($0) }) {
            for name in names(in: base) where fnmatch(part, name, FNM_PERIOD) == 0 {
                if rest.count == 1 || FileFinder.kind(of: join(name)) == .folder {
                    walk(join(name), rest.dropFirst(), depth: depth + 1, into: &found)
                }
            }
        } else if FileManager.default.fileExists(atPath: join(part)) {
            walk(join(part), rest.dropFirst(), depth: depth + 1, into: &found)
        }
    }

    private func names(in base: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: base.isEmpty ? "." : base)) ?? []
        return names.filter { !$0.hasPrefix(".") || parts.contains { $0.hasPrefix(".") } }.sorted()
    }
}
