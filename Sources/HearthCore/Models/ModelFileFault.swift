/// What is wrong with the file of a model, in the one wording that all have who say it: the list of models, the doctor, an answer
/// that goes without it, the interfaces.
///
/// It stands here because those who open such files do not know each other: each of them finds out by itself what is wrong.
package enum ModelFileFault: Hashable, Sendable {
    case empty
    /// The file ends too early.
    ///
    /// - Parameters:
    ///   - has: Bytes that are there.
    ///   - needs: Bytes that it would have whole; `nil` where it ends before it says so, or never does.
    case cutOff(has: Int, needs: Int?)
    /// What is there contradicts itself, or no model has it: a part of a sentence, such as "its alignment is no power of two".
    case damaged(String)

    /// What is wrong, and what to do about it.
    ///
    /// - Parameter path: The file; `nil` where what is said stands beside its name.
    package func sentence(of path: String? = nil) -> String {
        let file = "The model file" + (path.map { " \($0)" } ?? "")
        let remedy = "Use a whole copy of it."
        switch self {
        case .empty: return "\(file) is empty. \(remedy)"
        case .cutOff(let has, let needs?): return "\(file) is cut off: it has \(has) of \(needs) bytes. \(remedy)"
        case .cutOff(let has, nil): return "\(file) is cut off: it ends after \(has) bytes. \(remedy)"
        case .damaged(let what): return "\(file) is damaged: \(what). \(remedy)"
        }
    }
}
