import { createHmac } from 'node:crypto';
import { api, type Reply } from './api';
import type { RunningApp } from './app';
import { PASSWORD } from './fixtures';
import type { Headers } from './organisation';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an authenticator app (RFC 6238), computed without the library that the product uses. */
export function codeAt(secret: string, at: number): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE(mac[19]! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

export interface Authenticator {
  secret: string;
  recovery_codes: string[];
  /** The code `steps` × 30 seconds from now. */
  code(steps?: number): string;
}

/** Sets up a second factor in the session and advances the clock by 30 seconds, so that the next code is unused. */
export async function enrolSecondFactor(running: RunningApp, headers: Headers): Promise<Authenticator> {
  const { clock } = running;
  const session = api(running, headers);
  const started = await session.post('/api/me/second-factor/start', { current_password: PASSWORD });
  const { secret } = expectOk(started).body as { secret: string };
  const code = (steps = 0) => codeAt(secret, clock.now() + steps * 30_000);
  const confirmed = expectOk(await session.post('/api/me/second-factor/confirm', { code: code() }));
  clock.advance(30_000);
  return { secret, code, recovery_codes: confirmed.body.recovery_codes };
}

function expectOk(reply: Reply): Reply {
  if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return reply;
}
