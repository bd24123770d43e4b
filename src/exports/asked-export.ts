import type { ExportFormat } from '../contract/exports';
import { isLanguage, LANGUAGE_CODES, FALLBACK, type Language } from '../contract/languages';
import type { RawQuery } from '../platform/definitions/list-query';
import { Malformed } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';

export interface AskedExport<Format extends string = ExportFormat> {
  readonly format: Format;
  readonly language: Language;
  /** Of a CSV: the language of the spreadsheet that opens it. */
  readonly csv_for?: Language | undefined;
  /** Left out: the usual ones. */
  readonly columns?: readonly string[];
}

const PAGING = ['_start', '_end', '_after', '_before'];

/** How a file is asked for; `rest` is the list's own question. @throws Malformed */
export function askedExport<Format extends string>(
  query: RawQuery,
  formats: readonly Format[],
  columns: readonly string[],
): AskedExport<Format> & { rest: RawQuery } {
  const { format = 'csv', columns: chosen, lang = FALLBACK, csv_for, ...rest } = query;
  if (!(formats as readonly unknown[]).includes(format)) refuse('format', `Send one of: ${formats.join(', ')}.`);
  if (!isLanguage(lang)) refuse('lang', `Send one of: ${LANGUAGE_CODES.join(', ')}.`);
  if (csv_for !== undefined && !isLanguage(csv_for)) refuse('csv_for', `Send one of: ${LANGUAGE_CODES.join(', ')}.`);
  const paged = PAGING.find((key) => query[key] !== undefined);
  if (paged) refuse(paged, `An export contains all rows. Remove ${paged}.`);
  const parameters = { format: format as Format, language: lang, csv_for, rest };
  if (chosen === undefined) return parameters;
  const names = [chosen]
    .flat()
    .flatMap((some) => some.split(','))
    .filter(Boolean);
  const unknown = names.find((name) => !columns.includes(name));
  if (unknown !== undefined || !names.length) refuse('columns', `Choose from: ${columns.join(', ')}.`);
  return { ...parameters, columns: [...new Set(names)] };
}

function refuse(key: string, message: string): never {
  throw new Malformed(message, { [key]: [fieldError('query', message)] });
}
