import { majorUnits } from '../contract/currency';
import { hasIdBeside } from '../contract/exports';
import type { Field, Fields } from '../contract/fields';
import type { ResourceDefinition } from '../contract/resource';
import type { Cell, CellKind, Column, Tint } from '../platform/documents/table';
import type { RecordId } from '../tenancy/resources/resource-reader';
import type { ScreenWords } from './screen-words';

type Row = Readonly<Record<string, unknown>>;
export type Titles = ReadonlyMap<RecordId, string>;
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
/** What the screens paint a status as (admin/src/kit/status.ts). */
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
export const tinted = (value: string | number | null, tint: Tint | undefined): Cell => (tint ? { value, tint } : value);

/** The columns of these fields; a reference is its name and, folded away, its id. No two are called the same. */
export function listColumns(
  { name, fields }: ResourceDefinition<Fields>,
  chosen: readonly string[],
  words: ScreenWords,
  titles: ReadonlyMap<string, Titles>,
): ListColumn[] {
  const columns = chosen.flatMap((field): ListColumn[] => {
    const definition = fields[field]!;
    const head = words.call(`${name}.fields.${field}`);
    const { kind } = definition;
    const shape = {
      kind: KINDS[kind] ?? ('text' as const),
      width: definition.lines ? 60 : (WIDTHS[kind] ?? (definition.max && definition.max > 100 ? 36 : 20)),
    };
    const own: ListColumn = {
      head,
      ...shape,
      cell: cellOf(name, field, definition, words, titles.get(definition.resource ?? '')),
    };
    if (!hasIdBeside(definition)) return [own];
    const id = words.call('kit.export.file.id_of', { name: head });
    return [own, { head: id, kind: 'text', width: 38, isFolded: true, cell: (row) => joined(row[field]) }];
  });
  const heads = columns.map(({ head }) => head);
  const fieldOf = chosen.flatMap((field) => (hasIdBeside(fields[field]!) ? [field, `${field}.id`] : [field]));
  // An export is read in again by its heads.
  return columns.map((column, at) =>
    heads.filter((head) => head === column.head).length > 1
      ? { ...column, head: `${column.head} [${fieldOf[at]}]` }
      : column,
  );
}

function cellOf(
  resource: string,
  name: string,
  { kind, names }: Field,
  words: ScreenWords,
  titles: Titles | undefined,
): ListColumn['cell'] {
  const titled = (id: unknown) => titles?.get(id as RecordId) ?? '';
  switch (kind) {
    case 'choice':
      return (row) => {
        const value = row[name];
        if (typeof value !== 'string') return null;
        return tinted(names?.[value] ?? words.say(`${resource}.choices.${name}.${value}`) ?? value, tintOf(value));
      };
    case 'flag':
      return (row) => words.call(row[name] ? 'kit.yes' : 'kit.no');
    case 'ref':
      return (row) => (row[name] === null ? null : titled(row[name]));
    case 'refMany':
      return (row) => joined((row[name] as readonly unknown[] | null)?.map(titled));
    case 'money':
      return (row) => (typeof row[name] === 'number' ? majorUnits(row[name], row.currency as string) : null);
    case 'text':
      // Actions of the audit log are text, since each domain adds its own; the screens have words for them.
      return (row) => words.say(`${resource}.choices.${name}.${String(row[name])}`) ?? joined(row[name]);
    default:
      return (row) => joined(row[name]);
  }
}

/** Several are one text. */
function joined(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(', ') || null : JSON.stringify(value);
}
