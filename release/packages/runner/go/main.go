// The conformance suite for SFrame: unpacks itself into the user's cache, once, and becomes its command.
package main

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

//go:embed all:share
var share embed.FS

const digest = "@DIGEST@" // of all that is embedded

func unpack(from embed.FS, to string) error {
	return fs.WalkDir(from, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		bytes, err := from.ReadFile(path)
		if err != nil {
			return err
		}
		mode := os.FileMode(0o644)
		if inside := strings.TrimPrefix(path, machine+"/"); inside != path {
			path, mode = inside, 0o755
		}
		place := filepath.Join(to, path)
		if err := os.MkdirAll(filepath.Dir(place), 0o777); err != nil {
			return err
		}
		return os.WriteFile(place, bytes, mode)
	})
}

// The folder that has it, whole.
func unpacked() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	place := filepath.Join(cache, "@NAME@")
	whole := filepath.Join(place, digest)
	if _, err := os.Stat(whole); err == nil {
		return whole, nil
	}
	if err := os.MkdirAll(place, 0o777); err != nil {
		return "", err
	}
	part, err := os.MkdirTemp(place, ".part-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(part)
	for _, from := range []embed.FS{share, programs} {
		if err := unpack(from, part); err != nil {
			return "", err
		}
	}
	if err := os.Rename(part, whole); err != nil {
		if _, there := os.Stat(whole); there != nil { // else another run was faster
			return "", err
		}
	}
	return whole, nil
}

func main() {
	folder, err := unpacked()
	if err == nil {
		program := filepath.Join(folder, "bin/sframe-conformance")
		err = syscall.Exec(program, append([]string{program}, os.Args[1:]...), os.Environ())
	}
	fmt.Fprintln(os.Stderr, "sframe-conformance:", err)
	os.Exit(2)
}
