/** Joins first and last name; a person can have only one name. Pure. */
export const fullName = (first_name: string | null | undefined, last_name: string | null | undefined): string =>
  [first_name, last_name].filter(Boolean).join(' ');
