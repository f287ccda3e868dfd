package import HearthCore
import HearthSystem

/// The file ``FileFinder/exportMark``, which also says how private an export is. Its texts are not encrypted and not where they were,
/// so that no label of a place holds for them: read in again, what was private would be personal, and programs would see it.
package enum ExportMark {
    private static let field = "label: "
    /// The most bytes of a document that are looked at for its header.
    private static let headerLimit = 65_536

    /// - Parameter strictest: The strictest label of anything in the export.
    package static func text(strictest: SensitivityLabel) -> String {
        """
        This folder is an export of Hearth's, which is not read in with the folder it lies in.
        \(field)\(strictest.rawValue)

        """
    }

    /// As ``label(of:bytes:)``; `nil` also for what cannot be read.
    package static func label(ofFile path: String) -> SensitivityLabel? {
        guard let file = try? OpenFolder.file(withoutLinks: path), let bytes = try? file.bytes(count: headerLimit)
        else {
            return nil
        }
        return label(of: path, bytes: bytes)
    }

    /// How private a file of an export is at least: a document as its header says, and what holds many as the strictest of them.
    ///
    /// - Parameter file: Absolute.
    /// - Returns: `nil` for a file that is from no export, and where it is no more than ``SensitivityLabel/personal``: nothing is made public
    ///   by what stands in a file.
    static func label(of file: String, bytes: [UInt8]) -> SensitivityLabel? {
        let folder = parent(of: file)
        let label: SensitivityLabel
        if let here = strictest(in: folder) {
            label = here
        } else if let above = strictest(in: parent(of: folder)) {
            label = (folder.hasSuffix("/documents") ? header(bytes) : nil) ?? above
        } else if beginsAsExported(bytes), let said = header(bytes) {
            // Copied out of an export, or sent to the server alone: what it says of itself went along.
            label = said
        } else {
            return nil
        }
        return label > .personal ? label : nil
    }

    /// `nil` where there is no mark; a mark that cannot be read, or says nothing, may stand for anything.
    private static func strictest(in folder: String) -> SensitivityLabel? {
        let path = folder + "/" + FileFinder.exportMark
        guard FileFinder.kind(of: path, followingLinks: false) != .missing else { return nil }
        guard let file = try? OpenFolder.file(withoutLinks: path), let bytes = try? file.bytes(count: 4096) else {
            return .private
        }
        return said(in: String(decoding: bytes, as: UTF8.self).split(separator: "\n")) ?? .private
    }

    /// What the header of a document says, which is closed before its text begins.
    private static func header(_ bytes: [UInt8]) -> SensitivityLabel? {
        // No other newline: in a title those are not escaped.
        let lines = String(decoding: bytes.prefix(headerLimit), as: UTF8.self).split(separator: "\n")
        guard lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") else { return nil }
        return said(in: lines[..<end])
    }

    /// Whether a file begins with the very header that an export writes, and not with one of another program's.
    private static func beginsAsExported(_ bytes: [UInt8]) -> Bool {
        let fields = ["---", "title: ", "source: ", "format: ", field, "---"]
        guard bytes.starts(with: "---\ntitle: ".utf8) else { return false }
        let lines = String(decoding: bytes.prefix(headerLimit), as: UTF8.self).split(separator: "\n", maxSplits: 6)
        return lines.count >= fields.count && zip(lines, fields).allSatisfy { $0.hasPrefix($1) } && lines[5] == "---"
    }

    private static func said(in lines: some BidirectionalCollection<Substring>) -> SensitivityLabel? {
        lines.last { $0.hasPrefix(field) }.flatMap { SensitivityLabel(rawValue: String($0.dropFirst(field.count))) }
    }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}
