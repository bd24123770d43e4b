import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });

/** A disk of a test's own, mounted on a folder. */
export interface Disk {
  path: string;
  forget(): void;
}

/** A disk of so many megabytes where one may be mounted, else null. */
export function smallDisk(megabytes: number): (Disk & { fill(): void; empty(): void }) | null {
  const path = mkdtempSync(join(tmpdir(), 'skilgrid-disk-'));
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path);
  } catch {
    rmSync(path, { recursive: true });
    return null;
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill: () => {
      const fd = openSync(filler, 'a');
      try {
        for (;;) writeSync(fd, Buffer.alloc(4096));
      } catch {
        closeSync(fd);
      }
    },
    empty: () => unlinkSync(filler),
    forget: () => {
      run('umount', '-l', path);
      rmSync(path, { recursive: true });
    },
  };
}

/**
 * A disk that `fails` once: its file system then mounts itself read-only under whoever has files open on it, as Linux does
 * with a dying disk. Null where no image may be mounted.
 */
export function dyingDisk(megabytes: number): (Disk & { fail(): void }) | null {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-dying-'));
  const image = join(folder, 'image');
  const path = mkdtempSync(join(tmpdir(), 'skilgrid-disk-'));
  const gone = () => [folder, path].forEach((each) => rmSync(each, { recursive: true, force: true }));
  try {
    writeFileSync(image, '');
    truncateSync(image, megabytes * 1_048_576);
    run('mkfs.ext4', '-q', image);
    run('mount', '-o', 'loop,errors=remount-ro', image, path);
  } catch {
    gone();
    return null;
  }
  const device = basename(run('findmnt', '-n', '-o', 'SOURCE', path).toString().trim());
  const trigger = `/sys/fs/ext4/${device}/trigger_fs_error`;
  const forget = () => {
    run('umount', '-l', path);
    gone();
  };
  if (!existsSync(trigger)) {
    forget();
    return null;
  }
  return { path, forget, fail: () => writeFileSync(trigger, 'as if a block could not be read') };
}
