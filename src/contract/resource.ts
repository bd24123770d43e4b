import type { Field, Fields, ValueOf } from './fields';

export type Role = 'platform' | 'admin' | 'user' | 'api_key';

export interface ResourceOptions<F extends Fields> {
  /** The path below /api and the key below which the admin's texts stand: `staff` → /api/staff, `staff.fields.…`. */
  name: string;
  /** The primary key's domain name; every row also carries it as `id`. */
  id: string;
  /** What the audit trail calls one, before the dot of its actions; left out: the key's name (`job_role_id`: `job-role`). */
  subject?: string;
  /** The audit trail tells of it in words of its own only (contract/audit-vocabulary.ts). */
  events?: 'own';
  fields: F;
  /** The fields that name a row to a person, in order (a select shows them, a breadcrumb too). */
  title: readonly (keyof F & string)[];
  default_sort: readonly (readonly [keyof F & string, 'asc' | 'desc'])[];
  /** Who may read and who may write at all; the server's guard and the admin's buttons both come from here. */
  read: readonly Role[];
  write: readonly Role[];
  /** `delete`: gone once nothing refers to it. `archive`: kept, hidden from choices. `none`: only commands end it. */
  remove: 'delete' | 'archive' | 'none';
  /**
   * `POST …/{id}/archive` and `…/unarchive`: kept with its history, offered no more. Asked for what is so already it is
   * refused, or (`again`) answered and not told twice; those come back by `…/restore` too, as they did at first.
   */
  archives?: true | 'again';
  /**
   * `POST …/{id}/reassign` lets another row take its place wherever it is used: of the counts with which a delete is
   * refused (409), those that go along. The others are history and stay.
   */
  reassign?: readonly string[];
  /** The statuses in which a row can take another's place; left out: any but archived. */
  takes_over?: readonly string[];
  /** The plan limit that a create counts against. */
  quota?: 'staff' | 'training';
  /**
   * Files are imported: a row of which these fields say what is known already is changed, any other is made (domain.md,
   * rule 8). One field is a key of its own; several are one together.
   */
  imported_by?: readonly string[];
  /** What a file fills, where that is something else than a form. */
  imported_fields?: Fields;
  /** Left out where rows come about by other means only. */
  create?: boolean;
  change?: boolean;
  /** `q=` finds the beginnings of words, by an index of them; elsewhere what the texts contain (the audit log). */
  searched_by_words?: true;
  /** Rows may be sorted by created_at and updated_at: master data that other systems follow. Elsewhere `id` grows with time. */
  sort_stamps?: true;
  /** false: rows are written once and never changed, so they carry no version and no created_at or updated_at. */
  stamps?: false;
}

export type ResourceDefinition<F extends Fields = Fields> = Readonly<ResourceOptions<F>>;

export function resource<const F extends Fields>(options: ResourceOptions<F>): ResourceDefinition<F> {
  return options;
}

type Writable<F> = {
  [K in keyof F as F[K] extends { write: 'none' } ? never : K]: F[K];
};

/** A row as the resource API answers it. */
export type RowOf<R> =
  R extends ResourceDefinition<infer F>
    ? { id: string; row_version: number; created_at: string; updated_at: string } & { [K in keyof F]: ValueOf<F[K]> }
    : never;

/** What a create accepts; server-computed fields are refused at run time. */
export type WriteOf<R> = R extends ResourceDefinition<infer F> ? { [K in keyof Writable<F>]?: ValueOf<F[K]> } : never;

/** What a change accepts: absent means unchanged, null only where the field may be empty. */
export type ChangeOf<R> = WriteOf<R> & { row_version?: number };

/** The columns that every record carries besides its own. */
export const STANDARD_FIELDS = ['id', 'row_version', 'created_at', 'updated_at'] as const;

export function isNullable(field: Field): boolean {
  if (field.required || (field.initial !== undefined && !field.nullable)) return false;
  return field.kind !== 'id' && field.kind !== 'flag' && field.kind !== 'refMany';
}

/** Whether null and '' may be sent: the value is then null, or '' where the field is never null. */
export const canBeEmpty = (field: Field): boolean => isNullable(field) || field.initial === '';

export function isWritable(field: Field, when: 'create' | 'change'): boolean {
  const write = field.write ?? 'always';
  return write === 'always' || (write === 'create' && when === 'create');
}

/** What the audit trail calls the way there and back, and what becomes of who asks for it again. */
export const archivingOf = ({ archives }: Pick<ResourceDefinition<Fields>, 'archives'>) =>
  archives === 'again'
    ? { again: 'answered', away: 'archive', back: 'restore' }
    : { again: 'refused', away: 'archive', back: 'unarchive' };

export function subjectOf({ subject, id }: Pick<ResourceDefinition<Fields>, 'subject' | 'id'>): string {
  return subject ?? id.replace(/_id$/, '').replaceAll('_', '-');
}
