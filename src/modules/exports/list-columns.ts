import { majorUnits } from '../../contract/currency';
import { hasIdColumn } from '../../contract/exports';
import type { Field, Fields } from '../../contract/fields';
import type { ResourceDefinition } from '../../contract/resource';
import type { Cell, CellKind, Column, Tint } from '../../common/documents/table';
import type { RecordId } from '../../crud/resource-read.service';
import type { ScreenTexts } from './screen-texts';

type Row = Readonly<Record<string, unknown>>;
export type TitlesById = ReadonlyMap<RecordId, string>;
export interface ListColumn extends Column {
  readonly cell: (row: Row) => Cell;
}

const KINDS: Partial<Record<Field['kind'], CellKind>> = {
  whole: 'number',
  level: 'number',
  money: 'money',
  day: 'day',
  instant: 'instant',
};
const WIDTHS: Partial<Record<Field['kind'], number>> = {
  whole: 12,
  level: 10,
  money: 14,
  day: 12,
  instant: 20,
  flag: 10,
  choice: 18,
  email: 30,
  ref: 28,
  refMany: 40,
  markdown: 60,
  url: 40,
};
/** Same colours as on screen (admin/src/components/status.ts). */
const TINTS: Readonly<Record<string, Tint>> = {
  active: 'good',
  published: 'good',
  completed: 'good',
  approved: 'good',
  passed: 'good',
  open: 'note',
  invited: 'note',
  trial: 'note',
  assigned: 'note',
  in_progress: 'note',
  pending: 'warn',
  suspended: 'warn',
  expiring: 'warn',
  grace: 'warn',
  overdue: 'bad',
  expired: 'bad',
  failed: 'bad',
  rejected: 'bad',
  voided: 'bad',
  closed: 'mute',
  draft: 'mute',
  archived: 'mute',
  left: 'mute',
  removed: 'mute',
};
export const tintOf = (status: string): Tint | undefined => TINTS[status];
export const withTint = (value: string | number | null, tint: Tint | undefined): Cell =>
  tint ? { value, tint } : value;

/** Columns of these fields. A reference has a name column and a collapsed id column. Headings are unique. */
export function buildListColumns(
  { name, fields }: ResourceDefinition<Fields>,
  fieldNames: readonly string[],
  texts: ScreenTexts,
  titles: ReadonlyMap<string, TitlesById>,
): ListColumn[] {
  const columns = fieldNames.flatMap((field): ListColumn[] => {
    const definition = fields[field]!;
    const head = texts.get(`${name}.fields.${field}`);
    const { kind } = definition;
    const shape = {
      kind: KINDS[kind] ?? ('text' as const),
      width: definition.lines ? 60 : (WIDTHS[kind] ?? (definition.max && definition.max > 100 ? 36 : 20)),
    };
    const column: ListColumn = {
      head,
      ...shape,
      cell: createCellReader(name, field, definition, texts, titles.get(definition.resource ?? '')),
    };
    if (!hasIdColumn(definition)) return [column];
    const id = texts.get('kit.export.file.id_of', { name: head });
    return [column, { head: id, kind: 'text', width: 38, isHidden: true, cell: (row) => joinValues(row[field]) }];
  });
  const headings = columns.map(({ head }) => head);
  const columnNames = fieldNames.flatMap((field) => (hasIdColumn(fields[field]!) ? [field, `${field}.id`] : [field]));
  // Re-imports recognise columns by heading.
  return columns.map((column, index) =>
    headings.filter((head) => head === column.head).length > 1
      ? { ...column, head: `${column.head} [${columnNames[index]}]` }
      : column,
  );
}

function createCellReader(
  resource: string,
  name: string,
  { kind, names }: Field,
  texts: ScreenTexts,
  titles: TitlesById | undefined,
): ListColumn['cell'] {
  const titleOf = (id: unknown) => titles?.get(id as RecordId) ?? '';
  switch (kind) {
    case 'choice':
      return (row) => {
        const value = row[name];
        if (typeof value !== 'string') return null;
        return withTint(names?.[value] ?? texts.find(`${resource}.choices.${name}.${value}`) ?? value, tintOf(value));
      };
    case 'flag':
      return (row) => texts.get(row[name] ? 'kit.yes' : 'kit.no');
    case 'ref':
      return (row) => (row[name] === null ? null : titleOf(row[name]));
    case 'refMany':
      return (row) => joinValues((row[name] as readonly unknown[] | null)?.map(titleOf));
    case 'money':
      return (row) => (typeof row[name] === 'number' ? majorUnits(row[name], row.currency as string) : null);
    case 'text':
      // Audit actions are plain text fields, but have translations.
      return (row) => texts.find(`${resource}.choices.${name}.${String(row[name])}`) ?? joinValues(row[name]);
    default:
      return (row) => joinValues(row[name]);
  }
}

/** Joins lists to one text. */
function joinValues(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(', ') || null : JSON.stringify(value);
}
