/** Ids, numbers and short texts stored with a job and its rows. */
export type JobDetails = Readonly<Record<string, string | number | boolean | null>>;
