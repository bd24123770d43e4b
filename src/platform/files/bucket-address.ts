import type { BucketAddress, FilesAddress } from '../config/config';

/** The bucket's own address, and that of a file in it. */
export function bucketUrl({ endpoint, bucket, path_style }: BucketAddress, key: string | null): URL {
  const url = new URL(endpoint);
  if (path_style) url.pathname = `/${bucket}${key === null ? '' : `/${key}`}`;
  else {
    url.hostname = `${bucket}.${url.hostname}`;
    url.pathname = `/${key ?? ''}`;
  }
  return url;
}

/** Where browsers speak to the storage themselves; null: files pass through us. */
export const bucketOrigin = (files: FilesAddress): string | null =>
  files.kind === 's3' ? bucketUrl(files, null).origin : null;
