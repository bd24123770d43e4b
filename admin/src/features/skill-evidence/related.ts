/** Skills, and what proves that somebody has them. */
export const SKILL_LISTS = [
  { route: '/skil-master', labelKey: 'skills.title' },
  { route: '/skill-evidence', labelKey: 'skill-evidence.title' },
  { route: '/certificates', labelKey: 'certificates.title' },
] as const;
