/// The version of Hearth, as `hearth --version` prints it.
public enum Version {
    public static let current = "0.1.0"
}
