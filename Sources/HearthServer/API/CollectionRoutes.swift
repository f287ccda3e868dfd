import Foundation
import Hearth
import HearthHTTP

/// `/api/collections`: named sets of documents, and with whom they are shared. That it is the owner's is asked where it is done.
struct CollectionRoutes: Sendable {
    let hearth: Hearth

    var routes: [ServerRoute] {
        [
            Wire.listCollections.route { _ in try await list() },
            Wire.makeCollection.route { call in
                let body = try await call.body()
                let made = try await hearth.collections.make(body.name)
                guard let add = body.add, !add.isEmpty else { return try await value(made) }
                do {
                    return try await value(try await hearth.collections.add(add, to: made.id))
                } catch {
                    // Not left behind without what it was made for.
                    _ = try? await hearth.collections.remove(made.id)
                    throw error
                }
            },
            Wire.changeCollection.route { try await change($0) },
            Wire.removeCollection.route { call in
                try await hearth.collections.remove(call.parameter("id"))
                return Nothing()
            },
            Wire.listCollectionReaders.route { _ in
                Wire.CollectionReaders(people: try await hearth.collections.possibleReaders())
            },
            Wire.shareCollection.route { call in
                let (id, body) = (call.parameter("id"), try await call.body())
                guard let audience = try Self.audience(body) else {
                    throw ServerError.invalid("person", "Say with whom: `person` or `everyone`.")
                }
                try await hearth.collections.share(id, with: audience, right: body.mayAdd == true ? .write : .read)
                return try await value(try await hearth.collections.find(id))
            },
            Wire.unshareCollection.route { call in
                let (id, body) = (call.parameter("id"), try await call.body())
                try await hearth.collections.unshare(id, with: try Self.audience(body))
                return try await value(try await hearth.collections.find(id))
            },
            Wire.addToSharedCollection.route { call in
                let writing = try await hearth.collections.writing(to: call.parameter("id"))
                return try await SharedUpload(hearth: hearth, writing: writing).start(call.request)
            },
            Wire.changeSharedDocument.route { call in
                let (id, body) = (call.parameter("document"), try await call.body())
                guard body.name != nil || body.label != nil else {
                    throw ServerError.invalid("name", "Say what is to change: `name` or `label`.")
                }
                try await hearth.collections.writing(to: call.parameter("id"))
                    .change(id, name: body.name, label: body.label)
                guard let changed = try await hearth.documents.readable(id: id) else {
                    throw ServerError(.unknownItem, "There is no such document any more.")
                }
                return Wire.Document(changed)
            },
            Wire.removeSharedDocument.route { call in
                try await hearth.collections.writing(to: call.parameter("id")).remove(call.parameter("document"))
                return Nothing()
            },
        ]
    }

    private static func audience(_ body: Wire.CollectionSharing) throws -> CollectionAudience? {
        if body.everyone == true {
            guard body.person == nil else {
                throw ServerError.invalid("everyone", "Either `person` or `everyone`, not both.")
            }
            return .everyone
        }
        return body.person.map { .person($0) }
    }

    private func list() async throws -> Wire.CollectionList {
        var own: [Wire.Collection] = []
        let audiences = try await hearth.collections.audiences()
        for collection in try await hearth.collections.list() {
            own.append(try await value(collection, audiences))
        }
        let (shared, notes) = try await hearth.collections.shared()
        return Wire.CollectionList(
            collections: own,
            shared: shared.map {
                Wire.SharedCollection(
                    id: $0.id, name: $0.name, owner: $0.owner, documents: $0.documents, mayAdd: $0.right == .write)
            }, notes: notes)
    }

    private func change(_ call: Call<Nothing, Wire.CollectionChange>) async throws -> Wire.Collection {
        let (id, body) = (call.parameter("id"), try await call.body())
        let former = try await hearth.collections.find(id)
        var changed = former
        do {
            // First what is refused for itself, whatever is in the collection.
            if let name = body.name { changed = try await hearth.collections.rename(former.id, to: name) }
            if let add = body.add, !add.isEmpty { changed = try await hearth.collections.add(add, to: former.id) }
            if let gone = body.remove, !gone.isEmpty {
                changed = try await hearth.collections.take(gone, from: former.id)
            }
        } catch {
            await takeBack(changed, former)
            throw error
        }
        return try await value(changed)
    }

    /// Makes a collection what it was before a change that could be done in part only.
    private func takeBack(_ changed: DocumentCollection, _ former: DocumentCollection) async {
        let added = Set(changed.places).subtracting(former.places)
        if !added.isEmpty { _ = try? await hearth.collections.take(added.sorted(), from: former.id) }
        if changed.name != former.name { _ = try? await hearth.collections.rename(former.id, to: former.name) }
    }

    private func value(_ collection: DocumentCollection) async throws -> Wire.Collection {
        try await value(collection, try await hearth.collections.audiences())
    }

    private func value(
        _ collection: DocumentCollection, _ audiences: [String: CollectionSharing]
    ) async throws -> Wire.Collection {
        let audience = audiences[collection.id] ?? CollectionSharing()
        return Wire.Collection(
            id: collection.id, name: collection.name, documents: try await hearth.collections.count(collection),
            places: collection.places, people: audience.people.keys.sorted(), everyone: audience.everyone != nil,
            mayAdd: audience.people.filter { $0.value == .write }.keys.sorted(),
            everyoneMayAdd: audience.everyone == .write, createdAt: collection.createdAt)
    }
}
