import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Transactions } from '../../platform/database/transactions';
import { Files } from '../../platform/files/files';
import type { Round } from '../../platform/jobs/sweep';
import { Sweeper } from '../../platform/jobs/sweeper';
import { Directory, type DirectoryRepository } from '../directory';
import { Job } from './job.entity';

const HOUR = 3_600_000;
const AT_ONCE = 50;

/** Files that jobs made are kept for seven days. Their rows go on saying what they were, and that they are kept no more. */
@Injectable()
export class PastResults implements OnModuleInit {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly files: Files,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    @Directory(Job) private readonly jobs: DirectoryRepository<Job>,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<true>({
      name: 'past-results',
      every: HOUR,
      leased: true,
      batch: (_, round) => this.removeSome(round),
    });
  }

  private async removeSome(round: Round): Promise<true | null> {
    const over = await this.jobs.find(
      { result_until: { lte: this.clock.now() }, result_file: { gt: '' } },
      { order: [['result_until', 'asc']], limit: AT_ONCE },
    );
    for (const { customer_id, job_id, result_file } of over) {
      if (!(await round.goesOn())) return null;
      // The file first: of one that is gone already nothing is left to do.
      await this.files.remove(result_file!);
      await this.transactions.run(() => this.jobs.update({ customer_id, job_id }, { result_file: null }));
      round.did(1);
    }
    return over.length ? true : null;
  }
}
