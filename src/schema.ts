/** Every entity and every migration, in order. The DataSource, the TypeORM command line and the tests read this list. */
import { MailAndThrottle0002 } from './migrations/0002-mail-and-throttle';
import { PlanUsage0003 } from './migrations/0003-plan-usage';
import { Accounts0004 } from './migrations/0004-accounts';
import { Staff0005 } from './migrations/0005-staff';
import { Skills0006 } from './migrations/0006-skills';
import { Trainings0007 } from './migrations/0007-trainings';
import { Quizzes0008 } from './migrations/0008-quizzes';
import { Assignments0009 } from './migrations/0009-assignments';
import { SkillLedger0010 } from './migrations/0010-skill-ledger';
import { SafeWrites0011 } from './migrations/0011-safe-writes';
import { CustomerSettings0016 } from './migrations/0016-customer-settings';
import { ApiKeys0012 } from './migrations/0012-api-keys';
import { SupportMessages0013 } from './migrations/0013-support-messages';
import { SignInChanges0014 } from './migrations/0014-sign-in-changes';
import { SecondFactors0015 } from './migrations/0015-second-factors';
import { AuditReading0017 } from './migrations/0017-audit-reading';
import { MailsByKind0018 } from './migrations/0018-mails-by-kind';
import { PastJobRoles0019 } from './migrations/0019-past-job-roles';
import { Passkeys0020 } from './migrations/0020-passkeys';
import { SessionsOfAPassword0021 } from './migrations/0021-sessions-of-a-password';
import { DirectoryVersion0030 } from './migrations/0030-directory-version';
import { ListsByIndex0034 } from './migrations/0034-lists-by-index';
import { SearchWords0035 } from './migrations/0035-search-words';
import { LedgerLocks0040 } from './migrations/0040-ledger-locks';
import { PastEmployments0041 } from './migrations/0041-past-employments';
import { StaffLines0044 } from './migrations/0044-staff-lines';
import { SkillSignoffBy0045 } from './migrations/0045-skill-signoff-by';
import { ExpiredByIndex0025 } from './migrations/0025-expired-by-index';
import { Tenancy0001 } from './migrations/0001-tenancy';
import { Account } from './accounts/account.entity';
import { EmailChallenge } from './accounts/email-challenge.entity';
import { Passkey, PasskeyChallenge } from './accounts/passkey.entity';
import { PasswordLink } from './accounts/password-link.entity';
import { RecoveryCode } from './accounts/recovery-code.entity';
import { RegistrationTicket } from './accounts/registration-ticket.entity';
import { SecondFactor } from './accounts/second-factor.entity';
import { SignInChange } from './accounts/sign-in-change.entity';
import { SupportMessage } from './accounts/support-message.entity';
import { CustomerNumber } from './customers/customer-number.entity';
import { Customer } from './customers/customer.entity';
import { CustomerSettings } from './customers/customer-settings.entity';
import { AuditEvent } from './platform/audit/audit-event.entity';
import { OutboxMail } from './platform/mail/outbox-mail.entity';
import { ThrottleCounter } from './platform/throttle/throttle-counter.entity';
import { AttemptAnswer } from './quizzes/attempt-answer.entity';
import { Attempt, AttemptHead } from './quizzes/attempt.entity';
import { Question } from './quizzes/question.entity';
import { QuizSlot } from './quizzes/quiz-slot.entity';
import { Quiz } from './quizzes/quiz.entity';
import { Department } from './staff/department.entity';
import { JobRole } from './staff/job-role.entity';
import { LedgerLock } from './staff/ledger-lock.entity';
import { PastEmployment } from './staff/past-employment.entity';
import { PastJobRole } from './staff/past-job-role.entity';
import { StaffLine, StaffStructure } from './staff/staff-line.entity';
import { Staff } from './staff/staff.entity';
import { EvidenceRecord } from './skills/evidence.entity';
import { EvidenceEventRecord } from './skills/evidence-event.entity';
import { ExemptionRecord } from './skills/exemption.entity';
import { RevocationRecord } from './skills/revocation.entity';
import { RoleTarget } from './skills/role-target.entity';
import { Skill } from './skills/skill.entity';
import { SkillLevelSpan } from './skills/skill-level-span.entity';
import { SkillTarget } from './skills/skill-target.entity';
import { TrainingCategory } from './trainings/training-category.entity';
import { Training } from './trainings/training.entity';
import { TrainingSkill } from './trainings/training-skill.entity';
import { TrainingAssignment } from './trainings/assignment.entity';
import { VideoProgress } from './trainings/video-progress.entity';
import { PlanUsageRow } from './subscriptions/plan-usage.entity';
import { Subscriber } from './subscriptions/subscriber.entity';
import { SubscriptionPackage } from './subscriptions/subscription-package.entity';
import { ApiKey } from './tenancy/api-key.entity';
import { CustomerState } from './tenancy/customer-state.entity';
import { IdempotencyKey } from './tenancy/idempotency-key.entity';
import { SearchWord } from './tenancy/search-word.entity';
import { Session } from './tenancy/session.entity';

export const entities = [
  // platform and tenancy
  CustomerState,
  Session,
  IdempotencyKey,
  ApiKey,
  SearchWord,
  AuditEvent,
  OutboxMail,
  ThrottleCounter,
  // domains
  PlanUsageRow,
  SubscriptionPackage,
  Subscriber,
  Customer,
  CustomerNumber,
  CustomerSettings,
  Account,
  EmailChallenge,
  RegistrationTicket,
  PasswordLink,
  SecondFactor,
  RecoveryCode,
  Passkey,
  PasskeyChallenge,
  SignInChange,
  SupportMessage,
  Department,
  JobRole,
  Staff,
  StaffLine,
  StaffStructure,
  PastEmployment,
  PastJobRole,
  LedgerLock,
  Skill,
  EvidenceRecord,
  EvidenceEventRecord,
  SkillLevelSpan,
  SkillTarget,
  RoleTarget,
  RevocationRecord,
  ExemptionRecord,
  TrainingCategory,
  Training,
  TrainingSkill,
  TrainingAssignment,
  VideoProgress,
  Quiz,
  Question,
  QuizSlot,
  Attempt,
  AttemptHead,
  AttemptAnswer,
];
export const migrations = [
  Tenancy0001,
  MailAndThrottle0002,
  PlanUsage0003,
  Accounts0004,
  Staff0005,
  Skills0006,
  Trainings0007,
  Quizzes0008,
  Assignments0009,
  SkillLedger0010,
  SafeWrites0011,
  ApiKeys0012,
  SupportMessages0013,
  SignInChanges0014,
  SecondFactors0015,
  CustomerSettings0016,
  AuditReading0017,
  MailsByKind0018,
  PastJobRoles0019,
  Passkeys0020,
  SessionsOfAPassword0021,
  ExpiredByIndex0025,
  DirectoryVersion0030,
  ListsByIndex0034,
  SearchWords0035,
  LedgerLocks0040,
  PastEmployments0041,
  StaffLines0044,
  SkillSignoffBy0045,
];
