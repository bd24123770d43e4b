import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { fullName } from '../../contract/person-name';
import { Clock } from '../../common/clock';
import { Config } from '../../infrastructure/config/config';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { idToBytes, isId, newId } from '../../common/ids';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { Passkey, PasskeyChallenge } from './passkey.entity';
import { PasskeyNotSavedError, PasskeyRejectedError, PasskeysUnavailableError } from './second-factor.errors';
import { derivedToken } from './secrets';
import type { SignInAccount } from './sign-in-accounts.query';

const CHALLENGE_MS = 5 * 60_000;

export interface CeremonyOptions<Options> {
  challenge_id: string;
  options: Options;
}
export type NewCredential = Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'transports'>;

/**
 * WebAuthn registration and authentication ceremonies. A passkey belongs to the host of PUBLIC_URL; user verification
 * is required, so it counts as two factors.
 */
@Injectable()
export class PasskeyCeremoniesService {
  constructor(
    @InjectDirectoryRepository(PasskeyChallenge) private readonly challenges: DirectoryRepository<PasskeyChallenge>,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** @param existing excluded, so that a device is not registered twice @throws PasskeysUnavailableError */
  async startRegistration(
    account: SignInAccount,
    existing: readonly Passkey[],
  ): Promise<CeremonyOptions<PublicKeyCredentialCreationOptionsJSON>> {
    const rpID = this.host();
    const { challenge_id, challenge } = await this.createChallenge('register', account.account_id);
    const options = await generateRegistrationOptions({
      rpID,
      rpName: 'Skilgrid',
      userName: account.user_name,
      attestationType: 'none',
      timeout: CHALLENGE_MS,
      userDisplayName: fullName(account.first_name, account.last_name),
      userID: Uint8Array.from(idToBytes(account.account_id)),
      challenge: bytesOf(challenge),
      excludeCredentials: existing.map(({ credential_id, transports }) => ({
        id: credential_id,
        transports: transports.split(',').filter(Boolean),
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { challenge_id, options };
  }

  /** @throws PasskeyNotSavedError */
  async registrationStartedAt(challenge_id: string): Promise<number> {
    const challenge = isId(challenge_id) ? await this.challenges.findOne({ challenge_id }) : null;
    if (!challenge) throw new PasskeyNotSavedError();
    return challenge.created_at;
  }

  /** @throws PasskeyNotSavedError, PasskeysUnavailableError */
  async verifyRegistration(account_id: string, challenge_id: string, response: object): Promise<NewCredential> {
    const expected = await this.consumeChallenge('register', challenge_id, account_id);
    if (!expected) throw new PasskeyNotSavedError();
    const verification = await nullOnError(
      verifyRegistrationResponse({ response: response as RegistrationResponseJSON, ...expected }),
    );
    if (!verification?.verified) throw new PasskeyNotSavedError();
    const { id, publicKey, counter, transports } = verification.registrationInfo.credential;
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      // Reported by the device and not trusted.
      transports: [transports ?? []]
        .flat()
        .filter((each) => typeof each === 'string' && /^[\w-]{1,20}$/.test(each))
        .slice(0, 4)
        .join(','),
    };
  }

  /** The passkey identifies the account, so no name is needed. @throws PasskeysUnavailableError */
  async startSignIn(): Promise<CeremonyOptions<PublicKeyCredentialRequestOptionsJSON>> {
    const rpID = this.host();
    const { challenge_id, challenge } = await this.createChallenge('sign_in', null);
    const options = await generateAuthenticationOptions({
      rpID,
      challenge: bytesOf(challenge),
      userVerification: 'required',
      timeout: CHALLENGE_MS,
    });
    return { challenge_id, options };
  }

  /** The challenge is consumed in every case. @throws PasskeyRejectedError, PasskeysUnavailableError */
  async consumeSignInChallenge(challenge_id: string): Promise<ExpectedResponse> {
    const expected = await this.consumeChallenge('sign_in', challenge_id, null);
    if (!expected) throw new PasskeyRejectedError();
    return expected;
  }

  /** @returns the signature counter; null: rejected, also when the counter went back (a copied passkey) */
  async verifySignIn(passkey: Passkey, expected: ExpectedResponse, response: object): Promise<number | null> {
    const verification = await nullOnError(
      verifyAuthenticationResponse({
        ...expected,
        response: response as AuthenticationResponseJSON,
        credential: {
          id: passkey.credential_id,
          publicKey: Uint8Array.from(bytesOf(passkey.public_key)),
          counter: passkey.counter,
        },
      }),
    );
    return verification?.verified ? verification.authenticationInfo.newCounter : null;
  }

  /** WebAuthn needs a host name; IP addresses are not supported. @throws PasskeysUnavailableError */
  private host(): string {
    const { hostname } = new URL(this.config.publicUrl);
    if (isIP(hostname.replace(/^\[|\]$/g, ''))) throw new PasskeysUnavailableError();
    return hostname;
  }

  private async createChallenge(
    purpose: string,
    account_id: string | null,
  ): Promise<{ challenge_id: string; challenge: string }> {
    const now = this.clock.now();
    const challenge_id = newId(now);
    await this.transactions.run(() =>
      this.challenges.insert({ challenge_id, purpose, account_id, expires_at: now + CHALLENGE_MS, created_at: now }),
    );
    return { challenge_id, challenge: this.challenge(challenge_id) };
  }

  private async consumeChallenge(
    purpose: string,
    challenge_id: string,
    account_id: string | null,
  ): Promise<ExpectedResponse | null> {
    const host = this.host();
    if (!isId(challenge_id)) return null;
    const openWhere = { challenge_id, purpose, account_id, expires_at: { gt: this.clock.now() } };
    if (!(await this.transactions.run(() => this.challenges.remove(openWhere)))) return null;
    return {
      expectedChallenge: this.challenge(challenge_id),
      expectedOrigin: new URL(this.config.publicUrl).origin,
      expectedRPID: host,
      requireUserVerification: true,
    };
  }

  private challenge(challenge_id: string): string {
    return derivedToken(this.config.key('second-factor'), 'passkey', challenge_id);
  }
}

export interface ExpectedResponse {
  expectedChallenge: string;
  expectedOrigin: string;
  expectedRPID: string;
  requireUserVerification: boolean;
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(base64url, 'base64url'));

/** The library throws for any invalid response, from broken CBOR to a foreign origin. */
const nullOnError = <T>(verification: Promise<T>): Promise<T | null> => verification.catch(() => null);
