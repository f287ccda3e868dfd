extension Set<String> {
    /// The words of a list in the source, which is read more easily as text than as an array: parted by spaces and line ends.
    package init(words list: String) { self.init(list.split { $0 == " " || $0 == "\n" }.map(String.init)) }
}
