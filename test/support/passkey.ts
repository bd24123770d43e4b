import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** The part of CBOR (RFC 8949) that a passkey needs. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([k, v]) => [cbor(k), cbor(v as never)])]);
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const ATTESTED_CREDENTIAL = 64;

/** A software authenticator with one passkey whose responses a test can manipulate. */
export class SoftPasskey {
  readonly id = randomBytes(32);
  counter = 0;
  private readonly key: KeyObject;
  private readonly cose: Buffer;

  constructor(
    private readonly host = 'localhost',
    public origin = 'http://localhost:3000',
  ) {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = pair.publicKey.export({ format: 'jwk' }) as { x: string; y: string };
    this.key = pair.privateKey;
    const coordinate = (text: string) => Buffer.from(text, 'base64url');
    this.cose = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ]),
    );
  }

  /** The response to `navigator.credentials.create`. */
  register({ challenge }: { challenge: string }): object {
    const size = Buffer.alloc(2);
    size.writeUInt16BE(this.id.length);
    const authData = Buffer.concat([
      this.head(USER_PRESENT | USER_VERIFIED | ATTESTED_CREDENTIAL),
      Buffer.alloc(16),
      size,
      this.id,
      this.cose,
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.answer({
      clientDataJSON: base64url(this.clientData('webauthn.create', challenge)),
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal'],
    });
  }

  /** The response to `navigator.credentials.get`. @param verified whether the user was verified */
  signIn({ challenge }: { challenge: string }, verified = true): object {
    const authData = this.head(USER_PRESENT | (verified ? USER_VERIFIED : 0));
    const clientData = this.clientData('webauthn.get', challenge);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.key);
    return this.answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
    });
  }

  private head(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.host), Buffer.from([flags]), counter]);
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  private answer(response: object): object {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
