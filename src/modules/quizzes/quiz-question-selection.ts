/** The slots of a quiz: fixed questions, and random draws with their candidates. */
import type { SlotDraw } from '../../contract/attempt.responses';
import { dealQuestions } from './question-dealing';
import type { QuestionKind } from './graded-question';
import { shuffle, type DrawnQuestion } from './paper';
import type { StoredOption } from './question.entity';

type Draw = Omit<SlotDraw, 'missing'>;

export interface ResolvedSlot {
  slot: number;
  points: number;
  question: DrawnQuestion | null;
  draw: Draw | null;
  /** Of a draw: without fixed questions, and at most as many as all draws together take. */
  candidates: DrawnQuestion[];
}

/** Questions in slot order; `missing` per draw, 0 if complete. */
export interface DrawResult {
  questions: DrawnQuestion[];
  missing: ReadonlyMap<ResolvedSlot, number>;
}

/** Normalized tags (text-normalization.ts) without spaces around commas, and a comma on both sides. */
const NORMALIZED_TAGS = `SUBSTR(n.tags_sort, 1, INSTR(CONCAT(n.tags_sort, '  '), '  ') - 1)`;
const TAGS = `CONCAT(',', REPLACE(REPLACE(${NORMALIZED_TAGS}, ', ', ','), ' ,', ','), ',')`;
/**
 * Random order without a function that only one engine has: sorts by digits of the random part of the ids, each digit
 * in its own random order.
 */
const RANDOM_ORDER = [
  'CASE WHEN n.question_id IN (:first_id) THEN 0 ELSE 1 END',
  ...[1, 2, 3, 4].map((nth) => `INSTR(:order_${nth}, SUBSTR(HEX(n.question_id), :digit_${nth}, 1))`),
].join(', ');

export const FIXED_QUESTIONS = `SELECT k.question_id AS question_id, k.kind AS kind, k.grading AS grading, k.text AS text,
    k.feedback AS feedback, k.explanation AS explanation, k.options AS options, s.slot AS slot, s.points AS points
  FROM quiz_slot s JOIN question k ON k.customer_id = :customer_id AND k.question_id = s.question_id
  WHERE s.customer_id = :customer_id AND s.quiz_id = :quiz_id`;

/**
 * Draws of the quiz `:quiz_id`, one row per candidate. Each draw has as many candidates as all draws together take:
 * enough to deal whatever the whole bank could deal.
 */
export const DRAW_CANDIDATES = `SELECT k.question_id AS question_id, c.skill_id AS skill_id, k.kind AS kind, k.grading AS grading,
    k.text AS text, k.feedback AS feedback, k.explanation AS explanation, k.options AS options, c.tag AS tag,
    c.difficulty AS difficulty, c.slot AS slot, c.points AS points, c.draw_count AS draw_count, c.matching AS matching
  FROM (SELECT d.slot, d.points, d.draw_count, d.tag, d.skill_id, d.difficulty, n.question_id,
      COUNT(n.question_id) OVER (PARTITION BY d.slot) AS matching,
      ROW_NUMBER() OVER (PARTITION BY d.slot ORDER BY ${RANDOM_ORDER}) - 1 AS nth,
      (SELECT SUM(m.draw_count) FROM quiz_draw m WHERE m.customer_id = :customer_id AND m.quiz_id = d.quiz_id) AS most
    FROM quiz_draw d
    LEFT JOIN question n ON n.customer_id = :customer_id AND n.status = 'active'
      AND (d.skill_id IS NULL OR n.skill_id = d.skill_id)
      AND (d.difficulty IS NULL OR n.difficulty = d.difficulty)
      AND (d.tag_sort IS NULL OR INSTR(${TAGS}, CONCAT(',', d.tag_sort, ',')))
      AND NOT EXISTS (SELECT f.slot FROM quiz_slot f
        WHERE f.customer_id = :customer_id AND f.quiz_id = d.quiz_id AND f.question_id = n.question_id)
    WHERE d.customer_id = :customer_id AND d.quiz_id = :quiz_id) c
  LEFT JOIN question k ON k.customer_id = :customer_id AND k.question_id = c.question_id
  WHERE c.nth % c.most = c.nth`;

/** Positions of the random digits, after the variant, in HEX(UUIDv7). */
const RANDOM_DIGITS = { from: 17, to: 32 } as const;
const HEX_DIGITS = [...'0123456789ABCDEF'];

/** Parameters of DRAW_CANDIDATES. @param first_id questions to take before others */
export function randomOrderParameters(
  first_id: readonly string[] = [],
): Record<string, string | number | readonly string[]> {
  const positions = shuffle(
    Array.from({ length: RANDOM_DIGITS.to - RANDOM_DIGITS.from }, (_, at) => RANDOM_DIGITS.from + 1 + at),
  );
  const entries = [1, 2, 3, 4].flatMap((nth) => [
    [`order_${nth}`, shuffle(HEX_DIGITS).join('')] as const,
    [`digit_${nth}`, positions[nth]!] as const,
  ]);
  return { first_id, ...Object.fromEntries(entries) };
}

export interface FixedQuestionRow {
  question_id: string | null;
  kind: string;
  grading: DrawnQuestion['grading'] | null;
  text: string;
  feedback: string;
  explanation: string;
  options: string;
  slot: number;
  points: number;
}
/** `question_id` is null if no question matches. */
export interface DrawCandidateRow extends FixedQuestionRow {
  skill_id: string | null;
  tag: string | null;
  difficulty: Draw['difficulty'];
  draw_count: number;
  matching: number;
}

/** In slot order. */
export function resolveSlots(
  fixed: readonly FixedQuestionRow[],
  candidates: readonly DrawCandidateRow[],
): ResolvedSlot[] {
  const fixedSlots = fixed.map((row): ResolvedSlot => {
    const question = toDrawnQuestion(row);
    return { slot: row.slot, points: question.points, question, draw: null, candidates: [] };
  });
  const draws = new Map<number, ResolvedSlot>();
  for (const row of candidates) {
    const slot = draws.get(row.slot) ?? toDrawSlot(row);
    draws.set(row.slot, slot);
    if (row.question_id) slot.candidates.push(toDrawnQuestion(row));
  }
  return [...fixedSlots, ...draws.values()].toSorted((a, b) => a.slot - b.slot);
}

/** @param preferred questions to take before others, because they were shown already */
export function drawQuestions(slots: readonly ResolvedSlot[], preferred: readonly string[] = []): DrawResult {
  const draws = slots.filter(({ draw }) => draw !== null);
  const candidatesById = new Map(draws.flatMap(({ candidates }) => candidates.map((each) => [each.question_id, each])));
  const preferenceRank = (id: string) => (preferred.includes(id) ? preferred.indexOf(id) : preferred.length);
  const dealtIds = dealQuestions(
    draws.map(({ draw, candidates }) => ({
      count: draw!.count,
      candidates: shuffle(candidates.map(({ question_id }) => question_id)).toSorted(
        (a, b) => preferenceRank(a) - preferenceRank(b),
      ),
    })),
    preferred,
  );
  return {
    questions: slots.flatMap((slot) => {
      if (slot.question) return [slot.question];
      return dealtIds[draws.indexOf(slot)]!.map((id) => ({ ...candidatesById.get(id)!, points: slot.points }));
    }),
    missing: new Map(draws.map((slot, at) => [slot, slot.draw!.count - dealtIds[at]!.length])),
  };
}

export const hasMissingQuestions = ({ missing }: DrawResult): boolean =>
  [...missing.values()].some((count) => count > 0);

function toDrawSlot({ slot, points, draw_count, tag, skill_id, difficulty, matching }: DrawCandidateRow): ResolvedSlot {
  const draw = { count: draw_count, tag, skill_id, difficulty, matching };
  return { slot, points, question: null, draw, candidates: [] };
}

function toDrawnQuestion(row: FixedQuestionRow): DrawnQuestion {
  const { kind, grading, text, points, feedback, explanation } = row;
  const options = JSON.parse(row.options) as StoredOption[];
  return {
    question_id: row.question_id!,
    kind: kind as QuestionKind,
    text,
    points,
    feedback,
    explanation,
    options,
    ...(kind === 'multiple' && { grading: grading! }),
  };
}
