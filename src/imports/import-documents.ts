import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { FILE_TYPES } from '../contract/exports';
import { PROGRAM_ERRORS, type FieldErrorCode } from '../contract/field-errors';
import type { Field } from '../contract/fields';
import type { ImportReason } from '../contract/import-answers';
import { importedFields, type TEMPLATE_FORMATS } from '../contract/imports';
import type { Language } from '../contract/languages';
import { ScreenWords } from '../exports/screen-words';
import { Clock } from '../platform/clock';
import { BYTE_ORDER_MARK, csvFormatOf, csvLines, type CsvValue } from '../platform/csv';
import type { WholeFile } from '../platform/definitions/file-answer';
import { csvTable } from '../platform/documents/csv-table';
import { datedFileName } from '../platform/documents/file-name';
import type { Fact, Pieces, Table } from '../platform/documents/table';
import { xlsxTable } from '../platform/documents/xlsx-table';
import { NotAllowed } from '../tenancy/tenancy.errors';
import type { Tenant } from '../tenancy/tenant';
import { ImportFiles } from './import-files.repository';
import { Importables, mayImport } from './importables';
import { Imports } from './imports.service';

type TemplateFormat = (typeof TEMPLATE_FORMATS)[number];

/** What goes along with an import: a template to fill in, and the rows of a file that have errors, to be corrected. */
@Injectable()
export class ImportDocuments {
  constructor(
    private readonly importables: Importables,
    private readonly imports: Imports,
    private readonly files: ImportFiles,
    private readonly clock: Clock,
  ) {}

  /** Heads as exports write them; a workbook also says what each column takes. @throws NotFound, NotAllowed */
  async template(
    tenant: Tenant,
    resource: string,
    format: TemplateFormat,
    language: Language,
    csv_for?: Language,
  ): Promise<WholeFile> {
    const { definition } = this.importables.named(resource);
    if (!mayImport(tenant, definition)) throw new NotAllowed();
    const words = await ScreenWords.of(language);
    const names = importedFields(definition).filter((name) => definition.fields[name]!.template !== false);
    const headOf = (name: string) => words.call(`${resource}.fields.${name}`);
    const table: Table = {
      title: words.call(`${resource}.title`),
      columns: names.map((name) => ({ head: headOf(name), kind: 'text' as const, width: 22 })),
      ...{ language, direction: words.direction, time_zone: tenant.time_zone, csv_for, frozen: 0 },
      about: words.call('kit.export.file.about'),
      facts: names.map((name): Fact => [headOf(name), takes(resource, name, definition.fields[name]!, words)]),
      pageOf: () => '',
    };
    const none: AsyncGenerator<never> = (async function* () {})();
    const bytes = await whole(format === 'csv' ? csvTable(table, none) : xlsxTable(table, none));
    return fileOf(bytes, 0, `${resource}-template.${format}`, FILE_TYPES[format]);
  }

  /** The rows with errors as they came, and why: corrected it can be sent again. @throws NotFound, NotAllowed */
  async errors(tenant: Tenant, import_id: string, language: Language, csv_for?: Language): Promise<WholeFile> {
    const { resource, columns } = await this.imports.file(tenant, import_id);
    const words = await ScreenWords.of(language);
    const format = csvFormatOf(csv_for);
    const heads = [words.call('import.file.row'), ...columns.map(({ head }) => head), words.call('import.file.error')];
    const pieces: Buffer[] = [Buffer.from(BYTE_ORDER_MARK + csvLines([heads], format))];
    let count = 0;
    for await (const some of this.files.every(tenant, import_id)) {
      const wrong = some.filter(({ outcome }) => outcome === 'error');
      count += wrong.length;
      const lines = wrong.map(({ row_no, cells, reasons }): CsvValue[] => [
        row_no,
        ...columns.map((_, at) => cells[at] ?? ''),
        (reasons ?? []).map((reason) => saying(resource, reason, words)).join('\n'),
        // Beyond the header: the row is too long until they are moved or removed.
        ...cells.slice(columns.length),
      ]);
      if (lines.length) pieces.push(Buffer.from(csvLines(lines, format)));
    }
    const file_name = datedFileName(`${resource}-errors`, 'csv', this.clock.now(), tenant.time_zone);
    return fileOf(Buffer.concat(pieces), count, file_name, FILE_TYPES.csv);
  }
}

/** What a column takes, in a few words. */
function takes(
  resource: string,
  name: string,
  { kind, required, choices, names, max, min, example }: Field,
  words: ScreenWords,
): string {
  const called = (choice: string) => names?.[choice] ?? words.say(`${resource}.choices.${name}.${choice}`) ?? choice;
  const facts = { min: String(min ?? 0), max: String(max ?? ''), example: String(example ?? '') };
  const what = words.call(`import.file.takes.${TAKES[kind] ?? (example === undefined ? 'text' : 'example')}`, {
    ...facts,
    choices: choices?.map(called).join(', ') ?? '',
  });
  return [...(required ? [words.call('import.file.required')] : []), what].join('\n');
}

const TAKES: Partial<Record<Field['kind'], string>> = {
  whole: 'whole',
  level: 'whole',
  money: 'whole',
  day: 'day',
  choice: 'choice',
  flag: 'flag',
  ref: 'ref',
};

/** "Department: There is no …": the field's name and the reason, in the reader's words. */
function saying(resource: string, { field, code, facts }: ImportReason, words: ScreenWords): string {
  const said = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value ?? '')]));
  const count = Object.values(facts).find((fact) => typeof fact === 'number') ?? 0;
  const isProgram = PROGRAM_ERRORS.has(code as FieldErrorCode);
  const keys = [
    isProgram ? 'field_errors.not_understood' : `field_errors.${code}`,
    ...(typeof facts['kind'] === 'string' ? [`errors.${code}_${facts['kind']}`] : []),
    `errors.${code}`,
  ];
  const reason = keys.map((key) => words.sayOf(key, count, said)).find((text) => text !== undefined) ?? code;
  return field === null ? reason : `${words.call(`${resource}.fields.${field}`)}: ${reason}`;
}

async function whole(pieces: Pieces): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all);
}

const fileOf = (bytes: Buffer, rows: number, file_name: string, type: string): WholeFile => ({
  content: Readable.from([bytes]),
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest(),
  ...{ rows, file_name, type },
});
