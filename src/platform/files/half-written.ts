import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock';
import { Config } from '../config/config';
import type { Round } from '../jobs/sweep';
import { Sweeper } from '../jobs/sweeper';
import { HALF } from './folder-files';

const HOUR = 3_600_000;
/** Nobody has written to it for so long: nobody will. */
const DEAD_MS = 600_000;

/**
 * What a process that was killed had begun to write in a folder. Other processes may be writing theirs: an upload that goes
 * on touches its file, and one that is silent is ended long before (platform/http/slow-body.ts).
 */
@Injectable()
export class HalfWritten implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    const { files } = this.config;
    if (files.kind !== 'folder') return;
    // By every process: what one of them has removed is not there for the others.
    this.sweeper.register<never>({
      name: 'upload-parts',
      every: HOUR,
      first: 0,
      batch: (_, round) => this.sweep(files.path, round),
    });
  }

  private async sweep(root: string, round: Round): Promise<null> {
    const now = this.clock.now();
    const names = await readdir(root, { recursive: true }).catch(() => []);
    for (const name of names) {
      if (!name.endsWith(HALF)) continue;
      if (!(await round.goesOn())) break;
      const path = join(root, name);
      const found = await stat(path).catch(() => null);
      if (found && found.mtimeMs < now - DEAD_MS) await unlink(path).catch(() => undefined);
    }
    return null;
  }
}
