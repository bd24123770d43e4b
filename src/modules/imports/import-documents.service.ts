import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { EXPORT_CONTENT_TYPES } from '../../contract/exports';
import { NON_FORM_ERRORS, type FieldErrorCode } from '../../contract/field-errors';
import type { Field } from '../../contract/fields';
import type { ImportReason } from '../../contract/import.responses';
import { importableFields, type TEMPLATE_FORMATS } from '../../contract/imports';
import type { Language } from '../../contract/languages';
import { ScreenTexts } from '../exports/screen-texts';
import { Clock } from '../../common/clock';
import { BYTE_ORDER_MARK, csvFormatFor, formatCsvRows, type CsvValue } from '../../common/csv';
import type { DownloadFile } from '../../common/rest/file-response';
import { renderCsvTable } from '../../common/documents/csv-table';
import { datedFileName } from '../../common/documents/file-name';
import type { Fact, FileChunks, Table } from '../../common/documents/table';
import { renderXlsxTable } from '../../common/documents/xlsx-table';
import { NotAllowedError } from '../../tenancy/tenancy.errors';
import type { Tenant } from '../../tenancy/tenant';
import { ImportFilesRepository } from './import-files.repository';
import { ImportableRegistry, canImport } from './importable-registry';
import { ImportsService } from './imports.service';

type TemplateFormat = (typeof TEMPLATE_FORMATS)[number];

/** Documents of an import: the template, and the rows with errors for correction. */
@Injectable()
export class ImportDocumentsService {
  constructor(
    private readonly importableRegistry: ImportableRegistry,
    private readonly importsService: ImportsService,
    private readonly files: ImportFilesRepository,
    private readonly clock: Clock,
  ) {}

  /** Same column headers as exports; a workbook also describes each column. @throws NotFoundError, NotAllowedError */
  async template(
    tenant: Tenant,
    resource: string,
    format: TemplateFormat,
    language: Language,
    csv_for?: Language,
  ): Promise<DownloadFile> {
    const { definition } = this.importableRegistry.get(resource);
    if (!canImport(tenant, definition)) throw new NotAllowedError();
    const texts = await ScreenTexts.load(language);
    const names = importableFields(definition).filter((name) => definition.fields[name]!.template !== false);
    const headerOf = (name: string) => texts.get(`${resource}.fields.${name}`);
    const table: Table = {
      title: texts.get(`${resource}.title`),
      columns: names.map((name) => ({ head: headerOf(name), kind: 'text' as const, width: 22 })),
      language,
      direction: texts.direction,
      time_zone: tenant.time_zone,
      csv_for,
      frozen: 0,
      about: texts.get('kit.export.file.about'),
      facts: names.map((name): Fact => [
        headerOf(name),
        describeColumn(resource, name, definition.fields[name]!, texts),
      ]),
      pageLabel: () => '',
    };
    const none: AsyncGenerator<never> = (async function* () {})();
    const bytes = await concatPieces(format === 'csv' ? renderCsvTable(table, none) : renderXlsxTable(table, none));
    return toFile(bytes, 0, `${resource}-template.${format}`, EXPORT_CONTENT_TYPES[format]);
  }

  /** Original rows with errors, plus a column with the reasons. @throws NotFoundError, NotAllowedError */
  async errors(tenant: Tenant, import_id: string, language: Language, csv_for?: Language): Promise<DownloadFile> {
    const { resource, columns } = await this.importsService.file(tenant, import_id);
    const texts = await ScreenTexts.load(language);
    const format = csvFormatFor(csv_for);
    const headers = [texts.get('import.file.row'), ...columns.map(({ head }) => head), texts.get('import.file.error')];
    const pieces: Buffer[] = [Buffer.from(BYTE_ORDER_MARK + formatCsvRows([headers], format))];
    let count = 0;
    for await (const batch of this.files.rowBatches(tenant, import_id)) {
      const failedRows = batch.filter(({ outcome }) => outcome === 'error');
      count += failedRows.length;
      const lines = failedRows.map(({ row_no, cells, reasons }): CsvValue[] => [
        row_no,
        ...columns.map((_, index) => cells[index] ?? ''),
        (reasons ?? []).map((reason) => describeReason(resource, reason, texts)).join('\n'),
        // Surplus cells stay after the last column, where the user can move or delete them.
        ...cells.slice(columns.length),
      ]);
      if (lines.length) pieces.push(Buffer.from(formatCsvRows(lines, format)));
    }
    const file_name = datedFileName(`${resource}-errors`, 'csv', this.clock.now(), tenant.time_zone);
    return toFile(Buffer.concat(pieces), count, file_name, EXPORT_CONTENT_TYPES.csv);
  }
}

/** Describes the values of a column. */
function describeColumn(
  resource: string,
  name: string,
  { kind, required, choices, names, max, min, example }: Field,
  texts: ScreenTexts,
): string {
  const choiceLabel = (choice: string) =>
    names?.[choice] ?? texts.find(`${resource}.choices.${name}.${choice}`) ?? choice;
  const facts = { min: String(min ?? 0), max: String(max ?? ''), example: String(example ?? '') };
  const description = texts.get(
    `import.file.takes.${COLUMN_TYPE_TEXTS[kind] ?? (example === undefined ? 'text' : 'example')}`,
    {
      ...facts,
      choices: choices?.map(choiceLabel).join(', ') ?? '',
    },
  );
  return [...(required ? [texts.get('import.file.required')] : []), description].join('\n');
}

const COLUMN_TYPE_TEXTS: Partial<Record<Field['kind'], string>> = {
  whole: 'whole',
  level: 'whole',
  money: 'whole',
  day: 'day',
  choice: 'choice',
  flag: 'flag',
  ref: 'ref',
};

/** The field label and the translated reason: "Department: There is no …". */
function describeReason(resource: string, { field, code, facts }: ImportReason, texts: ScreenTexts): string {
  const textFacts = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value ?? '')]));
  const count = Object.values(facts).find((fact) => typeof fact === 'number') ?? 0;
  const isProgram = NON_FORM_ERRORS.has(code as FieldErrorCode);
  const keys = [
    isProgram ? 'field_errors.not_understood' : `field_errors.${code}`,
    ...(typeof facts['kind'] === 'string' ? [`errors.${code}_${facts['kind']}`] : []),
    `errors.${code}`,
  ];
  const reason = keys.map((key) => texts.findPlural(key, count, textFacts)).find((text) => text !== undefined) ?? code;
  return field === null ? reason : `${texts.get(`${resource}.fields.${field}`)}: ${reason}`;
}

async function concatPieces(pieces: FileChunks): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all);
}

const toFile = (bytes: Buffer, rows: number, file_name: string, type: string): DownloadFile => ({
  content: Readable.from([bytes]),
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest(),
  rows,
  file_name,
  type,
});
