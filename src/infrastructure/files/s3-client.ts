import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { BucketAddress } from '../config/config';
import type { AppLogger } from '../logging/app-logger';
import { buildBucketUrl } from './bucket-address';
import { StorageUnavailableError } from './file-storage';
import { extractTexts } from './s3-xml';

const MAX_ATTEMPTS = 3;
/** Limit until the response begins; its body may take longer. */
const RESPONSE_TIMEOUT_MS = 15_000;
const UPLOAD_TIMEOUT_MS = 120_000;

export interface S3Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** null: the bucket. */
  key: string | null;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer> | string;
}

/** The storage answered with an error; `code` is the storage's error code. */
export class S3ResponseError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(`object storage answered ${status} ${code}`);
  }
}

/** Signed requests to one bucket. Retries network errors and busy servers: every request is idempotent. */
export class S3Client {
  private readonly keys = new Map<string, ArrayBuffer>();
  /** Failures since the start: storage unreachable, or request rejected. */
  readonly failures = { away: 0, refused: 0 };

  constructor(
    private readonly bucket: BucketAddress,
    private readonly logger: AppLogger,
  ) {}

  /** @throws S3ResponseError for 4xx responses, StorageUnavailableError */
  async call(call: S3Call): Promise<Response> {
    let reason = '';
    for (let attempt = 1; ; attempt++) {
      const response = await this.send(call).catch((error: unknown) => void (reason = errorReason(error)));
      if (response?.ok) return response;
      if (response) {
        const responseError = await toResponseError(response);
        reason = responseError.message;
        if (response.status < 500 && response.status !== 429) throw responseError;
      }
      if (attempt === MAX_ATTEMPTS) break;
      await pause(100 * 4 ** attempt * (0.5 + Math.random()));
    }
    this.failures.away += 1;
    this.logger.warn(`Object storage is away: ${reason}`, 'Files');
    throw new StorageUnavailableError(reason);
  }

  /** Logs a rejection for the operator: users cannot fix it. */
  logRefusal(responseError: S3ResponseError): void {
    this.failures.refused += 1;
    this.logger.warn(`Object storage refuses: ${responseError.message}`, 'Files');
  }

  /** A pre-signed URL for exactly this request, valid for `seconds`. The given headers must be sent unchanged. */
  async presign({ method, key, query, headers }: S3Call, seconds: number): Promise<string> {
    const url = this.buildUrl(key, { ...query, 'X-Amz-Expires': String(seconds) });
    const signed = await this.signer({ method, url, headers, signQuery: true, allHeaders: true }).sign();
    return signed.url.toString();
  }

  buildUrl(key: string | null, query: Readonly<Record<string, string>> = {}): string {
    const url = buildBucketUrl(this.bucket, key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.toString();
  }

  private async send({ method, key, query, headers, body }: S3Call): Promise<Response> {
    const signed = await this.signer({ method, url: this.buildUrl(key, query), headers, body }).sign();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), body === undefined ? RESPONSE_TIMEOUT_MS : UPLOAD_TIMEOUT_MS);
    timer.unref();
    try {
      const init = { method, headers: signed.headers, redirect: 'manual', signal: limit.signal } as const;
      return await fetch(signed.url, body === undefined ? init : { ...init, body });
    } finally {
      clearTimeout(timer);
    }
  }

  private signer(request: Omit<ConstructorParameters<typeof AwsV4Signer>[0], 'accessKeyId' | 'secretAccessKey'>) {
    const { key_id, secret, region } = this.bucket;
    const credentials = { accessKeyId: key_id, secretAccessKey: secret, service: 's3', region, cache: this.keys };
    return new AwsV4Signer({ ...request, ...credentials });
  }
}

async function toResponseError(response: Response): Promise<S3ResponseError> {
  const [code = ''] = extractTexts(await response.text().catch(() => ''), 'Code');
  return new S3ResponseError(response.status, code);
}

/** Excludes the URL: a pre-signed one is a secret until it expires. */
function errorReason(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? 'no answer';
}
