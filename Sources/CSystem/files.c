#define _GNU_SOURCE
#include <ftw.h>
#include <stdio.h>

#include "csystem.h"

static int remove_one(
    const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status, (void)kind, (void)place;
  return remove(path);
}

int galley_remove_tree(const char *path) {
  return nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}
