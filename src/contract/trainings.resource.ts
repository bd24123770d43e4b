import { choice, code, flag, id, instant, markdown, ref, status, text, url, whole } from './fields';
import { resource, type RowOf } from './resource';

const TRAINING_TYPES = ['video', 'document', 'link', 'classroom'] as const;
/** draft → published → archived; draft and published hold a seat of the plan. */
export const TRAINING_STATUSES = ['draft', 'published', 'archived'] as const;
export const SEATED_TRAINING_STATUSES = ['draft', 'published'] as const;
/** `upload`: a file of ours behind a signed short link. `mp4`: an https address of the organisation's own. */
export const VIDEO_PROVIDERS = ['upload', 'mp4'] as const;
/** What the pictures of an upload are made with. */
export const VIDEO_CODECS = ['avc', 'hevc', 'vp8', 'vp9', 'av1'] as const;
/** Whether learners choose it themselves; `approval`: an admin or the line above decides. */
const ENROLMENTS = ['none', 'open', 'approval'] as const;
/** What publishing asks for; the 422 of `POST /api/trainings/{id}/publish` names the missing ones in `facts.missing`. */
export const PUBLISH_CHECKS = ['category', 'skills', 'video', 'source', 'quiz', 'draws'] as const;
export type PublishCheck = (typeof PUBLISH_CHECKS)[number];

/** Training List. */
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
    code: code({ section: 'details', example: 'WELD-101' }),
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
    estimated_minutes: whole({ min: 1, max: 100_000, list: 'shown', section: 'details', example: 12 }),
    /** Type video: an own https mp4 address instead of an upload. Type link and document: where it is. */
    source_url: url({ list: 'never', section: 'media', example: 'https://media.example.org/welding.mp4' }),
    video_provider: choice(VIDEO_PROVIDERS, { sort: false, write: 'none', list: 'hidden' }),
    /** Probed by the server for an upload; for an own address the browser that shows the preview says it. */
    video_duration_ms: whole({
      sort: false,
      min: 1,
      max: 86_400_000,
      list: 'hidden',
      section: 'media',
      example: 600_000,
    }),
    /** What learners' players measured, where it differs from video_duration_ms by more than the tolerance. */
    reported_length_ms: whole({ sort: false, min: 1, write: 'none', list: 'never', example: 598_000 }),
    /** Of an upload. */
    video_codec: choice(VIDEO_CODECS, { sort: false, filter: false, write: 'none', list: 'never' }),
    /** Percent of the video that must have been watched. */
    video_threshold: whole({
      sort: false,
      min: 1,
      max: 100,
      initial: 90,
      list: 'hidden',
      section: 'completion',
      example: 90,
    }),
    /** It may not be published without a quiz. A quiz that is there must be passed either way. */
    requires_quiz: flag({ initial: false, list: 'hidden', section: 'completion' }),
    validity_months: whole({ min: 1, max: 600, list: 'hidden', section: 'completion', example: 24 }),
    /** So many days before the last valid one the next cycle opens; empty: the usual number (renewal-window.ts). */
    renewal_days: whole({ sort: false, min: 0, max: 365, list: 'hidden', section: 'completion', example: 45 }),
    /** Whoever completes it gets a certificate, while this is so. */
    certificate: flag({ initial: true, list: 'hidden', section: 'completion' }),
    /** Due this many days after it was assigned, unless the assignment says otherwise. */
    due_days: whole({ min: 0, max: 3650, list: 'hidden', section: 'completion', example: 30 }),
    enrolment: choice(ENROLMENTS, {
      sort: false,
      filter: false,
      initial: 'none',
      list: 'hidden',
      section: 'completion',
    }),
    status: status(TRAINING_STATUSES, { write: 'none', initial: 'draft', list: 'shown' }),
    content_revision: whole({ sort: false, min: 1, write: 'none', initial: 1, list: 'hidden' }),
    /** Counts up with another film, not with a corrected one: progress belongs to one of them. */
    media_revision: whole({ sort: false, min: 1, write: 'none', initial: 1, list: 'hidden' }),
    published_at: instant({ write: 'none', list: 'hidden' }),
  },
});
export type TrainingRow = RowOf<typeof trainings>;

/** `GET/PUT /api/trainings/{id}/skills`: the level a completion gives from a score on (reports.md §2). */
export interface TrainingSkillRow {
  skill_id: string;
  /** Whole percent of the quiz; several rows of one skill are bands. */
  min_score: number;
  level: number;
  /** null: the skill's own as it is when somebody completes. Left out of a PUT: the training's, else the skill's. */
  validity_months: number | null;
}
/** `GET /api/skills/{id}/trainings`: a training that gives the skill; `validity_months` null: for ever. */
export type SkillTraining = TrainingSkillRow & Pick<TrainingRow, 'training_id' | 'code' | 'title' | 'status'>;
