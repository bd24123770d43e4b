import { apiKeys } from '../contract/api-keys.resource';
import { attempts } from '../contract/attempts.resource';
import { customers } from '../contract/customers.resource';
import { departments } from '../contract/departments.resource';
import type { Fields } from '../contract/fields';
import { jobRoles } from '../contract/job-roles.resource';
import { questions } from '../contract/questions.resource';
import { quizzes } from '../contract/quizzes.resource';
import type { ResourceDefinition } from '../contract/resource';
import { skillEvidence } from '../contract/skill-evidence.resource';
import { exemptions, revocations } from '../contract/skill-holds.resource';
import { roleTargets, skillTargets } from '../contract/skill-targets.resource';
import { skills } from '../contract/skills.resource';
import { staff } from '../contract/staff.resource';
import { subscribers } from '../contract/subscribers.resource';
import { subscriptionPackages } from '../contract/subscription-packages.resource';
import { supportMessages } from '../contract/support-messages.resource';
import { trainingAssignments } from '../contract/training-assignments.resource';
import { trainingCategories } from '../contract/training-categories.resource';
import { trainings } from '../contract/trainings.resource';
import type { NamedTable } from '../tenancy/record-names';

/** What an event may be about: where it is kept, and what it is called by: fields of its own, or other records. */
export interface AuditSubject extends NamedTable {
  /** The definition of its fields; absent where there is no such resource. */
  readonly definition?: ResourceDefinition<Fields>;
  /** It has no name: the records behind these columns say which one it is. */
  readonly named_by?: readonly string[];
}

const of = (entity: string, definition: ResourceDefinition<Fields>): AuditSubject => ({
  ...{ entity, definition },
  ...{ key: definition.id, columns: definition.title },
});
const between = (entity: string, definition: ResourceDefinition<Fields>, ...named_by: string[]): AuditSubject => ({
  ...{ entity, definition, named_by },
  ...{ key: definition.id, columns: named_by },
});

/** By the subject type of an event; what is not here has no row of its own, such as a sign-in. */
export const AUDIT_SUBJECTS_KEPT: Readonly<Record<string, AuditSubject>> = {
  account: { entity: 'Account', key: 'account_id', columns: ['user_name'] },
  api_key: of('ApiKey', apiKeys),
  attempt: between('Attempt', attempts, 'staff_id', 'training_id'),
  customer: of('Customer', customers),
  department: of('Department', departments),
  exemption: between('ExemptionRecord', exemptions, 'staff_id', 'skill_id'),
  'job-role': of('JobRole', jobRoles),
  passkey: { entity: 'Passkey', key: 'passkey_id', columns: ['name'] },
  question: of('Question', questions),
  quiz: of('Quiz', quizzes),
  revocation: between('RevocationRecord', revocations, 'staff_id', 'skill_id'),
  'role-target': between('RoleTarget', roleTargets, 'job_role_id', 'skill_id'),
  skill: of('Skill', skills),
  'skill-evidence': between('EvidenceRecord', skillEvidence, 'staff_id', 'skill_id'),
  'skill-target': between('SkillTarget', skillTargets, 'staff_id', 'skill_id'),
  staff: of('Staff', staff),
  subscriber: of('Subscriber', subscribers),
  subscription_package: of('SubscriptionPackage', subscriptionPackages),
  support_message: of('SupportMessage', supportMessages),
  training: of('Training', trainings),
  'training-assignment': between('TrainingAssignment', trainingAssignments, 'staff_id', 'training_id'),
  'training-category': of('TrainingCategory', trainingCategories),
};

/** The subject that is this resource: what a reference to it points at. */
export function subjectOfResource(resource: string | undefined): AuditSubject | undefined {
  return BY_RESOURCE.get(resource ?? '');
}
const BY_RESOURCE = new Map(
  Object.values(AUDIT_SUBJECTS_KEPT).flatMap((subject) =>
    subject.definition ? [[subject.definition.name, subject] as const] : [],
  ),
);
