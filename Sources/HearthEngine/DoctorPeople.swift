import Foundation
import HearthCore

extension Doctor {
    /// What is said of the accounts of a shared server; nothing where there is none.
    ///
    /// - Parameter base: The base data folder, in which their list is.
    static func people(_ base: URL) -> Finding? {
        let name = "accounts"
        do {
            let contents = try AccountFile(folder: base).read()
            guard contents != AccountFile.Contents() else { return nil }
            let people = contents.accounts.count
            let invited = contents.invitations.filter { $0.expiresAt > Date() }.count
            return Finding(
                name: name, state: .good,
                detail: "\(people) \(people == 1 ? "person has" : "people have") one"
                    + (invited == 0 ? "" : ", \(invited) \(invited == 1 ? "is" : "are") invited"))
        } catch {
            let known = error as? any ReadableError
            return Finding(
                name: name, state: .bad, detail: error.readableMessage + " Until then only the owner is let in.",
                remedies: (known?.help ?? []).map(Remedy.help))
        }
    }
}
