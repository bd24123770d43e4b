import { useQueryClient } from '@tanstack/react-query';
import type { ImportResponse } from '@contract/import.responses';
import type { DateOrder, ImportMode } from '@contract/imports';
import type { JobStartedResponse } from '@contract/job.responses';
import { http } from '@/api/http';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';

/** The import with this id (null: none yet), and a setter for its cached state. */
export function useImport(id: string | null) {
  const client = useQueryClient();
  const query = useApiQuery(`imports/${id}`, {}, { enabled: id !== null, retry: false });
  return { query, setImport: (file: ImportResponse) => client.setQueryData(apiKey(`imports/${file.import_id}`), file) };
}

/** Throws `ApiError`, as do the functions below. */
export async function uploadImportFile(resource: string, file: File): Promise<ImportResponse> {
  const params = new URLSearchParams({ resource, file_name: file.name.slice(0, 255) });
  return (await http.post<ImportResponse>(`/api/imports?${params.toString()}`, file)).data;
}

/** `create_missing`: reference fields whose missing records the import creates. */
export interface CheckOptions {
  readonly columns: readonly (string | null)[];
  readonly date_order: DateOrder | null;
  readonly create_missing: readonly string[];
}

export async function checkImportFile(id: string, options: CheckOptions): Promise<ImportResponse> {
  return (await http.post<ImportResponse>(`/api/imports/${id}/check`, options)).data;
}

/** @returns the id of its job */
export async function startImport(id: string, mode: ImportMode, invite: boolean): Promise<string> {
  return (await http.post<JobStartedResponse>(`/api/imports/${id}/start`, { mode, ...(invite && { invite }) })).data
    .job_id;
}
