import { parseDecimal } from '@contract/decimals';
import { gradeTicks, type MultipleGrading } from '@contract/multiple-grading';
import { minimumOptionCount, OPTIONS_MAX, type QuestionKindChoice } from '@contract/questions.resource';

/** An option being edited; without `option_id` until it is saved. */
export interface OptionDraft {
  readonly option_id?: string;
  readonly text: string;
  /** −1 to 1, four decimals. */
  readonly fraction: number;
  readonly feedback: string | null;
  readonly match?: string | null;
  readonly tolerance?: string | null;
  readonly case_sensitive?: boolean;
}
export type QuestionKind = QuestionKindChoice;
/** Learners type a text or a number; each accepted answer has its own fraction. */
export const isFreeEntry = (kind: QuestionKind): boolean => kind === 'fill_in' || kind === 'numeric';
/** No option is marked as right: the pairing or the order is the right answer. */
export const isArrangement = (kind: QuestionKind): boolean => kind === 'matching' || kind === 'ordering';
export const hasWeights = (kind: QuestionKind): boolean => kind === 'multiple' || isFreeEntry(kind);
/** A new option of this kind. */
export const blankOption = (kind: QuestionKind): OptionDraft =>
  isFreeEntry(kind) ? { ...EMPTY_OPTION, fraction: 1 } : EMPTY_OPTION;

const EMPTY_OPTION: OptionDraft = { text: '', fraction: 0, feedback: null };

/** The options of a new question. `trueFalseLabels`: "True" and "False" in the author's language. */
export function initialOptions(kind: QuestionKind, trueFalseLabels: readonly [string, string]): OptionDraft[] {
  if (kind === 'true_false')
    return trueFalseLabels.map((text, at) => ({ ...EMPTY_OPTION, text, fraction: at === 0 ? 1 : 0 }));
  if (isFreeEntry(kind)) return [blankOption(kind)];
  return [isArrangement(kind) ? EMPTY_OPTION : { ...EMPTY_OPTION, fraction: 1 }, EMPTY_OPTION, EMPTY_OPTION];
}

/** Adapts the options to a new kind: keeps typed texts, changes fractions to suit the kind. */
export function adaptToKind(
  options: readonly OptionDraft[],
  kind: QuestionKind,
  trueFalseLabels: readonly [string, string],
): OptionDraft[] {
  const nonEmpty = options.filter(({ text }) => text.trim() !== '');
  if (isArrangement(kind)) return options.map((option) => ({ ...option, fraction: 0 }));
  if (isFreeEntry(kind)) return nonEmpty.length > 0 ? markAccepted(nonEmpty) : initialOptions(kind, trueFalseLabels);
  if (kind === 'true_false' && nonEmpty.length !== 2) return initialOptions(kind, trueFalseLabels);
  if (kind === 'multiple') return shareEvenly(options);
  const first = options.findIndex(({ fraction }) => fraction > 0);
  return (kind === 'true_false' ? nonEmpty : options).map((option, at) => ({
    ...option,
    fraction: at === Math.max(first, 0) ? 1 : 0,
  }));
}

/** Right options become accepted answers and wrong ones stay wrong; without any right option all are accepted. */
function markAccepted(options: readonly OptionDraft[]): OptionDraft[] {
  const all = !options.some(({ fraction }) => fraction > 0);
  return options.map((option) => ({ ...option, fraction: all || option.fraction > 0 ? 1 : 0 }));
}

/** Marks `at` as right (single, true/false) or toggles it (multiple; right options share the points). */
export function toggleCorrect(options: readonly OptionDraft[], at: number, kind: QuestionKind): OptionDraft[] {
  if (kind !== 'multiple') return options.map((option, index) => ({ ...option, fraction: index === at ? 1 : 0 }));
  return shareEvenly(
    options.map((option, index) => (index === at ? { ...option, fraction: option.fraction > 0 ? 0 : 1 } : option)),
  );
}

function shareEvenly(options: readonly OptionDraft[]): OptionDraft[] {
  const rightCount = options.filter(({ fraction }) => fraction > 0).length;
  const share = Math.round(10_000 / Math.max(1, rightCount)) / 10_000;
  return options.map((option) => (option.fraction > 0 ? { ...option, fraction: share } : option));
}

export function setWeight(options: readonly OptionDraft[], at: number, percent: number): OptionDraft[] {
  const fraction = Math.round(percent * 100) / 10_000;
  return options.map((option, index) => (index === at ? { ...option, fraction } : option));
}

/** Moves an item up (−1) or down (+1); out of range the order stays. */
export function moveItem<T>(items: readonly T[], at: number, by: number): T[] {
  const to = at + by;
  const next = [...items];
  if (to < 0 || to >= next.length) return next;
  const [item] = next.splice(at, 1);
  next.splice(to, 0, item!);
  return next;
}

/** Three options of 33.33 % miss a hundredth; the server corrects this. */
const ROUNDING_TOLERANCE = 0.1;

/** Sum of the right options in percent. */
export function totalPercent(options: readonly OptionDraft[]): number {
  const sum = Math.round(options.reduce((total, { fraction }) => total + Math.max(0, fraction), 0) * 10_000) / 100;
  return Math.abs(sum - 100) <= ROUNDING_TOLERANCE ? 100 : sum;
}

/** An empty new option, which the server drops. */
const isUntouched = ({ text, fraction, option_id, feedback, match }: OptionDraft): boolean =>
  text.trim() === '' && fraction <= 0 && !option_id && !feedback && !match?.trim();

const isInvalidNumber = ({ text, tolerance }: OptionDraft): boolean =>
  parseDecimal(text) === null || (Boolean(tolerance?.trim()) && parseDecimal(tolerance!)?.startsWith('-') !== false);

/** The first problem that the server would reject, as a text key with values; null when valid. */
export function findOptionsProblem(
  drafts: readonly OptionDraft[],
  kind: QuestionKind,
): { key: string; facts: Record<string, number> } | null {
  const options = drafts.filter((option) => !isUntouched(option));
  const facts = { min: minimumOptionCount(kind), max: OPTIONS_MAX, sum: totalPercent(options), at: 0 };
  const isPair = kind === 'matching';
  const blankIndex = drafts.findIndex(
    (option) => option.text.trim() === '' && !isUntouched(option) && !(isPair && option.match?.trim()),
  );
  const writtenOptions = options.filter(({ text }) => !isPair || text.trim() !== '');
  const texts = new Set(
    writtenOptions.map(({ text, tolerance }) => (kind === 'numeric' ? `${text}±${tolerance ?? ''}` : text.trim())),
  );
  const rightCount = options.filter(({ fraction }) => fraction > 0).length;
  const problem = (key: string, more = {}) => ({ key: `questions.options.${key}`, facts: { ...facts, ...more } });
  const findPosition = (predicate: (option: OptionDraft) => boolean) =>
    drafts.findIndex((option) => !isUntouched(option) && predicate(option)) + 1;
  if (writtenOptions.length < facts.min) return problem('too_few');
  if (blankIndex >= 0) return problem('blank', { at: blankIndex + 1 });
  const unmatchedAt = isPair ? findPosition(({ match }) => !match?.trim()) : 0;
  if (unmatchedAt) return problem('no_match', { at: unmatchedAt });
  const invalidAt = kind === 'numeric' ? findPosition(isInvalidNumber) : 0;
  if (invalidAt) return problem('not_number', { at: invalidAt });
  if (texts.size < writtenOptions.length) return problem('repeated');
  if (isArrangement(kind)) return null;
  if (isFreeEntry(kind)) return options.some(({ fraction }) => fraction === 1) ? null : problem('none_full');
  if (rightCount === 0) return problem('none_right');
  if (kind === 'multiple' && facts.sum !== 100) return problem('sum');
  return null;
}

/** Percent of the points for ticking every option; above 0 only if negative fractions are too small. */
export function percentForTickingAll(options: readonly OptionDraft[], grading: MultipleGrading): number {
  if (options.every(({ fraction }) => fraction > 0)) return 0;
  return Math.max(0, Math.round(gradeTicks(options, () => true, grading) * 10_000) / 100);
}
