import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock';
import { isDatabaseAway } from '../errors/database-away';
import type { Round } from '../jobs/sweep';
import { Sweeper } from '../jobs/sweeper';
import { Wakes } from '../jobs/wakes';
import { Log } from '../logging/log';
import { scrub } from '../logging/scrub';
import { Traces } from '../tracing/traces';
import { inWork } from '../work';
import { MailKinds } from './mail-kinds';
import { OwedMails, type LeasedMail } from './owed-mails';
import { Post, PostAway } from './post';

const OUTBOX = 'outbox';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LOOK_EVERY = 5 * SECOND;
const FORGET_EVERY = 60 * MINUTE;
/** Pauses after the first, second, … failure; after the last one it is a dead letter. About a day in all. */
const PAUSES = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 180 * MINUTE, 360 * MINUTE, 720 * MINUTE];
/** While the mail server cannot be reached one mail is tried after each of these pauses, not all that are owed. */
const AWAY_FIRST = 5 * SECOND;
const AWAY_LONGEST = MINUTE;

/** Sends what is owed: at once after a commit that owed something, and every five seconds for what others left. */
@Injectable()
export class MailWorker implements OnModuleInit {
  /** The mail server could not be reached: nothing is tried before then. */
  private away = { until: 0, pause: 0 };

  constructor(
    private readonly sweeper: Sweeper,
    private readonly wakes: Wakes,
    private readonly owed: OwedMails,
    private readonly clock: Clock,
    private readonly kinds: MailKinds,
    private readonly post: Post,
    private readonly log: Log,
    private readonly traces: Traces,
  ) {}

  onModuleInit(): void {
    // Each mail has a lease of its own: every process sends.
    this.sweeper.register<true>({
      name: OUTBOX,
      every: LOOK_EVERY,
      first: 0,
      batch: async (from, round) => (from === null && !this.wakes.isToLook(OUTBOX) ? null : this.sendSome(round)),
    });
    this.wakes.serve(OUTBOX, (mail_id) => this.owed.isDue(mail_id));
    this.sweeper.register<number>({
      name: 'settled-mails',
      every: FORGET_EVERY,
      leased: true,
      batch: (from, round) => this.owed.forget(from ?? 0, round),
    });
  }

  /** It is owed, and whichever process it reaches sends it. Returns at once. */
  wake(mail_id: string, next_at: number): void {
    this.wakes.send(OUTBOX, mail_id, next_at);
  }

  /** Tests: until nothing that is due is left. */
  settle(): Promise<void> {
    return this.wakes.settle(OUTBOX);
  }

  /** What is left when the process ends stays owed, and its lease was never taken. */
  private async sendSome(round: Round): Promise<true | null> {
    if (this.clock.now() < this.away.until) return null;
    const due = await this.owed.due(this.kinds.names());
    for (const bytes of due) {
      if (this.clock.now() < this.away.until || !(await round.goesOn())) return null;
      const mail = await this.owed.lease(bytes);
      if (mail) {
        const { kind, customer_id } = mail;
        await inWork({ what: 'mail', kind, customer_id }, () =>
          this.traces.over(`mail ${kind}`, null, { 'skilgrid.mail_id': mail.mail_id }, () => this.deliver(mail)),
        );
      }
    }
    return due.length ? true : null;
  }

  private async deliver(leased: LeasedMail): Promise<void> {
    const { mail_id, kind } = leased;
    try {
      const mail = await this.kinds.compose(kind, leased);
      if (mail) {
        await this.post.send(mail_id, kind, mail);
        this.away = { until: 0, pause: 0 };
      }
      await this.owed.settle(leased, mail ? 'sent' : 'dropped');
    } catch (error) {
      // First: a mail server that says nothing has the code of a database that does.
      if (error instanceof PostAway) this.leaveAlone();
      else if (isDatabaseAway(error)) throw error;
      await this.failed(leased, scrub((error as Error).message ?? String(error)).slice(0, 200));
    }
  }

  private async failed(leased: LeasedMail, reason: string): Promise<void> {
    const pause = PAUSES[leased.attempts - 1];
    const message = `Mail ${leased.mail_id} (${leased.kind}) failed, try ${leased.attempts}`;
    if (pause === undefined) {
      this.log.error(`${message}, given up: ${reason}`, 'MailWorker');
      await this.owed.giveUp(leased, reason);
    } else {
      this.log.warn(`${message}: ${reason}`, 'MailWorker');
      const next_at = this.clock.now() + pause;
      await this.owed.postpone(leased, next_at, reason);
      this.wake(leased.mail_id, next_at);
    }
  }

  /** Every other mail would fail like this one. */
  private leaveAlone(): void {
    const pause = Math.min(AWAY_LONGEST, this.away.pause * 2 || AWAY_FIRST);
    this.away = { until: this.clock.now() + pause, pause };
    this.log.warn(`The mail server cannot be reached; asked again in ${pause / SECOND} s`, 'MailWorker');
  }
}
