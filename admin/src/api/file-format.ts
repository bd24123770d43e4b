/** Query parameters of a file download: format, text language and, for CSV, language of the spreadsheet program. */
export const fileQuery = (format: string, language: string): Record<string, string> => ({
  format,
  lang: language,
  ...(format === 'csv' && { csv_for: language }),
});
