import type { BucketAddress } from '../config/config';
import type { AppLogger } from '../logging/app-logger';
import type { MetricsService } from '../metrics/metrics.service';
import { checkBucket } from './bucket-check';
import type { FileStorage } from './file-storage';
import { S3Client } from './s3-client';
import { S3FileStorage } from './s3-file-storage';

/** @param pageOrigin origin of the admin pages that upload parts. @throws ConfigError */
export async function openBucket(
  bucket: BucketAddress,
  pageOrigin: string,
  { log, meters }: { log: AppLogger; meters?: MetricsService },
): Promise<FileStorage> {
  const client = new S3Client(bucket, log);
  meters?.register({
    name: 'skilgrid_storage_errors_total',
    help: 'Calls of this process to object storage that failed: away after all tries, or refused',
    type: 'counter',
    labels: ['outcome'],
    read: () => Object.entries(client.failures).map(([outcome, value]) => ({ labels: { outcome }, value })),
  });
  await checkBucket(client, bucket, pageOrigin, log);
  return new S3FileStorage(client);
}
