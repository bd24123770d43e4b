import { createHmac, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { toAsciiDigits } from '../contract/digits';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { Transactions } from '../platform/database/transactions';
import { Outbox } from '../platform/mail/outbox';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import type { SecondFactorKind } from '../tenancy/sessions';
import { SECOND_FACTOR } from './second-factor-mails';
import { RecoveryCode } from './recovery-code.entity';
import { SecondFactor } from './second-factor.entity';
import type { AccountOnFile } from './signed-in-accounts';
import { stepOf } from './totp';

const RECOVERY_CODES = 10;
/** Nothing that looks like something else when it is read from paper; 10 of these are 49 bits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 10;

/** The codes of a second factor, each good for one use: those of an authenticator app, and the recovery codes. */
@Injectable()
export class SecondFactorCodes {
  constructor(
    @Directory(SecondFactor) private readonly factors: DirectoryRepository<SecondFactor>,
    @Directory(RecoveryCode) private readonly recovery: DirectoryRepository<RecoveryCode>,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Judges a code of this account and uses it up: one conditional update decides, so that of many at once exactly one is
   * let through. Whoever calls counts the wrong ones.
   * @param account with an active authenticator (`second_factor_id`)
   * @returns what it was, or null: wrong, too old, or used before
   */
  async spend(account: AccountOnFile, typed: string): Promise<SecondFactorKind | null> {
    const code = toAsciiDigits(typed).replace(/[\s-]/g, '').toLowerCase();
    if (!account.second_factor_id) return null;
    return code.length === LENGTH ? this.spendRecovery(account, code) : this.spendStep(account.second_factor_id, code);
  }

  /** New recovery codes; the ones before are void. In the caller's transaction. @returns them, this once */
  async renew({ account_id, customer_id }: AccountOnFile): Promise<string[]> {
    const created_at = this.clock.now();
    const codes = Array.from({ length: RECOVERY_CODES }, newCode);
    await this.forget(account_id);
    await this.recovery.insert(
      ...codes.map((code) => ({
        account_id,
        customer_id,
        code_digest: this.digest(account_id, code),
        used_at: null,
        created_at,
      })),
    );
    return codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`);
  }

  async left(account_id: string): Promise<number> {
    return this.recovery.count({ account_id, used_at: null });
  }

  /** In the caller's transaction. */
  async forget(account_id: string): Promise<void> {
    await this.recovery.remove({ account_id });
  }

  private async spendStep(second_factor_id: string, code: string): Promise<SecondFactorKind | null> {
    const step = stepOf(this.config.key('second-factor'), second_factor_id, code, this.clock.now());
    if (step === null) return null;
    const unused = { second_factor_id, status: 'active', last_step: { lt: step } };
    return (await this.transactions.run(() => this.factors.update(unused, { last_step: step }))) ? 'totp' : null;
  }

  private async spendRecovery(
    { account_id, customer_id, role }: AccountOnFile,
    code: string,
  ): Promise<SecondFactorKind | null> {
    const unused = { account_id, code_digest: this.digest(account_id, code), used_at: null };
    return this.transactions.run(async () => {
      if (!(await this.recovery.update(unused, { used_at: this.clock.now() }))) return null;
      await this.outbox.add(SECOND_FACTOR, {
        customer_id: customer_id || null,
        recipient: account_id,
        facts: { what: 'recovery_used' },
      });
      await this.audit.record({
        ...{ customer_id, account_id, role, action: 'second_factor.recovery_used' },
        ...{ subject_type: 'account', subject_id: account_id },
      });
      return 'recovery_code';
    });
  }

  /** Keyed and bound to the account: a code that leaked with the table opens nothing, one of another account neither. */
  private digest(account_id: string, code: string): Buffer {
    return createHmac('sha256', this.config.key('second-factor')).update(`recovery:${account_id}:${code}`).digest();
  }
}

const newCode = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
