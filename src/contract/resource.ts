import type { Field, Fields, ValueOf } from './fields';

export type Role = 'platform' | 'admin' | 'user' | 'api_key';

export interface ResourceOptions<F extends Fields> {
  /** Path below /api and prefix of the admin's translation keys: `staff` → /api/staff, `staff.fields.…`. */
  name: string;
  /** Name of the primary key; every row also has it as `id`. */
  id: string;
  /** Audit subject, the part of an action before the dot. Default: the key's name (`job_role_id`: `job-role`). */
  subject?: string;
  /** Only own audit actions, listed in contract/audit-vocabulary.ts; no generated ones. */
  events?: 'own';
  fields: F;
  /** Fields that form a row's display name, in order. */
  title: readonly (keyof F & string)[];
  default_sort: readonly (readonly [keyof F & string, 'asc' | 'desc'])[];
  /** Roles that can read and write; used by the server's guard and the admin's buttons. */
  read: readonly Role[];
  write: readonly Role[];
  /** `delete`: while nothing refers to it. `archive`: hidden from choices. `none`: only by commands. */
  remove: 'delete' | 'archive' | 'none';
  /**
   * `POST …/{id}/archive` and `…/unarchive`: kept with its history, no longer offered. A repeated call is rejected, or
   * with `again` succeeds without a second audit event; `again` also keeps the older route `…/restore`.
   */
  archives?: true | 'again';
  /**
   * `POST …/{id}/reassign` replaces the row by another one. Lists the blocking references (counts of a 409 on delete)
   * that are moved; other references are history and stay.
   */
  reassign?: readonly string[];
  /** Statuses a replacement row can have. Default: any but archived. */
  takes_over?: readonly string[];
  /** Plan limit that a create counts against. */
  quota?: 'staff' | 'training';
  /** Key of imported rows (docs/domain.md): updates the record with this key, otherwise creates one. */
  imported_by?: readonly string[];
  /** Fields of import files if they differ from the form. */
  imported_fields?: Fields;
  /** false: rows are not created through this API. */
  create?: boolean;
  change?: boolean;
  /** `q=` finds word beginnings by an index. Otherwise it finds substrings (only the audit log). */
  searched_by_words?: true;
  /** Sortable by created_at and updated_at, for systems that synchronize master data. */
  sort_stamps?: true;
  /** false: rows are never changed, so they have no version, created_at or updated_at. */
  stamps?: false;
}

export type ResourceDefinition<F extends Fields = Fields> = Readonly<ResourceOptions<F>>;

export function resource<const F extends Fields>(options: ResourceOptions<F>): ResourceDefinition<F> {
  return options;
}

type Writable<F> = {
  [K in keyof F as F[K] extends { write: 'none' } ? never : K]: F[K];
};

/** A row as returned by the API. */
export type RowOf<R> =
  R extends ResourceDefinition<infer F>
    ? { id: string; row_version: number; created_at: string; updated_at: string } & { [K in keyof F]: ValueOf<F[K]> }
    : never;

/** Body of a create; server-computed fields are rejected at run time. */
export type WriteOf<R> = R extends ResourceDefinition<infer F> ? { [K in keyof Writable<F>]?: ValueOf<F[K]> } : never;

/** Body of a change: absent means unchanged; null only if the field can be empty. */
export type ChangeOf<R> = WriteOf<R> & { row_version?: number };

/** Columns of every record. */
export const STANDARD_FIELDS = ['id', 'row_version', 'created_at', 'updated_at'] as const;

export function isNullable(field: Field): boolean {
  if (field.required || (field.initial !== undefined && !field.nullable)) return false;
  return field.kind !== 'id' && field.kind !== 'flag' && field.kind !== 'refMany';
}

/** Whether null and '' are accepted; stored as null, or as '' if the field is never null. */
export const canBeEmpty = (field: Field): boolean => isNullable(field) || field.initial === '';

export function isWritable(field: Field, when: 'create' | 'change'): boolean {
  const write = field.write ?? 'always';
  return write === 'always' || (write === 'create' && when === 'create');
}

/** Audit verbs of archiving and unarchiving, and the result of a repeated call. */
export const getArchiveActions = ({ archives }: Pick<ResourceDefinition<Fields>, 'archives'>) =>
  archives === 'again'
    ? { onRepeat: 'answered', archiveAction: 'archive', unarchiveAction: 'restore' }
    : { onRepeat: 'refused', archiveAction: 'archive', unarchiveAction: 'unarchive' };

export function getAuditSubject({ subject, id }: Pick<ResourceDefinition<Fields>, 'subject' | 'id'>): string {
  return subject ?? id.replace(/_id$/, '').replaceAll('_', '-');
}
