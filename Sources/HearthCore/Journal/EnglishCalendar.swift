/// The English names of months and weekdays, with capitals. For text that is in English whatever the locale of the machine.
package enum EnglishCalendar {
    /// From January, 0, to December, 11.
    package static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// From Monday, 0, to Sunday, 6.
    package static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
}
