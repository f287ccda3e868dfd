extension Reader {
    /// The labels that the reader of this task may read.
    package static var labels: ReadableLabels { ReadableLabels(ceiling: current?.ceiling ?? .private) }
}

/// Labels up to a ceiling. Taken before a transaction begins, which runs outside of the reader's task.
package struct ReadableLabels: Sendable {
    package static let owner = ReadableLabels(ceiling: .private)

    package let ceiling: SensitivityLabel

    package init(ceiling: SensitivityLabel) { self.ceiling = ceiling }

    /// Whether everything may be read.
    package var isOwner: Bool { ceiling == .private }

    package func allow(_ label: SensitivityLabel) -> Bool { label <= ceiling }
}

extension SensitivityLabel {
    /// A label as a row holds it. A word of a newer version, or of nobody, is taken for the strictest.
    package init(stored text: String) { self = SensitivityLabel(rawValue: text) ?? .private }

    package init(rank: Int) { self = rank == 0 ? .public : rank == 1 ? .personal : .private }
}
