import type { Type } from '@nestjs/common';
import { AUDIT_SUBJECTS } from '../contract/audit-vocabulary';
import type { Fields } from '../contract/fields';
import type { ResourceDefinition } from '../contract/resource';
import { Account } from '../identity/account.entity';
import { Passkey } from '../identity/passkey.entity';
import type { NamedTable } from '../tenancy/record-names';
import { everyKept, type Kept } from '../tenancy/resources/kept';

/** What an event may be about: where it is kept, and what it is called by: fields of its own, or other records. */
export interface AuditSubject extends NamedTable {
  /** The definition of its fields; absent where there is no such resource. */
  readonly definition?: ResourceDefinition<Fields>;
  /** It has no name: the records behind these columns say which one it is. */
  readonly named_by?: readonly string[];
}

const subjectOf = ({ entity, definition, named_by }: Kept): AuditSubject => ({
  ...{ entity, definition, key: definition.id },
  ...(named_by.length ? { named_by, columns: named_by } : { columns: definition.title }),
});

/** What is no resource, and yet told of. */
const called = <E extends object>(entity: Type<E>, key: keyof E & string, name: keyof E & string): AuditSubject => ({
  ...{ entity, key, columns: [name] },
});

/** By the subject type of an event; what is not here has no row of its own, such as a sign-in. */
export const auditSubjects = (): Readonly<Record<string, AuditSubject>> =>
  (kept ??= {
    account: called(Account, 'account_id', 'user_name'),
    passkey: called(Passkey, 'passkey_id', 'name'),
    ...Object.fromEntries(
      everyKept()
        .filter(({ subject }) => AUDIT_SUBJECTS.includes(subject))
        .map((each) => [each.subject, subjectOf(each)]),
    ),
  });
/** Entities say what they keep as they are loaded: asked once all of them are. */
let kept: Readonly<Record<string, AuditSubject>> | undefined;

/** The subject that is this resource: what a reference to it points at. */
export function subjectOfResource(resource: string | undefined): AuditSubject | undefined {
  return Object.values(auditSubjects()).find(({ definition }) => definition?.name === resource);
}
