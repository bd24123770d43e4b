import type { ImportAnswer, ImportFormat } from '@contract/question-exchange';
import { http } from '@/api/http';

/** What somebody chose or pasted. */
export interface Source {
  readonly content: Blob;
  /** Of a file. */
  readonly name: string | null;
}

/** @param format null: as the file looks. @param language what true and false are called where the file does not say. Throws `ApiError` */
export async function sendQuestions(
  { content }: Source,
  asked: { format: ImportFormat | null; dryRun: boolean; language: string },
): Promise<ImportAnswer> {
  const query = new URLSearchParams({ dry_run: String(asked.dryRun), lang: asked.language });
  if (asked.format) query.set('format', asked.format);
  const body = new FormData();
  body.append('file', content);
  const { data } = await http.post<ImportAnswer>(`/api/questions/import?${query.toString()}`, body);
  return data;
}
