extension SensitivityLabel {
    /// The label of something made from parts: the strictest of theirs.
    ///
    /// No parts at all give ``personal``, the label of whatever nobody labelled: a prompt without documents still holds the
    /// words of its owner.
    public static func strictest(of labels: some Sequence<SensitivityLabel>) -> SensitivityLabel {
        labels.max() ?? .personal
    }
}
