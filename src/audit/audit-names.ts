import { Injectable } from '@nestjs/common';
import { RecordNames, nameKey, type NamedRow } from '../tenancy/record-names';
import { auditSubjects, subjectOfResource, type AuditSubject } from './audit-subjects';

/** Of an event, what its subject's name can be found by. */
export interface NamedEvent {
  readonly customer_id: number;
  readonly subject_type: string | null;
  readonly subject_id: string | null;
  readonly was: Facts | null;
  readonly became: Facts | null;
}
type Facts = Readonly<Record<string, unknown>>;
type Wanted = NamedRow & { readonly table: AuditSubject };

/** Longer ones (a question's text) are cut. */
const LONGEST = 200;

/**
 * What the subjects of audit events are called today; what has been deleted since is called as the event itself says.
 * One statement for all of a page, and one more for what is named by other records.
 */
@Injectable()
export class AuditNames {
  constructor(private readonly names: RecordNames) {}

  /** In the order of the events; null: it has no name. */
  async ofSubjects(events: readonly NamedEvent[]): Promise<(string | null)[]> {
    const wanted = events.map(wantedOf);
    const found = await this.names.of(wanted.filter((each) => each !== null));
    const facts = wanted.map((each, at) => each && (found.get(nameKey(each)) ?? factsOf(events[at]!)));
    const behind = wanted.map((each, at) => (each && facts[at] ? referred(each, facts[at], each.table.named_by) : []));
    const named = await this.named(behind.flat());
    return wanted.map((each, at) => {
      if (!each || !facts[at]) return null;
      if (!each.table.named_by) return words(each.table, facts[at]);
      const parts = behind[at]!.flatMap((one) => named.get(nameKey(one)) ?? []);
      return parts.join(' · ') || null;
    });
  }

  /** Names of the records that the facts of an event refer to, by their ids. */
  async inFacts({ customer_id, subject_type, was, became }: NamedEvent): Promise<Record<string, string>> {
    const table = auditSubjects()[subject_type ?? ''];
    if (!table?.definition) return {};
    const behind = [was, became].flatMap((facts) => (facts ? within(customer_id, table, facts) : []));
    const named = await this.named(behind);
    return Object.fromEntries(
      behind.flatMap((one) => {
        const name = named.get(nameKey(one));
        return name ? [[one.id, name] as const] : [];
      }),
    );
  }

  private async named(wanted: readonly Wanted[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.names.of(wanted);
    return new Map(
      wanted.flatMap((each) => {
        const facts = found.get(nameKey(each));
        const name = facts && words(each.table, facts);
        return name ? [[nameKey(each), name] as const] : [];
      }),
    );
  }
}

function wantedOf({ customer_id, subject_type, subject_id }: NamedEvent): Wanted | null {
  const table = auditSubjects()[subject_type ?? ''];
  return table && subject_id !== null ? { customer_id, id: subject_id, table } : null;
}

/** The records that facts refer to: by themselves, and in lists of other records (`skill_target`, `role_target`). */
function within(customer_id: number, table: AuditSubject, facts: Facts): Wanted[] {
  const own = referred({ customer_id, id: '', table }, facts, Object.keys(table.definition?.fields ?? {}));
  const listed = Object.entries(facts).flatMap(([name, rows]) => {
    const kind = Array.isArray(rows) ? auditSubjects()[name.replaceAll('_', '-')] : undefined;
    return kind ? (rows as Facts[]).flatMap((row) => within(customer_id, kind, row)) : [];
  });
  return [...own, ...listed];
}

/** The records that these columns name, of the same organisation. */
function referred({ customer_id, table }: Wanted, facts: Facts, columns: readonly string[] = []): Wanted[] {
  return columns.flatMap((name) => {
    const other = subjectOfResource(table.definition?.fields[name]?.resource);
    const ids = [facts[name]].flat().filter((id): id is string => typeof id === 'string');
    return other ? ids.map((id) => ({ customer_id, id, table: other })) : [];
  });
}

/** null where the event says nothing of it. */
function factsOf({ was, became }: NamedEvent): Facts | null {
  return was || became ? { ...became, ...was } : null;
}

function words({ columns }: AuditSubject, facts: Facts): string | null {
  return joined(...columns.map((name) => facts[name]));
}

function joined(...parts: readonly unknown[]): string | null {
  const name = parts.filter((word) => typeof word === 'string' && word !== '').join(' ');
  return name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name || null;
}
