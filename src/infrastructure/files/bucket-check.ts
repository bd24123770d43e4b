import { ConfigError } from '../config/config-error';
import type { BucketAddress } from '../config/config';
import type { AppLogger } from '../logging/app-logger';
import { StorageUnavailableError } from './file-storage';
import { S3ResponseError, type S3Client } from './s3-client';

/** Belongs to no customer (0): written and removed at each start. */
const PROBE_KEY = '0/boot/trial';
const KEY_ERROR_CODES = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'AuthorizationHeaderMalformed'];

/**
 * Checks at start that the bucket is writable (otherwise the start fails) and that its CORS rules allow browser uploads
 * (otherwise it warns). Unreachable storage only warns: everything else works without it.
 * @throws ConfigError
 */
export async function checkBucket(
  client: S3Client,
  bucket: BucketAddress,
  pageOrigin: string,
  logger: AppLogger,
): Promise<void> {
  try {
    await client.call({ method: 'PUT', key: PROBE_KEY, body: 'skilgrid' });
    await client.call({ method: 'DELETE', key: PROBE_KEY });
  } catch (error) {
    if (error instanceof S3ResponseError) throw toConfigError(error, bucket);
    if (!(error instanceof StorageUnavailableError)) throw error;
    logger.warn('FILES_URL names object storage that does not answer: uploads and videos wait for it', 'Files');
    return;
  }
  // Signed: some storages check the signature before they answer OPTIONS.
  if (await allowsBrowserUploads(await client.presign({ method: 'PUT', key: PROBE_KEY }, 60), pageOrigin)) return;
  logger.warn(
    `The bucket's CORS rules do not let ${pageOrigin} send parts (PUT): uploads from browsers will fail. See docs/operations/object-storage.md`,
    'Files',
  );
}

function toConfigError({ status, code }: S3ResponseError, { bucket }: BucketAddress): ConfigError {
  if (KEY_ERROR_CODES.includes(code))
    return new ConfigError(
      'S3_SECRET_ACCESS_KEY',
      `and S3_ACCESS_KEY_ID are refused by the storage that FILES_URL names (${code})`,
      '<the secret that belongs to S3_ACCESS_KEY_ID>',
    );
  const reason = status === 404 ? 'which does not exist' : `to which these keys may not write (${status} ${code})`;
  return new ConfigError(
    'FILES_URL',
    `names the bucket "${bucket}", ${reason}`,
    's3://bucket?endpoint=https://s3.example.org',
  );
}

/** Sends the preflight request of a browser upload. */
async function allowsBrowserUploads(url: string, pageOrigin: string): Promise<boolean> {
  const headers = { Origin: pageOrigin, 'Access-Control-Request-Method': 'PUT' };
  const response = await fetch(url, { method: 'OPTIONS', headers, signal: AbortSignal.timeout(5_000) }).catch(
    () => null,
  );
  await response?.body?.cancel();
  const allowedOrigin = response?.ok ? response.headers.get('access-control-allow-origin') : null;
  const allowedMethods = response?.headers.get('access-control-allow-methods') ?? '';
  return (allowedOrigin === '*' || allowedOrigin === pageOrigin) && /\bPUT\b/i.test(allowedMethods);
}
