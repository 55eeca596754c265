package ci

import (
	"context"
	"errors"

	"ensures/internal/git"
)

// Base returns the commit that a change begins at: the last one that it shares with a
// revision, or with the branch that it is for. That branch is what the build server
// says, and else the remote's own, main or master.
func Base(ctx context.Context, r *git.Repository, rev string, getenv func(string) string) (string, error) {
	if rev == "" {
		switch {
		case getenv("CI_MERGE_REQUEST_DIFF_BASE_SHA") != "": // GitLab
			rev = getenv("CI_MERGE_REQUEST_DIFF_BASE_SHA")
		case getenv("GITHUB_BASE_REF") != "":
			rev = "origin/" + getenv("GITHUB_BASE_REF")
		case getenv("CHANGE_TARGET") != "": // Jenkins
			rev = "origin/" + getenv("CHANGE_TARGET")
		}
	}
	if rev != "" {
		return r.MergeBase(ctx, rev)
	}
	for _, branch := range []string{"origin/HEAD", "origin/main", "origin/master", "main", "master"} {
		if _, err := r.Commit(ctx, branch); err == nil {
			return r.MergeBase(ctx, branch)
		}
	}
	return "", errors.New("there is no branch main or master to compare with: name one")
}
