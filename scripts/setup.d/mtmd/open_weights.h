#pragma once
// Stands in the place of clip.h at the beginning of clip.cpp, and includes it: how clip.cpp reads a projector's file, which may be one
// that somebody else opened, since the process of a model can open none itself. Such a file is named `fd:NUMBER`. Reads by offset, so
// that it shares no position with whoever else holds the file, and says so where the file ends before its tensors do: the original
// goes on with whatever was in memory.
#include "clip.h"
#include "gguf.h"

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <ios>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

struct open_weights {
    int      file = -1;
    bool     owns = false;
    uint64_t position = 0;

    explicit open_weights(const std::string & name) {
        if (name.compare(0, 3, "fd:") == 0) {
            file = std::atoi(name.c_str() + 3);
        } else {
            file = open(name.c_str(), O_RDONLY | O_CLOEXEC);
            owns = true;
        }
    }
    open_weights(const open_weights &) = delete;
    open_weights & operator=(const open_weights &) = delete;
    ~open_weights() { close(); }

    bool operator!() const { return file < 0; }
    void seekg(uint64_t to, std::ios::seekdir) { position = to; }
    void read(char * into, size_t count) {
        if (read_at(into, position, count) != count) {
            throw std::runtime_error("the file ends before its weights do");
        }
        position += count;
    }
    void close() {
        if (owns && file >= 0) { ::close(file); }
        file = -1;
    }

    size_t read_at(void * into, uint64_t offset, size_t count) const {
        size_t done = 0;
        while (done < count) {
            const ssize_t part = pread(file, (char *) into + done, count - done, (off_t) (offset + done));
            if (part <= 0) { break; }
            done += (size_t) part;
        }
        return done;
    }

    static size_t read_part(void * self, void * into, uint64_t offset, size_t count) {
        return ((const open_weights *) self)->read_at(into, offset, count);
    }
};

static gguf_context * gguf_init_from_weights(const char * name, gguf_init_params params) {
    open_weights weights(name);
    struct stat status;
    if (!weights || fstat(weights.file, &status) != 0) { return nullptr; }
    return gguf_init_from_callback(open_weights::read_part, &weights, 0, (uint64_t) status.st_size, params);
}
