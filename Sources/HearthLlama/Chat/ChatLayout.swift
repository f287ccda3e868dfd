import Foundation
import HearthTemplates

#if Llama
/// How conversations are laid out for one model: by the setting, else by the template of its file, else by the family that it
/// seems to belong to, else as ChatML.
struct ChatLayout {
    enum Form {
        /// Jinja text, or a name that llama.cpp knows.
        case template(String)
        case family(TemplateFamily)
    }

    let form: Form
    let choice: ChatTemplateChoice
    /// Said with each answer; `nil` where there is nothing to say.
    let note: String?

    /// A template of a file or of a person; `nil` for a family.
    var source: String? {
        if case .template(let text) = form { return text }
        return nil
    }

    /// What tells this layout from others, to remember what was found about it.
    var identity: String {
        switch form {
        case .template(let text): text
        case .family(let family): "family:" + family.name
        }
    }

    /// - Parameter setting: The name of a family, Jinja text, the path of a file with it, or a name that llama.cpp knows;
    ///   `nil` leaves the choice to the model.
    /// - Throws: ``LlamaError`` with the code `unknown-template` for a setting that is none of these.
    init(setting: String?, model: LlamaModel) throws {
        if let setting {
            try self.init(setting: setting)
        } else {
            self.init(template: model.facts.chatTemplate, traits: model.templateTraits)
        }
    }

    /// The layout for a model file with that template, or without any.
    init(template: String?, traits: @autoclosure () -> TemplateFamily.ModelTraits) {
        if let template {
            form = .template(template)
            choice = .init(name: "the file's own", reason: "the model file carries it", isFromFile: true)
            note = nil
        } else if let (family, reason) = TemplateFamily.detect(traits()) {
            form = .family(family)
            choice = .init(
                name: family.name, reason: "the model file carries none and \(reason)", isFromFile: false)
            note =
                "The model file carries no chat template, so the conversation was laid out as \(family.name), because "
                + "\(reason); the setting `chat-template` names another one."
        } else {
            self = .usual
        }
    }

    private init(setting: String) throws {
        func isSet(_ name: String) -> ChatTemplateChoice {
            .init(name: name, reason: "the setting `chat-template` says so", isFromFile: false)
        }
        note = nil
        if let family = TemplateFamily(commonName: setting) {
            form = .family(family)
            choice = isSet(family.name)
        } else if setting.contains("{%") || setting.contains("{{") {
            form = .template(setting)
            choice = isSet("a template of your own")
        } else if let text = ChatTemplateText.ofFile(setting) {
            form = .template(text)
            choice = isSet(setting)
        } else if ChatTemplate.isKnownToLibrary(setting) {
            form = .template(setting)
            choice = isSet(setting)
        } else {
            throw LlamaError.unknownTemplate(setting)
        }
    }

    private init(form: Form, choice: ChatTemplateChoice, note: String?) {
        self.form = form
        self.choice = choice
        self.note = note
    }

    /// What most models of the last years were trained with.
    static let usual: ChatLayout = {
        ChatLayout(
            form: TemplateFamily(named: "chatml").map(Form.family) ?? .template("chatml"),
            choice: .init(
                name: "chatml", reason: "the model file carries none and nothing in it tells its family",
                isFromFile: false),
            note:
                "The model file carries no chat template and nothing in it tells its family, so the conversation was laid "
                + "out as ChatML; answers may be worse than the model can do. The setting `chat-template` names another one."
        )
    }()
}

extension LlamaModel {
    /// What the model file tells about the family of its chat template.
    var templateTraits: TemplateFamily.ModelTraits {
        let keys = ["general.name", "general.basename", "general.finetune"]
        let file = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        return TemplateFamily.ModelTraits(
            architecture: facts.architecture, names: keys.compactMap { Facts.metadata(raw, $0) } + [file],
            marks: vocabulary.specials.map { String(decoding: $0.text, as: UTF8.self) })
    }
}
#endif

/// Which chat template lays out a model's conversations, and why that one.
public struct ChatTemplateChoice: Hashable, Sendable {
    /// `the file's own`, the name of a family, or where the setting's text comes from.
    public var name: String
    /// The reason, as a part of a sentence.
    public var reason: String
    /// Whether the model's own file says so. A family stands in for a template that the file should carry.
    public var isFromFile: Bool

    package init(name: String, reason: String, isFromFile: Bool) {
        self.name = name
        self.reason = reason
        self.isFromFile = isFromFile
    }

    /// Name and reason in one line, for a person.
    public var summary: String { "\(name), because \(reason)" }
}

/// A chat template that a person keeps in a file.
package enum ChatTemplateText {
    /// A template is read whole, and no file that large is one.
    private static let maximumFileSize = TemplateLimits().sourceBytes

    /// `nil` for what is no file, or holds no template in Jinja.
    package static func ofFile(_ path: String) -> String? {
        // What is a template itself is the name of no file.
        guard !path.contains("{"), path.utf8.count <= 4096 else { return nil }
        let url = URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
        let values = try? url.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey])
        guard values?.isRegularFile == true, let handle = try? FileHandle(forReadingFrom: url) else { return nil }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: maximumFileSize + 1), !data.isEmpty,
            data.count <= maximumFileSize
        else { return nil }
        guard let text = String(validating: data, as: UTF8.self) else { return nil }
        return text.contains("{%") || text.contains("{{") ? text : nil
    }
}
