/** Days of grace after the last valid day, with a banner; then writes are refused (contract.md, Integrity). */
export const GRACE_DAYS = 7;
/** Staff and trainings of a plan whose package leaves the limit empty. */
export const DEFAULT_LIMIT = 10;
