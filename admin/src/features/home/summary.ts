import { useApiQuery } from '@/api/use-api-query';

/** The matrix of today in figures: asked once for all of the page that shows them. */
export const useSummary = () => useApiQuery('reports/skill-matrix/summary', {}, { staleTime: 30_000 });
