public import HearthCore

extension Doctor {
    /// What would mend what the doctor found: a value, because a terminal names a command for it, and a page must not.
    public enum Remedy: Hashable, Sendable {
        /// A remedy that errors name as well.
        case help(Failure.Help)
        case restoreBackup
        case freeSpace
        /// Let Hearth write to a folder, or use another one.
        case makeWritable(folder: String)
        /// Keep other users of this machine out of a folder, or of everything in it.
        case keepOthersOut(folder: String, ofEverything: Bool)
        /// Stop the other processes that use the data folder.
        case endOthers(folder: String)
        /// Have the kernel deny the network.
        case denyNetwork
        /// Set-up makes a file, which can as well be copied into a folder.
        case setUp(file: String? = nil, folder: String? = nil)
        /// A file that lies in `Models/` of Hearth's source and has to be in a folder.
        case copyModel(file: String, folder: String)

        /// In words that name no command and no button; `nil` where the finding has said it.
        public var sentence: String? {
            switch self {
            case .help(let help): help.sentence
            case .restoreBackup: "Restore a backup."
            case .freeSpace: "Free some space."
            case .makeWritable(let folder): "Make \(folder) writable, or choose another data folder."
            case .keepOthersOut(let folder, _): "Take the rights of other users to \(folder) away."
            case .endOthers(let folder): "End what else uses \(folder), and try again."
            case .denyNetwork: nil
            case .setUp(nil, _): "Run the set-up again."
            case .setUp(let file?, let folder?): "Run the set-up, or copy \(file) to \(folder)."
            case .setUp(let file?, nil): "Run the set-up, which brings \(file)."
            case .copyModel(let file, let folder):
                "Copy \(file) to \(folder): it comes with Hearth's source, in its folder Models."
            }
        }
    }
}

extension Doctor.Finding {
    /// All remedies, in words that name no command and no button; `nil` when there is nothing to say.
    public var advice: String? {
        let sentences = remedies.compactMap(\.sentence)
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
}
