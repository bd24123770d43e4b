import type { EntityMetadata } from 'typeorm';
import { uuidTransformer } from '../platform/database/column-types';
import type { Database } from '../platform/database/database';
import { columnOf } from '../platform/database/where';
import { auditSubjects, subjectOfResource, type AuditSubject } from './audit-subjects';

/** What an export's row tells of the subject beside the event: two words, of one record or of one each of two. */
export interface JoinedWords {
  /** The record is still there. */
  kept: number | null;
  word_a: string | null;
  word_b: string | null;
  /** Of a record between two others: what the first and the second of them are called, in two words at most. */
  first_a: string | null;
  first_b: string | null;
  second_a: string | null;
  second_b: string | null;
}

/**
 * Joins to events `e` what their subjects are called, so that an export of any length is one statement: each kind of
 * subject by its key, which is empty for events of another kind and so costs no look, and then the records that those
 * without a name of their own stand between. Whoever is asked has decided that the events may be seen; every record is of
 * the organisation of its event.
 */
export function auditNameJoins(database: Database): { select: string; joins: string } {
  const joins: string[] = [];
  const words = new Map<string, string[]>([
    ['kept', []],
    ['word_a', []],
    ['word_b', []],
  ]);
  const behind = [new Map<AuditSubject, Behind>(), new Map<AuditSubject, Behind>()];
  const isOwned = (metadata: EntityMetadata, key: string) =>
    key !== 'customer_id' && metadata.findColumnWithPropertyName('customer_id') !== undefined;
  const joined = (table: AuditSubject, alias: string, id: string) => {
    const metadata = database.metadata(table.entity);
    const owner = isOwned(metadata, table.key) ? `${alias}.customer_id = e.customer_id AND ` : '';
    const key = columnOf(metadata, table.key).databaseName;
    joins.push(`LEFT JOIN ${metadata.tableName} ${alias} ON ${owner}${alias}.${key} = ${id}`);
    return { metadata, key };
  };
  for (const [at, [type, table]] of Object.entries(auditSubjects()).entries()) {
    const alias = `s${at}`;
    const isUuid = columnOf(database.metadata(table.entity), table.key).transformer === uuidTransformer;
    const id = isUuid ? "UNHEX(REPLACE(e.subject_id, '-', ''))" : 'CAST(e.subject_id AS SIGNED)';
    const { metadata, key } = joined(table, alias, `CASE WHEN e.subject_type = '${type}' THEN ${id} END`);
    words.get('kept')!.push(`WHEN '${type}' THEN CASE WHEN ${alias}.${key} IS NULL THEN 0 ELSE 1 END`);
    for (const [place, name] of table.columns.slice(0, 2).entries()) {
      const column = `${alias}.${columnOf(metadata, name).databaseName}`;
      const other = table.named_by && subjectOfResource(table.definition?.fields[name]?.resource);
      if (!other) words.get(place ? 'word_b' : 'word_a')!.push(`WHEN '${type}' THEN ${column}`);
      else {
        const known = behind[place]!.get(other) ?? { alias: `b${place}${behind[place]!.size}`, ids: [] };
        known.ids.push(`WHEN '${type}' THEN ${column}`);
        behind[place]!.set(other, known);
      }
    }
  }
  const selected = [...words].map(([name, arms]) => `CASE e.subject_type ${arms.join(' ')} END AS ${name}`);
  for (const [place, tables] of behind.entries()) {
    const columns: [string[], string[]] = [[], []];
    for (const [table, { alias, ids }] of tables) {
      const { metadata } = joined(table, alias, `CASE e.subject_type ${ids.join(' ')} END`);
      for (const [at, name] of table.columns.slice(0, 2).entries())
        columns[at]!.push(`${alias}.${columnOf(metadata, name).databaseName}`);
    }
    for (const [at, of] of columns.entries()) {
      const word = of.length > 1 ? `COALESCE(${of.join(', ')})` : (of[0] ?? 'NULL');
      selected.push(`${word} AS ${place ? 'second' : 'first'}_${at ? 'b' : 'a'}`);
    }
  }
  return { select: selected.join(', '), joins: joins.join(' ') };
}

interface Behind {
  alias: string;
  ids: string[];
}
