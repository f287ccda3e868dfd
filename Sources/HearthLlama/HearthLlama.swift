// First file of HearthLlama; replaced by its contents.
