package setup

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// archive is the path of the archive that the user named, its checksum verified.
func (j *job) archive(ctx context.Context) (string, error) {
	from := j.o.Archive
	file := from
	if isURL(from) {
		if j.o.SHA256 == "" {
			return "", errors.New("an archive from a URL needs its checksum: --sha256 SUM")
		}
		file = filepath.Join(j.tmp, "archive")
		const advice = "download the archive on another machine and give its path"
		c, ok := download(from, file)
		if !ok {
			return "", &MissingError{j.tool.Name, "neither curl nor wget is there", advice}
		}
		if err := j.client(ctx, advice, c); err != nil {
			return "", err
		}
	}

	sum, err := checksum(file)
	if err != nil {
		return "", err
	}
	if j.o.SHA256 == "" {
		// Without a checksum only a file that the list knows is taken; any other one has to be
		// confirmed by the user.
		if want := sums[filepath.Base(file)]; want == sum || j.o.unchecked {
			return file, nil
		}
		return "", fmt.Errorf("%s has the SHA-256 checksum %s: compare it with the one that its authors publish, then give it with --sha256 %s", from, sum, sum)
	}
	if want := strings.ToLower(strings.TrimSpace(j.o.SHA256)); sum != want {
		return "", fmt.Errorf("%s has the SHA-256 checksum %s, not %s: nothing was installed", from, sum, want)
	}
	return file, nil
}

func isURL(s string) bool {
	return strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "file://")
}

func checksum(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// The bounds of what an archive may hold.
const (
	maxEntries  = 100_000
	maxUnpacked = 4 << 30
)

// unzip unpacks a zip file into dir. place says where an entry goes, by a path with
// slashes below dir; empty leaves it out. Nothing is written outside dir: not by
// names with "..", not by absolute ones, not through links.
func unzip(ctx context.Context, file, dir string, place func(name string) string) error {
	z, err := zip.OpenReader(file)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	defer z.Close()
	if len(z.File) > maxEntries {
		return fmt.Errorf("%s has %d entries; more than %d are not unpacked", file, len(z.File), maxEntries)
	}

	// The system keeps every name below it, links included; the checks before it are for a clear
	// message.
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	left := int64(maxUnpacked)
	for _, e := range z.File {
		if err := ctx.Err(); err != nil {
			return err
		}
		// Some archives have been made with backslashes.
		name := place(strings.ReplaceAll(e.Name, `\`, "/"))
		if name == "" {
			continue
		}
		if path.IsAbs(name) || !filepath.IsLocal(filepath.FromSlash(name)) {
			return fmt.Errorf("%s: the entry %q points outside of the archive: nothing was installed", file, e.Name)
		}
		if err := unzipEntry(root, e, path.Clean(name), &left); err != nil {
			return fmt.Errorf("%s: %s: %w", file, e.Name, err)
		}
	}
	return nil
}

func unzipEntry(root *os.Root, e *zip.File, name string, left *int64) error {
	mode := e.Mode()
	switch {
	case mode.IsDir() || strings.HasSuffix(e.Name, "/"):
		return root.MkdirAll(filepath.FromSlash(name), 0o755)
	case mode&fs.ModeSymlink != 0:
		return unzipLink(root, e, name)
	case !mode.IsRegular():
		return errors.New("neither a file nor a folder")
	}
	if err := root.MkdirAll(filepath.FromSlash(path.Dir(name)), 0o755); err != nil {
		return err
	}
	perm := fs.FileMode(0o644)
	if mode&0o111 != 0 {
		perm = 0o755
	}
	in, err := e.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := root.OpenFile(filepath.FromSlash(name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, perm)
	if err != nil {
		return err
	}

	// One byte more than is left, to see that there is more. The size that an entry claims is not
	// believed.
	n, err := io.Copy(out, io.LimitReader(in, *left+1))
	*left -= n
	if cerr := out.Close(); err == nil {
		err = cerr
	}
	if err == nil && *left < 0 {
		err = fmt.Errorf("unpacks to more than %d bytes", int64(maxUnpacked))
	}
	return err
}

// unzipLink makes a link that stays below the root, as release archives have them
// between versions of a library.
func unzipLink(root *os.Root, e *zip.File, name string) error {
	in, err := e.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	// The content of a link's entry is where it leads; no path is that long.
	b, err := io.ReadAll(io.LimitReader(in, 4096))
	if err != nil {
		return err
	}
	to := string(b)
	if path.IsAbs(to) || !filepath.IsLocal(filepath.FromSlash(path.Join(path.Dir(name), to))) {
		return fmt.Errorf("a link to %q, outside of the archive", to)
	}
	if err := root.MkdirAll(filepath.FromSlash(path.Dir(name)), 0o755); err != nil {
		return err
	}
	return root.Symlink(filepath.FromSlash(to), filepath.FromSlash(name))
}

// below is a place for unzip that drops the archive's single top folder, if it has
// one.
func below(file string) (func(string) string, error) {
	z, err := zip.OpenReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	defer z.Close()
	top := ""
	for _, e := range z.File {
		first, rest, folder := strings.Cut(e.Name, "/")
		// A file at the top, or a second folder: there is no single one to drop.
		if !folder && rest == "" && !strings.HasSuffix(e.Name, "/") || top != "" && first != top {
			top = ""
			break
		}
		top = first
	}
	if top == "" || top == ".." || top == "." {
		return func(n string) string { return n }, nil
	}
	return func(n string) string { return strings.TrimPrefix(strings.TrimPrefix(n, top), "/") }, nil
}
