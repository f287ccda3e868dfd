/// An export of many files, as it lies in an archive: which of the files are its own.
struct ArchiveExport {
    enum Program: String {
        case slack = "Slack"
        case discord = "Discord"
        case x = "X"
        case googleChat = "Google Chat"
        case joplin = "Joplin"
    }

    var program: Program
    /// Its own files; the others are read as any file.
    var names: [String]

    /// The exports among the files of an archive.
    ///
    /// - Parameter names: In their order.
    static func all(in names: [String]) -> [ArchiveExport] {
        var exports: [ArchiveExport] = []
        if let root = SlackReader.root(of: names) {
            exports.append(ArchiveExport(program: .slack, names: SlackReader.own(names, in: root)))
        }
        if names.contains(where: DiscordPackage.isChannel) {
            exports.append(ArchiveExport(program: .discord, names: DiscordPackage.own(names)))
        }
        for (program, own) in [
            (Program.x, XArchiveFile.own(names)), (.googleChat, GoogleChatReader.own(names)),
            (.joplin, names.filter(JoplinItem.isItem)),
        ] where !own.isEmpty {
            exports.append(ArchiveExport(program: program, names: own))
        }
        return exports
    }
}
