import { createHmac, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { toAsciiDigits } from '../../contract/digits';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { Config } from '../../infrastructure/config/config';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { MailOutbox } from '../../infrastructure/mail/mail-outbox';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import type { SecondFactorKind } from '../../auth/sessions.service';
import { SECOND_FACTOR } from './second-factor-mail.composer';
import { RecoveryCode } from './recovery-code.entity';
import { SecondFactor } from './second-factor.entity';
import type { SignInAccount } from './sign-in-accounts.query';
import { findStep } from './totp';

const RECOVERY_CODE_COUNT = 10;
/** Without characters that look alike on paper; 10 of these are 49 bits. */
const CODE_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const CODE_LENGTH = 10;

/** One-time codes of a second factor: authenticator codes and recovery codes. */
@Injectable()
export class SecondFactorCodesService {
  constructor(
    @InjectDirectoryRepository(SecondFactor) private readonly factors: DirectoryRepository<SecondFactor>,
    @InjectDirectoryRepository(RecoveryCode) private readonly recoveryCodes: DirectoryRepository<RecoveryCode>,
    private readonly outbox: MailOutbox,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Checks a code and consumes it; one conditional update decides between concurrent requests. The caller counts wrong
   * codes.
   * @param account with an active authenticator (`second_factor_id`)
   * @returns kind of the code; null: wrong, expired or used
   */
  async consume(account: SignInAccount, input: string): Promise<SecondFactorKind | null> {
    const code = toAsciiDigits(input).replace(/[\s-]/g, '').toLowerCase();
    if (!account.second_factor_id) return null;
    return code.length === CODE_LENGTH
      ? this.consumeRecoveryCode(account, code)
      : this.consumeTotp(account.second_factor_id, code);
  }

  /**
   * Creates recovery codes and invalidates the previous ones, in the caller's transaction.
   * @returns the codes, which are shown only once
   */
  async createRecoveryCodes({ account_id, customer_id }: SignInAccount): Promise<string[]> {
    const created_at = this.clock.now();
    const codes = Array.from({ length: RECOVERY_CODE_COUNT }, generateCode);
    await this.deleteRecoveryCodes(account_id);
    await this.recoveryCodes.insert(
      ...codes.map((code) => ({
        account_id,
        customer_id,
        code_digest: this.digestOfCode(account_id, code),
        used_at: null,
        created_at,
      })),
    );
    return codes.map((code) => `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`);
  }

  async countRecoveryCodes(account_id: string): Promise<number> {
    return this.recoveryCodes.count({ account_id, used_at: null });
  }

  /** Runs in the caller's transaction. */
  async deleteRecoveryCodes(account_id: string): Promise<void> {
    await this.recoveryCodes.remove({ account_id });
  }

  private async consumeTotp(second_factor_id: string, code: string): Promise<SecondFactorKind | null> {
    const step = findStep(this.config.key('second-factor'), second_factor_id, code, this.clock.now());
    if (step === null) return null;
    const unusedWhere = { second_factor_id, status: 'active', last_step: { lt: step } };
    return (await this.transactions.run(() => this.factors.update(unusedWhere, { last_step: step }))) ? 'totp' : null;
  }

  private async consumeRecoveryCode(
    { account_id, customer_id, role }: SignInAccount,
    code: string,
  ): Promise<SecondFactorKind | null> {
    const unusedWhere = { account_id, code_digest: this.digestOfCode(account_id, code), used_at: null };
    return this.transactions.run(async () => {
      if (!(await this.recoveryCodes.update(unusedWhere, { used_at: this.clock.now() }))) return null;
      await this.outbox.add(SECOND_FACTOR, {
        customer_id: customer_id || null,
        recipient: account_id,
        facts: { what: 'recovery_used' },
      });
      await this.audit.record({
        customer_id,
        account_id,
        role,
        action: 'second_factor.recovery_used',
        subject_type: 'account',
        subject_id: account_id,
      });
      return 'recovery_code';
    });
  }

  /** Keyed and bound to the account, so a leaked table is useless and a code works for one account only. */
  private digestOfCode(account_id: string, code: string): Buffer {
    return createHmac('sha256', this.config.key('second-factor')).update(`recovery:${account_id}:${code}`).digest();
  }
}

const generateCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
