"""A process that a student's code may do with as it likes: namespaces of Linux, and limits.

On Linux the process sees a file system of its own, made of the parts that Python needs, read-only, and two
small folders in memory; it has no network, and cannot see or reach any other process. Elsewhere only the
limits hold. Whoever calls `enclose` is told when the walls cannot be built, and must say so aloud.
"""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from dataclasses import dataclass
from pathlib import Path

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/nix/store")
DEVICES = ("null", "zero", "full", "random", "urandom")
# from <sched.h>, <sys/mount.h>, <linux/mount.h>, <sys/prctl.h>, <linux/capability.h>
NEW_MOUNTS, NEW_UTS, NEW_IPC, NEW_USER, NEW_PIDS, NEW_NETWORK = (
    0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000,
)  # fmt: skip
NOSUID, NODEV, BIND, RECURSIVE, PRIVATE = 2, 4, 0x1000, 0x4000, 0x40000
ATTRIBUTE_READ_ONLY, AT_FDCWD, AT_RECURSIVE, DETACH = 1, -100, 0x8000, 2
MOUNT_SETATTR = 442
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41, "riscv64": 41}
PARENT_DEATH, DUMPABLE, DROP_BOUND, NO_NEW_PRIVILEGES, SUBREAPER = 1, 4, 24, 38, 36
KILL = 9


@dataclass(frozen=True)
class Limits:
    """What one submission may use: seconds, bytes, and processes (threads count as well)."""

    cell: float = 10
    """Seconds for one cell, or for all the calls of one question."""
    total: float = 120
    memory: int = 1 << 30
    processes: int = 64
    file: int = 16 << 20
    folder: int = 64 << 20


@dataclass(frozen=True)
class Place:
    """Where a process lives: the folder of its sockets, its empty working folder, what it must not see."""

    sockets: Path
    work: Path
    hidden: tuple[Path, ...] = ()
    user: int = 0
    """The number of the user that student code runs as, where root grades; else 0."""


def environment(work: Path) -> dict[str, str]:
    """A clean environment, with the working folder as home."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    home = str(work)
    return kept | {
        "HOME": home, "USERPROFILE": home, "TMPDIR": home, "TEMP": home, "USER": "student",
        "LOGNAME": "student", "LANG": "C.UTF-8", "PYTHONUTF8": "1",
        "IPYTHONDIR": f"{home}/.ipython", "MPLCONFIGDIR": f"{home}/.matplotlib",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "2",  # else each thread takes a part of the address space that is allowed
    }  # fmt: skip


def enclose(place: Place) -> None:
    """Move this process, which must have no threads, into namespaces of its own (Linux); raises OSError.

    The children that it then starts live inside: the first of them must call `furnish`.
    """
    spaces = NEW_MOUNTS | NEW_UTS | NEW_IPC | NEW_PIDS | NEW_NETWORK
    if os.getuid() == 0:
        os.chown(place.sockets, place.user, place.user)
        _call("unshare", spaces)
        return
    user, group = os.getuid(), os.getgid()
    _call("unshare", spaces | NEW_USER)
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        Path("/proc/self", name).write_text(text)


def furnish(place: Place, limits: Limits) -> None:
    """Build the file system that student code sees, and make it this process's root; raises OSError."""
    _mount("", "/", "", RECURSIVE | PRIVATE)
    root = "/tmp"  # any folder will do: what is mounted here is seen by this process and its children only
    user, group = (place.user, place.user) if os.getuid() == 0 else (os.getuid(), os.getgid())
    mine = f"uid={user},gid={group},mode=700,nr_inodes=10000"
    sockets = os.open(place.sockets, os.O_PATH)  # it may lie in the folder that is covered next
    parts = [(path, os.open(path, os.O_PATH)) for path in _readable()]
    _mount("tmpfs", root, "tmpfs", NOSUID | NODEV, "size=1m,mode=755")
    os.makedirs(f"{root}/tmp")  # before the rest, for Python itself may lie in a folder below /tmp
    _mount("tmpfs", f"{root}/tmp", "tmpfs", NOSUID | NODEV, f"size={limits.file},{mine}")
    for path, opened in parts:
        os.makedirs(root + path, exist_ok=True)
        _mount(f"/proc/self/fd/{opened}", root + path, "", BIND | RECURSIVE)
        _read_only(root + path)
        os.close(opened)
    for link in SYSTEM:
        if os.path.islink(link):
            os.symlink(os.readlink(link), root + link)
    os.makedirs(f"{root}/dev/shm")
    os.makedirs(f"{root}/dev/pts")
    for device in DEVICES:
        Path(root, "dev", device).touch()
        _mount(f"/dev/{device}", f"{root}/dev/{device}", "", BIND)
    _mount("devpts", f"{root}/dev/pts", "devpts", NOSUID, "newinstance,ptmxmode=0666,mode=0600")
    os.symlink("pts/ptmx", f"{root}/dev/ptmx")
    os.symlink("/proc/self/fd", f"{root}/dev/fd")
    for folder, size in (("/dev/shm", limits.file), (str(place.work), limits.folder)):
        os.makedirs(root + folder, exist_ok=True)
        _mount("tmpfs", root + folder, "tmpfs", NOSUID | NODEV, f"size={size},{mine}")
    os.makedirs(root + str(place.sockets))
    _mount(f"/proc/self/fd/{sockets}", root + str(place.sockets), "", BIND)
    os.close(sockets)
    for path in map(str, place.hidden):
        if os.path.isdir(root + path):
            _mount("tmpfs", root + path, "tmpfs", NOSUID | NODEV, "size=4k,mode=755")
            _read_only(root + path)
    os.makedirs(f"{root}/proc")
    _mount("proc", f"{root}/proc", "proc", NOSUID | NODEV)
    os.chdir(root)
    _syscall(PIVOT_ROOT.get(platform.machine(), -1), b".", b".")
    _call("umount2", b".", DETACH)
    os.chdir(place.work)
    _read_only("/", recursive=False)


def close_folder(folder: Path) -> None:
    """Let nothing more be written to a folder that is mounted (the sockets in it go on working)."""
    _read_only(str(folder), recursive=False)


def renounce(place: Place, limits: Limits, enclosed: bool) -> None:
    """Give up every right that this process has over others, for good, and take on the limits."""
    if sys.platform == "linux" and enclosed:
        for capability in range(64):
            _libc().prctl(DROP_BOUND, capability, 0, 0, 0)
        if os.getuid() == 0:
            os.setgroups([])
            os.setresgid(*[place.user] * 3)
            os.setresuid(*[place.user] * 3)
        none = (ctypes.c_uint32 * 6)()
        _call("capset", (ctypes.c_uint32 * 2)(0x20080522, 0), none)
    if sys.platform == "linux":
        _call("prctl", NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if sys.platform != "win32":
        import resource

        bounds = {
            resource.RLIMIT_AS: limits.memory + _own_size(),
            resource.RLIMIT_FSIZE: limits.file,
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_NOFILE: 256,
            resource.RLIMIT_CPU: int(limits.total) + 10,
        }
        if enclosed:  # outside, all that the user runs would count
            bounds[resource.RLIMIT_NPROC] = limits.processes
        for kind, bound in bounds.items():
            hard = resource.getrlimit(kind)[1]
            bound = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
            try:
                resource.setrlimit(kind, (bound, bound))
            except (OSError, ValueError):  # macOS knows limits that it does not take
                continue


def die_with_parent() -> None:
    """Let this process be killed when its parent is (Linux)."""
    _call("prctl", PARENT_DEATH, KILL, 0, 0, 0)


def keep_orphans() -> None:
    """Stay the ancestor of every process that comes from this one, whatever it does (Linux)."""
    _call("prctl", SUBREAPER, 1, 0, 0, 0)


def _readable() -> list[str]:
    """What Python needs to read, outer folders first: the system, Python, its packages, and cardlab."""
    python = [sys.prefix, sys.base_prefix, str(Path(sys.executable).resolve().parent.parent)]
    packages = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    wanted = [*SYSTEM, *python, *packages, str(Path(__file__).parents[1])]
    found: list[str] = []
    for path in sorted({path for path in wanted if os.path.isdir(path)}):
        is_link = path in SYSTEM and os.path.islink(path)
        if path != "/" and not is_link and not any(path.startswith(f"{outer}/") for outer in found):
            found.append(path)
    return found


def _own_size() -> int:
    """The bytes of address space that this process has taken by itself."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 1 << 30


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(name: str, *arguments: object) -> None:
    if getattr(_libc(), name)(*arguments) != 0:
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")


def _syscall(number: int, *arguments: object) -> None:
    if _libc().syscall(ctypes.c_long(number), *arguments) != 0:
        raise OSError(ctypes.get_errno(), f"system call {number}: {os.strerror(ctypes.get_errno())}")


def _mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    names = [text.encode() or None for text in (source, target, kind)]
    _call("mount", *names, ctypes.c_ulong(flags), data.encode() or None)


def _read_only(path: str, recursive: bool = True) -> None:
    """Make a mount and all below it read-only, without devices or programs that run as another user."""
    attributes = (ctypes.c_uint64 * 4)(ATTRIBUTE_READ_ONLY | NOSUID | NODEV, 0, 0, 0)
    depth = AT_RECURSIVE if recursive else 0
    size = ctypes.c_size_t(ctypes.sizeof(attributes))
    _syscall(MOUNT_SETATTR, ctypes.c_int(AT_FDCWD), path.encode(), ctypes.c_uint(depth), attributes, size)
