/** Ids, figures and plain words, as they are kept beside a job and its rows. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;
