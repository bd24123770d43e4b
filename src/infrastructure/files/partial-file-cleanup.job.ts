import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Config } from '../config/config';
import type { JobRun } from '../jobs/scheduled-job';
import { JobScheduler } from '../jobs/job-scheduler';
import { PARTIAL_SUFFIX } from './folder-file-storage';

const HOUR = 3_600_000;
/** Files unchanged for this long are abandoned. */
const ABANDONED_AFTER_MS = 600_000;

/**
 * Removes partial files of killed processes from the files folder. Other processes may still write theirs: a running
 * upload touches its file, and a stalled one is ended much earlier (infrastructure/http/body-timeouts.ts).
 */
@Injectable()
export class PartialFileCleanupJob implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly scheduler: JobScheduler,
  ) {}

  onModuleInit(): void {
    const { files } = this.config;
    if (files.kind !== 'folder') return;
    // Runs in every process without a lease: removal is idempotent.
    this.scheduler.register<never>({
      name: 'upload-parts',
      intervalMs: HOUR,
      initialDelayMs: 0,
      runBatch: (_, run) => this.removeAbandoned(files.path, run),
    });
  }

  private async removeAbandoned(root: string, run: JobRun): Promise<null> {
    const now = this.clock.now();
    const names = await readdir(root, { recursive: true }).catch(() => []);
    for (const name of names) {
      if (!name.endsWith(PARTIAL_SUFFIX)) continue;
      if (!(await run.shouldContinue())) break;
      const path = join(root, name);
      const stats = await stat(path).catch(() => null);
      if (stats && stats.mtimeMs < now - ABANDONED_AFTER_MS) await unlink(path).catch(() => undefined);
    }
    return null;
  }
}
