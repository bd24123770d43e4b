import type { BucketAddress } from '../config/config';
import type { Log } from '../logging/log';
import type { Meters } from '../metrics/meters';
import { checkBucket } from './bucket-check';
import type { Files } from './files';
import { S3Client } from './s3-client';
import { S3Files } from './s3-files';

/** @param pages the origin of our own pages, which send parts to it. @throws ConfigError */
export async function openBucket(
  bucket: BucketAddress,
  pages: string,
  { log, meters }: { log: Log; meters?: Meters },
): Promise<Files> {
  const client = new S3Client(bucket, log);
  meters?.watch({
    name: 'skilgrid_storage_errors_total',
    help: 'Calls of this process to object storage that failed: away after all tries, or refused',
    type: 'counter',
    labels: ['outcome'],
    read: () => Object.entries(client.failures).map(([outcome, value]) => ({ labels: { outcome }, value })),
  });
  await checkBucket(client, bucket, pages, log);
  return new S3Files(client);
}
