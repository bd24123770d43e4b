import { OPTIONS_MAX, OPTIONS_MIN } from '@contract/questions.resource';

/** An option while it is written; `option_id` only once the server knows it. */
export interface OptionDraft {
  readonly option_id?: string;
  readonly text: string;
  /** −1 to 1, four decimals. */
  readonly fraction: number;
  readonly feedback: string | null;
}
export type Kind = 'single' | 'multiple' | 'true_false';

export const BLANK: OptionDraft = { text: '', fraction: 0, feedback: null };

/** What a new question begins with; `words`: True and False in the author's language. */
export function starters(kind: Kind, words: readonly [string, string]): OptionDraft[] {
  if (kind === 'true_false') return words.map((text, at) => ({ ...BLANK, text, fraction: at === 0 ? 1 : 0 }));
  return [{ ...BLANK, fraction: 1 }, BLANK, BLANK];
}

/** The options after the kind was changed: nothing typed is lost, and the marks suit the kind. */
export function fitted(options: readonly OptionDraft[], kind: Kind, words: readonly [string, string]): OptionDraft[] {
  const typed = options.filter(({ text }) => text.trim() !== '');
  if (kind === 'true_false' && typed.length !== 2) return starters(kind, words);
  if (kind === 'multiple') return shared(options);
  const first = options.findIndex(({ fraction }) => fraction > 0);
  return (kind === 'true_false' ? typed : options).map((option, at) => ({
    ...option,
    fraction: at === Math.max(first, 0) ? 1 : 0,
  }));
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
const isLeftEmpty = ({ text, fraction, option_id, feedback }: OptionDraft): boolean =>
  text.trim() === '' && fraction <= 0 && !option_id && !feedback;

/** What the server would refuse, as a text key with its facts; null when the options can be asked. Pure. */
export function optionsProblem(
  drafts: readonly OptionDraft[],
  kind: Kind,
): { key: string; facts: Record<string, number> } | null {
  const options = drafts.filter((option) => !isLeftEmpty(option));
  const facts = { min: OPTIONS_MIN, max: OPTIONS_MAX, sum: worth(options), at: 0 };
  const blank = drafts.findIndex((option) => option.text.trim() === '' && !isLeftEmpty(option));
  const texts = new Set(options.map(({ text }) => text.trim()));
  const right = options.filter(({ fraction }) => fraction > 0).length;
  const found = (key: string, more = {}) => ({ key: `questions.options.${key}`, facts: { ...facts, ...more } });
  if (options.length < OPTIONS_MIN) return found('too_few');
  if (blank >= 0) return found('blank', { at: blank + 1 });
  if (texts.size < options.length) return found('repeated');
  if (right === 0) return found('none_right');
  if (kind === 'multiple' && facts.sum !== 100) return found('sum');
  return null;
}
