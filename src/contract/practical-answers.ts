import {
  day,
  described,
  fields,
  flag,
  id,
  instant,
  like,
  listOf,
  oneOfWords,
  orNull,
  text,
  whole,
  type Of,
} from './answer';

/** Criteria of one checklist, and characters of one. */
export const CRITERIA_MAX = 40;
export const CRITERION_TEXT_MAX = 300;
/** Characters of what is noted beside a criterion, and of an assessment as a whole. */
export const CRITERION_NOTE_MAX = 300;
export const ASSESSMENT_NOTE_MAX = 1000;
/** Of a person, the latest so many. */
export const ASSESSMENTS_SHOWN = 100;

const asked = {
  text: like(described(text, 'The criterion.'), 'Checks the forks and chains before the first lift'),
  critical: described(flag, 'No one passes without it.'),
};
const level = like(described(whole, 'The level it is for, 1 to 4.'), 3);
const needed = like(described(whole, 'Number of criteria that must be met.'), 7);

/** `GET /api/skills/{id}/checklists` */
export const checklistAnswer = fields({
  skill_id: id,
  level,
  needed,
  criteria: described(listOf(fields(asked)), 'In their order.'),
  row_version: whole,
});
export type ChecklistAnswer = Of<typeof checklistAnswer>;

export const CRITERION_MARKS = ['met', 'not_met', 'not_seen'] as const;
export type CriterionMark = (typeof CRITERION_MARKS)[number];
/** open: being filled in; given: waits for the person's word; withdrawn: it never counted. */
const ASSESSMENT_STATES = ['open', 'given', 'confirmed', 'withdrawn'] as const;
export type AssessmentState = (typeof ASSESSMENT_STATES)[number];
const ASSESSMENT_OUTCOMES = ['passed', 'failed'] as const;
export type AssessmentOutcome = (typeof ASSESSMENT_OUTCOMES)[number];
/** own: in their account; in_person: on the assessor's device, by whoever has no account. */
const CONFIRMED_HOW = ['own', 'in_person'] as const;
export type ConfirmedHow = (typeof CONFIRMED_HOW)[number];
export const ASSESSMENT_COMMANDS = ['fill', 'submit', 'confirm', 'confirm_in_person', 'withdraw'] as const;
export type AssessmentCommand = (typeof ASSESSMENT_COMMANDS)[number];

/** `GET /api/practical-assessments/{id}`, and what comes after each step of one. */
export const practicalAnswer = fields({
  assessment_id: described(id, 'Key of the assessment.'),
  staff_id: id,
  staff_name: like(text, 'Asha Rao'),
  skill_id: id,
  skill_name: like(text, 'Forklift driving'),
  level,
  needed,
  criteria: described(
    listOf(
      fields({
        ...asked,
        mark: described(orNull(oneOfWords(CRITERION_MARKS)), 'null: not marked yet.'),
        note: orNull(text),
      }),
    ),
    'Criteria at the start of the assessment; later changes of the checklist do not affect them.',
  ),
  note: described(orNull(text), 'Overall note of the assessor.'),
  state: oneOfWords(ASSESSMENT_STATES),
  outcome: described(
    orNull(oneOfWords(ASSESSMENT_OUTCOMES)),
    'passed: enough criteria are met, and every critical one; null: still open.',
  ),
  assessor_name: described(orNull(text), 'The assessor.'),
  assessed_on: described(orNull(day), 'First day of the level.'),
  confirmed_at: described(orNull(instant), 'When the person confirmed the assessment.'),
  confirmed_how: described(
    orNull(oneOfWords(CONFIRMED_HOW)),
    'own: in their account; in_person: with the assessor, by their staff code.',
  ),
  evidence_id: described(orNull(id), 'The resulting evidence; null: none.'),
  started_at: instant,
  row_version: whole,
  commands: described(listOf(oneOfWords(ASSESSMENT_COMMANDS)), 'What the user may do with it now.'),
});
export type PracticalAnswer = Of<typeof practicalAnswer>;
export type MarkedCriterion = PracticalAnswer['criteria'][number];
