/// The files that a program puts beside what it exports: lists of its own, and pages that show the same once more.
///
/// What else lies there is somebody's.
struct ArchiveHelpers {
    /// Folders around an export in which such files are looked for.
    private static let highest = 8

    private var names: Set<String> = []
    /// Folders whose pages are all lists.
    private var lists: Set<String> = []
    /// Folders in which nothing is anybody's.
    private var folders: [String] = []

    /// - Parameter exports: The names of files that were read as conversations or notes.
    init(beside exports: [String]) {
        for export in exports { add(export) }
    }

    func contain(_ name: String) -> Bool {
        if names.contains(name) { return true }
        let folder = ArchiveName.folder(name)
        if folders.contains(folder) { return true }
        return lists.contains(folder) && FormatDetector.fileExtension(name) == "html"
    }

    private mutating func add(_ export: String) {
        let folder = ArchiveName.folder(export)
        let file = ArchiveName.lastPart(export).lowercased()
        if file.hasPrefix("conversations"), file.hasSuffix(".json") {
            for name in Self.assistants { names.insert(folder + name) }
        } else if file == "main.jsonl" {
            names.insert(folder + "metadata.json")
        } else if file.hasPrefix("standard notes backup") {
            // Each note once more as a file of its own.
            for kind in ["Note", "Tag"] { folders.append("\(folder)Items/\(kind)/") }
        } else if file == "chat.md" {
            for name in ["data.json", "index.html"] { names.insert(folder + name) }
            for around in Self.around(folder) { names.insert(around + "style.css") }
        } else if "/\(folder)".hasSuffix("/Keep/"), file.hasSuffix(".json") {
            // Takeout has each note of Keep as a page, too, and a list of the labels.
            names.insert(export.dropLast(5) + ".html")
            names.insert(folder + "Labels.txt")
        } else if file == "result.json" || file.hasPrefix("messages") && file.hasSuffix(".html") {
            // Telegram's chats lie two folders below what all of them share.
            for around in Self.around(folder) {
                for name in ["css/style.css", "js/script.js", "export_results.html"] { names.insert(around + name) }
                lists.insert(around + "lists/")
            }
        }
    }

    private static let assistants = [
        "user.json", "users.json", "chat.html", "message_feedback.json", "model_comparisons.json",
        "shared_conversations.json", "user_settings.json", "export_manifest.json",
    ]

    /// A folder and those around it.
    private static func around(_ folder: String) -> [String] {
        var folders = [folder]
        while let last = folders.last, !last.isEmpty, folders.count < highest {
            folders.append(ArchiveName.folder(String(last.dropLast())))
        }
        return folders
    }
}
