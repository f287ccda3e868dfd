public import HearthCore
public import HearthModels
import HearthStore

/// Who may see what is called so.
public struct LabelAudience: Sendable {
    public var label: SensitivityLabel
    public var engines: [ModelRouter.Viewer]
    /// Whether clients of the Model Context Protocol may read it.
    public var mcp: Bool
    /// Whether programs with the server's token may.
    public var api: Bool

    /// In a sentence, for a person who is about to choose the label.
    public var sentence: String {
        let here = engines.filter { $0.host == nil }.map(\.engine.rawValue)
        let away = engines.compactMap { viewer in viewer.host.map { "\(viewer.engine.rawValue) at \($0)" } }
        let programs = [mcp ? "clients of MCP" : nil, api ? "programs with the server's token" : nil].compactMap(\.self)
        let seen =
            here.isEmpty ? "nothing in this program" : "engines in this program (\(here.joined(separator: ", ")))"
        return "\(label.rawValue): seen by \(([seen] + away + programs).joined(separator: "; "))."
    }
}

extension Hearth {
    /// Who may see what, for each label, by the settings and consents of now.
    public func audiences() async throws -> [LabelAudience] {
        let (router, settings) = (try await self.router(), self.settings)
        var audiences: [LabelAudience] = []
        for label in SensitivityLabel.allCases {
            audiences.append(
                LabelAudience(
                    label: label, engines: try await router.viewers(of: label), mcp: label <= settings.mcpCeiling,
                    api: label <= settings.apiCeiling))
        }
        return audiences
    }

    /// Labels a document, as its owner; everything that was made of it follows.
    public func setLabel(_ label: SensitivityLabel, ofDocument id: String) async throws {
        try await database().setLabel(label, ofDocument: id)
    }
}
