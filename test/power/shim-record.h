/* Shared by the functions of shim.c: paths of descriptors, the record, the lock and the faults. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/io_uring.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* Bits of control.calls and control.kinds. Keep them equal to those in test/power/shim.ts. */
enum call { WRITE = 1, SYNC = 2, OPEN = 4, RENAME = 8, MKDIR = 16, TRUNCATE = 32, UNLINK = 64 };
enum kind { DATABASE = 1, WAL = 2, FILES = 4, FOLDER = 8, OTHER = 16 };

/* Faults to inject. All members are int32_t, so that test/power/shim.ts can write them. */
struct control {
  int32_t calls;        /* calls that can fail (enum call) */
  int32_t kinds;        /* files on which they can fail (enum kind) */
  int32_t millionths;   /* probability of a failure in millionths */
  int32_t error;        /* errno of a failed call */
  int32_t failures;     /* number of failed calls, counted by the shim */
  int32_t folderSyncMs; /* additional duration of each sync of a folder, in milliseconds */
  int32_t untilEnd;     /* number of changes until the process kills itself, or 0 for never */
  int32_t seed;         /* seed of the random numbers that select the failing calls */
};

#define MAX_FD 65536
static char *paths[MAX_FD];
static unsigned char kinds[MAX_FD];
static int trace = -1;
static volatile struct control *control;
static char root[PATH_MAX];
static size_t rootLength;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t dice = 88172645463325252ull;

#define REAL(type, name, ...) static type (*real_##name)(__VA_ARGS__)
REAL(int, open64, const char *, int, ...);
REAL(int, close, int);
REAL(ssize_t, write, int, const void *, size_t);
REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
REAL(ssize_t, writev, int, const struct iovec *, int);
REAL(ssize_t, pwritev64, int, const struct iovec *, int, off64_t);
REAL(int, fsync, int);
REAL(int, fdatasync, int);
REAL(int, rename, const char *, const char *);
REAL(int, unlink, const char *);
REAL(int, remove, const char *);
REAL(int, rmdir, const char *);
REAL(int, mkdir, const char *, mode_t);
REAL(int, ftruncate64, int, off64_t);
REAL(void *, mmap64, void *, size_t, int, int, int, off64_t);
REAL(long, syscall, long, ...);

__attribute__((constructor)) static void begin(void) {
#define FIND(name) real_##name = dlsym(RTLD_NEXT, #name)
  FIND(open64); FIND(close); FIND(write); FIND(pwrite64); FIND(writev); FIND(pwritev64);
  FIND(fsync); FIND(fdatasync); FIND(rename); FIND(unlink); FIND(remove); FIND(rmdir);
  FIND(mkdir); FIND(ftruncate64); FIND(mmap64); FIND(syscall);
  const char *folder = getenv("SHIM_ROOT");
  if (folder == NULL) return;
  snprintf(root, sizeof root, "%s", folder);
  rootLength = strlen(root);
  const char *to = getenv("SHIM_TRACE");
  if (to != NULL) trace = real_open64(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const char *by = getenv("SHIM_CONTROL");
  int fd = by == NULL ? -1 : real_open64(by, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  int access = PROT_READ | PROT_WRITE;
  void *at = real_mmap64(NULL, sizeof(struct control), access, MAP_SHARED, fd, 0);
  if (at != MAP_FAILED) control = at;
  if (control != NULL) dice += (uint64_t)control->seed;
  real_close(fd);
}

static int isInRoot(const char *path) {
  return rootLength > 0 && strncmp(path, root, rootLength) == 0 &&
         (path[rootLength] == '/' || path[rootLength] == 0);
}

static unsigned char kindOf(const char *path) {
  const char *rest = path + rootLength;
  if (strcmp(rest, "/service.db") == 0) return DATABASE;
  if (strncmp(rest, "/service.db-", 12) == 0) return WAL;
  if (strncmp(rest, "/files/", 7) == 0) return FILES;
  return OTHER;
}

static const char *pathOf(int fd) { return fd >= 0 && fd < MAX_FD ? paths[fd] : NULL; }

/* Appends an entry to the record. The caller holds the lock. */
static void record(char what, int result, uint64_t offset, const char *path, const void *bytes,
                   size_t length) {
  if (trace < 0) return;
  uint32_t thread = (uint32_t)real_syscall(SYS_gettid);
  uint32_t pathLength = (uint32_t)strlen(path);
  uint32_t rest = 1 + 4 + 4 + 8 + 4 + pathLength + (uint32_t)length;
  char *entry = malloc(rest + 4), *at = entry;
#define PUT(from, size) memcpy(at, from, size), at += size
  PUT(&rest, 4); PUT(&what, 1); PUT(&thread, 4); PUT(&result, 4); PUT(&offset, 8);
  PUT(&pathLength, 4); PUT(path, pathLength); PUT(bytes, length);
  for (size_t done = 0; done < rest + 4;) {
    ssize_t wrote = real_write(trace, entry + done, rest + 4 - done);
    if (wrote < 0 && errno != EINTR) abort();
    if (wrote > 0) done += (size_t)wrote;
  }
  free(entry);
}

/* Takes the lock before a change. Kills the process if its last change is done. */
static void enter(void) {
  pthread_mutex_lock(&lock);
  if (control != NULL && control->untilEnd > 0 && --control->untilEnd == 0) {
    real_syscall(SYS_kill, (long)getpid(), (long)SIGKILL);
    for (;;) pause();
  }
}

/* Releases the lock after a change and preserves errno. */
static void leave(void) {
  int why = errno;
  pthread_mutex_unlock(&lock);
  errno = why;
}

static void note(char what, const char *path, const char *other) {
  pthread_mutex_lock(&lock);
  record(what, 0, 0, path, other, strlen(other));
  leave();
}

/* Returns whether this call must fail, and sets errno. The caller holds the lock. */
static int fails(int call, int kind) {
  if (control == NULL || !(control->calls & call) || !(control->kinds & kind)) return 0;
  dice ^= dice << 13; dice ^= dice >> 7; dice ^= dice << 17;
  if ((int32_t)(dice % 1000000) >= control->millionths) return 0;
  control->failures += 1;
  errno = control->error;
  return 1;
}
