import HearthCore

/// Reads the data package that Discord gives its users: what they wrote, a folder for each channel.
enum DiscordPackage {
    /// "messages/c1234/messages.json".
    static func isChannel(_ name: String) -> Bool {
        let parts = name.lowercased().split(separator: "/")
        guard parts.count >= 3, parts.last == "messages.json", parts[parts.count - 3] == "messages" else {
            return false
        }
        let folder = parts[parts.count - 2]
        return folder.drop { $0 == "c" }.allSatisfy(\.isNumber)
    }

    /// The files of the package: those of the folder that the messages' is in. What else is in the archive is somebody's.
    static func own(_ names: [String]) -> [String] {
        guard let channel = names.first(where: isChannel) else { return [] }
        let root = channel.split(separator: "/").dropLast(3).joined(separator: "/")
        let start = root.isEmpty ? "" : root + "/"
        return names.filter { name in
            guard name.hasPrefix(start), FormatDetector.fileExtension(name) == "json" else { return false }
            return name.dropFirst(start.count).split(separator: "/").first.map { folders.contains($0.lowercased()) }
                ?? false
        }
    }

    private static let folders: Set<String> = [
        "account", "activities", "activity", "ads", "messages", "programs", "servers", "store", "support_tickets",
    ]

    /// - Parameters:
    ///   - names: The files of the package, in their order.
    ///   - contents: The bytes of a file, in UTF-8; `nil` where it cannot be read.
    static func read(
        _ names: [String], into writer: inout ConversationWriter, contents: (String) throws -> [UInt8]?
    ) throws {
        var titles: [String: String] = [:]
        for name in names where name.lowercased().hasSuffix("messages/index.json") {
            guard let bytes = try contents(name) else { continue }
            var parts = JSONSlice(bytes).parts
            while let (id, slice) = parts.next() { titles[id] = slice.value()?.stringValue }
            writer.omissions.note(JSONFaults(isCutOff: parts.isCutOff))
        }
        for channel in names where isChannel(channel) {
            guard let bytes = try contents(channel) else { continue }
            let folder = channel.split(separator: "/").dropLast().last ?? ""
            let id = String(folder.drop { $0 == "c" })
            try DiscordPackageReader.read(bytes, title: titles[id] ?? "Channel \(id)", into: &writer)
        }
    }
}
