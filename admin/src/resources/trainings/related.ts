/** The library's lists: one menu entry, four lists. */
export const TRAINING_LISTS = [
  { route: '/training', labelKey: 'trainings.tab' },
  { route: '/training/quizzes', labelKey: 'quizzes.title' },
  { route: '/training/locations', labelKey: 'training-locations.title' },
  { route: '/training/questions', labelKey: 'questions.title', roles: ['admin'] },
] as const;
