package types_test

import (
	"archive/zip"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"ensures/java"
	"ensures/java/types"
)

// The source of a JDK, where one is installed with it, is the largest body of
// correct Java there is: as our library its bodies must check without a
// complaint. It may be newer than our Java, so what the parser does not take is
// left out, and a handful of bodies may be beyond us.
func TestJDKSourceIsClean(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	zips, _ := filepath.Glob("/usr/lib/jvm/*/lib/src.zip")
	var src fs.FS
	for _, p := range zips {
		z, err := zip.OpenReader(p)
		if err != nil {
			continue
		}
		defer z.Close()
		if src, err = fs.Sub(z, "java.base"); err == nil {
			break
		}
	}
	if src == nil {
		t.Skip("no JDK source here")
	}
	lib := types.NewLibrary(src)
	bodies := 0
	var bad []string
	report := func(where string, errs java.ErrorList) {
		bodies++
		if len(errs) > 0 {
			bad = append(bad, where+": "+errs[0].Error())
		}
	}
	var visit func(c *types.Class)
	visit = func(c *types.Class) {
		c.Load()
		_, errs := c.Init()
		report(c.Binary, errs)
		for _, m := range c.Methods {
			_, errs := m.Body()
			report(m.Key(), errs)
		}
		for _, k := range c.Members {
			visit(k)
		}
	}
	for _, p := range lib.Packages() {
		if !strings.HasPrefix(p, "java.") {
			continue
		}
		for _, n := range lib.ClassNames(p) {
			if n != "package-info" && n != "module-info" {
				visit(lib.Class(p + "." + n))
			}
		}
	}
	t.Logf("%d bodies, %d with errors", bodies, len(bad))
	if bodies < 10000 {
		t.Errorf("only %d bodies", bodies)
	}
	if len(bad)*5000 > bodies {
		t.Errorf("%d of %d bodies with errors:\n%s", len(bad), bodies, strings.Join(bad[:min(len(bad), 20)], "\n"))
	}
}
