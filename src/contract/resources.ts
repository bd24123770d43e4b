import { apiKeys } from './api-keys.resource';
import { assignmentRules } from './assignment-rules.resource';
import { attempts } from './attempts.resource';
import { certificates } from './certificates.resource';
import { customers } from './customers.resource';
import { departments } from './departments.resource';
import { enrolmentRequests } from './enrolment-requests.resource';
import { jobRoles } from './job-roles.resource';
import { jobs } from './jobs.resource';
import { questions } from './questions.resource';
import { quizzes } from './quizzes.resource';
import { sessionBookings } from './session-bookings.resource';
import { skillEvidence } from './skill-evidence.resource';
import { exemptions, revocations } from './skill-holds.resource';
import { roleTargets, skillTargets } from './skill-targets.resource';
import { skills } from './skills.resource';
import { staff } from './staff.resource';
import { subscribers } from './subscribers.resource';
import { subscriptionPackages } from './subscription-packages.resource';
import { supportMessages } from './support-messages.resource';
import { trainingAssignments } from './training-assignments.resource';
import { trainingCategories } from './training-categories.resource';
import { trainingLocations } from './training-locations.resource';
import { trainingSessions } from './training-sessions.resource';
import { trainings } from './trainings.resource';
import { videoProgress } from './video-progress.resource';
import type { Fields } from './fields';
import type { ResourceDefinition } from './resource';

/** All resources except the audit log. API key scopes and audit actions are derived from this list. */
export const RESOURCES: readonly ResourceDefinition<Fields>[] = [
  staff,
  departments,
  jobRoles,
  skills,
  skillTargets,
  roleTargets,
  skillEvidence,
  revocations,
  exemptions,
  trainingCategories,
  trainingLocations,
  trainings,
  trainingSessions,
  sessionBookings,
  trainingAssignments,
  enrolmentRequests,
  assignmentRules,
  videoProgress,
  quizzes,
  questions,
  attempts,
  certificates,
  customers,
  subscribers,
  subscriptionPackages,
  supportMessages,
  apiKeys,
  jobs,
];
