import HearthCore

extension SensitivityLabel {
    /// SQL for the rank of the label in a column, as ``SensitivityLabel/rank`` counts it; an unknown label counts as private.
    static func sqlRank(_ column: String) -> String {
        "CASE \(column) WHEN '\(SensitivityLabel.public.rawValue)' THEN 0 WHEN '\(SensitivityLabel.personal.rawValue)' THEN 1 ELSE 2 END"
    }
}
