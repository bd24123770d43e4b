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
import { fullName } from '../contract/person-name';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { Transactions } from '../platform/database/transactions';
import { idToBytes, isId, newId } from '../platform/ids';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { Passkey, PasskeyChallenge } from './passkey.entity';
import { PasskeyNotKept, PasskeyRefused, PasskeysNotOffered } from './second-factor.errors';
import { derivedToken } from './secrets';
import type { AccountOnFile } from './signed-in-accounts';

const CHALLENGE_MS = 5 * 60_000;

export interface Asked<Options> {
  challenge_id: string;
  options: Options;
}
export type NewCredential = Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'transports'>;

/**
 * What is asked of a passkey and how its answer is judged (WebAuthn). It belongs to the host of PUBLIC_URL, and whoever
 * holds it must show themselves to their device (user verification), so that it counts as two factors.
 */
@Injectable()
export class PasskeyCeremonies {
  constructor(
    @Directory(PasskeyChallenge) private readonly challenges: DirectoryRepository<PasskeyChallenge>,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** @param known what the account has already: a device is not registered twice @throws PasskeysNotOffered */
  async askRegistration(
    account: AccountOnFile,
    known: readonly Passkey[],
  ): Promise<Asked<PublicKeyCredentialCreationOptionsJSON>> {
    const rpID = this.host();
    const { challenge_id, challenge } = await this.ask('register', account.account_id);
    const options = await generateRegistrationOptions({
      ...{ rpID, rpName: 'Skilgrid', userName: account.user_name, attestationType: 'none', timeout: CHALLENGE_MS },
      userDisplayName: fullName(account.first_name, account.last_name),
      userID: Uint8Array.from(idToBytes(account.account_id)),
      challenge: bytesOf(challenge),
      excludeCredentials: known.map(({ credential_id, transports }) => ({
        id: credential_id,
        transports: transports.split(',').filter(Boolean),
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { challenge_id, options };
  }

  /** When a passkey was asked for. @throws PasskeyNotKept */
  async askedAt(challenge_id: string): Promise<number> {
    const asked = isId(challenge_id) ? await this.challenges.one({ challenge_id }) : null;
    if (!asked) throw new PasskeyNotKept();
    return asked.created_at;
  }

  /** @throws PasskeyNotKept, PasskeysNotOffered */
  async verifyRegistration(account_id: string, challenge_id: string, response: object): Promise<NewCredential> {
    const expected = await this.spend('register', challenge_id, account_id);
    if (!expected) throw new PasskeyNotKept();
    const verification = await orNull(
      verifyRegistrationResponse({ response: response as RegistrationResponseJSON, ...expected }),
    );
    if (!verification?.verified) throw new PasskeyNotKept();
    const { id, publicKey, counter, transports } = verification.registrationInfo.credential;
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      // As the device says it, whatever that is.
      transports: [transports ?? []]
        .flat()
        .filter((each) => typeof each === 'string' && /^[\w-]{1,20}$/.test(each))
        .slice(0, 4)
        .join(','),
    };
  }

  /** Whoever answers says by it who they are: no name is asked for. @throws PasskeysNotOffered */
  async askSignIn(): Promise<Asked<PublicKeyCredentialRequestOptionsJSON>> {
    const rpID = this.host();
    const { challenge_id, challenge } = await this.ask('sign_in', null);
    const options = await generateAuthenticationOptions({
      ...{ rpID, challenge: bytesOf(challenge), userVerification: 'required', timeout: CHALLENGE_MS },
    });
    return { challenge_id, options };
  }

  /** Uses the challenge up, whatever comes of it. @throws PasskeyRefused, PasskeysNotOffered */
  async spendSignIn(challenge_id: string): Promise<Expected> {
    const expected = await this.spend('sign_in', challenge_id, null);
    if (!expected) throw new PasskeyRefused();
    return expected;
  }

  /** @returns how often it has signed by now; null: refused, also where that number went back, for it is a copy */
  async verifySignIn(passkey: Passkey, expected: Expected, response: object): Promise<number | null> {
    const verification = await orNull(
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

  /** A passkey belongs to a name; an address of digits cannot have one. @throws PasskeysNotOffered */
  private host(): string {
    const { hostname } = new URL(this.config.publicUrl);
    if (isIP(hostname.replace(/^\[|\]$/g, ''))) throw new PasskeysNotOffered();
    return hostname;
  }

  private async ask(purpose: string, account_id: string | null): Promise<{ challenge_id: string; challenge: string }> {
    const now = this.clock.now();
    const challenge_id = newId(now);
    await this.transactions.run(() =>
      this.challenges.insert({ challenge_id, purpose, account_id, expires_at: now + CHALLENGE_MS, created_at: now }),
    );
    return { challenge_id, challenge: this.challenge(challenge_id) };
  }

  private async spend(purpose: string, challenge_id: string, account_id: string | null): Promise<Expected | null> {
    const host = this.host();
    if (!isId(challenge_id)) return null;
    const open = { challenge_id, purpose, account_id, expires_at: { gt: this.clock.now() } };
    if (!(await this.transactions.run(() => this.challenges.remove(open)))) return null;
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

export interface Expected {
  expectedChallenge: string;
  expectedOrigin: string;
  expectedRPID: string;
  requireUserVerification: boolean;
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(base64url, 'base64url'));

/** The library throws for whatever does not fit, from broken CBOR to a foreign origin: to us all of it is a refusal. */
const orNull = <T>(judging: Promise<T>): Promise<T | null> => judging.catch(() => null);
