import {
  day,
  withDescription,
  objectOf,
  flag,
  id,
  instant,
  withExample,
  listOf,
  stringEnum,
  nullable,
  text,
  integer,
  type Infer,
} from './response-schema';

/** Criteria per checklist, and characters per criterion. */
export const CRITERIA_MAX = 40;
export const CRITERION_TEXT_MAX = 300;
/** Characters of a note on a criterion, and on the whole assessment. */
export const CRITERION_NOTE_MAX = 300;
export const ASSESSMENT_NOTE_MAX = 1000;
/** Latest assessments listed per person. */
export const ASSESSMENTS_LISTED_MAX = 100;

const criterionFields = {
  text: withExample(withDescription(text, 'The criterion.'), 'Checks the forks and chains before the first lift'),
  critical: withDescription(flag, 'No one passes without it.'),
};
const level = withExample(withDescription(integer, 'The level it is for, 1 to 4.'), 3);
const needed = withExample(withDescription(integer, 'Number of criteria that must be met.'), 7);

/** `GET /api/skills/{id}/checklists` */
export const checklistSchema = objectOf({
  skill_id: id,
  level,
  needed,
  criteria: withDescription(listOf(objectOf(criterionFields)), 'In their order.'),
  row_version: integer,
});
export type ChecklistResponse = Infer<typeof checklistSchema>;

export const CRITERION_MARKS = ['met', 'not_met', 'not_seen'] as const;
export type CriterionMark = (typeof CRITERION_MARKS)[number];
/** open: being filled in; given: waiting for the person's confirmation; withdrawn: never counted. */
const ASSESSMENT_STATES = ['open', 'given', 'confirmed', 'withdrawn'] as const;
export type AssessmentState = (typeof ASSESSMENT_STATES)[number];
const ASSESSMENT_OUTCOMES = ['passed', 'failed'] as const;
export type AssessmentOutcome = (typeof ASSESSMENT_OUTCOMES)[number];
/** own: in the person's account; in_person: on the assessor's device, for people without an account. */
const CONFIRMATION_METHODS = ['own', 'in_person'] as const;
export type ConfirmationMethod = (typeof CONFIRMATION_METHODS)[number];
export const ASSESSMENT_COMMANDS = ['fill', 'submit', 'confirm', 'confirm_in_person', 'withdraw'] as const;
export type AssessmentCommand = (typeof ASSESSMENT_COMMANDS)[number];

/** `GET /api/practical-assessments/{id}`, and the response of each of its commands. */
export const practicalAssessmentSchema = objectOf({
  assessment_id: withDescription(id, 'Key of the assessment.'),
  staff_id: id,
  staff_name: withExample(text, 'Asha Rao'),
  skill_id: id,
  skill_name: withExample(text, 'Forklift driving'),
  level,
  needed,
  criteria: withDescription(
    listOf(
      objectOf({
        ...criterionFields,
        mark: withDescription(nullable(stringEnum(CRITERION_MARKS)), 'null: not marked yet.'),
        note: nullable(text),
      }),
    ),
    'Criteria at the start of the assessment; later changes of the checklist do not affect them.',
  ),
  note: withDescription(nullable(text), 'Overall note of the assessor.'),
  state: stringEnum(ASSESSMENT_STATES),
  outcome: withDescription(
    nullable(stringEnum(ASSESSMENT_OUTCOMES)),
    'passed: enough criteria are met, and every critical one; null: still open.',
  ),
  assessor_name: withDescription(nullable(text), 'The assessor.'),
  assessed_on: withDescription(nullable(day), 'First day of the level.'),
  confirmed_at: withDescription(nullable(instant), 'When the person confirmed the assessment.'),
  confirmed_how: withDescription(
    nullable(stringEnum(CONFIRMATION_METHODS)),
    'own: in their account; in_person: with the assessor, by their staff code.',
  ),
  evidence_id: withDescription(nullable(id), 'The resulting evidence; null: none.'),
  started_at: instant,
  row_version: integer,
  commands: withDescription(listOf(stringEnum(ASSESSMENT_COMMANDS)), 'What the user may do with it now.'),
});
export type PracticalAssessmentResponse = Infer<typeof practicalAssessmentSchema>;
export type MarkedCriterion = PracticalAssessmentResponse['criteria'][number];
