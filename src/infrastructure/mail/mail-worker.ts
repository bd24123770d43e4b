import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { isDatabaseUnavailable } from '../../common/errors/database-availability';
import type { JobRun } from '../jobs/scheduled-job';
import { JobScheduler } from '../jobs/job-scheduler';
import { WorkNotifier } from '../jobs/work-notifier';
import { AppLogger } from '../logging/app-logger';
import { scrub } from '../logging/scrub';
import { TraceService } from '../tracing/trace.service';
import { runWithWorkContext } from '../../common/work-context';
import { MailKindRegistry } from './mail-kind-registry';
import { OutboxRepository, type LeasedMail } from './outbox.repository';
import { MailTransport, MailTransportError } from './mail-transport';

const OUTBOX = 'outbox';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const POLL_EVERY = 5 * SECOND;
const PURGE_EVERY = 60 * MINUTE;
/** Pauses after the first, second, … failure, about a day in total; then the mail becomes a dead letter. */
const RETRY_PAUSES = [
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  60 * MINUTE,
  180 * MINUTE,
  360 * MINUTE,
  720 * MINUTE,
];
/** While the mail server is unreachable, one mail is tried after each pause; the pause doubles up to the maximum. */
const UNAVAILABLE_PAUSE_MIN = 5 * SECOND;
const UNAVAILABLE_PAUSE_MAX = MINUTE;

/** Sends queued mails: immediately after the commit that queued them, and by polling every five seconds. */
@Injectable()
export class MailWorker implements OnModuleInit {
  /** Back-off while the mail server is unreachable: no attempt before `until`. */
  private unavailable = { until: 0, pause: 0 };

  constructor(
    private readonly scheduler: JobScheduler,
    private readonly notifier: WorkNotifier,
    private readonly outbox: OutboxRepository,
    private readonly clock: Clock,
    private readonly kinds: MailKindRegistry,
    private readonly transport: MailTransport,
    private readonly logger: AppLogger,
    private readonly traceService: TraceService,
  ) {}

  onModuleInit(): void {
    // Runs in every process: each mail has its own lease.
    this.scheduler.register<true>({
      name: OUTBOX,
      intervalMs: POLL_EVERY,
      initialDelayMs: 0,
      runBatch: async (from, run) => (from === null && !this.notifier.shouldPoll(OUTBOX) ? null : this.sendBatch(run)),
    });
    this.notifier.register(OUTBOX, (mail_id) => this.outbox.isDue(mail_id));
    this.scheduler.register<number>({
      name: 'settled-mails',
      intervalMs: PURGE_EVERY,
      isLeased: true,
      runBatch: (from, run) => this.outbox.purgeSettled(from ?? 0, run),
    });
  }

  /** Notifies the workers of all processes about a queued mail. Does not wait for the sending. */
  notify(mail_id: string, next_at: number): void {
    this.notifier.notify(OUTBOX, mail_id, next_at);
  }

  /** For tests: resolves when no due mail is left. */
  drain(): Promise<void> {
    return this.notifier.pollAndWait(OUTBOX);
  }

  /** Leases one mail at a time, so that a shutdown leaves the others to other processes. */
  private async sendBatch(run: JobRun): Promise<true | null> {
    if (this.clock.now() < this.unavailable.until) return null;
    const due = await this.outbox.findDue(this.kinds.names());
    for (const bytes of due) {
      if (this.clock.now() < this.unavailable.until || !(await run.shouldContinue())) return null;
      const mail = await this.outbox.lease(bytes);
      if (mail) {
        const { kind, customer_id } = mail;
        await runWithWorkContext({ type: 'mail', kind, customer_id }, () =>
          this.traceService.trace(`mail ${kind}`, null, { 'skilgrid.mail_id': mail.mail_id }, () => this.deliver(mail)),
        );
      }
    }
    return due.length ? true : null;
  }

  private async deliver(leasedMail: LeasedMail): Promise<void> {
    const { mail_id, kind } = leasedMail;
    try {
      const mail = await this.kinds.compose(kind, leasedMail);
      if (mail) {
        await this.transport.send(mail_id, kind, mail);
        this.unavailable = { until: 0, pause: 0 };
      }
      await this.outbox.markSettled(leasedMail, mail ? 'sent' : 'dropped');
    } catch (error) {
      // Checked first: a silent mail server has the same error code as an unreachable database.
      if (error instanceof MailTransportError) this.backOff();
      else if (isDatabaseUnavailable(error)) throw error;
      await this.handleFailure(leasedMail, scrub((error as Error).message ?? String(error)).slice(0, 200));
    }
  }

  private async handleFailure(leasedMail: LeasedMail, reason: string): Promise<void> {
    const pause = RETRY_PAUSES[leasedMail.attempts - 1];
    const message = `Mail ${leasedMail.mail_id} (${leasedMail.kind}) failed, try ${leasedMail.attempts}`;
    if (pause === undefined) {
      this.logger.error(`${message}, given up: ${reason}`, 'MailWorker');
      await this.outbox.giveUp(leasedMail, reason);
    } else {
      this.logger.warn(`${message}: ${reason}`, 'MailWorker');
      const next_at = this.clock.now() + pause;
      await this.outbox.postpone(leasedMail, next_at, reason);
      this.notify(leasedMail.mail_id, next_at);
    }
  }

  /** Pauses all sending: every other mail would fail as well. */
  private backOff(): void {
    const pause = Math.min(UNAVAILABLE_PAUSE_MAX, this.unavailable.pause * 2 || UNAVAILABLE_PAUSE_MIN);
    this.unavailable = { until: this.clock.now() + pause, pause };
    this.logger.warn(`The mail server cannot be reached; next attempt in ${pause / SECOND} s`, 'MailWorker');
  }
}
