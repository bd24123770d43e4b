import { choice, day, id, instant, level, ref, status, text } from './fields';
import { resource, type RowOf } from './resource';

export const EVIDENCE_KINDS = ['training', 'certificate', 'assessment', 'prior', 'import', 'self'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** Kinds that can be recorded manually: `self` by everyone for themselves, the others by an admin. */
export const MANUAL_EVIDENCE_KINDS = ['assessment', 'certificate', 'prior', 'import', 'self'] as const;

const EVIDENCE_STATES = ['approved', 'pending', 'rejected', 'voided'] as const;
export type EvidenceState = (typeof EVIDENCE_STATES)[number];

const commonFields = {
  staff_id: ref('staff', { required: true, write: 'create', list: 'shown', section: 'what' }),
  skill_id: ref('skills', { required: true, write: 'create', list: 'shown', section: 'what' }),
  level: level({ sort: false, required: true, write: 'create', list: 'shown', section: 'what', example: 3 }),
  /** Last valid day; empty: no expiry. */
  valid_until: day({ write: 'create', list: 'shown', section: 'when', example: '2027-03-12' }),
  note: text({ max: 1000, lines: true, write: 'create', list: 'hidden', sort: false, filter: false, section: 'why' }),
};

/** The skill ledger (docs/skill-levels.md): rows are only added. Approving, rejecting and voiding are commands. */
export const skillEvidence = resource({
  name: 'skill-evidence',
  id: 'evidence_id',
  subject: 'skill-evidence',
  title: ['effective_date'],
  default_sort: [['effective_date', 'desc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin', 'user'],
  remove: 'none',
  change: false,
  // Imported history: same person, skill, kind, day and level means the same row.
  imported_by: ['staff_id', 'skill_id', 'kind', 'effective_date', 'level'],
  imported_fields: {
    staff_id: commonFields.staff_id,
    skill_id: commonFields.skill_id,
    kind: choice(EVIDENCE_KINDS, { initial: 'import', write: 'create', example: 'certificate' }),
    level: commonFields.level,
    effective_date: day({ required: true, write: 'create', example: '2026-03-12' }),
    valid_until: commonFields.valid_until,
    note: commonFields.note,
    /** Part of exports. Only approved evidence is imported. */
    state: status(EVIDENCE_STATES, { initial: 'approved', write: 'create', template: false }),
  },
  fields: {
    evidence_id: id(),
    staff_id: commonFields.staff_id,
    skill_id: commonFields.skill_id,
    kind: choice(EVIDENCE_KINDS, {
      sort: false,
      required: true,
      write: 'create',
      list: 'shown',
      section: 'what',
      example: 'assessment',
    }),
    level: commonFields.level,
    effective_date: day({ required: true, write: 'create', list: 'shown', section: 'when', example: '2026-03-12' }),
    valid_until: commonFields.valid_until,
    state: status(EVIDENCE_STATES, { sort: false, required: true, write: 'none', list: 'shown' }),
    note: commonFields.note,
    training_id: ref('trainings', { write: 'none', list: 'hidden' }),
    attempt_id: ref('attempts', { write: 'none', list: 'hidden' }),
  },
});
/** `score`: percent with two decimals, null without a quiz. */
export type SkillEvidenceRow = RowOf<typeof skillEvidence> & {
  score: number | null;
  /** Commands available to the current user; others are rejected. */
  commands: EvidenceCommand[];
};
export const EVIDENCE_COMMANDS = ['approve', 'reject', 'void'] as const;
export type EvidenceCommand = (typeof EVIDENCE_COMMANDS)[number];

/** `POST /api/skill-evidence`. Effective on a day or at an instant; default: today. */
export const manualEvidence = resource({
  ...skillEvidence,
  fields: {
    staff_id: commonFields.staff_id,
    skill_id: commonFields.skill_id,
    kind: choice(MANUAL_EVIDENCE_KINDS, { required: true, write: 'create', section: 'what', example: 'assessment' }),
    level: commonFields.level,
    effective_date: day({ write: 'create', section: 'when', example: '2026-03-12' }),
    effective_at: instant({ write: 'create', section: 'when' }),
    valid_until: commonFields.valid_until,
    note: commonFields.note,
  },
  title: ['level'],
  default_sort: [],
});
