/** What a quiz asks: its fixed questions, and its draws with enough of what each may take. */
import type { SlotDraw } from '../contract/attempt-answers';
import { dealt } from './dealt';
import type { QuestionKind } from './graded-question';
import { shuffled, type DrawnQuestion } from './paper';
import type { KeptOption } from './question.entity';

type Draw = Omit<SlotDraw, 'missing'>;

export interface Placed {
  slot: number;
  points: number;
  question: DrawnQuestion | null;
  /** Instead of a question. */
  draw: Draw | null;
  /** Of a draw: no fixed question, and no more than all draws together take. */
  candidates: DrawnQuestion[];
}

/** In the order of the places; `missing` by draw, 0 where it has all it takes. */
export interface Drawn {
  questions: DrawnQuestion[];
  missing: ReadonlyMap<Placed, number>;
}

/** Of the folded tags (folded.ts), without the spaces around commas, and a comma on both sides. */
const FOLDED_TAGS = `SUBSTR(n.tags_sort, 1, INSTR(CONCAT(n.tags_sort, '  '), '  ') - 1)`;
const TAGS = `CONCAT(',', REPLACE(REPLACE(${FOLDED_TAGS}, ', ', ','), ' ,', ','), ',')`;
/** An order by chance that no function of one engine makes: by digits of the ids' random part, each in an order of its own. */
const BY_CHANCE = [
  'CASE WHEN n.question_id IN (:first_id) THEN 0 ELSE 1 END',
  ...[1, 2, 3, 4].map((nth) => `INSTR(:order_${nth}, SUBSTR(HEX(n.question_id), :digit_${nth}, 1))`),
].join(', ');

/** Fixed questions of the quiz `:quiz_id`. */
export const FIXED_QUESTIONS = `SELECT k.question_id AS question_id, k.kind AS kind, k.grading AS grading, k.text AS text,
    k.feedback AS feedback, k.explanation AS explanation, k.options AS options, s.slot AS slot, s.points AS points
  FROM quiz_slot s JOIN question k ON k.customer_id = :customer_id AND k.question_id = s.question_id
  WHERE s.customer_id = :customer_id AND s.quiz_id = :quiz_id`;

/**
 * Draws of the quiz `:quiz_id`, a row for each candidate. Each draw has as many candidates as all draws together take, for
 * then what can be dealt from all there are can be dealt from these.
 */
export const DRAW_CANDIDATES = `SELECT k.question_id AS question_id, c.skill_id AS skill_id, k.kind AS kind, k.grading AS grading,
    k.text AS text, k.feedback AS feedback, k.explanation AS explanation, k.options AS options, c.tag AS tag,
    c.difficulty AS difficulty, c.slot AS slot, c.points AS points, c.draw_count AS draw_count, c.matching AS matching
  FROM (SELECT d.slot, d.points, d.draw_count, d.tag, d.skill_id, d.difficulty, n.question_id,
      COUNT(n.question_id) OVER (PARTITION BY d.slot) AS matching,
      ROW_NUMBER() OVER (PARTITION BY d.slot ORDER BY ${BY_CHANCE}) - 1 AS nth,
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

/** In a UUIDv7 as HEX writes it what was left to chance, behind the variant. */
const CHANCE = { from: 17, to: 32 } as const;
const DIGITS = [...'0123456789ABCDEF'];

/** Parameters of DRAW_CANDIDATES, beside the quiz. @param first_id questions to be taken before others */
export function byChance(first_id: readonly string[] = []): Record<string, string | number | readonly string[]> {
  const places = shuffled(Array.from({ length: CHANCE.to - CHANCE.from }, (_, at) => CHANCE.from + 1 + at));
  const named = [1, 2, 3, 4].flatMap((nth) => [
    [`order_${nth}`, shuffled(DIGITS).join('')] as const,
    [`digit_${nth}`, places[nth]!] as const,
  ]);
  return { first_id, ...Object.fromEntries(named) };
}

/** A row of FIXED_QUESTIONS. */
export interface QuestionRow {
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
/** A row of DRAW_CANDIDATES; `question_id` is null where nothing matches. */
export interface CandidateRow extends QuestionRow {
  skill_id: string | null;
  tag: string | null;
  difficulty: Draw['difficulty'];
  draw_count: number;
  matching: number;
}

/** In the order of their places. */
export function placedOf(fixed: readonly QuestionRow[], candidates: readonly CandidateRow[]): Placed[] {
  const places = fixed.map((row): Placed => {
    const question = questionOf(row);
    return { slot: row.slot, points: question.points, question, draw: null, candidates: [] };
  });
  const draws = new Map<number, Placed>();
  for (const row of candidates) {
    const place = draws.get(row.slot) ?? drawOf(row);
    draws.set(row.slot, place);
    if (row.question_id) place.candidates.push(questionOf(row));
  }
  return [...places, ...draws.values()].toSorted((a, b) => a.slot - b.slot);
}

/** @param first questions to be taken before others: those that somebody was shown already */
export function drawnFrom(places: readonly Placed[], first: readonly string[] = []): Drawn {
  const draws = places.filter(({ draw }) => draw !== null);
  const known = new Map(draws.flatMap(({ candidates }) => candidates.map((each) => [each.question_id, each])));
  const isFirst = (id: string) => (first.includes(id) ? first.indexOf(id) : first.length);
  const got = dealt(
    draws.map(({ draw, candidates }) => ({
      count: draw!.count,
      candidates: shuffled(candidates.map(({ question_id }) => question_id)).toSorted(
        (a, b) => isFirst(a) - isFirst(b),
      ),
    })),
    first,
  );
  return {
    questions: places.flatMap((place) => {
      if (place.question) return [place.question];
      return got[draws.indexOf(place)]!.map((id) => ({ ...known.get(id)!, points: place.points }));
    }),
    missing: new Map(draws.map((place, at) => [place, place.draw!.count - got[at]!.length])),
  };
}

export const isShort = ({ missing }: Drawn): boolean => [...missing.values()].some((count) => count > 0);

function drawOf({ slot, points, draw_count, tag, skill_id, difficulty, matching }: CandidateRow): Placed {
  const draw = { count: draw_count, tag, skill_id, difficulty, matching };
  return { slot, points, question: null, draw, candidates: [] };
}

function questionOf(row: QuestionRow): DrawnQuestion {
  const { kind, grading, text, points, feedback, explanation } = row;
  const options = JSON.parse(row.options) as KeptOption[];
  return {
    question_id: row.question_id!,
    ...{ kind: kind as QuestionKind, text, points, feedback, explanation, options },
    ...(kind === 'multiple' && { grading: grading! }),
  };
}
