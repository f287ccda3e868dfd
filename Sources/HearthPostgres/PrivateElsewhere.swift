#if canImport(CPostgres)
import HearthCore

/// What is private never leaves this machine, and a library on another one is away from it. So each change that brings a text says
/// here how private it is, before anything of it is sent.
///
/// What is there already may be called private all the same: it is kept from engines and programs then, and stays where it is until
/// somebody removes it. A folder may be called private, too, so that what is in it is refused.
extension PostgresLibrary {
    /// - Throws: ``StoreError`` `private-elsewhere`.
    func refusePrivate(_ label: SensitivityLabel?, _ what: @autoclosure () -> String) throws {
        guard configuration.isElsewhere, label == .private else { return }
        throw StoreError.privateElsewhere(what(), configuration.address.host)
    }
}

extension Transaction {
    /// - Parameter label: Is only asked for where it matters.
    /// - Throws: ``StoreError`` `private-elsewhere`.
    func refusePrivate(_ label: @autoclosure () throws -> SensitivityLabel?, _ what: @autoclosure () -> String) throws {
        guard let host = elsewhere, try label() == .private else { return }
        throw StoreError.privateElsewhere(what(), host)
    }
}
#endif
