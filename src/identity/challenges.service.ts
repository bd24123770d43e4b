import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CodeSent } from '../contract/account-answers';
import { toAsciiDigits } from '../contract/digits';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { Transactions } from '../platform/database/transactions';
import { keyOf } from '../platform/folded';
import { idFromBytes, isId } from '../platform/ids';
import { Outbox } from '../platform/mail/outbox';
import type { Limit } from '../platform/throttle/kept-counters';
import { Throttle, type Subject } from '../platform/throttle/throttle';
import { Customers } from '../customers/customers.service';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { CodeTooSoon, OtpWrong, TooManyCodes } from './account.errors';
import { REGISTRATION_CODE } from './account-mails';
import { Accounts } from './accounts.service';
import { EmailChallenge } from './email-challenge.entity';
import { RegistrationTickets } from './registration-tickets.service';
import { otpCode, sameText } from './secrets';
import { visitor } from './visitor';

const MINUTE = 60_000;
const RESEND_AFTER_MS = 5_000;
const CODE_MS = 10 * MINUTE;
const TRIES = 5;
const LOCKED_MS = 15 * MINUTE;
/** Per mailbox: at most one in 5 s, 5 in 15 min, 20 a day. */
const SENDS: readonly (readonly [scope: string, limit: Limit])[] = [
  ['otp-gap', { limit: 1, windowMs: RESEND_AFTER_MS }],
  ['otp-quarter', { limit: 5, windowMs: 15 * MINUTE }],
  ['otp-day', { limit: 20, windowMs: 24 * 60 * MINUTE }],
];
/** Of one network address, to whatever mailboxes: nobody mails a whole list through us, and a plant shares one address. */
const SENDS_OF_ADDRESS: Limit = { limit: 300, windowMs: 60 * MINUTE };
/** Per network address and hour: how many different e-mails are answered truthfully. */
const ASKED: Limit = { limit: 5, windowMs: 60 * MINUTE };

/** Showing that a mailbox is one's own: a code, then a ticket for exactly that e-mail. */
@Injectable()
export class Challenges {
  constructor(
    @Directory(EmailChallenge) private readonly challenges: DirectoryRepository<EmailChallenge>,
    private readonly tickets: RegistrationTickets,
    private readonly accounts: Accounts,
    private readonly customers: Customers,
    private readonly throttle: Throttle,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** An account or an organisation has it. @param exceptCustomer whose own counts as free */
  async isTaken(email: string, exceptCustomer: number | null = null): Promise<boolean> {
    // Both are always asked: the time must not tell.
    const account = await this.accounts.hasEmail(email, exceptCustomer);
    const customer = await this.customers.hasEmail(email, exceptCustomer);
    return account || customer;
  }

  /** The same, truthful for 5 different e-mails an hour; then every one is free, and registering is the judge. */
  async seemsTaken(email: string, exceptCustomer: number | null): Promise<boolean> {
    const asked = await this.throttle.hit(`check-email:${visitor().address}`, ASKED, keyOf(email));
    return asked.allowed && this.isTaken(email, exceptCustomer);
  }

  /**
   * Sends a code, or sends the next one of the same challenge; a refused send changes nothing. A taken mailbox gets the
   * same answer and a mail that says so.
   * @param known the challenge the client holds, if any
   * @throws CodeTooSoon, TooManyCodes, TooManyTries
   */
  async send(email: string, known: string | undefined): Promise<CodeSent> {
    const email_key = keyOf(email);
    const wrong = this.wrongTries(email_key);
    const challenge = await this.transactions.run(async () => {
      const locked = await this.throttle.secondsLocked(wrong);
      if (locked) throw new TooManyCodes(locked);
      for (const [scope, limit] of SENDS) {
        const { allowed, retryAfter } = await this.throttle.hit(`${scope}:${email_key}`, limit);
        if (!allowed) throw new CodeTooSoon(retryAfter);
      }
      await this.throttle.demand(`otp-address:${visitor().address}`, SENDS_OF_ADDRESS);
      const taken = await this.isTaken(email);
      const now = this.clock.now();
      const open = await this.openFor(email_key, known);
      const mail = { taken, sent_at: now, expires_at: now + CODE_MS };
      const { address, user_agent_digest } = visitor();
      const challenge_id = open?.challenge_id ?? newChallengeId();
      const send = (open?.sends ?? 0) + 1;
      if (open) {
        await this.challenges.update({ challenge_id }, { ...mail, sends: send });
      } else {
        const from = { address, user_agent_digest, created_at: now };
        await this.challenges.insert({
          ...from,
          ...mail,
          challenge_id,
          email,
          sends: 1,
          wrong_tries: 0,
          ended_at: null,
        });
      }
      await this.outbox.add(REGISTRATION_CODE, {
        customer_id: null,
        recipient: challenge_id,
        facts: { send, language: visitor().language },
      });
      return challenge_id;
    });
    return { challenge, resend_after_ms: RESEND_AFTER_MS, digits: this.config.otpDigits };
  }

  /**
   * Spends the challenge and makes the ticket. Wrong, expired, used and unknown are answered alike; the fifth wrong try
   * ends the challenge.
   * @param known by header or cookie; without it the only open challenge of the same address and agent
   * @returns the ticket's token
   * @throws OtpWrong, TooManyCodes
   */
  async verify(otp: string, known: string | undefined): Promise<string> {
    const challenge = await this.held(known);
    if (!challenge) throw new OtpWrong();
    const wrong = this.wrongTries(challenge.email_key);
    const locked = await this.throttle.secondsLocked(wrong);
    if (locked) throw new TooManyCodes(locked);
    const token = await this.transactions.run(() => this.spend(challenge, otp, wrong));
    if (token) return token;
    const seconds = await this.throttle.secondsLocked(wrong);
    throw seconds ? new TooManyCodes(seconds) : new OtpWrong();
  }

  private async spend(challenge: EmailChallenge, otp: string, wrong: Subject): Promise<string | null> {
    const now = this.clock.now();
    const { challenge_id, sends } = challenge;
    const open = { challenge_id, sends, ended_at: null, expires_at: { gt: now } };
    // The try is counted before it is judged: parallel guesses get no more than five either.
    if (!(await this.challenges.add({ ...open, wrong_tries: { lt: TRIES } }, { wrong_tries: 1 }))) return null;
    const code = otpCode(this.config.key('otp'), challenge_id, sends, this.config.otpDigits);
    if (!sameText(code, toAsciiDigits(otp).trim()) || challenge.taken) {
      await this.throttle.countFailure(wrong);
      await this.challenges.update({ challenge_id, wrong_tries: { gte: TRIES }, ended_at: null }, { ended_at: now });
      return null;
    }
    if (!(await this.challenges.update(open, { ended_at: now }))) return null;
    await this.throttle.clear([wrong.key]);
    return this.tickets.make(challenge.email);
  }

  /** A resend goes on with the challenge the client holds, or with the visitor's own for the same mailbox. */
  private async openFor(email_key: string, known: string | undefined): Promise<EmailChallenge | null> {
    const open = { email_key, ended_at: null, expires_at: { gt: this.clock.now() }, wrong_tries: { lt: TRIES } };
    if (isId(known)) {
      const held = await this.challenges.one({ ...open, challenge_id: known });
      if (held) return held;
    }
    const { address, user_agent_digest } = visitor();
    const [newest] = await this.challenges.find(
      { ...open, address, user_agent_digest },
      { order: [['created_at', 'desc']], limit: 1 },
    );
    return newest ?? null;
  }

  private async held(known: string | undefined): Promise<EmailChallenge | null> {
    if (known !== undefined) return isId(known) ? this.challenges.one({ challenge_id: known }) : null;
    const { address, user_agent_digest } = visitor();
    const own = { address, user_agent_digest };
    const open = await this.challenges.find(
      { ...own, ended_at: null, expires_at: { gt: this.clock.now() } },
      { limit: 2 },
    );
    if (open.length) return open.length === 1 ? open[0]! : null;
    // The one that wrong tries have just ended, so that the visitor hears how long to wait.
    const since = { created_at: { gt: this.clock.now() - LOCKED_MS - CODE_MS }, wrong_tries: { gte: TRIES } };
    const [ended] = await this.challenges.find({ ...own, ...since }, { order: [['created_at', 'desc']], limit: 1 });
    return ended ?? null;
  }

  /** Per mailbox and visitor; survives a resend. */
  private wrongTries(email_key: string): Subject {
    return { key: `otp-wrong:${email_key} ${visitor().address}`, tries: TRIES, lock: { windowMs: LOCKED_MS } };
  }
}

/** All 128 bits by chance (contract.md, send_otp): a version 4 UUID has six that are always the same. */
const newChallengeId = (): string => idFromBytes(randomBytes(16));
