import Foundation
import Hearth
import HearthHTTP

// What is kept, how the program is, and deleting all of it.

extension Wire {
    static let deleteEverything = Operation<Nothing, DeleteEverything, Deleted>(
        .post, "/api/data/delete", "deleteEverything", in: .privacy, "Delete all data",
        about: "Documents, conversations, journal, settings, keys. Model files stay. The session goes "
            + "on. For the owner alone: a program with the token gets 403.",
        work: .long,
        bodyLimit: 4096)

    static let packLibrary = Operation<Nothing, PackLibrary, PackedLibrary>(
        .post, "/api/data/packed", "packLibrary", in: .settings, "Pack the library for another machine",
        about:
            "What a backup holds, in one file, with the key that opens it sealed under a passphrase. It is kept for an hour, or until "
            + "the next one is made. For the owner alone: a program gets 403.",
        work: .long,
        bodyLimit: 8192,
        fails: [.busy])

    static let getPackedLibrary = Operation<Nothing, Nothing, Raw>(
        .get, "/api/data/packed/:id", "getPackedLibrary", in: .settings, "The packed library, as a file",
        work: .long,
        gives: [.init(.ok, "The file.", [("application/octet-stream", RawBytes.self)])])

    static let unpackLibrary = Operation<Nothing, Nothing, UnpackedLibrary>(
        .post, "/api/data/unpack", "unpackLibrary", in: .settings, "Unpack a library of another machine",
        about:
            "Only where nothing is kept yet: the library, and its key, take the place of the empty one. Everything is checked "
            + "before anything is changed. For the owner alone: a program gets 403.",
        work: .long,
        bodyLimit: MoveRoutes.mostBytes,
        sends: .form(UnpackForm.self),
        fails: [.busy])

    static let getStorage = Operation<Nothing, Nothing, Storage>(
        .get, "/api/storage", "getStorage", in: .settings, "Storage figures")

    static let getAbout = Operation<AboutQuery, Nothing, About>(
        .get, "/api/about", "getAbout", in: .settings, "Version and engines",
        work: .long)

    static let getDescription = Operation<Nothing, Nothing, Raw>(
        .get, "/api/openapi.json", "getDescription", in: .settings, "This description",
        access: .open,
        gives: [.init(.ok, "Done.", [("application/json", JSONObject.self)])])
}

extension Wire {
    struct Storage: WireType {
        var folder: String
        var databaseBytes: Int
        var documents: Int
        var chunks: Int
        var vectors: Int?
        var conversations: Int
        var journalEntries: Int
        var ledgerRecords: Int
        var modelsBytes: Int
        var freeDisk: Int?
        var encrypted: Bool
        var keyPlace: String?
        var server: Server?

        static let fields: [String: WireField] = [
            "databaseBytes": "Of the file, with its log; 0 where the library is in PostgreSQL.",
            "encrypted":
                "Whether the library's file is; one in PostgreSQL can be read by the database's administrator.",
            "server": .init(
                "Where the library is in PostgreSQL, for whoever runs the server and for administrators.", .leftOut),
            "documents": "Without the entries of the journal.",
            "vectors": .presence(.leftOut),
            "keyPlace": .presence(.leftOut),
        ]

        struct Server: WireType {
            var address: String
            var version: String
            var schema: Int
            var role: String
            var faults: [String]
            var encryption: String?
            var vectorExtension: String?
            var vectorNote: String?

            static let name: String? = "LibraryServer"
            static let about: String? = "A library in PostgreSQL, as it was just found."
            static let fields: [String: WireField] = [
                "address": "Without a password, as no address has one.",
                "version": "PostgreSQL's.",
                "schema": "The version of the tables.",
                "role": "The account that statements are sent under.",
                "faults":
                    "What is wrong with row-level security for that account, as sentences; empty where it is in force.",
                "encryption":
                    "The version of TLS and the cipher; null where nothing is encrypted, as on this machine alone.",
                "vectorExtension": "The version of pgvector; null where the database has none.",
                "vectorNote":
                    "What is missing for fast searches by meaning, and what to do about it; null where nothing is.",
            ]
        }
    }

    struct About: WireType {
        var version: String
        var platform: String
        var telemetry: Bool
        var engines: [EngineState]
        var localHosts: [String]
        var findings: [Finding]?

        static let fields: [String: WireField] = [
            "telemetry": .init(constant: false),
            "localHosts": .presence(.unpromised),
            "findings": .init(
                "As `hearth doctor --json` prints it. Only with `?examine=true`: it takes seconds.", .leftOut),
        ]

        struct Finding: WireType {
            var name: String
            var state: String
            var detail: String
            var remedy: String?

            static let name: String? = nil
            static let fields: [String: WireField] = [
                "state": .init(oneOf: ["good", "missing", "bad"])
            ]
        }
    }

    struct EngineState: WireType {
        var engine: Engine
        var model: String?
        var host: String?
        var onDevice: Bool
        var available: Bool
        var reason: String?

        static let fields: [String: WireField] = [
            "onDevice": .presence(.unpromised),
            "reason": .init("Why not, and what would help.", .leftOut),
        ]
    }

    struct PackLibrary: WireRequest {
        var passphrase: String

        static let fields: [String: WireField] = [
            "passphrase": .init(
                "At least twelve characters. Whoever has it and the file can read everything.", length: 1...1024,
                format: "password")
        ]
    }

    struct LibraryFigures: WireType {
        var documents: Int
        var conversations: Int
        var journalEntries: Int

        init(_ amount: LibraryAmount) {
            (documents, conversations, journalEntries) = (amount.documents, amount.conversations, amount.journalEntries)
        }

        static let fields: [String: WireField] = [
            "documents": "Without the entries of the journal."
        ]
    }

    struct PackedLibrary: WireType {
        var id: String
        var name: String
        var bytes: Int
        var amount: LibraryFigures
        var expiresAt: Date

        static let fields: [String: WireField] = [
            "name": "What the file is called where it is saved."
        ]
    }

    struct UnpackForm: WireRequest {
        var file: String
        var passphrase: String

        static let name: String? = nil
        static let fields: [String: WireField] = [
            "file": .init("What `GET /api/data/packed/{id}` gave.", format: "binary"),
            "passphrase": .init("Before the file.", length: 1...1024, format: "password"),
        ]
    }

    struct UnpackedLibrary: WireType {
        var packed: LibraryFigures
        var found: LibraryFigures

        static let fields: [String: WireField] = [
            "packed": "How much was packed, as the other machine counted it.",
            "found": "How much is here now.",
        ]
    }

    struct DeleteEverything: WireRequest {
        var confirm: String

        static let fields: [String: WireField] = [
            "confirm": .init(oneOf: ["delete everything"])
        ]
    }

    struct Deleted: WireType {
        var deleted: [String]
        var completedAt: Date

        static let fields: [String: WireField] = [
            "deleted": "Names of what was in the data folder.",
            "completedAt": .presence(.unpromised),
        ]
    }

    struct AboutQuery: WireRequest {
        var examine: Bool?
    }
}
