/** First and last name as one text; a person may have one name only. Pure. */
export const fullName = (first_name: string | null | undefined, last_name: string | null | undefined): string =>
  [first_name, last_name].filter(Boolean).join(' ');
