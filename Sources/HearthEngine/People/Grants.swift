import Foundation
import HearthCore

/// Lets others of a server read one of somebody's collections, or add to it as well. It stands where accounts stand, and names the collection by its id: another
/// name changes nothing.
public struct CollectionGrant: Sendable, Hashable, Codable {
    /// The id of whose collection it is; ``People/ownerID`` of whoever runs the server.
    let owner: String
    let collection: String
    /// Who may read it; `nil` for everybody with an account, and whoever runs the server.
    let member: String?
    let createdAt: Date
    /// Whether they may add documents, and change and remove what they added; `nil` where grants are of before there was a choice.
    var mayAdd: Bool?

    var right: CollectionRight { mayAdd == true ? .write : .read }
}

/// The right of a person on a collection that is shared with them.
public enum CollectionRight: String, Sendable, Hashable, Comparable {
    /// Find, ask and read what is in it.
    case read
    /// The same, and add documents; and rename, label and remove those they added.
    case write

    public static func < (left: Self, right: Self) -> Bool { left == .read && right == .write }
}

/// The persons with whom a collection is shared, and their rights.
public struct CollectionSharing: Sendable, Hashable {
    /// The rights of single people, by the name of their account.
    public var people: [String: CollectionRight] = [:]
    /// Everybody with an account, and whoever runs the server; `nil` where it is not shared with everyone.
    public var everyone: CollectionRight?

    public init() {}
}

/// With whom a collection is to be shared.
public enum CollectionAudience: Sendable, Hashable {
    /// Somebody with an account, by their name or id.
    case person(String)
    /// Everybody with an account, and whoever runs the server.
    case everyone
}

extension People {
    /// Stands for whoever runs the server, who has no account. No id of an account is like it.
    package static let ownerID = "owner"
    /// The name under which people with accounts see the server's owner.
    package static let nameOfOwner = "Owner of this server"
    private static let mostGrants = 500

    /// What somebody lets others read.
    func grants(of owner: String) throws -> [CollectionGrant] {
        try file.read().grants?.filter { $0.owner == owner } ?? []
    }

    /// What others let somebody read now. One of an account that was removed does not hold, and nobody reads who has none. Cheap: it is
    /// asked at each read of what is shared.
    func grants(to reader: String) throws -> [CollectionGrant] {
        let contents = try file.read()
        guard let grants = contents.grants, !grants.isEmpty else { return [] }
        let there = Set(contents.accounts.map(\.id) + [Self.ownerID])
        guard there.contains(reader) else { return [] }
        return grants.filter {
            $0.owner != reader && there.contains($0.owner) && ($0.member ?? reader) == reader
        }
    }

    /// The name by which others know somebody; `nil` where they have no account any more.
    func shownName(of id: String) throws -> String? {
        id == Self.ownerID ? Self.nameOfOwner : try account(id)?.name
    }

    /// The names of everybody with an account but one, in their order; nothing where that one has none any more.
    func names(but id: String) throws -> [String] {
        let accounts = try file.read().accounts
        guard id == Self.ownerID || accounts.contains(where: { $0.id == id }) else { return [] }
        return accounts.filter { $0.id != id }.map(\.name).sorted { AccountName.key($0) < AccountName.key($1) }
    }

    /// What somebody may do with a collection now; `nil` where it is not shared with them.
    func right(of reader: String, to collection: String, of owner: String) throws -> CollectionRight? {
        try grants(to: reader).filter { $0.owner == owner && $0.collection == collection }.map(\.right).max()
    }

    /// Shares a collection. Done twice it has one effect; with another right, that one holds from then on.
    ///
    /// - Throws: ``AccountError`` `unknown-person`, `too-many-accounts`; ``EngineError`` `usage` for oneself.
    func share(
        _ collection: String, of owner: String, with audience: CollectionAudience, right: CollectionRight = .read
    ) throws {
        try file.update { contents in
            var member: String?
            if case .person(let name) = audience {
                guard let index = contents.index(of: name) else { throw Self.unknown }
                member = contents.accounts[index].id
            }
            guard member != owner else { throw EngineError(.usage, "You read your own collections anyway.") }
            var grants = contents.grants ?? []
            let mayAdd = right == .write ? true : nil
            if let known = grants.firstIndex(where: {
                $0.owner == owner && $0.collection == collection && $0.member == member
            }) {
                grants[known].mayAdd = mayAdd
                contents.grants = grants
                return
            }
            guard grants.count(where: { $0.owner == owner }) < Self.mostGrants else {
                throw AccountError(
                    .tooMany, "You share with others \(Self.mostGrants) times, which is the most there can be.")
            }
            grants.append(
                CollectionGrant(
                    owner: owner, collection: collection, member: member, createdAt: Date(), mayAdd: mayAdd))
            contents.grants = grants
        }
    }

    /// Takes back what was shared; it ends with the next read.
    ///
    /// - Parameter audience: `nil` for all of them.
    /// - Returns: Whether there was something to take back.
    @discardableResult
    func unshare(_ collection: String, of owner: String, with audience: CollectionAudience?) throws -> Bool {
        // Nothing is written where there is nothing.
        guard try !grants(of: owner).isEmpty else { return false }
        return try file.update { contents in
            var member: String?
            if case .person(let name)? = audience {
                guard let index = contents.index(of: name) else { throw Self.unknown }
                member = contents.accounts[index].id
            }
            let before = contents.grants?.count ?? 0
            contents.grants?.removeAll {
                $0.owner == owner && $0.collection == collection && (audience == nil || $0.member == member)
            }
            return contents.grants?.count ?? 0 < before
        }
    }
}
