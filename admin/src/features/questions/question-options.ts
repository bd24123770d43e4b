import { decimalOf } from '@contract/decimals';
import { gradeTicks, type MultipleGrading } from '@contract/multiple-grading';
import { leastOptions, OPTIONS_MAX, type QuestionKindChoice } from '@contract/questions.resource';

/** An option while it is written; `option_id` only once the server knows it. */
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
export type Kind = QuestionKindChoice;
/** A text or a number, each accepted one worth its share. */
export const isTyped = (kind: Kind): boolean => kind === 'fill_in' || kind === 'numeric';
/** Nothing is marked as right: how they stand is what is right. */
export const isPlaced = (kind: Kind): boolean => kind === 'matching' || kind === 'ordering';
export const isWeighed = (kind: Kind): boolean => kind === 'multiple' || isTyped(kind);
/** What another one begins as. */
export const blankOf = (kind: Kind): OptionDraft => (isTyped(kind) ? { ...BLANK, fraction: 1 } : BLANK);

const BLANK: OptionDraft = { text: '', fraction: 0, feedback: null };

/** What a new question begins with; `words`: True and False in the author's language. */
export function starters(kind: Kind, words: readonly [string, string]): OptionDraft[] {
  if (kind === 'true_false') return words.map((text, at) => ({ ...BLANK, text, fraction: at === 0 ? 1 : 0 }));
  if (isTyped(kind)) return [blankOf(kind)];
  return [isPlaced(kind) ? BLANK : { ...BLANK, fraction: 1 }, BLANK, BLANK];
}

/** The options after the kind was changed: nothing typed is lost, and the marks suit the kind. */
export function fitted(options: readonly OptionDraft[], kind: Kind, words: readonly [string, string]): OptionDraft[] {
  const typed = options.filter(({ text }) => text.trim() !== '');
  if (isPlaced(kind)) return options.map((option) => ({ ...option, fraction: 0 }));
  if (isTyped(kind)) return typed.length > 0 ? accepted(typed) : starters(kind, words);
  if (kind === 'true_false' && typed.length !== 2) return starters(kind, words);
  if (kind === 'multiple') return shared(options);
  const first = options.findIndex(({ fraction }) => fraction > 0);
  return (kind === 'true_false' ? typed : options).map((option, at) => ({
    ...option,
    fraction: at === Math.max(first, 0) ? 1 : 0,
  }));
}

/** Right ones are accepted, wrong ones are known as wrong; of what had no right ones all are. */
function accepted(options: readonly OptionDraft[]): OptionDraft[] {
  const all = !options.some(({ fraction }) => fraction > 0);
  return options.map((option) => ({ ...option, fraction: all || option.fraction > 0 ? 1 : 0 }));
}

/** Marks `at` as right (single, true/false), or turns its mark over (multiple: the right ones share the points). */
export function marked(options: readonly OptionDraft[], at: number, kind: Kind): OptionDraft[] {
  if (kind !== 'multiple') return options.map((option, index) => ({ ...option, fraction: index === at ? 1 : 0 }));
  return shared(
    options.map((option, index) => (index === at ? { ...option, fraction: option.fraction > 0 ? 0 : 1 } : option)),
  );
}

function shared(options: readonly OptionDraft[]): OptionDraft[] {
  const right = options.filter(({ fraction }) => fraction > 0).length;
  const share = Math.round(10_000 / Math.max(1, right)) / 10_000;
  return options.map((option) => (option.fraction > 0 ? { ...option, fraction: share } : option));
}

export function weighted(options: readonly OptionDraft[], at: number, percent: number): OptionDraft[] {
  const fraction = Math.round(percent * 100) / 10_000;
  return options.map((option, index) => (index === at ? { ...option, fraction } : option));
}

/** One step up (−1) or down (+1); out of range: as they are. */
export function moved<T>(items: readonly T[], at: number, by: number): T[] {
  const to = at + by;
  const next = [...items];
  if (to < 0 || to >= next.length) return next;
  const [item] = next.splice(at, 1);
  next.splice(to, 0, item!);
  return next;
}

/** Three options of 33.33 % lack a hundredth; the server gives it back, so it is no mistake. */
const ROUNDING = 0.1;

/** Percent that the right options add up to. */
export function worth(options: readonly OptionDraft[]): number {
  const sum = Math.round(options.reduce((total, { fraction }) => total + Math.max(0, fraction), 0) * 10_000) / 100;
  return Math.abs(sum - 100) <= ROUNDING ? 100 : sum;
}

/** A line that nobody wrote into: the server drops it. */
const isLeftEmpty = ({ text, fraction, option_id, feedback, match }: OptionDraft): boolean =>
  text.trim() === '' && fraction <= 0 && !option_id && !feedback && !match?.trim();

const isNoNumber = ({ text, tolerance }: OptionDraft): boolean =>
  decimalOf(text) === null || (Boolean(tolerance?.trim()) && decimalOf(tolerance!)?.startsWith('-') !== false);

/** What the server would refuse, as a text key with its facts; null when the options can be asked. Pure. */
export function optionsProblem(
  drafts: readonly OptionDraft[],
  kind: Kind,
): { key: string; facts: Record<string, number> } | null {
  const options = drafts.filter((option) => !isLeftEmpty(option));
  const facts = { min: leastOptions(kind), max: OPTIONS_MAX, sum: worth(options), at: 0 };
  const isPair = kind === 'matching';
  const blank = drafts.findIndex(
    (option) => option.text.trim() === '' && !isLeftEmpty(option) && !(isPair && option.match?.trim()),
  );
  const said = options.filter(({ text }) => !isPair || text.trim() !== '');
  const texts = new Set(
    said.map(({ text, tolerance }) => (kind === 'numeric' ? `${text}±${tolerance ?? ''}` : text.trim())),
  );
  const right = options.filter(({ fraction }) => fraction > 0).length;
  const found = (key: string, more = {}) => ({ key: `questions.options.${key}`, facts: { ...facts, ...more } });
  const where = (wrong: (option: OptionDraft) => boolean) =>
    drafts.findIndex((option) => !isLeftEmpty(option) && wrong(option)) + 1;
  if (said.length < facts.min) return found('too_few');
  if (blank >= 0) return found('blank', { at: blank + 1 });
  const unmatched = isPair ? where(({ match }) => !match?.trim()) : 0;
  if (unmatched) return found('no_match', { at: unmatched });
  const unread = kind === 'numeric' ? where(isNoNumber) : 0;
  if (unread) return found('not_number', { at: unread });
  if (texts.size < said.length) return found('repeated');
  if (isPlaced(kind)) return null;
  if (isTyped(kind)) return options.some(({ fraction }) => fraction === 1) ? null : found('none_full');
  if (right === 0) return found('none_right');
  if (kind === 'multiple' && facts.sum !== 100) return found('sum');
  return null;
}

/** Percent of the points for ticking every option; above 0 only if stated negative fractions are too small. Pure. */
export function percentForTickingAll(options: readonly OptionDraft[], grading: MultipleGrading): number {
  if (options.every(({ fraction }) => fraction > 0)) return 0;
  return Math.max(0, Math.round(gradeTicks(options, () => true, grading) * 10_000) / 100);
}
