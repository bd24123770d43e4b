import { DamagedFile, readFile, sumOf } from '@/api/file';
import { read } from '@/api/read';
import type { Job } from './job';

/**
 * A job's file, compared with the sum that its row tells. From object storage it comes directly, without our headers; where
 * that does not let scripts read, the browser keeps it as any link's, and null is answered: nothing was compared then.
 * Throws `ApiError`, `DamagedFile`
 */
export async function receiveResult(job_id: string, result: NonNullable<Job['result']>): Promise<Blob | null> {
  const path = `jobs/${encodeURIComponent(job_id)}/file` as const;
  const { url } = await read(`${path}-link`);
  if (url === null) return (await readFile(path, () => undefined)).content;
  const bytes = await fetch(url).then(
    (answer) => (answer.ok ? answer.arrayBuffer() : null),
    () => null,
  );
  if (!bytes) {
    location.assign(url);
    return null;
  }
  // Where the page is no secure one the browser adds nothing up.
  if (crypto.subtle && (await sumOf(bytes)) !== result.sha256) throw new DamagedFile();
  return new Blob([bytes]);
}
