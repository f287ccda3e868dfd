// First file of HearthTesting; replaced by its contents.
