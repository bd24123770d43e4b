import { DamagedFileError, downloadFile, sha256Hex } from '@/api/file-download';
import { apiGet } from '@/api/api-get';
import type { Job } from './job';

/**
 * Downloads a job's file and verifies its SHA-256. With object storage the browser fetches it directly; if CORS forbids
 * that, it is opened as a plain link and null is returned, without verification. Throws `ApiError`, `DamagedFileError`.
 */
export async function fetchJobFile(job_id: string, result: NonNullable<Job['result']>): Promise<Blob | null> {
  const path = `jobs/${encodeURIComponent(job_id)}/file` as const;
  const { url } = await apiGet(`${path}-link`);
  if (url === null) return (await downloadFile(path, () => undefined)).content;
  const bytes = await fetch(url).then(
    (response) => (response.ok ? response.arrayBuffer() : null),
    () => null,
  );
  if (!bytes) {
    location.assign(url);
    return null;
  }
  // `crypto.subtle` exists only in secure contexts.
  if (crypto.subtle && (await sha256Hex(bytes)) !== result.sha256) throw new DamagedFileError();
  return new Blob([bytes]);
}
