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

    /// - Parameter contents: The bytes of a file, in UTF-8; `nil` where it cannot be read.
    static func read(
        _ names: [String], _ channels: [String], into writer: inout ConversationWriter,
        contents: (String) throws -> [UInt8]?
    ) throws {
        var titles: [String: String] = [:]
        for name in names where name.lowercased().hasSuffix("messages/index.json") {
            guard let bytes = try contents(name) else { continue }
            var parts = JSONSlice(bytes).parts
            while let (id, slice) = parts.next() { titles[id] = slice.value()?.stringValue }
        }
        for channel in channels.sorted() {
            guard let bytes = try contents(channel) else { continue }
            let folder = channel.split(separator: "/").dropLast().last ?? ""
            let id = String(folder.drop { $0 == "c" })
            try DiscordPackageReader.read(bytes, title: titles[id] ?? "Channel \(id)", into: &writer)
        }
    }
}
