import { useQuery } from '@tanstack/react-query';
import type { MatrixSummaryAnswer } from '@contract/report-answers';
import { http } from '@/client/http';

/** The matrix of today in figures: asked once for all of the page that shows them. */
export const useSummary = () =>
  useQuery({
    queryKey: ['reports', 'home'],
    queryFn: async () => (await http.get<MatrixSummaryAnswer>('/api/reports/skill-matrix/summary')).data,
    staleTime: 30_000,
    retry: false,
  });
