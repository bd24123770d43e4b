/** Query parameters of a file: the language of its words and, for a CSV, of the spreadsheet that opens it. Pure. */
export const fileQuery = (format: string, language: string): Record<string, string> => ({
  ...{ format, lang: language },
  ...(format === 'csv' && { csv_for: language }),
});
