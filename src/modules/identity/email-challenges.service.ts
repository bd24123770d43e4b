import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EmailChallengeResponse } from '../../contract/account.responses';
import { toAsciiDigits } from '../../contract/digits';
import { Clock } from '../../common/clock';
import { Config } from '../../infrastructure/config/config';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { normalizeKey } from '../../common/text-normalization';
import { idFromBytes, isId } from '../../common/ids';
import { MailOutbox } from '../../infrastructure/mail/mail-outbox';
import type { ThrottleLimit } from '../../infrastructure/throttle/database-counter.store';
import { ThrottleService, type ThrottleSubject } from '../../infrastructure/throttle/throttle.service';
import { CustomersService } from '../customers/customers.service';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { CodeTooSoonError, OtpWrongError, TooManyCodesError } from './account.errors';
import { REGISTRATION_CODE } from './account-mail.composer';
import { AccountsService } from './accounts.service';
import { EmailChallenge } from './email-challenge.entity';
import { RegistrationTicketsService } from './registration-tickets.service';
import { otpCode, isSameText } from './secrets';
import { currentVisitor } from './visitor';

const MINUTE = 60_000;
const RESEND_DELAY_MS = 5_000;
const CODE_LIFETIME_MS = 10 * MINUTE;
const MAX_TRIES = 5;
const LOCK_MS = 15 * MINUTE;
/** Per mailbox: one in 5 s, 5 in 15 min, 20 a day. */
const SEND_LIMITS: readonly (readonly [scope: string, limit: ThrottleLimit])[] = [
  ['otp-gap', { limit: 1, windowMs: RESEND_DELAY_MS }],
  ['otp-quarter', { limit: 5, windowMs: 15 * MINUTE }],
  ['otp-day', { limit: 20, windowMs: 24 * 60 * MINUTE }],
];
/** Per network address: prevents mass mailing, but allows a plant with one shared address. */
const SEND_LIMIT_PER_ADDRESS: ThrottleLimit = { limit: 300, windowMs: 60 * MINUTE };
/** Per network address and hour: number of different e-mails that get a true answer. */
const EMAIL_CHECK_LIMIT: ThrottleLimit = { limit: 5, windowMs: 60 * MINUTE };

/** Verifies that a visitor owns a mailbox: a code, then a registration ticket for that e-mail. */
@Injectable()
export class EmailChallengesService {
  constructor(
    @InjectDirectoryRepository(EmailChallenge) private readonly challenges: DirectoryRepository<EmailChallenge>,
    private readonly tickets: RegistrationTicketsService,
    private readonly accountsService: AccountsService,
    private readonly customersService: CustomersService,
    private readonly throttleService: ThrottleService,
    private readonly outbox: MailOutbox,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** An account or a customer has the e-mail. @param exceptCustomer its own e-mails do not count */
  async isTaken(email: string, exceptCustomer: number | null = null): Promise<boolean> {
    // Always both, so that the response time reveals nothing.
    const account = await this.accountsService.hasEmail(email, exceptCustomer);
    const customer = await this.customersService.hasEmail(email, exceptCustomer);
    return account || customer;
  }

  /**
   * As `isTaken`, but true answers for 5 different e-mails an hour; further ones are reported as free, and the
   * registration checks them.
   */
  async isTakenThrottled(email: string, exceptCustomer: number | null): Promise<boolean> {
    const checks = await this.throttleService.hit(
      `check-email:${currentVisitor().address}`,
      EMAIL_CHECK_LIMIT,
      normalizeKey(email),
    );
    return checks.allowed && this.isTaken(email, exceptCustomer);
  }

  /**
   * Sends a code, or the next code of the same challenge; a rejected call changes nothing. A registered mailbox gets
   * the same answer and a notice by mail.
   * @param clientChallengeId challenge id of the client
   * @throws CodeTooSoonError, TooManyCodesError, TooManyAttemptsError
   */
  async send(email: string, clientChallengeId: string | undefined): Promise<EmailChallengeResponse> {
    const email_key = normalizeKey(email);
    const wrongTriesSubject = this.wrongTriesSubjectOf(email_key);
    const challenge = await this.transactions.run(async () => {
      const lockedSeconds = await this.throttleService.secondsLocked(wrongTriesSubject);
      if (lockedSeconds) throw new TooManyCodesError(lockedSeconds);
      for (const [scope, limit] of SEND_LIMITS) {
        const { allowed, retryAfter } = await this.throttleService.hit(`${scope}:${email_key}`, limit);
        if (!allowed) throw new CodeTooSoonError(retryAfter);
      }
      await this.throttleService.enforce(`otp-address:${currentVisitor().address}`, SEND_LIMIT_PER_ADDRESS);
      const isAddressTaken = await this.isTaken(email);
      const now = this.clock.now();
      const open = await this.findOpen(email_key, clientChallengeId);
      const mail = { taken: isAddressTaken, sent_at: now, expires_at: now + CODE_LIFETIME_MS };
      const { address, user_agent_digest } = currentVisitor();
      const challenge_id = open?.challenge_id ?? generateChallengeId();
      const send = (open?.sends ?? 0) + 1;
      if (open) {
        await this.challenges.update({ challenge_id }, { ...mail, sends: send });
      } else {
        const origin = { address, user_agent_digest, created_at: now };
        await this.challenges.insert({
          ...origin,
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
        facts: { send, language: currentVisitor().language },
      });
      return challenge_id;
    });
    return { challenge, resend_after_ms: RESEND_DELAY_MS, digits: this.config.otpDigits };
  }

  /**
   * Consumes the challenge and creates the ticket. The fifth wrong code ends the challenge.
   * @param clientChallengeId from header or cookie; without it the only open challenge of the same address and user
   * agent
   * @returns token of the ticket @throws OtpWrongError, TooManyCodesError
   */
  async verify(otp: string, clientChallengeId: string | undefined): Promise<string> {
    const challenge = await this.findForVisitor(clientChallengeId);
    if (!challenge) throw new OtpWrongError();
    const wrongTriesSubject = this.wrongTriesSubjectOf(challenge.email_key);
    const lockedSeconds = await this.throttleService.secondsLocked(wrongTriesSubject);
    if (lockedSeconds) throw new TooManyCodesError(lockedSeconds);
    const token = await this.transactions.run(() => this.consume(challenge, otp, wrongTriesSubject));
    if (token) return token;
    const seconds = await this.throttleService.secondsLocked(wrongTriesSubject);
    throw seconds ? new TooManyCodesError(seconds) : new OtpWrongError();
  }

  private async consume(
    challenge: EmailChallenge,
    otp: string,
    wrongTriesSubject: ThrottleSubject,
  ): Promise<string | null> {
    const now = this.clock.now();
    const { challenge_id, sends } = challenge;
    const openWhere = { challenge_id, sends, ended_at: null, expires_at: { gt: now } };
    // Counted before it is checked, so parallel guesses get no further tries.
    if (!(await this.challenges.add({ ...openWhere, wrong_tries: { lt: MAX_TRIES } }, { wrong_tries: 1 }))) return null;
    const code = otpCode(this.config.key('otp'), challenge_id, sends, this.config.otpDigits);
    if (!isSameText(code, toAsciiDigits(otp).trim()) || challenge.taken) {
      await this.throttleService.countFailure(wrongTriesSubject);
      await this.challenges.update(
        { challenge_id, wrong_tries: { gte: MAX_TRIES }, ended_at: null },
        { ended_at: now },
      );
      return null;
    }
    if (!(await this.challenges.update(openWhere, { ended_at: now }))) return null;
    await this.throttleService.clear([wrongTriesSubject.key]);
    return this.tickets.create(challenge.email);
  }

  /** Continues the challenge of the client, or that of the same visitor and mailbox. */
  private async findOpen(email_key: string, clientChallengeId: string | undefined): Promise<EmailChallenge | null> {
    const openWhere = {
      email_key,
      ended_at: null,
      expires_at: { gt: this.clock.now() },
      wrong_tries: { lt: MAX_TRIES },
    };
    if (isId(clientChallengeId)) {
      const ownChallenge = await this.challenges.findOne({ ...openWhere, challenge_id: clientChallengeId });
      if (ownChallenge) return ownChallenge;
    }
    const { address, user_agent_digest } = currentVisitor();
    const [newest] = await this.challenges.find(
      { ...openWhere, address, user_agent_digest },
      { order: [['created_at', 'desc']], limit: 1 },
    );
    return newest ?? null;
  }

  private async findForVisitor(clientChallengeId: string | undefined): Promise<EmailChallenge | null> {
    if (clientChallengeId !== undefined)
      return isId(clientChallengeId) ? this.challenges.findOne({ challenge_id: clientChallengeId }) : null;
    const { address, user_agent_digest } = currentVisitor();
    const visitorWhere = { address, user_agent_digest };
    const openChallenges = await this.challenges.find(
      { ...visitorWhere, ended_at: null, expires_at: { gt: this.clock.now() } },
      { limit: 2 },
    );
    if (openChallenges.length) return openChallenges.length === 1 ? openChallenges[0]! : null;
    // A challenge that was just locked, so that the visitor learns the waiting time.
    const lockedWhere = {
      created_at: { gt: this.clock.now() - LOCK_MS - CODE_LIFETIME_MS },
      wrong_tries: { gte: MAX_TRIES },
    };
    const [ended] = await this.challenges.find(
      { ...visitorWhere, ...lockedWhere },
      { order: [['created_at', 'desc']], limit: 1 },
    );
    return ended ?? null;
  }

  /** Per mailbox and visitor; not reset by a new code. */
  private wrongTriesSubjectOf(email_key: string): ThrottleSubject {
    return { key: `otp-wrong:${email_key} ${currentVisitor().address}`, tries: MAX_TRIES, lock: { windowMs: LOCK_MS } };
  }
}

/** 128 random bits; six bits of a version 4 UUID are constant. */
const generateChallengeId = (): string => idFromBytes(randomBytes(16));
