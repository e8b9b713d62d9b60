/* errno and the names of errors, as glibc 2.36 prints them. */

int *__errno_location(void) {
    return &ep_errno;
}

/* Empty entries have no name ("Unknown error N"). One table and not one text for
 * each number: which of them is meant is an offset where the number depends on
 * the input, and no choice of objects. */
#define EP_ERROR_SIZE 64
static const char ep_error_names[][EP_ERROR_SIZE] = {
    "Success",
    "Operation not permitted",
    "No such file or directory",
    "No such process",
    "Interrupted system call",
    "Input/output error",
    "No such device or address",
    "Argument list too long",
    "Exec format error",
    "Bad file descriptor",
    "No child processes",
    "Resource temporarily unavailable",
    "Cannot allocate memory",
    "Permission denied",
    "Bad address",
    "Block device required",
    "Device or resource busy",
    "File exists",
    "Invalid cross-device link",
    "No such device",
    "Not a directory",
    "Is a directory",
    "Invalid argument",
    "Too many open files in system",
    "Too many open files",
    "Inappropriate ioctl for device",
    "Text file busy",
    "File too large",
    "No space left on device",
    "Illegal seek",
    "Read-only file system",
    "Too many links",
    "Broken pipe",
    "Numerical argument out of domain",
    "Numerical result out of range",
    "Resource deadlock avoided",
    "File name too long",
    "No locks available",
    "Function not implemented",
    "Directory not empty",
    "Too many levels of symbolic links",
    "",
    "No message of desired type",
    "Identifier removed",
    "Channel number out of range",
    "Level 2 not synchronized",
    "Level 3 halted",
    "Level 3 reset",
    "Link number out of range",
    "Protocol driver not attached",
    "No CSI structure available",
    "Level 2 halted",
    "Invalid exchange",
    "Invalid request descriptor",
    "Exchange full",
    "No anode",
    "Invalid request code",
    "Invalid slot",
    "",
    "Bad font file format",
    "Device not a stream",
    "No data available",
    "Timer expired",
    "Out of streams resources",
    "Machine is not on the network",
    "Package not installed",
    "Object is remote",
    "Link has been severed",
    "Advertise error",
    "Srmount error",
    "Communication error on send",
    "Protocol error",
    "Multihop attempted",
    "RFS specific error",
    "Bad message",
    "Value too large for defined data type",
    "Name not unique on network",
    "File descriptor in bad state",
    "Remote address changed",
    "Can not access a needed shared library",
    "Accessing a corrupted shared library",
    ".lib section in a.out corrupted",
    "Attempting to link in too many shared libraries",
    "Cannot exec a shared library directly",
    "Invalid or incomplete multibyte or wide character",
    "Interrupted system call should be restarted",
    "Streams pipe error",
    "Too many users",
    "Socket operation on non-socket",
    "Destination address required",
    "Message too long",
    "Protocol wrong type for socket",
    "Protocol not available",
    "Protocol not supported",
    "Socket type not supported",
    "Operation not supported",
    "Protocol family not supported",
    "Address family not supported by protocol",
    "Address already in use",
    "Cannot assign requested address",
    "Network is down",
    "Network is unreachable",
    "Network dropped connection on reset",
    "Software caused connection abort",
    "Connection reset by peer",
    "No buffer space available",
    "Transport endpoint is already connected",
    "Transport endpoint is not connected",
    "Cannot send after transport endpoint shutdown",
    "Too many references: cannot splice",
    "Connection timed out",
    "Connection refused",
    "Host is down",
    "No route to host",
    "Operation already in progress",
    "Operation now in progress",
    "Stale file handle",
    "Structure needs cleaning",
    "Not a XENIX named type file",
    "No XENIX semaphores available",
    "Is a named type file",
    "Remote I/O error",
    "Disk quota exceeded",
    "No medium found",
    "Wrong medium type",
    "Operation canceled",
    "Required key not available",
    "Key has expired",
    "Key has been revoked",
    "Key was rejected by service",
    "Owner died",
    "State not recoverable",
    "Operation not possible due to RF-kill",
    "Memory page has hardware error",
};

#define EP_ERROR_NAMES ((int)(sizeof ep_error_names / sizeof ep_error_names[0]))

/* "Unknown error N" in a buffer of at least 32 bytes. */
static char *ep_unknown_error(int error, char *buffer) {
    char digits[12];
    int n = 0;
    unsigned value = error < 0 ? 0u - (unsigned)error : (unsigned)error;
    char *end = ep_stpcpy(buffer, "Unknown error ");
    if (error < 0)
        *end++ = '-';
    do {
        digits[n++] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    while (n > 0)
        *end++ = digits[--n];
    *end = 0;
    return buffer;
}

/* Asked of the number and not of the text: a text somewhere in the table and
 * another object compare only by where they lie. */
static int ep_has_error_name(int error) {
    return error >= 0 && error < EP_ERROR_NAMES && ep_error_names[error][0] != 0;
}

static const char *ep_strerror(int error, char *buffer) {
    return ep_has_error_name(error) ? ep_error_names[error] : ep_unknown_error(error, buffer);
}

/* Names are constants here: writing to the result is an error anyway. */
char *strerror(int error) {
    static char buffer[32];
    return (char *)ep_strerror(error, buffer);
}

/* The POSIX variant, which glibc's headers call `__xpg_strerror_r`. */
int __xpg_strerror_r(int error, char *to, size_t size) {
    char buffer[32];
    const char *name = ep_strerror(error, buffer);
    size_t length = ep_strlen(name);
    int unknown = !ep_has_error_name(error);
    if (size > 0) {
        size_t n = length < size ? length : size - 1;
        memcpy(to, name, n);
        to[n] = 0;
    }
    int known = length >= size ? EP_ERANGE : 0;
    return unknown ? EP_EINVAL : known;
}

/* The GNU variant. */
char *strerror_r(int error, char *to, size_t size) {
    char buffer[32];
    if (ep_has_error_name(error))
        return (char *)ep_error_names[error];
    const char *name = ep_unknown_error(error, buffer);
    if (size > 0) {
        size_t length = ep_strlen(name);
        size_t n = length < size ? length : size - 1;
        memcpy(to, name, n);
        to[n] = 0;
    }
    return to;
}
