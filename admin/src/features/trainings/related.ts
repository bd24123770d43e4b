/** The library's lists: one menu entry. */
export const TRAINING_LISTS = [
  { route: '/training', labelKey: 'trainings.tab' },
  { route: '/training/quizzes', labelKey: 'quizzes.title' },
  { route: '/training/sessions', labelKey: 'training-sessions.title' },
  { route: '/training/bookings', labelKey: 'session-bookings.title', roles: ['admin'] },
  { route: '/training/requests', labelKey: 'enrolment-requests.title' },
  { route: '/training/locations', labelKey: 'training-locations.title' },
  { route: '/training/questions', labelKey: 'questions.title', roles: ['admin'] },
] as const;
