/** Targets as a grid to fill, and as two plain lists with their dates. */
export const TARGET_LISTS = [
  { route: '/assign-target-skils', labelKey: 'skill-targets.grid_tab' },
  { route: '/assign-target-skils/people', labelKey: 'skill-targets.title' },
  { route: '/assign-target-skils/job-roles', labelKey: 'role-targets.title' },
] as const;
