import Foundation

/// Folders in which each mail is a file of its own (https://cr.yp.to/proto/maildir.html), and folders of these as Maildir++ has them: "`.Sent`" beside
/// `cur`, `new` and `tmp`.
///
/// Nothing in a name says that such a file is a mail; the three folders do.
enum Maildir {
    /// What a file in one of these folders is.
    enum Role { case mail, unfinished, deleted, bookkeeping }

    /// Whether a folder is one of mails.
    static func isOne(_ folder: String) -> Bool {
        ["cur", "new", "tmp"].allSatisfy { FileFinder.kind(of: folder + "/" + $0, followingLinks: false) == .folder }
    }

    /// `nil` for a file that is in no such folder, or is somebody's own beside the mails.
    ///
    /// - Parameter path: Absolute and without links.
    static func role(ofFile path: String) -> Role? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 2, let name = parts.last else { return nil }
        let folder = parts.dropLast()
        switch folder.last {
        case "cur", "new":
            guard isOne(folder.dropLast().joined(separator: "/")) else { return nil }
            return flags(of: name).contains("T") ? .deleted : .mail
        case "tmp": return isOne(folder.dropLast().joined(separator: "/")) ? .unfinished : nil
        default:
            guard kept.contains(where: { name.hasPrefix($0) }), isOne(folder.joined(separator: "/")) else { return nil }
            return .bookkeeping
        }
    }

    /// The letters behind "`:2,`": P passed on, R replied, S seen, T trashed, D draft, F flagged. Where a name cannot have a colon, another mark stands
    /// for it.
    private static func flags(of name: Substring) -> Substring {
        for mark in [":2,", ";2,", "!2,"] {
            if let place = name.range(of: mark, options: .backwards) { return name[place.upperBound...] }
        }
        return ""
    }

    /// What files begin with in which servers and programs keep what they know of the mails.
    private static let kept = ["maildirfolder", "maildirsize", "subscriptions", "dovecot", "courierimap"]
}
