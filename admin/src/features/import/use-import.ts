import { useQueryClient } from '@tanstack/react-query';
import type { ImportAnswer } from '@contract/import-answers';
import type { DateOrder, ImportMode } from '@contract/imports';
import type { JobStarted } from '@contract/job-answers';
import { http } from '@/api/http';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';

/** A file that was sent, and how far it is; null: none was. */
export function useImport(id: string | null) {
  const client = useQueryClient();
  const query = useApiQuery(`imports/${id}`, {}, { enabled: id !== null, retry: false });
  return { query, know: (file: ImportAnswer) => client.setQueryData(apiKey(`imports/${file.import_id}`), file) };
}

/** Throws `ApiError`, as do the others. */
export async function sendFile(resource: string, file: File): Promise<ImportAnswer> {
  const asked = new URLSearchParams({ resource, file_name: file.name.slice(0, 255) });
  return (await http.post<ImportAnswer>(`/api/imports?${asked.toString()}`, file)).data;
}

/** `create_missing`: reference fields whose missing records the import creates. */
export interface CheckOptions {
  readonly columns: readonly (string | null)[];
  readonly date_order: DateOrder | null;
  readonly create_missing: readonly string[];
}

export async function checkFile(id: string, options: CheckOptions): Promise<ImportAnswer> {
  return (await http.post<ImportAnswer>(`/api/imports/${id}/check`, options)).data;
}

/** @returns the id of its job */
export async function startImport(id: string, mode: ImportMode, invite: boolean): Promise<string> {
  return (await http.post<JobStarted>(`/api/imports/${id}/start`, { mode, ...(invite && { invite }) })).data.job_id;
}
