// First file of HearthStore; replaced by its contents.
