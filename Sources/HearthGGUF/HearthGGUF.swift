// First file of HearthGGUF; replaced by its contents.
