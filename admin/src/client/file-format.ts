/** What a file is asked for with: whose words, and for a CSV whose spreadsheet opens it, both by the language of the screens. Pure. */
export const fileQuery = (format: string, language: string): Record<string, string> => ({
  ...{ format, lang: language },
  ...(format === 'csv' && { csv_for: language }),
});
