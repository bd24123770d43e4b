import { useApiQuery } from '@/api/use-api-query';

/** Today's matrix summary, fetched once for the whole page. */
export const useMatrixSummary = () => useApiQuery('reports/skill-matrix/summary', {}, { staleTime: 30_000 });
