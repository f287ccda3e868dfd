import HearthCore
import HearthPostgres

/// What the doctor says of a library in PostgreSQL: whether it is reached, which version its tables have, whether the protection of rows
/// is in force, what of pgvector it has, and how the way there is protected. An address holds no password, so none is printed.
extension Doctor {
    /// - Returns: Whether the library can be used as it is; what is in it can be looked at then.
    static func library(_ address: LibraryAddress, _ snapshot: EnvironmentSnapshot) async -> (
        findings: [Finding], isUsable: Bool
    ) {
        do {
            let condition = try await OpenStore.condition(address, in: snapshot)
            return (
                findings(condition, of: address),
                condition.isCurrent && condition.faults.isEmpty
            )
        } catch {
            let help = ((error as? any ReadableError)?.help ?? []).map(Remedy.help)
            let message = error.readableMessage
            return ([Finding(name: "library", state: .bad, detail: message, remedies: help)], false)
        }
    }

    static func findings(_ condition: LibraryCondition, of address: LibraryAddress) -> [Finding] {
        let server = "PostgreSQL \(condition.server) at \(address)"
        let tables: String
        switch condition.schema {
        case 0: tables = "no tables yet; the first start makes them"
        case condition.newestSchema: tables = "tables of version \(condition.schema)"
        case let old:
            tables = "tables of version \(old); the next start brings them to \(condition.newestSchema)"
        }
        let reached = Finding(name: "library", state: .good, detail: "\(server), \(tables)")
        return [reached, way(condition, address)]
            // Nothing can be said of tables that are not there, or not as this program makes them.
            + (condition.isCurrent ? [protection(condition), vectors(condition)] : [])
    }

    private static func way(_ condition: LibraryCondition, _ address: LibraryAddress) -> Finding {
        let name = "way to the library"
        if let encryption = condition.encryption {
            let verified = address.isLocal ? "" : "; the certificate is for \(address.host), and trusted"
            return Finding(name: name, state: .good, detail: "encrypted (\(encryption))\(verified)")
        }
        return Finding(
            name: name, state: .good,
            detail: address.isSocket
                ? "a socket of this machine, which nobody on the network reaches"
                : "not encrypted, and it does not leave this machine")
    }

    private static func protection(_ condition: LibraryCondition) -> Finding {
        let name = "protection of rows"
        guard condition.faults.isEmpty else {
            return Finding(name: name, state: .bad, detail: condition.faults.joined(separator: " "))
        }
        return Finding(
            name: name, state: .good,
            detail:
                "in force for \(condition.role): a statement sees the rows of one owner. The database's administrator can read all of them"
        )
    }

    private static func vectors(_ condition: LibraryCondition) -> Finding {
        let name = "vectors in the library"
        if let note = condition.vectorNote {
            return Finding(
                name: name, state: .missing,
                detail: note + " What is found is the same; all vectors are compared for it.")
        }
        let version = condition.vectorExtension.map { " \($0)" } ?? ""
        return Finding(
            name: name, state: .good,
            detail: "pgvector\(version): meanings are searched by an index where there are many")
    }
}
