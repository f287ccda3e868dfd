import HearthCore
import HearthSchema

extension OpenAIWire {
    /// A call in a stream: all of it at once, or its id and name first and then its arguments.
    struct ToolCallPiece: WireType {
        struct Function: WireType {
            var name: String?
            var arguments: String

            static let fields: [String: WireField] = ["name": .presence(.leftOut)]
        }

        var index: Int
        var id: String?
        var type: String?
        var function: Function

        static let fields: [String: WireField] = ["id": .presence(.leftOut), "type": .presence(.leftOut)]

        init(_ call: HearthCore.ToolCall, index: Int) {
            self.index = index
            id = call.id
            type = "function"
            function = Function(name: call.name, arguments: call.arguments)
        }

        init(_ piece: ToolCallDelta, begins: Bool) {
            index = piece.index
            id = begins ? piece.id : nil
            type = begins ? "function" : nil
            function = Function(name: begins ? piece.name : nil, arguments: piece.arguments)
        }
    }
}
