import { choice, day, id, instant, level, ref, status, text } from './fields';
import { resource, type RowOf } from './resource';

export const EVIDENCE_KINDS = ['training', 'certificate', 'assessment', 'prior', 'import', 'self'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** What may be recorded by hand; `self` by everyone for themselves, the others by an admin. */
export const RECORDED_KINDS = ['assessment', 'certificate', 'prior', 'import', 'self'] as const;

const EVIDENCE_STATES = ['approved', 'pending', 'rejected', 'voided'] as const;
export type EvidenceState = (typeof EVIDENCE_STATES)[number];

const what = {
  staff_id: ref('staff', { required: true, write: 'create', list: 'shown', section: 'what' }),
  skill_id: ref('skills', { required: true, write: 'create', list: 'shown', section: 'what' }),
  level: level({ sort: false, required: true, write: 'create', list: 'shown', section: 'what', example: 3 }),
  /** The last valid day; empty: for ever. */
  valid_until: day({ write: 'create', list: 'shown', section: 'when', example: '2027-03-12' }),
  note: text({ max: 1000, lines: true, write: 'create', list: 'hidden', sort: false, filter: false, section: 'why' }),
};

/** The ledger: rows are added and never changed; approving, rejecting and voiding are commands with a reason. */
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
  // History that is brought along: the same level of the same skill, proved on the same day in the same way, is one row.
  imported_by: ['staff_id', 'skill_id', 'kind', 'effective_date', 'level'],
  imported_fields: {
    staff_id: what.staff_id,
    skill_id: what.skill_id,
    kind: choice(EVIDENCE_KINDS, { initial: 'import', write: 'create', example: 'certificate' }),
    level: what.level,
    effective_date: day({ required: true, write: 'create', example: '2026-03-12' }),
    valid_until: what.valid_until,
    note: what.note,
    /** An export says it; what did not count is not brought along. */
    state: status(EVIDENCE_STATES, { initial: 'approved', write: 'create', template: false }),
  },
  fields: {
    evidence_id: id(),
    staff_id: what.staff_id,
    skill_id: what.skill_id,
    kind: choice(EVIDENCE_KINDS, {
      sort: false,
      required: true,
      write: 'create',
      list: 'shown',
      section: 'what',
      example: 'assessment',
    }),
    level: what.level,
    effective_date: day({ required: true, write: 'create', list: 'shown', section: 'when', example: '2026-03-12' }),
    valid_until: what.valid_until,
    state: status(EVIDENCE_STATES, { sort: false, required: true, write: 'none', list: 'shown' }),
    note: what.note,
    training_id: ref('trainings', { write: 'none', list: 'hidden' }),
    attempt_id: ref('attempts', { write: 'none', list: 'hidden' }),
  },
});
/** `score`: percent with two decimals, null without a quiz. */
export type SkillEvidenceRow = RowOf<typeof skillEvidence> & {
  score: number | null;
  /** What the asker may do with it now; what is not among them is refused. */
  commands: EvidenceCommand[];
};
export const EVIDENCE_COMMANDS = ['approve', 'reject', 'void'] as const;
export type EvidenceCommand = (typeof EVIDENCE_COMMANDS)[number];

/** `POST /api/skill-evidence`: the day, or the instant (its day in the organisation's zone), or today. */
export const recordedEvidence = resource({
  ...skillEvidence,
  fields: {
    staff_id: what.staff_id,
    skill_id: what.skill_id,
    kind: choice(RECORDED_KINDS, { required: true, write: 'create', section: 'what', example: 'assessment' }),
    level: what.level,
    effective_date: day({ write: 'create', section: 'when', example: '2026-03-12' }),
    effective_at: instant({ write: 'create', section: 'when' }),
    valid_until: what.valid_until,
    note: what.note,
  },
  title: ['level'],
  default_sort: [],
});
