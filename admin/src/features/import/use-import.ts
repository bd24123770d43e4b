import { useList, type HttpError } from '@refinedev/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ImportAnswer, ImportRowParts } from '@contract/import-answers';
import type { DateOrder, ImportMode } from '@contract/imports';
import type { ImportRowRow } from '@contract/import-rows';
import type { JobStarted } from '@contract/job-answers';
import { http } from '@/api/http';
import { read } from '@/api/read';

export type ImportedRow = ImportRowRow & ImportRowParts & { readonly id: string };
export const ROWS_PAGE = 20;

const keyOf = (id: string | null) => ['import', id];

/** A file that was sent, and how far it is; null: none was. */
export function useImport(id: string | null) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: () => read(`imports/${id!}`),
    enabled: id !== null,
    retry: false,
  });
  return { query, know: (file: ImportAnswer) => client.setQueryData(keyOf(file.import_id), file) };
}

export function useImportRows(id: string, outcome: string | null, page: number, of: string) {
  return useList<ImportedRow, HttpError>({
    resource: `imports/${encodeURIComponent(id)}/rows`,
    filters: outcome ? [{ field: 'outcome', operator: 'eq', value: outcome }] : [],
    pagination: { currentPage: page, pageSize: ROWS_PAGE },
    errorNotification: false,
    // Checked again, or imported, they say something else.
    meta: { of },
    queryOptions: { placeholderData: keepPreviousData },
  });
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
