/** Parts whose texts are said on the home page: of the day, and of what was done lately, too. */
export const HOME_TEXTS = ['home', 'learner', 'audit'] as const;
