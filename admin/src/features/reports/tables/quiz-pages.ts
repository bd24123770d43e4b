import type { QuizPageAnswer } from '@contract/quiz-answers';
import { quizReport } from '@contract/reports';
import { pageFacts } from '@/api/data';
import { http } from '@/api/http';
import type { ReportAnswer } from '@/report-kit/table/report-definition';

/** A page as the server has it: it filters, sorts, counts and pages. */
export async function quizPage(query: URLSearchParams): Promise<ReportAnswer> {
  const { data, headers } = await http.get<QuizPageAnswer>(`/api/${quizReport.path}?${query.toString()}`);
  return {
    rows: data.rows,
    ...pageFacts(headers, data.rows.length),
    window: {
      fdate: data.from ?? '',
      tdate: data.on,
      opening: data.opening ?? '',
      time_zone: String(data.definition.facts.time_zone ?? ''),
    },
  };
}
