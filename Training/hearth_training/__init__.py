"""Training of Hearth's small models. Not needed to build or to use Hearth; see Training/README.md."""
