/// An export of many files, as it lies in an archive: which of the files are its own.
struct ArchiveExport {
    enum Program: String {
        case slack = "Slack"
        case discord = "Discord"
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
        return exports
    }
}
