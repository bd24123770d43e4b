import { choice, uniqueCode, flag, id, instant, markdown, ref, status, text, url, integer } from './fields';
import { resource, type RowOf } from './resource';

const TRAINING_TYPES = ['video', 'document', 'link', 'classroom'] as const;
/** draft → published → archived; draft and published use a seat of the plan. */
export const TRAINING_STATUSES = ['draft', 'published', 'archived'] as const;
export const SEATED_TRAINING_STATUSES = ['draft', 'published'] as const;
/** `upload`: uploaded file served by signed links. `mp4`: external https address. */
export const VIDEO_PROVIDERS = ['upload', 'mp4'] as const;
/** Codecs of uploaded videos. */
export const VIDEO_CODECS = ['avc', 'hevc', 'vp8', 'vp9', 'av1'] as const;
/** Self-enrolment; `approval`: decided by an admin or a manager above the learner. */
const ENROLMENTS = ['none', 'open', 'approval'] as const;
/** Checks of publishing; the 422 of `POST /api/trainings/{id}/publish` lists failed ones in `facts.missing`. */
export const PUBLISH_CHECKS = ['category', 'skills', 'video', 'source', 'quiz', 'draws'] as const;
export type PublishCheck = (typeof PUBLISH_CHECKS)[number];

export const trainings = resource({
  name: 'trainings',
  id: 'training_id',
  title: ['code', 'title'],
  default_sort: [['title', 'asc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'delete',
  reassign: ['assignments', 'assignment_rule'],
  takes_over: ['published'],
  searched_by_words: true,
  sort_stamps: true,
  quota: 'training',
  imported_by: ['code'],
  fields: {
    training_id: id(),
    code: uniqueCode({ section: 'details', example: 'WELD-101' }),
    title: text({
      max: 200,
      required: true,
      folded: true,
      list: 'shown',
      search: true,
      section: 'details',
      example: 'MIG welding: a safe start',
    }),
    category_id: ref('training-categories', { list: 'shown', section: 'details' }),
    type: choice(TRAINING_TYPES, { initial: 'video', list: 'shown', section: 'details' }),
    description: markdown({
      section: 'details',
      example: 'Gas, wire, earth, **eyes**: what to check before the first arc.',
    }),
    estimated_minutes: integer({ min: 1, max: 100_000, list: 'shown', section: 'details', example: 12 }),
    /** Type video: external https mp4 address instead of an upload. Type link and document: the address. */
    source_url: url({ list: 'never', section: 'media', example: 'https://media.example.org/welding.mp4' }),
    video_provider: choice(VIDEO_PROVIDERS, { sort: false, write: 'none', list: 'hidden' }),
    /** Probed by the server for uploads; reported by the browser's preview for external addresses. */
    video_duration_ms: integer({
      sort: false,
      min: 1,
      max: 86_400_000,
      list: 'hidden',
      section: 'media',
      example: 600_000,
    }),
    /** Length measured by learners' players if it differs from video_duration_ms beyond the tolerance. */
    reported_length_ms: integer({ sort: false, min: 1, write: 'none', list: 'never', example: 598_000 }),
    /** Uploads only. */
    video_codec: choice(VIDEO_CODECS, { sort: false, filter: false, write: 'none', list: 'never' }),
    /** Percentage of the video that must be watched. */
    video_threshold: integer({
      sort: false,
      min: 1,
      max: 100,
      initial: 90,
      list: 'hidden',
      section: 'completion',
      example: 90,
    }),
    /** Publishing requires a quiz. An existing quiz must be passed either way. */
    requires_quiz: flag({ initial: false, list: 'hidden', section: 'completion' }),
    validity_months: integer({ min: 1, max: 600, list: 'hidden', section: 'completion', example: 24 }),
    /** Days before the last valid day when the next cycle opens; empty: default (renewal-window.ts). */
    renewal_days: integer({ sort: false, min: 0, max: 365, list: 'hidden', section: 'completion', example: 45 }),
    /** Whether completions get a certificate. */
    certificate: flag({ initial: true, list: 'hidden', section: 'completion' }),
    /** Due this many days after assignment, unless the assignment says otherwise. */
    due_days: integer({ min: 0, max: 3650, list: 'hidden', section: 'completion', example: 30 }),
    enrolment: choice(ENROLMENTS, {
      sort: false,
      filter: false,
      initial: 'none',
      list: 'hidden',
      section: 'completion',
    }),
    status: status(TRAINING_STATUSES, { write: 'none', initial: 'draft', list: 'shown' }),
    content_revision: integer({ sort: false, min: 1, write: 'none', initial: 1, list: 'hidden' }),
    /** Increases with a different video, not with a corrected one. Progress belongs to one revision. */
    media_revision: integer({ sort: false, min: 1, write: 'none', initial: 1, list: 'hidden' }),
    published_at: instant({ write: 'none', list: 'hidden' }),
  },
});
export type TrainingRow = RowOf<typeof trainings>;

/** `GET/PUT /api/trainings/{id}/skills`: level granted by a completion from a score on (docs/skill-levels.md). */
export interface TrainingSkillRow {
  skill_id: string;
  /** Whole percent of the quiz; several rows of one skill form score bands. */
  min_score: number;
  level: number;
  /** null: validity of the skill at completion. Omitted in a PUT: the training's, otherwise the skill's. */
  validity_months: number | null;
}
/** `GET /api/skills/{id}/trainings`: a training that grants the skill; `validity_months` null: no expiry. */
export type SkillTraining = TrainingSkillRow & Pick<TrainingRow, 'training_id' | 'code' | 'title' | 'status'>;
