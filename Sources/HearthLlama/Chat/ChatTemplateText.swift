import Foundation
import HearthTemplates

/// A chat template that a person keeps in a file.
package enum ChatTemplateText {
    /// A template is read whole, and no file that large is one.
    private static let maximumFileSize = TemplateLimits().sourceBytes

    /// `nil` for what is no file, or holds no template in Jinja.
    package static func ofFile(_ path: String) -> String? {
        // What is a template itself is the name of no file.
        guard !path.contains("{"), path.utf8.count <= 4096 else { return nil }
        let url = URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
        let values = try? url.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey])
        guard values?.isRegularFile == true, let handle = try? FileHandle(forReadingFrom: url) else { return nil }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: maximumFileSize + 1), !data.isEmpty,
            data.count <= maximumFileSize
        else { return nil }
        guard let text = String(validating: data, as: UTF8.self) else { return nil }
        return text.contains("{%") || text.contains("{{") ? text : nil
    }
}
