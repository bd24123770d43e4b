import type { Me, SessionRow } from '@contract/account.responses';
import type { AttemptSheet, QuizSlotResponse, QuizPreview } from '@contract/attempt.responses';
import type { CertificateDesignResponse } from '@contract/certificate-design';
import type { AttentionResponse, TotalsResponse } from '@contract/dashboard.responses';
import type { ExpiringAnswer } from '@contract/expiring-skills.report';
import type { ExplanationResponse, SkillHistoryResponse } from '@contract/evidence.responses';
import type { ImportResponse } from '@contract/import.responses';
import type { ExtraTimesResponse } from '@contract/extra-time.responses';
import type { FileLinkResponse } from '@contract/job.responses';
import type { OfferedPackage } from '@contract/package.responses';
import type { QuizSummaryResponse } from '@contract/quiz.responses';
import type { ChecklistResponse, PracticalAssessmentResponse } from '@contract/practical.responses';
import type { ProofsResponse } from '@contract/proof.responses';
import type {
  MatrixSummaryResponse,
  SkillsOfPersonResponse,
  TargetsOfPersonResponse,
} from '@contract/report.responses';
import type {
  NoticeChoicesResponse,
  NoticeMailsResponse,
  NoticePreviewResponse,
  NoticesResponse,
  NoticeSettingsResponse,
  UnreadNoticesResponse,
} from '@contract/notices';
import type { RevisionsResponse } from '@contract/revision.responses';
import type { OrganisationSettings } from '@contract/settings';
import type { Employment, JobRolePeriod } from '@contract/staff.responses';
import type {
  CaptionResponse,
  DocumentResponse,
  RenditionsResponse,
  UploadResponse,
  VideoLinkResponse,
  VideoProgressSummary,
} from '@contract/training.responses';
import type { SearchResponse } from '@contract/search';
import type { PublishCheck, SkillTraining, TrainingSkillRow } from '@contract/trainings.resource';
import { http } from './http';

/** Answer types of `GET /api/…`. */
interface ApiAnswers {
  [sheet: `attempts/${string}`]: AttemptSheet;
  [file: `imports/${string}`]: ImportResponse;
  [link: `jobs/${string}/file-link`]: FileLinkResponse;
  me: Me;
  'me/sessions': SessionRow[];
  notices: NoticesResponse;
  'notices/choices': NoticeChoicesResponse;
  'notices/unread': UnreadNoticesResponse;
  [preview: `quizzes/${string}/preview`]: QuizPreview;
  [times: `quizzes/${string}/extra-times`]: ExtraTimesResponse;
  [slots: `quizzes/${string}/slots`]: QuizSlotResponse[];
  search: SearchResponse;
  [assessment: `practical-assessments/${string}`]: PracticalAssessmentResponse;
  'reports/attention': AttentionResponse;
  'reports/expiring-skills': ExpiringAnswer;
  'reports/explain': ExplanationResponse;
  'reports/quiz/summary': QuizSummaryResponse;
  'reports/skill-history': SkillHistoryResponse;
  'reports/skill-matrix/summary': MatrixSummaryResponse;
  'reports/skill-wise/person': SkillsOfPersonResponse;
  'reports/targeted-skills/person': TargetsOfPersonResponse;
  'reports/totals': TotalsResponse;
  settings: OrganisationSettings;
  'settings/certificates': CertificateDesignResponse;
  'settings/notices': NoticeSettingsResponse;
  'settings/notices/mails': NoticeMailsResponse;
  'settings/notices/preview': NoticePreviewResponse;
  [summary: `trainings/${string}/video-progress-summary`]: VideoProgressSummary;
  [proofs: `skill-evidence/${string}/proofs`]: ProofsResponse;
  [checklists: `skills/${string}/checklists`]: ChecklistResponse[];
  [trainings: `skills/${string}/trainings`]: SkillTraining[];
  [employments: `staff/${string}/employments`]: Employment[];
  [assessments: `staff/${string}/practical-assessments`]: PracticalAssessmentResponse[];
  [jobRoles: `staff/${string}/job-roles`]: JobRolePeriod[];
  'subscription-packages/offered': OfferedPackage[];
  [captions: `trainings/${string}/captions`]: CaptionResponse[];
  [document: `trainings/${string}/document`]: DocumentResponse;
  [checklist: `trainings/${string}/publish-checklist`]: { missing: PublishCheck[] };
  [revisions: `trainings/${string}/revisions`]: RevisionsResponse;
  [skills: `trainings/${string}/skills`]: TrainingSkillRow[];
  [uploads: `trainings/${string}/uploads`]: UploadResponse[];
  [renditions: `trainings/${string}/video/renditions`]: RenditionsResponse;
  [link: `trainings/${string}/video-link`]: VideoLinkResponse;
}

export type ApiPath = keyof ApiAnswers;
export type ApiAnswer<A extends ApiPath> = ApiAnswers[A];
export type QueryParams = URLSearchParams | Record<string, string>;

/**
 * Reads an endpoint that is neither a list nor a row of a resource; those are read by the data provider. Throws
 * `ApiError`.
 */
export async function apiGet<A extends ApiPath>(path: A, params: QueryParams = {}): Promise<ApiAnswer<A>> {
  const query = new URLSearchParams(params).toString();
  return (await http.get<ApiAnswer<A>>(`/api/${path}${query && `?${query}`}`)).data;
}
