import type { BucketAddress, FilesAddress } from '../config/config';

/** URL of a file in the bucket; `key` null: URL of the bucket. */
export function buildBucketUrl({ endpoint, bucket, path_style }: BucketAddress, key: string | null): URL {
  const url = new URL(endpoint);
  if (path_style) url.pathname = `/${bucket}${key === null ? '' : `/${key}`}`;
  else {
    url.hostname = `${bucket}.${url.hostname}`;
    url.pathname = `/${key ?? ''}`;
  }
  return url;
}

/** Origin that browsers exchange files with directly; null: files pass through this server. */
export const bucketOrigin = (files: FilesAddress): string | null =>
  files.kind === 's3' ? buildBucketUrl(files, null).origin : null;
