public import HearthCore

/// Tools of the owner's servers, open for one answer.
public struct ServedTools: Sendable {
    /// One of them, as its server has it.
    public struct Tool: Sendable {
        public var server: String
        public var name: String
        /// What the server says of it; nobody checked it.
        public var about: String
        public var changesNothing: Bool
        /// With the name that models call it by.
        public var definition: ToolDefinition

        public init(server: String, name: String, about: String, changesNothing: Bool, definition: ToolDefinition) {
            (self.server, self.name, self.about) = (server, name, about)
            (self.changesNothing, self.definition) = (changesNothing, definition)
        }
    }

    /// Runs what is called, within what its owner allowed.
    public var box: any ToolBox
    public var tools: [Tool]
    /// Ends what was started for them; it is owed once.
    public var close: @Sendable () async -> Void

    public init(box: any ToolBox, tools: [Tool], close: @escaping @Sendable () async -> Void) {
        (self.box, self.tools, self.close) = (box, tools, close)
    }
}
