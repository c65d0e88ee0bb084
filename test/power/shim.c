/*
 * LD_PRELOAD library for Linux and glibc. It records the file operations of the service in its data
 * folder, and its responses, in order. It can also make calls fail and kill the process.
 *
 *   SHIM_ROOT     the data folder. Files elsewhere are ignored.
 *   SHIM_TRACE    the file for the record. Without it, nothing is recorded.
 *   SHIM_CONTROL  a file with a struct control. It is mapped, so that a test can change it.
 *
 * Format of an entry of the record: u32 length of the rest | u8 operation | u32 thread |
 * i32 result | u64 offset or size | u32 length of the path | path | bytes or second path.
 * Operations: c create, w write, t truncate, m make folder, r rename, u remove, F and f start and
 * end of a file's sync, D and d start and end of a folder's sync, A response, X an operation that
 * the model of the disk does not support.
 *
 * One lock protects each change and its entry. The record therefore has the same order as the disk,
 * and the process never kills itself (untilEnd) in the middle of a change. A sync takes long and
 * runs without the lock. It covers the changes that were recorded before it started.
 */
#include "shim-record.h"

static int opened(const char *path, int flags, mode_t mode) {
  if (!isInRoot(path)) return real_open64(path, flags, mode);
  struct stat seen;
  enter();
  int isNew = (flags & O_CREAT) && stat(path, &seen) != 0;
  int isRefused = (flags & O_CREAT) && fails(OPEN, kindOf(path));
  int fd = isRefused ? -1 : real_open64(path, flags, mode);
  int why = errno;
  if (fd >= MAX_FD) record('X', 0, 0, "more descriptors than the shim supports", "", 0);
  if (fd >= 0 && fd < MAX_FD) {
    int isFolder = fstat(fd, &seen) == 0 && S_ISDIR(seen.st_mode);
    paths[fd] = strdup(path);
    kinds[fd] = isFolder ? FOLDER : kindOf(path);
    if (isNew) record('c', 0, 0, path, "", 0);
    else if (flags & O_TRUNC) record('t', 0, 0, path, "", 0);
  }
  errno = why;
  leave();
  return fd;
}

#define OPENS(name)                        \
  int name(const char *path, int flags, ...) { \
    va_list rest;                          \
    va_start(rest, flags);                 \
    mode_t mode = va_arg(rest, mode_t);    \
    va_end(rest);                          \
    return opened(path, flags, mode);      \
  }
OPENS(open64)
OPENS(open)

static void closing(int fd) {
  if (pathOf(fd) == NULL) return;
  free(paths[fd]);
  paths[fd] = NULL;
}

int close(int fd) {
  closing(fd);
  return real_close(fd);
}

/*
 * libuv calls syscall() to close descriptors and to set up io_uring. It uses one ring for epoll,
 * which does not change files. The ring with a polling kernel thread (SQPOLL) is for files.
 */
long syscall(long number, ...) {
  va_list rest;
  long arguments[6];
  va_start(rest, number);
  for (int i = 0; i < 6; i++) arguments[i] = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_close) closing((int)arguments[0]);
  uint32_t flags = number == SYS_io_uring_setup ? ((uint32_t *)arguments[1])[2] : 0;
  if ((flags & IORING_SETUP_SQPOLL) && rootLength > 0) note('X', "io_uring for files", "");
  return real_syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

void *mmap64(void *at, size_t length, int access, int flags, int fd, off64_t offset) {
  const char *path = pathOf(fd);
  if (path != NULL && (flags & MAP_SHARED) && (access & PROT_WRITE)) note('X', path, "mapped");
  return real_mmap64(at, length, access, flags, fd, offset);
}

static ssize_t wrote(int fd, const void *bytes, size_t length, off64_t offset, int isPlaced) {
  const char *path = pathOf(fd);
  enter();
  ssize_t result = -1;
  if (!fails(WRITE, kinds[fd])) {
    result = isPlaced ? real_pwrite64(fd, bytes, length, offset) : real_write(fd, bytes, length);
  }
  int why = errno;
  if (result > 0) {
    if (!isPlaced) offset = lseek(fd, 0, SEEK_CUR) - result;
    record('w', 0, (uint64_t)offset, path, bytes, (size_t)result);
  }
  errno = why;
  leave();
  return result;
}

static ssize_t wroteParts(int fd, const struct iovec *parts, int count, off64_t at, int isPlaced) {
  ssize_t sum = 0;
  for (int i = 0; i < count; i++) {
    ssize_t one = wrote(fd, parts[i].iov_base, parts[i].iov_len, at + sum, isPlaced);
    if (one < 0) return sum > 0 ? sum : one;
    sum += one;
    if ((size_t)one < parts[i].iov_len) break;
  }
  return sum;
}

/* Records the start of a response. Its headers contain the id that the client sent. */
static void answers(const void *bytes, size_t length) {
  if (trace < 0 || length < 12 || memcmp(bytes, "HTTP/1.1", 8) != 0) return;
  pthread_mutex_lock(&lock);
  record('A', 0, 0, "", bytes, length < 4096 ? length : 4096);
  leave();
}

ssize_t write(int fd, const void *bytes, size_t length) {
  if (pathOf(fd) != NULL) return wrote(fd, bytes, length, 0, 0);
  answers(bytes, length);
  return real_write(fd, bytes, length);
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (pathOf(fd) != NULL) return wroteParts(fd, parts, count, 0, 0);
  if (count > 0) answers(parts[0].iov_base, parts[0].iov_len);
  return real_writev(fd, parts, count);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  return pathOf(fd) == NULL ? real_pwrite64(fd, bytes, length, at)
                            : wrote(fd, bytes, length, at, 1);
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  return pwrite64(fd, bytes, length, at);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
  return pathOf(fd) == NULL ? real_pwritev64(fd, parts, count, at)
                            : wroteParts(fd, parts, count, at, 1);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  return pwritev64(fd, parts, count, at);
}

static int synced(int fd, int (*real)(int)) {
  const char *path = pathOf(fd);
  if (path == NULL) return real(fd);
  int isFolder = kinds[fd] == FOLDER;
  enter();
  record(isFolder ? 'D' : 'F', 0, 0, path, "", 0);
  int isRefused = fails(SYNC, kinds[fd]);
  int why = errno;
  leave();
  if (isFolder && control != NULL && control->folderSyncMs > 0) {
    usleep((useconds_t)control->folderSyncMs * 1000);
  }
  int result = isRefused ? -1 : real(fd);
  if (!isRefused) why = errno;
  pthread_mutex_lock(&lock);
  record(isFolder ? 'd' : 'f', result, 0, path, "", 0);
  errno = why;
  leave();
  return result;
}
int fsync(int fd) { return synced(fd, real_fsync); }
int fdatasync(int fd) { return synced(fd, real_fdatasync); }

int ftruncate64(int fd, off64_t length) {
  const char *path = pathOf(fd);
  if (path == NULL) return real_ftruncate64(fd, length);
  enter();
  int result = fails(TRUNCATE, kinds[fd]) ? -1 : real_ftruncate64(fd, length);
  if (result == 0) record('t', 0, (uint64_t)length, path, "", 0);
  leave();
  return result;
}

/* Changes a name and records the change if it succeeds. */
#define NAMES(call, what, path, real)                                  \
  enter();                                                             \
  int result = fails(call, kindOf(path)) ? -1 : real;                  \
  if (result == 0) record(what, 0, 0, path, "", 0);                    \
  leave();                                                             \
  return result

int rename(const char *from, const char *to) {
  if (!isInRoot(from) && !isInRoot(to)) return real_rename(from, to);
  enter();
  int result = fails(RENAME, kindOf(to)) ? -1 : real_rename(from, to);
  if (result == 0) record('r', 0, 0, from, to, strlen(to));
  leave();
  return result;
}
int unlink(const char *path) {
  if (!isInRoot(path)) return real_unlink(path);
  NAMES(UNLINK, 'u', path, real_unlink(path));
}
int remove(const char *path) {
  if (!isInRoot(path)) return real_remove(path);
  NAMES(UNLINK, 'u', path, real_remove(path));
}
int rmdir(const char *path) {
  if (!isInRoot(path)) return real_rmdir(path);
  NAMES(UNLINK, 'u', path, real_rmdir(path));
}
int mkdir(const char *path, mode_t mode) {
  if (!isInRoot(path)) return real_mkdir(path, mode);
  NAMES(MKDIR, 'm', path, real_mkdir(path, mode));
}
