// First file of HearthBasic; replaced by its contents.
