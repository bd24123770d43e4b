import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { BucketAddress } from '../config/config';
import type { Log } from '../logging/log';
import { bucketUrl } from './bucket-address';
import { StorageAway } from './files';
import { textsOf } from './s3-xml';

const TRIES = 3;
/** Until an answer begins; what it goes on with may take as long as its reader. */
const SILENT_MS = 15_000;
const PUTTING_MS = 120_000;

export interface S3Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** null: the bucket itself. */
  key: string | null;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer> | string;
}

/** Answered, and not as asked: `code` is the storage's own word. */
export class S3Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(`object storage answered ${status} ${code}`);
  }
}

/** Signed calls of one bucket. What failed by the way, or by a server that is busy, is tried again: each is harmless when repeated. */
export class S3Client {
  private readonly keys = new Map<string, ArrayBuffer>();
  /** Since the start: it could not be reached, or did not take what it was to do. */
  readonly failures = { away: 0, refused: 0 };

  constructor(
    private readonly bucket: BucketAddress,
    private readonly log: Log,
  ) {}

  /** @throws S3Refused for an answer of 4xx, StorageAway */
  async call(call: S3Call): Promise<Response> {
    let why = '';
    for (let tried = 1; ; tried++) {
      const answer = await this.sent(call).catch((error: unknown) => void (why = reasonOf(error)));
      if (answer?.ok) return answer;
      if (answer) {
        const refusal = await refusalOf(answer);
        why = refusal.message;
        if (answer.status < 500 && answer.status !== 429) throw refusal;
      }
      if (tried === TRIES) break;
      await pause(100 * 4 ** tried * (0.5 + Math.random()));
    }
    this.failures.away += 1;
    this.log.warn(`Object storage is away: ${why}`, 'Files');
    throw new StorageAway(why);
  }

  /** For whoever runs this: nobody who asks for a file could mend it. */
  tell(refused: S3Refused): void {
    this.failures.refused += 1;
    this.log.warn(`Object storage refuses: ${refused.message}`, 'Files');
  }

  /** By which whoever has it does just this, for so long. Headers that are named must be sent as they are. */
  async link({ method, key, query, headers }: S3Call, seconds: number): Promise<string> {
    const url = this.address(key, { ...query, 'X-Amz-Expires': String(seconds) });
    const signed = await this.signer({ method, url, headers, signQuery: true, allHeaders: true }).sign();
    return signed.url.toString();
  }

  address(key: string | null, query: Readonly<Record<string, string>> = {}): string {
    const url = bucketUrl(this.bucket, key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.toString();
  }

  private async sent({ method, key, query, headers, body }: S3Call): Promise<Response> {
    const signed = await this.signer({ method, url: this.address(key, query), headers, body }).sign();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), body === undefined ? SILENT_MS : PUTTING_MS);
    timer.unref();
    try {
      const init = { method, headers: signed.headers, redirect: 'manual', signal: limit.signal } as const;
      return await fetch(signed.url, body === undefined ? init : { ...init, body });
    } finally {
      clearTimeout(timer);
    }
  }

  private signer(asked: Omit<ConstructorParameters<typeof AwsV4Signer>[0], 'accessKeyId' | 'secretAccessKey'>) {
    const { key_id, secret, region } = this.bucket;
    const given = { accessKeyId: key_id, secretAccessKey: secret, service: 's3', region, cache: this.keys };
    return new AwsV4Signer({ ...asked, ...given });
  }
}

async function refusalOf(answer: Response): Promise<S3Refused> {
  const [code = ''] = textsOf(await answer.text().catch(() => ''), 'Code');
  return new S3Refused(answer.status, code);
}

/** Without the address: a pre-signed one is a secret for as long as it lives. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? 'no answer';
}
