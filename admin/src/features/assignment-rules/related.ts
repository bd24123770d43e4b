/** By hand, or by rule. */
export const ASSIGNING = [
  { route: '/assign-training', labelKey: 'assignment-rules.tab' },
  { route: '/assign-training/rules', labelKey: 'assignment-rules.title' },
] as const;
