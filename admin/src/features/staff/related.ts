/** Staff and what they are sorted by: one menu entry, three lists. */
export const STAFF_LISTS = [
  { route: '/add-staff', labelKey: 'staff.tab' },
  { route: '/add-staff/departments', labelKey: 'departments.title' },
  { route: '/add-staff/job-roles', labelKey: 'job-roles.title' },
] as const;
