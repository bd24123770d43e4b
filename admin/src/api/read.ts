import type { Me, SessionRow } from '@contract/account-answers';
import type { AttemptSheet, PlacedQuestion, QuizPreview } from '@contract/attempt-answers';
import type { CertificateDesignAnswer } from '@contract/certificate-design';
import type { AttentionAnswer, TotalsAnswer } from '@contract/dashboard-answers';
import type { ExpiringAnswer } from '@contract/expiring-skills.report';
import type { ExplainAnswer, SkillHistoryAnswer } from '@contract/evidence-answers';
import type { ImportAnswer } from '@contract/import-answers';
import type { ExtraTimes } from '@contract/extra-time-answers';
import type { FileLink } from '@contract/job-answers';
import type { OfferedPackage } from '@contract/package-answers';
import type { QuizSummaryAnswer } from '@contract/quiz-answers';
import type { ChecklistAnswer, PracticalAnswer } from '@contract/practical-answers';
import type { ProofsAnswer } from '@contract/proof-answers';
import type { MatrixSummaryAnswer, SkillsOfPersonAnswer, TargetsOfPersonAnswer } from '@contract/report-answers';
import type {
  NoticeChoices,
  NoticeMails,
  NoticePreview,
  Notices,
  NoticeSettingsAnswer,
  NoticesRead,
} from '@contract/notices';
import type { Revisions } from '@contract/revision-answers';
import type { OrganisationSettings } from '@contract/settings';
import type { Employment, HeldRole } from '@contract/staff-answers';
import type {
  CaptionAnswer,
  DocumentAnswer,
  Renditions,
  UploadAnswer,
  VideoLink,
  VideoProgressSummary,
} from '@contract/training-answers';
import type { SearchAnswer } from '@contract/search';
import type { PublishCheck, SkillTraining, TrainingSkillRow } from '@contract/trainings.resource';
import { http } from './http';

/** What `GET /api/…` answers, in the words of the contract. */
interface Answers {
  [sheet: `attempts/${string}`]: AttemptSheet;
  [file: `imports/${string}`]: ImportAnswer;
  [link: `jobs/${string}/file-link`]: FileLink;
  me: Me;
  'me/sessions': SessionRow[];
  notices: Notices;
  'notices/choices': NoticeChoices;
  'notices/unread': NoticesRead;
  [preview: `quizzes/${string}/preview`]: QuizPreview;
  [times: `quizzes/${string}/extra-times`]: ExtraTimes;
  [slots: `quizzes/${string}/slots`]: PlacedQuestion[];
  search: SearchAnswer;
  [assessment: `practical-assessments/${string}`]: PracticalAnswer;
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
  'settings/certificates': CertificateDesignAnswer;
  'settings/notices': NoticeSettingsAnswer;
  'settings/notices/mails': NoticeMails;
  'settings/notices/preview': NoticePreview;
  [summary: `trainings/${string}/video-progress-summary`]: VideoProgressSummary;
  [proofs: `skill-evidence/${string}/proofs`]: ProofsAnswer;
  [checklists: `skills/${string}/checklists`]: ChecklistAnswer[];
  [trainings: `skills/${string}/trainings`]: SkillTraining[];
  [employments: `staff/${string}/employments`]: Employment[];
  [assessments: `staff/${string}/practical-assessments`]: PracticalAnswer[];
  [held: `staff/${string}/job-roles`]: HeldRole[];
  'subscription-packages/offered': OfferedPackage[];
  [captions: `trainings/${string}/captions`]: CaptionAnswer[];
  [document: `trainings/${string}/document`]: DocumentAnswer;
  [asked: `trainings/${string}/publish-checklist`]: { missing: PublishCheck[] };
  [revisions: `trainings/${string}/revisions`]: Revisions;
  [skills: `trainings/${string}/skills`]: TrainingSkillRow[];
  [uploads: `trainings/${string}/uploads`]: UploadAnswer[];
  [renditions: `trainings/${string}/video/renditions`]: Renditions;
  [link: `trainings/${string}/video-link`]: VideoLink;
}

export type Address = keyof Answers;
export type Answer<A extends Address> = Answers[A];
export type Params = URLSearchParams | Record<string, string>;

/**
 * What an address answers: whatever is no list of a resource and no row of one, which the data provider reads. Throws
 * `ApiError`.
 */
export async function read<A extends Address>(address: A, params: Params = {}): Promise<Answer<A>> {
  const query = new URLSearchParams(params).toString();
  return (await http.get<Answer<A>>(`/api/${address}${query && `?${query}`}`)).data;
}
