import type { QuestionImportResponse, ImportFormat } from '@contract/question-exchange';
import { http } from '@/api/http';

export interface QuestionSource {
  readonly content: Blob;
  /** The file's name; null for pasted text. */
  readonly name: string | null;
}

/**
 * Sends the questions for a dry run or an import. Throws `ApiError`.
 * `format`: null detects it. `language`: for the labels of true and false if the file has none.
 */
export async function importQuestions(
  { content }: QuestionSource,
  options: { format: ImportFormat | null; dryRun: boolean; language: string },
): Promise<QuestionImportResponse> {
  const query = new URLSearchParams({ dry_run: String(options.dryRun), lang: options.language });
  if (options.format) query.set('format', options.format);
  const body = new FormData();
  body.append('file', content);
  const { data } = await http.post<QuestionImportResponse>(`/api/questions/import?${query.toString()}`, body);
  return data;
}
