import { Injectable } from '@nestjs/common';
import { RecordNamesQuery, nameKey, type NamedRow } from '../../tenancy/record-names.query';
import { getAuditSubjects, findSubjectByResource, type AuditSubject } from './audit-subjects';

/** Part of an event by which the name of its subject is found. */
export interface EventReference {
  readonly customer_id: number;
  readonly subject_type: string | null;
  readonly subject_id: string | null;
  readonly was: RecordFields | null;
  readonly became: RecordFields | null;
}
type RecordFields = Readonly<Record<string, unknown>>;
type SubjectReference = NamedRow & { readonly table: AuditSubject };

/** Longer names, e.g. question texts, are truncated. */
const NAME_LENGTH_MAX = 200;

/**
 * Finds the current names of the subjects of audit events; deleted records use the name in the event itself. One query
 * per page, and one more for records named by other records.
 */
@Injectable()
export class AuditNamesQuery {
  constructor(private readonly names: RecordNamesQuery) {}

  /** In the order of the events; null: no name. */
  async subjectNames(events: readonly EventReference[]): Promise<(string | null)[]> {
    const references = events.map(subjectReferenceOf);
    const rows = await this.names.findNames(references.filter((reference) => reference !== null));
    const fields = references.map(
      (reference, at) => reference && (rows.get(nameKey(reference)) ?? recordedFieldsOf(events[at]!)),
    );
    const related = references.map((reference, at) =>
      reference && fields[at] ? referencesOfColumns(reference, fields[at], reference.table.named_by) : [],
    );
    const namesByKey = await this.namesByKey(related.flat());
    return references.map((reference, at) => {
      if (!reference || !fields[at]) return null;
      if (!reference.table.named_by) return displayName(reference.table, fields[at]);
      const parts = related[at]!.flatMap((reference) => namesByKey.get(nameKey(reference)) ?? []);
      return parts.join(' · ') || null;
    });
  }

  /** Names of the records that an event refers to, by id. */
  async referencedNames({ customer_id, subject_type, was, became }: EventReference): Promise<Record<string, string>> {
    const table = getAuditSubjects()[subject_type ?? ''];
    if (!table?.definition) return {};
    const related = [was, became].flatMap((fields) => (fields ? referencesIn(customer_id, table, fields) : []));
    const namesByKey = await this.namesByKey(related);
    return Object.fromEntries(
      related.flatMap((reference) => {
        const name = namesByKey.get(nameKey(reference));
        return name ? [[reference.id, name] as const] : [];
      }),
    );
  }

  private async namesByKey(references: readonly SubjectReference[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.names.findNames(references);
    return new Map(
      references.flatMap((reference) => {
        const fields = rows.get(nameKey(reference));
        const name = fields && displayName(reference.table, fields);
        return name ? [[nameKey(reference), name] as const] : [];
      }),
    );
  }
}

function subjectReferenceOf({ customer_id, subject_type, subject_id }: EventReference): SubjectReference | null {
  const table = getAuditSubjects()[subject_type ?? ''];
  return table && subject_id !== null ? { customer_id, id: subject_id, table } : null;
}

/** Records referred to directly, and in lists of other records (`skill_target`, `role_target`). */
function referencesIn(customer_id: number, table: AuditSubject, fields: RecordFields): SubjectReference[] {
  const direct = referencesOfColumns(
    { customer_id, id: '', table },
    fields,
    Object.keys(table.definition?.fields ?? {}),
  );
  const nested = Object.entries(fields).flatMap(([name, rows]) => {
    const nestedSubject = Array.isArray(rows) ? getAuditSubjects()[name.replaceAll('_', '-')] : undefined;
    return nestedSubject
      ? (rows as RecordFields[]).flatMap((row) => referencesIn(customer_id, nestedSubject, row))
      : [];
  });
  return [...direct, ...nested];
}

/** Records of the same customer that these columns refer to. */
function referencesOfColumns(
  { customer_id, table }: SubjectReference,
  fields: RecordFields,
  columns: readonly string[] = [],
): SubjectReference[] {
  return columns.flatMap((name) => {
    const other = findSubjectByResource(table.definition?.fields[name]?.resource);
    const ids = [fields[name]].flat().filter((id): id is string => typeof id === 'string');
    return other ? ids.map((id) => ({ customer_id, id, table: other })) : [];
  });
}

/** null: the event has no values. */
function recordedFieldsOf({ was, became }: EventReference): RecordFields | null {
  return was || became ? { ...became, ...was } : null;
}

function displayName({ columns }: AuditSubject, fields: RecordFields): string | null {
  return joinTexts(...columns.map((name) => fields[name]));
}

function joinTexts(...texts: readonly unknown[]): string | null {
  const name = texts.filter((word) => typeof word === 'string' && word !== '').join(' ');
  return name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX)}…` : name || null;
}
