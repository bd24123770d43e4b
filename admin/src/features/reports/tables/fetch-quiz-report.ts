import type { QuizReportPageResponse } from '@contract/quiz.responses';
import { quizReport } from '@contract/reports';
import { readPageInfo } from '@/api/data-provider';
import { http } from '@/api/http';
import type { ReportAnswer } from '@/report-kit/table/report-table-definition';

/** One page of the quiz report; the server filters, sorts, counts and pages. */
export async function fetchQuizReportPage(query: URLSearchParams): Promise<ReportAnswer> {
  const { data, headers } = await http.get<QuizReportPageResponse>(`/api/${quizReport.path}?${query.toString()}`);
  return {
    rows: data.rows,
    ...readPageInfo(headers, data.rows.length),
    window: {
      fdate: data.from ?? '',
      tdate: data.on,
      opening: data.opening ?? '',
      time_zone: String(data.definition.facts.time_zone ?? ''),
    },
  };
}
