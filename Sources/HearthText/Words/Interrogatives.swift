/// The interrogative words of English, in lower case: a closed class.
package enum Interrogatives {
    package static let english: Set<String> = [
        "who", "whom", "whose", "what", "which", "when", "where", "why", "how",
    ]
}
