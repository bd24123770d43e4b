/** What an API key may be allowed to read (contract.md, "Who may do what", column API key). Keys never write. */
export const API_KEY_SCOPES = [
  'staff:read',
  'departments:read',
  'job-roles:read',
  'skills:read',
  'skill-targets:read',
  'role-targets:read',
  'skill-evidence:read',
  'revocations:read',
  'exemptions:read',
  'training-categories:read',
  'trainings:read',
  'training-assignments:read',
  'video-progress:read',
  'quizzes:read',
  'attempts:read',
  'reports:read',
  'subscription:read',
] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];
