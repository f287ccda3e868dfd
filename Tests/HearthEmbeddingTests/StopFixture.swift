/// What numpy makes of some made-up talk with the weights in `Models/hearth-stops-en.gguf`: words parted by spaces, and the
/// logarithm of the odds behind each but the last.
enum StopFixture {
    static let talk: [(words: String, ends: [Double])] = [
        (
            "so we looked at the numbers yesterday and they are fine anna will send the report on "
                + "monday that is all",
            [
                -4.40829, -6.36789, -6.01796, -5.26561, -7.38269, -1.31142, -0.43659, -4.88069, -5.94798, -3.44598,
                -0.54157, -3.91839, -3.97088, -3.11355, -6.75281, -2.18624, -2.85110, 0.36824, -3.34100, -2.32621,
            ]
        ),
        (
            "okay thanks everyone let's get started i wanted to talk about the budget first and then "
                + "we can look at the schedule",
            [
                2.18788, -1.18894, 1.80295, -4.33830, -3.21853, 0.24577, -6.57785, -5.80800, -5.37059, -6.15793,
                -4.30331, -5.91298, -0.99648, -1.17144, -5.98297, -5.16064, -6.63034, -4.25082, -5.37059, -4.88069,
                -5.38809,
            ]
        ),
        (
            "Don’t you think that it’s too late? well I do",
            [
                -3.74342, -4.79321, -4.46078, -3.37600, -7.48766, -2.44868, 2.46782, -1.45139, -4.93318,
            ]
        ),
        (
            "naïve café über 10% u.s. '90s -- [Music] >> yeah right",
            [
                -2.30871, -1.59136, -2.46618, -0.96149, -1.29392, -0.94399, -1.39890, -0.87400, 1.73297, 1.76796,
            ]
        ),
        (
            "um you know it's it's a kind of a remote control for the tv what do you think about the buttons",
            [
                -3.76092, -7.20772, -2.97358, -5.84300, -8.03005, -7.10274, -7.71512, -6.26291, -6.71782, -5.68553,
                -1.88880, -5.07315, -4.61825, 1.80295, -3.25352, -6.26291, -5.58055, -4.49577, -5.24812, -7.08525,
            ]
        ),
        (
            "thank you mr chairman i would like to ask the minister why the report was not published last year",
            [
                -5.05566, -2.09876, -0.43659, 0.82315, -6.87529, -6.43788, -5.54556, -5.28311, -3.44598, -4.37330,
                -1.03147, -2.95608, -6.42038, -3.28851, -3.46348, -3.95338, -2.01127, -5.02066,
            ]
        ),
        (
            "hi welcome back to my channel today i'm going to show you how to bake bread you need "
                + "flour water and salt",
            [
                -1.31142, -3.21853, -3.83091, -4.53076, -5.00317, -0.76902, 0.87564, -6.78781, -6.89279, -4.39079,
                -3.48098, -2.41369, -5.58055, -4.93318, -1.60885, -0.19164, -3.39349, -1.95878, -2.83361, -0.71654,
                -3.48098,
            ]
        ),
    ]
}
