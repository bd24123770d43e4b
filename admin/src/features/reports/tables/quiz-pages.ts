import type { QuizPageAnswer, QuizSummaryAnswer } from '@contract/quiz-answers';
import { quizReport } from '@contract/reports';
import { pageFacts } from '@/api/data';
import { http } from '@/api/http';
import { read } from '@/api/read';
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

/** What all rows add up to. Which of a pair's attempts are shown changes nothing in it. */
export async function quizSummary(query: URLSearchParams): Promise<QuizSummaryAnswer> {
  const asked = new URLSearchParams(query);
  asked.delete('attempts');
  return read('reports/quiz/summary', asked);
}
