/** Result files of jobs; kept while a row refers to them (job-files.service.ts). */
export const storedResultFiles = {
  sql: 'SELECT result_file FROM job WHERE result_file IS NOT NULL',
  path: ({ result_file }: Record<string, unknown>): string => String(result_file),
};
