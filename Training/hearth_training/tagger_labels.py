"""What the tagger tells, and what each source of its training data says about it.

Sources annotate different things, so each label says what it rules out and what it leaves open. Of a word's name a source gives a
`Choice`: the set of labels that are possible. A word that none of the annotated types covers is either no name or one of a type
that the source does not annotate; its loss is that of the whole set (marginal likelihood, as for partially annotated sequences:
Tsuboi et al. 2008, https://aclanthology.org/C08-1113). Of an emotion or an act a source says yes (1), no (0) or nothing (UNKNOWN).
"""

from __future__ import annotations

import dataclasses

NAME_TYPES = ("PER", "LOC", "ORG", "WORK", "PRODUCT", "EVENT", "MISC")
# Begin and inside. A single choice for each word, so that types compete and no two names overlap.
NAME_LABELS = ("O", *(f"{part}-{kind}" for kind in NAME_TYPES for part in "BI"))
EMOTIONS = ("joy", "love", "gratitude", "pride", "calm", "hope", "surprise", "sadness", "anger", "fear", "disgust", "shame")
# Positive and negative are told apart from each other: both is mixed, none is neutral.
POLARITIES = ("positive", "negative")
# "action": something is to be done by someone, as a meeting's minutes or a mail's reader would note it; "request" and "commit" are what is
# said for it (a command or request; a promise or offer).
ACTS = ("question", "request", "commit", "action", "suggestion", "decision", "problem", "backchannel", "statement")
UNKNOWN = -1


# --- names

@dataclasses.dataclass(frozen=True)
class NameSource:
    """`types`: annotated and told from each other. `misc`: types that the source's MISC may stand for. `outside`: the weight of words
    without a label, below 1 where they are no sure negatives. `loose`: types that its own labels may stand for besides the one given."""

    types: tuple[str, ...]
    misc: tuple[str, ...] = ()
    outside: float = 1.0
    loose: dict[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)

    @property
    def closed(self) -> tuple[str, ...]:
        """Types that a word without a label is not of: those that are annotated, and what an annotated MISC stands for."""
        return self.types + (self.misc if "MISC" in self.types else ())

# A word that may be no name or one of a type that its source does not annotate is mostly none: such a type's probability counts so much.
OPEN = 0.3
# Sources of commands label only what a command needs, so that a word without a label is no sure sign: it counts so much. Set by judgement,
# not fitted.
PARTIAL = 0.2
OTHERS = ("MISC", "WORK", "PRODUCT", "EVENT")
PLACES = ("ORG", "LOC")  # a restaurant or a hotel is a place and a business
PEOPLE = ("PER", "ORG")  # an artist is a person or a band, a dentist a person or a practice
DEMONYM = "demonym"
_COMMANDS = NameSource(("PER", "LOC", "ORG", "WORK", "PRODUCT"), outside=PARTIAL, loose=dict(artist_name=PEOPLE))
NAME_SOURCES = {
    "uner_ewt": NameSource(("PER", "LOC", "ORG"), misc=OTHERS),
    "btc": NameSource(("PER", "LOC", "ORG")),
    "wnut17": NameSource(("PER", "LOC", "ORG", "WORK", "PRODUCT")),
    # CrossNER's fields of Wikipedia have types of their own; "misc" is whatever a field has no type for, an award always MISC.
    "crossner/wiki-ai": NameSource(NAME_TYPES, misc=("MISC", "WORK"), loose=dict(award=("MISC",))),
    "crossner/wiki-literature": NameSource(NAME_TYPES, misc=("MISC", "PRODUCT"), loose=dict(award=("MISC",))),
    "crossner/wiki-music": NameSource(NAME_TYPES, misc=("MISC", "PRODUCT", "WORK"), loose=dict(award=("MISC",))),
    "crossner/wiki-politics": NameSource(NAME_TYPES, misc=("MISC", "PRODUCT", "WORK"), loose=dict(award=("MISC",))),
    "crossner/wiki-science": NameSource(NAME_TYPES, misc=("MISC", "PRODUCT", "WORK"), loose=dict(award=("MISC",))),
    # It has nationalities among places, CrossNER has them in MISC.
    "docred": NameSource(("PER", "LOC", "ORG", "MISC"), misc=OTHERS, loose={DEMONYM: ("LOC", "MISC")}),
    "earnings21": NameSource(("PER", "LOC", "ORG", "PRODUCT", "EVENT", "WORK"), outside=0.5),  # silver
    "litbank": NameSource(("PER", "LOC", "ORG")),
    "gum": NameSource(("PER", "LOC", "ORG", "EVENT"), misc=("MISC", "WORK", "PRODUCT", "O")),  # its MISC has animals and fields of study
    "slurp": _COMMANDS,
    "nlu_eval": _COMMANDS,
    "snips": NameSource(
        ("PER", "LOC", "ORG", "WORK"), outside=PARTIAL,
        loose=dict(artist=PEOPLE, location_name=PLACES, restaurant_name=PLACES, poi=PLACES, geographic_poi=PLACES),
    ),
    "sgd": NameSource(
        ("PER", "LOC", "ORG", "WORK"), outside=PARTIAL,
        loose=dict(artist=PEOPLE, doctor_name=PEOPLE, dentist_name=PEOPLE, stylist_name=PEOPLE)
        | {label: PLACES for label in "restaurant_name hotel_name property_name theater_name venue attraction_name where_to destination place_name".split()},
    ),
}


def name_source(record: dict) -> str:
    return f"{record['src']}/{record['genre']}" if record["src"] == "crossner" else record["src"]


@dataclasses.dataclass(frozen=True)
class Choice:
    """Possible labels of a word, by index into NAME_LABELS, and what the word weighs."""

    labels: frozenset[int]
    weight: float = 1.0

    def shares(self) -> list[float]:
        """How far the probability of each label counts as right."""
        return [0.0 if i not in self.labels else OPEN if i and 0 in self.labels else 1.0 for i in range(len(NAME_LABELS))]


class Choices:
    """All choices that occur, numbered; number 0 leaves everything open."""

    def __init__(self):
        self.all: list[Choice] = [Choice(frozenset(range(len(NAME_LABELS))), 0.0)]
        self.numbers = {self.all[0]: 0}

    def number(self, choice: Choice) -> int:
        if choice not in self.numbers:
            self.numbers[choice] = len(self.all)
            self.all.append(choice)
        return self.numbers[choice]

    def outside(self, source: NameSource) -> int:
        """A word without a label: no name, or one of a type that is not annotated."""
        left = [kind for kind in NAME_TYPES if kind not in source.closed]
        labels = {0} | {NAME_LABELS.index(f"{part}-{kind}") for kind in left for part in "BI"}
        return self.number(Choice(frozenset(labels), source.outside)) if source.outside else 0

    def inside(self, source: NameSource, first: bool, kind: str, label: str | None) -> int:
        """A word of a name of `kind`, which the source itself calls `label`; `first`: it begins there."""
        kinds = source.loose.get(label) or (source.misc if kind == "MISC" and source.misc else (kind,))
        part = "B" if first else "I"
        labels = {0 if k == "O" else NAME_LABELS.index(f"{part}-{k}") for k in kinds}
        return self.number(Choice(frozenset(labels)))


# --- mood

# What a source's own labels say of ours; "?" may be so, which is no loss either way. A label that says nothing is not in the table. Of emotions
# that no label of a source says surely, the source says nothing.
EMOTION_LABELS = {
    "goemotions": {
        "joy": "joy", "amusement": "joy", "excitement": "joy", "love": "love", "caring": "love", "gratitude": "gratitude", "pride": "pride",
        "admiration": "joy? love? pride?", "approval": "joy?", "optimism": "hope", "desire": "hope?", "relief": "calm joy?",
        "surprise": "surprise", "realization": "surprise?", "sadness": "sadness", "grief": "sadness", "disappointment": "sadness",
        "remorse": "shame sadness?", "embarrassment": "shame", "anger": "anger", "annoyance": "anger", "disapproval": "anger? disgust?",
        "disgust": "disgust", "fear": "fear", "nervousness": "fear", "confusion": "surprise?",
    },
    # Plutchik's eight: anticipation is hope or fear, trust near to love and calm.
    "xed": {
        "joy": "joy", "sadness": "sadness", "anger": "anger", "fear": "fear", "disgust": "disgust", "surprise": "surprise",
        "anticipation": "joy? fear?", "trust": "joy?",
    },
    "lemotif": {
        "happy": "joy", "excited": "joy", "satisfied": "joy? calm? pride?", "calm": "calm joy?", "proud": "pride joy?", "surprised": "surprise",
        "nostalgic": "sadness? joy?", "sad": "sadness", "frustrated": "anger", "angry": "anger", "jealous": "anger? sadness?", "anxious": "fear",
        "afraid": "fear", "disgusted": "disgust", "ashamed": "shame", "awkward": "shame", "bored": "sadness?", "confused": "surprise?",
    },
}
# Which labels make a text positive or negative, where a source has no polarity of its own.
POLARITY_LABELS = {
    "xed": ("joy trust", "anger disgust fear sadness"),
    "lemotif": ("happy satisfied calm proud excited", "frustrated anxious sad angry disgusted afraid ashamed awkward jealous bored"),
}
NEUTRAL = "neutral"
# EmoBank's texts differ by 0.17 in the mean; those of at least this valence, or its negative, count as positive and negative, those
# below a third of it as neither.
FELT = 0.3


def emotions(record: dict) -> list[int]:
    """Of each emotion 1, 0 or UNKNOWN."""
    table = EMOTION_LABELS.get(record["src"])
    if table is None:
        return [UNKNOWN] * len(EMOTIONS)
    told = {word for words in table.values() for word in words.split() if not word.endswith("?")}
    found = " ".join(table.get(label, "") for label in record["emotions"]).split()
    return [
        1 if emotion in found else UNKNOWN if emotion not in told or f"{emotion}?" in found else 0
        for emotion in EMOTIONS
    ]


def polarity(record: dict) -> list[int]:
    """(positive, negative), each 1, 0 or UNKNOWN."""
    if "polarity" in record:
        known = {"pos": [1, 0], "neg": [0, 1], "neu": [0, 0], "mixed": [1, 1]}
        return known.get(record["polarity"], [UNKNOWN, UNKNOWN])
    if "valence" in record:
        value = record["valence"]
        if abs(value) < FELT / 3:
            return [0, 0]
        return [int(value > 0), int(value < 0)] if abs(value) >= FELT else [UNKNOWN, UNKNOWN]
    if record["src"] in POLARITY_LABELS:
        good, bad = (any(label in words.split() for label in record["emotions"]) for words in POLARITY_LABELS[record["src"]])
        return [int(good), int(bad)] if good or bad or NEUTRAL in record["emotions"] else [UNKNOWN, UNKNOWN]
    return [UNKNOWN, UNKNOWN]


# --- acts

def acts(record: dict) -> list[int]:
    """Of each act 1, 0 or UNKNOWN; see the README of the data for the sources' own labels."""
    tags, act, source = set(record["tags"]), record["act"], record["src"]
    has = lambda *names: int(any(name in tags for name in names))
    known: dict[str, int] = {}
    if source == "ami":
        known = dict(question=has("question"), commit=has("offer"), suggestion=has("suggest"), action=has("action"),
                     decision=has("decision"), problem=has("problem"), backchannel=has("filler"))
        if act in ("inf", "ass"):
            known["statement"] = 1
        elif known["question"] or known["backchannel"]:
            known["statement"] = 0
    elif source == "icsi":
        known = dict(question=has("question"), request=has("command", "request"), commit=has("commit", "offer"),
                     suggestion=has("suggest"), backchannel=has("filler"))
        if "rhetorical" in tags:
            del known["question"]  # in form it is one
        if "ext" in record:  # what was linked to minutes; they have no action items
            known |= dict(decision=has("decision"), problem=has("problem"))
        if known.get("question") or known["backchannel"] or known["request"]:
            known["statement"] = 0
        elif act.split("^")[0].split(".")[0] == "s" and not known["suggestion"] and not known["commit"]:
            known["statement"] = 1
    elif source == "email_intent":
        known = dict(action=has("ask_or_commit"), backchannel=0)
        if not known["action"]:
            known |= dict(request=0, commit=0)
    elif source == "bc3":
        votes = record["votes"]
        voted = lambda tag, vote: has(tag) if has(tag) or not votes.get(vote) else UNKNOWN
        known = dict(request=voted("request", "req"), commit=voted("commit", "cmt"), suggestion=voted("suggest", "prop"), backchannel=0)
        either = (known["request"], known["commit"])
        known["action"] = 1 if 1 in either else UNKNOWN if UNKNOWN in either else 0
    elif source == "gum":
        known = dict(question=has("question"), request=has("command"))
        if act in ("decl", "q", "wh", "imp"):
            known |= dict(statement=int(act == "decl"), backchannel=0)
    return [known.get(name, UNKNOWN) for name in ACTS]
