import type { Type } from '@nestjs/common';
import { AUDIT_SUBJECTS } from '../../contract/audit-vocabulary';
import type { Fields } from '../../contract/fields';
import type { ResourceDefinition } from '../../contract/resource';
import { Account } from '../identity/account.entity';
import { Passkey } from '../identity/passkey.entity';
import type { NamedTable } from '../../tenancy/record-names.query';
import { listResources, type ResourceMetadata } from '../../tenancy/resource-metadata';

/** Subject type of an event: its entity and the columns that form its name. */
export interface AuditSubject extends NamedTable {
  /** Absent for subjects that are not resources. */
  readonly definition?: ResourceDefinition<Fields>;
  /** For records without a name: reference columns whose records name it. */
  readonly named_by?: readonly string[];
}

const toAuditSubject = ({ entity, definition, named_by }: ResourceMetadata): AuditSubject => ({
  entity,
  definition,
  key: definition.id,
  ...(named_by.length ? { named_by, columns: named_by } : { columns: definition.title }),
});

/** Subject types that are not resources. */
const namedBy = <E extends object>(entity: Type<E>, key: keyof E & string, name: keyof E & string): AuditSubject => ({
  entity,
  key,
  columns: [name],
});

/** Subjects by type. Types without rows, such as a sign-in, are absent. */
export const getAuditSubjects = (): Readonly<Record<string, AuditSubject>> =>
  (cachedSubjects ??= {
    account: namedBy(Account, 'account_id', 'user_name'),
    passkey: namedBy(Passkey, 'passkey_id', 'name'),
    ...Object.fromEntries(
      listResources()
        .filter(({ subject }) => AUDIT_SUBJECTS.includes(subject))
        .map((each) => [each.subject, toAuditSubject(each)]),
    ),
  });
/** Filled lazily: entities register while they are loaded. */
let cachedSubjects: Readonly<Record<string, AuditSubject>> | undefined;

export function findSubjectByResource(resource: string | undefined): AuditSubject | undefined {
  return Object.values(getAuditSubjects()).find(({ definition }) => definition?.name === resource);
}
