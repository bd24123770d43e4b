import { ConfigError } from '../config/config-error';
import type { BucketAddress } from '../config/config';
import type { Log } from '../logging/log';
import { StorageAway } from './files';
import { S3Refused, type S3Client } from './s3-client';

/** Of no organisation: written and removed at each start. */
const TRIAL = '0/boot/trial';
const KEYS_REFUSED = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'AuthorizationHeaderMalformed'];

/**
 * What a start looks at: that the bucket can be written to, else it is refused with one line, and that it lets our pages
 * send parts to it, else it is warned. A storage that does not answer stops nobody: all else works without it.
 * @throws ConfigError
 */
export async function checkBucket(client: S3Client, bucket: BucketAddress, pages: string, log: Log): Promise<void> {
  try {
    await client.call({ method: 'PUT', key: TRIAL, body: 'skilgrid' });
    await client.call({ method: 'DELETE', key: TRIAL });
  } catch (error) {
    if (error instanceof S3Refused) throw refused(error, bucket);
    if (!(error instanceof StorageAway)) throw error;
    log.warn('FILES_URL names object storage that does not answer: uploads and videos wait for it', 'Files');
    return;
  }
  // With a signature: some storages look for one before they answer.
  if (await letsPagesSend(await client.link({ method: 'PUT', key: TRIAL }, 60), pages)) return;
  log.warn(
    `The bucket's CORS rules do not let ${pages} send parts (PUT): uploads from browsers will fail. See docs/operations/object-storage.md`,
    'Files',
  );
}

function refused({ status, code }: S3Refused, { bucket }: BucketAddress): ConfigError {
  if (KEYS_REFUSED.includes(code))
    return new ConfigError(
      'S3_SECRET_ACCESS_KEY',
      `and S3_ACCESS_KEY_ID are refused by the storage that FILES_URL names (${code})`,
      '<the secret that belongs to S3_ACCESS_KEY_ID>',
    );
  const why = status === 404 ? 'which does not exist' : `to which these keys may not write (${status} ${code})`;
  return new ConfigError(
    'FILES_URL',
    `names the bucket "${bucket}", ${why}`,
    's3://bucket?endpoint=https://s3.example.org',
  );
}

/** Asked as a browser asks before it sends. */
async function letsPagesSend(url: string, pages: string): Promise<boolean> {
  const headers = { Origin: pages, 'Access-Control-Request-Method': 'PUT' };
  const answer = await fetch(url, { method: 'OPTIONS', headers, signal: AbortSignal.timeout(5_000) }).catch(() => null);
  await answer?.body?.cancel();
  const allowed = answer?.ok ? answer.headers.get('access-control-allow-origin') : null;
  const methods = answer?.headers.get('access-control-allow-methods') ?? '';
  return (allowed === '*' || allowed === pages) && /\bPUT\b/i.test(methods);
}
