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

/** A disk mounted for one test. */
export interface Disk {
  path: string;
  cleanUp(): void;
}

/** A disk of this size, or null where mounting is not allowed. */
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
    cleanUp: () => {
      run('umount', '-l', path);
      rmSync(path, { recursive: true });
    },
  };
}

/** A disk that becomes read-only on `fail()`, as a dying disk on Linux. Null where no image can be mounted. */
export function dyingDisk(megabytes: number): (Disk & { fail(): void }) | null {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-dying-'));
  const image = join(folder, 'image');
  const path = mkdtempSync(join(tmpdir(), 'skilgrid-disk-'));
  const removeFolders = () => [folder, path].forEach((each) => rmSync(each, { recursive: true, force: true }));
  try {
    writeFileSync(image, '');
    truncateSync(image, megabytes * 1_048_576);
    run('mkfs.ext4', '-q', image);
    run('mount', '-o', 'loop,errors=remount-ro', image, path);
  } catch {
    removeFolders();
    return null;
  }
  const device = basename(run('findmnt', '-n', '-o', 'SOURCE', path).toString().trim());
  const trigger = `/sys/fs/ext4/${device}/trigger_fs_error`;
  const cleanUp = () => {
    run('umount', '-l', path);
    removeFolders();
  };
  if (!existsSync(trigger)) {
    cleanUp();
    return null;
  }
  return { path, cleanUp, fail: () => writeFileSync(trigger, 'as if a block could not be read') };
}
