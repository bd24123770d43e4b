/** Grace period after the last valid day; afterwards writes are rejected. */
export const GRACE_DAYS = 7;
/** Limit of staff and trainings if the package has none. */
export const PLAN_LIMIT_DEFAULT = 10;
