/** Files that jobs made, as long as their rows name them (job-files.ts). */
export const keptResults = {
  sql: 'SELECT result_file FROM job WHERE result_file IS NOT NULL',
  path: ({ result_file }: Record<string, unknown>): string => String(result_file),
};
