import type { Me, SessionRow } from '@contract/account-answers';
import type { PlacedQuestion, QuizPreview } from '@contract/attempt-answers';
import type { AttentionAnswer, TotalsAnswer } from '@contract/dashboard-answers';
import type { ExpiringAnswer } from '@contract/expiring-skills.report';
import type { ExplainAnswer, SkillHistoryAnswer } from '@contract/evidence-answers';
import type { OfferedPackage } from '@contract/package-answers';
import type { QuizSummaryAnswer } from '@contract/quiz-answers';
import type { MatrixSummaryAnswer, SkillsOfPersonAnswer, TargetsOfPersonAnswer } from '@contract/report-answers';
import type { OrganisationSettings } from '@contract/settings';
import type { Employment, HeldRole } from '@contract/staff-answers';
import type { VideoLink } from '@contract/training-answers';
import type { SearchAnswer } from '@contract/search';
import type { PublishCheck, SkillTraining, TrainingSkillRow } from '@contract/trainings.resource';
import { http } from './http';

/** What `GET /api/…` answers, in the words of the contract. */
interface Answers {
  me: Me;
  'me/sessions': SessionRow[];
  [preview: `quizzes/${string}/preview`]: QuizPreview;
  [slots: `quizzes/${string}/slots`]: PlacedQuestion[];
  search: SearchAnswer;
  'reports/attention': AttentionAnswer;
  'reports/expiring-skills': ExpiringAnswer;
  'reports/explain': ExplainAnswer;
  'reports/quiz/summary': QuizSummaryAnswer;
  'reports/skill-history': SkillHistoryAnswer;
  'reports/skill-matrix/summary': MatrixSummaryAnswer;
  'reports/skill-wise/person': SkillsOfPersonAnswer;
  'reports/targeted-skills/person': TargetsOfPersonAnswer;
  'reports/totals': TotalsAnswer;
  settings: OrganisationSettings;
  [trainings: `skills/${string}/trainings`]: SkillTraining[];
  [employments: `staff/${string}/employments`]: Employment[];
  [held: `staff/${string}/job-roles`]: HeldRole[];
  'subscription-packages/offered': OfferedPackage[];
  [asked: `trainings/${string}/publish-checklist`]: { missing: PublishCheck[] };
  [skills: `trainings/${string}/skills`]: TrainingSkillRow[];
  [link: `trainings/${string}/video-link`]: VideoLink;
}

/**
 * What an address answers: whatever is no list of a resource and no row of one, which the data provider reads. Throws
 * `ApiError`.
 */
export async function read<A extends keyof Answers>(
  address: A,
  asked: URLSearchParams | Record<string, string> = {},
): Promise<Answers[A]> {
  const query = new URLSearchParams(asked).toString();
  return (await http.get<Answers[A]>(`/api/${address}${query && `?${query}`}`)).data;
}

/** A file that the server writes. Throws `ApiError`. */
export async function readText(address: string): Promise<string> {
  const { data } = await http.get<string>(`/api/${address}`, {
    responseType: 'text',
    // A refusal is JSON, whatever was asked for.
    transformResponse: (text: string, headers) =>
      String(headers['content-type']).includes('json') ? (JSON.parse(text) as unknown) : text,
  });
  return data;
}
