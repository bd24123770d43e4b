import { setTimeout as pauseFor } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../clock';
import { isDatabaseAway } from '../errors/database-away';
import { outsideRequest } from '../http/request-context';
import { Log } from '../logging/log';
import { scrub } from '../logging/scrub';
import { MailKinds } from './mail-kinds';
import { OwedMails, type LeasedMail } from './owed-mails';
import { Post, PostAway } from './post';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LOOK_EVERY = 5 * SECOND;
const FORGET_EVERY = 60 * MINUTE;
/** Pauses after the first, second, … failure; after the last one it is a dead letter. About a day in all. */
const PAUSES = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 180 * MINUTE, 360 * MINUTE, 720 * MINUTE];
/** While the mail server cannot be reached one mail is tried after each of these pauses, not all that are owed. */
const AWAY_FIRST = 5 * SECOND;
const AWAY_LONGEST = MINUTE;
/** How long the end of the process waits for the mail in hand; its lease lets another process take it up later. */
const LAST_WAIT = 5 * SECOND;

/** Sends what is owed: at once after a commit that owed something, and every five seconds for what others left. */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private timers: NodeJS.Timeout[] = [];
  private running: Promise<void> | null = null;
  private again = false;
  private stopped = true;
  /** The mail server could not be reached: nothing is tried before then. */
  private away = { until: 0, pause: 0 };

  constructor(
    private readonly owed: OwedMails,
    private readonly clock: Clock,
    private readonly kinds: MailKinds,
    private readonly post: Post,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.stopped = false;
    this.timers = [setInterval(() => this.wake(), LOOK_EVERY), setInterval(() => void this.forget(), FORGET_EVERY)];
    for (const timer of this.timers) timer.unref();
    this.wake();
  }

  /** Finishes the mail in hand; what is left stays owed and its lease was never taken. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    if (this.running) await Promise.race([this.running, pauseFor(LAST_WAIT, undefined, { ref: false })]);
  }

  /** There is something to do. Returns at once. */
  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    // Leaves the caller's request and transaction behind: `afterCommit` still runs inside their async context.
    this.running = outsideRequest(() =>
      new Promise<void>((done) => setImmediate(() => void this.rounds().finally(done))).then(() => {
        this.running = null;
        if (this.again) {
          this.again = false;
          this.wake();
        }
      }),
    );
  }

  /** Tests: until nothing that is due is left. */
  async settle(): Promise<void> {
    while (this.running) await this.running;
    this.wake();
    while (this.running) await this.running;
  }

  private async rounds(): Promise<void> {
    try {
      for (;;) {
        if (this.stopped || this.clock.now() < this.away.until) return;
        const due = await this.owed.due(this.kinds.names());
        if (!due.length) return;
        for (const bytes of due) {
          if (this.stopped || this.clock.now() < this.away.until) return;
          const mail = await this.owed.lease(bytes);
          if (mail) await this.deliver(mail);
        }
      }
    } catch (error) {
      this.tell(error);
    }
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
      if (isDatabaseAway(error)) throw error;
      if (error instanceof PostAway) this.leaveAlone();
      await this.failed(leased, scrub((error as Error).message ?? String(error)).slice(0, 200));
    }
  }

  private async failed(leased: LeasedMail, reason: string): Promise<void> {
    const pause = PAUSES[leased.attempts - 1];
    const said = `Mail ${leased.mail_id} (${leased.kind}) failed, try ${leased.attempts}`;
    if (pause === undefined) {
      this.log.error(`${said}, given up: ${reason}`, 'MailWorker');
      await this.owed.giveUp(leased, reason);
    } else {
      this.log.warn(`${said}: ${reason}`, 'MailWorker');
      await this.owed.postpone(leased, this.clock.now() + pause, reason);
    }
  }

  /** Every other mail would fail like this one. */
  private leaveAlone(): void {
    const pause = Math.min(AWAY_LONGEST, this.away.pause * 2 || AWAY_FIRST);
    this.away = { until: this.clock.now() + pause, pause };
    this.log.warn(`The mail server cannot be reached; asked again in ${pause / SECOND} s`, 'MailWorker');
  }

  private async forget(): Promise<void> {
    try {
      const forgotten = await outsideRequest(() => this.owed.forget());
      if (forgotten) this.log.log(`${forgotten} mails settled long ago were forgotten`, 'MailWorker');
    } catch (error) {
      this.tell(error);
    }
  }

  private tell(error: unknown): void {
    if (isDatabaseAway(error)) this.log.warn('Mails wait for the database', 'MailWorker');
    else this.log.fault(error, { context: 'MailWorker' });
  }
}
