import type { ExportFormat } from '../../contract/exports';
import { isLanguage, LANGUAGE_CODES, FALLBACK_LANGUAGE, type Language } from '../../contract/languages';
import type { RawQuery } from '../../infrastructure/rest/list-query';
import { MalformedRequestError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';

export interface ExportQuery<Format extends string = ExportFormat> {
  readonly format: Format;
  readonly language: Language;
  /** CSV only: language of the spreadsheet that opens it. */
  readonly csv_for?: Language | undefined;
  /** Default: the columns of the list. */
  readonly columns?: readonly string[];
}

const PAGING = ['_start', '_end', '_after', '_before'];

/** Parses the export parameters; the other parameters are the list query. @throws MalformedRequestError */
export function parseExportQuery<Format extends string>(
  query: RawQuery,
  formats: readonly Format[],
  columns: readonly string[],
): ExportQuery<Format> & { listQuery: RawQuery } {
  const { format = 'csv', columns: requestedColumns, lang = FALLBACK_LANGUAGE, csv_for, ...listQuery } = query;
  if (!(formats as readonly unknown[]).includes(format)) refuse('format', `Send one of: ${formats.join(', ')}.`);
  if (!isLanguage(lang)) refuse('lang', `Send one of: ${LANGUAGE_CODES.join(', ')}.`);
  if (csv_for !== undefined && !isLanguage(csv_for)) refuse('csv_for', `Send one of: ${LANGUAGE_CODES.join(', ')}.`);
  const pagingKey = PAGING.find((key) => query[key] !== undefined);
  if (pagingKey) refuse(pagingKey, `An export contains all rows. Remove ${pagingKey}.`);
  const parameters = { format: format as Format, language: lang, csv_for, listQuery };
  if (requestedColumns === undefined) return parameters;
  const names = [requestedColumns]
    .flat()
    .flatMap((part) => part.split(','))
    .filter(Boolean);
  const unknown = names.find((name) => !columns.includes(name));
  if (unknown !== undefined || !names.length) refuse('columns', `Choose from: ${columns.join(', ')}.`);
  return { ...parameters, columns: [...new Set(names)] };
}

function refuse(key: string, message: string): never {
  throw new MalformedRequestError(message, { [key]: [fieldError('query', message)] });
}
