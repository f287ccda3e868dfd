import HearthCore

/// A file of the archive that X, formerly Twitter, gives its users: a list in JSON behind the name of a variable, `window.YTD.tweets.part0 = […]`.
struct XArchiveFile {
    enum Kind {
        case posts, longPosts, deletedPosts, messages, account
    }

    /// What the file calls its list: "tweets", "direct_messages_group".
    var name: String
    var list: JSONSlice

    private static let longestName = 200

    /// Whether a text begins as such a file does.
    static func begins(_ head: [UInt8]) -> Bool { head.trimmed().starts(with: "window.YTD.") }

    /// `nil` for other texts.
    init?(_ bytes: [UInt8]) {
        let start = bytes.firstIndex { !isSpace($0) } ?? bytes.count
        guard bytes[start...].starts(with: "window.YTD.") else { return nil }
        let head = bytes[(start + 11)...].prefix(Self.longestName)
        guard let mark = head.firstIndex(of: UInt8(ascii: "=")),
            let first = bytes[(mark + 1)...].firstIndex(where: { !isSpace($0) })
        else { return nil }
        name = String(decoding: head[..<mark].prefix { $0 != UInt8(ascii: ".") && !isSpace($0) }, as: UTF8.self)
        list = JSONSlice(bytes: bytes, range: first..<bytes.count)
    }

    /// `nil` for lists of something else: likes, followers, advertisements.
    var kind: Kind? { Self.kind(ofList: name) }

    static func kind(ofList name: String) -> Kind? { kinds[name] }

    private static let kinds: [String: Kind] = [
        "tweets": .posts, "tweet": .posts, "community_tweet": .posts, "community_tweets": .posts,
        "note_tweet": .longPosts, "note_tweets": .longPosts, "deleted_tweets": .deletedPosts,
        "direct_messages": .messages, "direct_message": .messages, "direct_messages_group": .messages,
        "direct_message_group": .messages, "account": .account,
    ]

    // MARK: - In an archive

    /// The name of a list as files are called by: "direct-messages-part1.js".
    static func list(ofFile name: String) -> String? {
        let file = ArchiveName.lastPart(name).lowercased()
        guard file.hasSuffix(".js") else { return nil }
        var stem = file.dropLast(3)
        if let part = stem.ranges(of: "-part").last, stem[part.upperBound...].allSatisfy(\.isNumber) {
            stem = stem[..<part.lowerBound]
        }
        return String(stem.replacing("-", with: "_"))
    }

    /// The files of such an archive among those of an archive; none where it is of something else.
    static func own(_ names: [String]) -> [String] {
        let hasWords: (String) -> Bool = { name in
            let kind = list(ofFile: name).flatMap { kinds[$0] }
            return kind == .posts || kind == .messages
        }
        guard let first = names.first(where: hasWords) else { return [] }
        let folder = ArchiveName.folder(first)
        let root = folder.hasSuffix("data/") ? String(folder.dropLast(5)) : folder
        return names.filter { name in
            let own = ArchiveName.folder(name)
            return own == folder && name.hasSuffix(".js")
                || own == root && name.lowercased().hasSuffix("your archive.html")
                || root != folder && own.hasPrefix(root + "assets/")
        }
    }
}
