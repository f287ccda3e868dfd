import Foundation
import HearthCore
import HearthSchema
import Testing

@testable import HearthHTTP

@Suite("Values of the interface")
struct WireTests {
    struct Leaf: WireType {
        var name: String
        var count: Int?

        static let name: String? = nil
        static let about: String? = "A leaf."
        static let fields: [String: WireField] = ["count": .init("How many.", .leftOut)]
    }

    struct Tree: WireType {
        var id: String
        var title: String?
        var height: Double?
        var leaves: [Leaf]
        var byName: [String: Int]
        var grownAt: Date
        var planted: CivilDate?
        var label: SensitivityLabel
        var isOld: Bool

        static let fields: [String: WireField] = [
            "height": .presence(.leftOutOrNull), "isOld": .presence(.unpromised),
        ]
    }

    struct Order: WireRequest {
        var text: String
        var limit: Int
        var kinds: [String]?
        var label: SensitivityLabel?
        var note: WireChange<String>
        var exact: Bool?
        var leaf: Leaf?

        static let fields: [String: WireField] = [
            "text": .init(length: 1...5), "limit": .init(range: 1...100, otherwise: 10),
            "kinds": .init(count: 1...2, each: .init(length: 1...3)), "note": .init(length: 0...4),
        ]
    }

    private func order(_ json: JSONValue) throws -> Order { try Order.read(json, WirePlace(name: "")) }

    private func problem(_ json: JSONValue) -> WireProblem? {
        do {
            _ = try order(json)
            return nil
        } catch {
            return error as? WireProblem
        }
    }

    @Test func `What is not there is null, or left out where its field says so`() throws {
        let tree = Tree(
            id: "1", leaves: [Leaf(name: "a"), Leaf(name: "b", count: 2)], byName: ["b": 2, "a": 1],
            grownAt: Date(timeIntervalSince1970: 0), label: .private, isOld: true)
        #expect(
            try tree.json().description
                == #"{"id":"1","title":null,"leaves":[{"name":"a"},{"name":"b","count":2}],"byName":{"a":1,"b":2},"#
                + #""grownAt":"1970-01-01T00:00:00Z","planted":null,"label":"private","isOld":true}"#)
    }

    @Test(arguments: [(2.0, "2"), (0.1, "0.1"), (-1.5, "-1.5"), (.infinity, "null"), (.nan, "null")])
    func `Numbers are written as JSON has them`(number: Double, text: String) {
        #expect(number.json().description == text)
    }

    @Test func `What was sent is read, and null says no more than leaving a field out`() throws {
        let given = try order(["text": "abc", "kinds": ["a"], "label": "private", "note": "x", "leaf": ["name": "l"]])
        #expect(given.text == "abc" && given.limit == 10 && given.kinds == ["a"] && given.label == .private)
        #expect(given.note.value == "x" && given.exact == nil && given.leaf?.name == "l")
        let none = try order(["text": "ab", "limit": .null, "kinds": .null, "label": .null, "other": 1])
        #expect(none.limit == 10 && none.kinds == nil && none.label == nil)
        #expect(try order(["text": "ab", "kinds": "one"]).kinds == ["one"])
    }

    @Test(arguments: [
        (#"{"txt":"a"}"#, "txt", "`txt` is not known here; did you mean `text`?"),
        (#"{"text":"a","Limit_":3}"#, "Limit_", "`Limit_` is not known here; did you mean `limit`?"),
        (
            #"{"text":"a","other":null}"#, "other",
            "`other` is not known here. There are `text`, `limit`, `kinds`, `label`, `note`, `exact`, `leaf`."
        ),
    ])
    func `A name that there is not is refused where a request is closed`(
        json: String, field: String, message: String
    ) throws {
        let value = try JSONValue(parsing: json)
        let error = #expect(throws: WireProblem.self) {
            try Order.read(value, WirePlace(name: "", isClosed: true))
        }
        #expect(error?.reason == .unknownField && error?.name == field && error?.message == message)
    }

    @Test func `What is in lists of a closed request is closed, and what is no request is open`() throws {
        struct Row: WireRequest {
            var rows: [Row]?
            var byName: [String: Row]?
            var leaf: Leaf?
        }
        func name(_ json: JSONValue) -> String? {
            do {
                _ = try Row.read(json, WirePlace(name: "", isClosed: true))
                return nil
            } catch {
                return (error as? WireProblem)?.name
            }
        }
        #expect(name(["rows": [["rows": []], ["row": 1]]]) == "rows[1].row")
        #expect(name(["byName": ["a": ["x": 1]]]) == "byName.a.x")
        #expect(name(["leaf": ["name": "l", "more": 1]]) == nil)
        #expect(throws: WireProblem.self) { try Nothing.read(["a": 1], WirePlace(name: "", isClosed: true)) }
    }

    @Test func `A change tells what is taken away from what stays`() throws {
        #expect(try order(["text": "a"]).note.isGiven == false)
        let removed = try order(["text": "a", "note": .null]).note
        #expect(removed.isGiven && removed.value == nil)
    }

    @Test(arguments: [
        (#"{}"#, "text"), (#"{"text":""}"#, "text"), (#"{"text":"abcdef"}"#, "text"), (#"{"text":1}"#, "text"),
        (#"{"text":"a","limit":0}"#, "limit"), (#"{"text":"a","limit":101}"#, "limit"),
        (#"{"text":"a","limit":1.5}"#, "limit"), (#"{"text":"a","limit":"3"}"#, "limit"),
        (#"{"text":"a","limit":1e400}"#, "limit"), (#"{"text":"a","kinds":[]}"#, "kinds"),
        (#"{"text":"a","kinds":["a","b","c"]}"#, "kinds"), (#"{"text":"a","kinds":[1]}"#, "kinds[0]"),
        (#"{"text":"a","kinds":["a","long"]}"#, "kinds[1]"), (#"{"text":"a","label":"secret"}"#, "label"),
        (#"{"text":"a","note":"12345"}"#, "note"), (#"{"text":"a","exact":"yes"}"#, "exact"),
        (#"{"text":"a","leaf":{}}"#, "leaf.name"), (#"{"text":"a","leaf":[]}"#, "leaf"), ("[]", "body"),
    ])
    func `What is not as it has to be is named`(json: String, field: String) throws {
        #expect(problem(try JSONValue(parsing: json))?.name == field)
    }

    @Test(arguments: [
        (#"{"text":1}"#, "`text` has to be a text of 1 to 5 characters, and is the number 1."),
        (#"{"text":"a","leaf":[1,2]}"#, "`leaf` has to be an object, and is a list of 2 items."),
        (#"{"text":"a","kinds":["a",{}]}"#, "`kinds[1]` has to be a string, and is an object."),
        (#"{"text":"a","exact":"yes"}"#, "`exact` has to be true or false, and is a string of 3 characters."),
        (#"{"text":"a","kinds":[]}"#, "`kinds` has to be a list of at least 1 item, and is an empty list."),
        (#"{"text":"a","limit":500}"#, "`limit` has to be a whole number from 1 to 100, and is the number 500."),
        ("[]", "The body has to be a JSON object, `{…}`, and is an empty list."),
    ])
    func `What is wrong is told with its place and with what stands there`(json: String, message: String) throws {
        let told = try #require(problem(try JSONValue(parsing: json))).message
        // What it has to be is each type's to say.
        let parts = message.components(separatedBy: " has to be ")
        #expect(told.hasPrefix(parts[0]) && told.hasSuffix(message.components(separatedBy: ", and ")[1]), "\(told)")
        #expect(told.contains(", and is "))
    }

    @Test func `A text that stands in a wrong place is not repeated`() throws {
        let told = try #require(problem(["text": "a", "limit": "my secret"])).message
        #expect(!told.contains("secret") && told.contains("a string of 9 characters"))
    }

    @Test func `A text is as long as it has scalars, and one that is far too long is not counted through`() throws {
        #expect(try order(["text": "äöüßé"]).text == "äöüßé")
        #expect(problem(["text": .string(String(repeating: "e\u{301}", count: 3))])?.name == "text")
    }

    @Test func `What stands in an address is read as text`() throws {
        func read(_ object: JSONObject) throws -> Order {
            try Order.read(.object(object), WirePlace(name: "", isText: true))
        }
        let given = try read(["text": "a", "limit": "7", "exact": "true", "label": ""])
        #expect(given.limit == 7 && given.exact == true && given.label == nil)
        #expect(throws: WireProblem.self) { try read(["text": "a", "limit": ""]) }
        #expect(throws: WireProblem.self) { try read(["text": "a", "exact": "1"]) }
    }

    @Test func `A schema follows from the type and says what only its fields say`() throws {
        var components = WireComponents()
        #expect(try Tree.schema(&components) == ["$ref": "#/components/schemas/Tree"])
        let tree = try #require(components.schemas["Tree"])
        #expect(tree["required"] == ["id", "leaves", "byName", "grownAt", "label"])
        let properties = try #require(tree["properties"]?.objectValue)
        #expect(
            properties.keys == [
                "id", "title", "height", "leaves", "byName", "grownAt", "planted", "label", "isOld",
            ])
        #expect(properties["title"] == ["type": ["string", "null"]])
        #expect(properties["grownAt"] == ["type": "string", "format": "date-time"])
        #expect(properties["label"] == ["$ref": "#/components/schemas/Label"])
        let leaf = try #require(properties["leaves"]?["items"])
        #expect(leaf["required"] == ["name"] && leaf["description"] == "A leaf.")
        #expect(leaf["properties"]?["count"] == ["type": "integer", "minimum": 0, "description": "How many."])
    }

    @Test func `The schema of a request holds its limits`() throws {
        var components = WireComponents()
        let shape = try Order.shape(&components)
        #expect(shape["required"] == ["text"] && shape["additionalProperties"] == false)
        #expect(try Tree.shape(&components)["additionalProperties"] == nil)
        let limit: JSONValue = ["type": "integer", "minimum": 1, "maximum": 100, "default": 10]
        #expect(shape["properties"]?["limit"] == limit)
        #expect(shape["properties"]?["text"] == ["type": "string", "minLength": 1, "maxLength": 5])
        #expect(shape["properties"]?["note"] == ["type": ["string", "null"], "maxLength": 4])
        #expect(shape["properties"]?["exact"] == ["type": "boolean"])
    }

    @Test func `A note on a field that is not there is found`() {
        struct Wrong: WireType {
            var a: String
            static let fields: [String: WireField] = ["b": "There is none."]
        }
        var components = WireComponents()
        #expect(throws: WireProblem.self) { try Wrong.schema(&components) }
    }

    @Test func `Each problem of a request has a status of its own`() async throws {
        let call = Call<Order, Order>(
            ServerRequest(
                method: .post, path: "/", query: QueryString("text=a&limit=0"),
                body: ServerRequestBody(Array("{}".utf8))))
        #expect(throws: ServerError.self) { try call.query() }
        do {
            _ = try await call.body()
            Issue.record("An empty object is no order.")
        } catch let error as ServerError {
            #expect(error.kind == .invalidInput && error.parameter == "text")
        }
        let none = Call<Order, Order?>(ServerRequest(method: .post, path: "/"))
        #expect(try await none.body()?.text == nil)
    }
}
