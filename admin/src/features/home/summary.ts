import { useQuery } from '@tanstack/react-query';
import { read } from '@/api/read';

/** The matrix of today in figures: asked once for all of the page that shows them. */
export const useSummary = () =>
  useQuery({
    queryKey: ['reports', 'home'],
    queryFn: () => read('reports/skill-matrix/summary'),
    staleTime: 30_000,
  });
