import {
  DEFAULT_GRADING,
  percentOf,
  plainText,
  saysTruth,
  tagsOf,
  type ExchangedOption,
  type ExchangedQuestion,
  type TruthWords,
  withoutWildcards,
} from './exchanged';
import { linesOfMarks } from './gift-marks';

/** So many texts are written, each as one line. */
const escaped = (text: string): string =>
  plainText(text)
    .replace(/[\\~=#{}:]/g, (letter) => `\\${letter}`)
    .replaceAll('\n', '\\n');

/** A text that begins like the name of a format would be taken for one. */
const said = (text: string): string => (/^\s*\[/.test(text) ? `[plain]${escaped(text)}` : escaped(text));
const feedbackOf = ({ feedback }: ExchangedOption): string => (feedback ? `#${said(feedback)}` : '');

/**
 * One question in GIFT, with the empty line behind it. Texts are marked as plain, which keeps them as they were typed.
 * @param words what true and false are called in any language: a question that says so is written as {T} or {F}
 */
export function giftOf(whole: ExchangedQuestion, words: readonly TruthWords[]): string {
  const { question, arrow } = withoutArrows(whole);
  const { options, text, tags, feedback } = question;
  const isTruth = saysTruth(question, words);
  const truths: Marks = [
    ['true', options[0]!.text],
    ['false', options.at(-1)!.text],
  ];
  const more = isTruth ? truths : marksOf(whole, arrow);
  const general = feedback ? [`\t####${said(feedback)}`] : [];
  const answers = isTruth ? [truthOf(options)] : answersOf(question);
  return [
    ...linesOfMarks(question, tagsOf(tags), more),
    `[plain]${escaped(text)}{`,
    ...answers,
    ...general,
    '}',
    '',
    '',
  ].join('\n');
}

type Marks = (readonly [string, string])[];
/** Signs that may stand for an arrow, which makes pairs of what is typed, and ends a left text. */
const ARROWS = Array.from({ length: 0x6e }, (_, at) => String.fromCharCode(0x2192 + at));

/** The question without arrows where GIFT would take them for its own, and the sign that stands for them. */
function withoutArrows(question: ExchangedQuestion): { question: ExchangedQuestion; arrow: string | null } {
  const { kind, options, feedback } = question;
  if (kind !== 'fill_in' && kind !== 'matching') return { question, arrow: null };
  const whole = JSON.stringify(question);
  const arrow = whole.includes('->') ? ARROWS.find((sign) => !whole.includes(sign)) : undefined;
  if (!arrow) return { question, arrow: null };
  const bare = <T extends string | null>(text: T): T => (text && text.replaceAll('->', arrow)) as T;
  const without = options.map((option) => ({ ...option, text: bare(option.text), feedback: bare(option.feedback) }));
  return { question: { ...question, options: without, feedback: bare(feedback) }, arrow };
}

function marksOf({ kind, grading, options }: ExchangedQuestion, arrow: string | null): Marks {
  const isPlaced = kind === 'matching' || kind === 'ordering';
  return [
    ...(kind === 'true_false' || kind === 'ordering' ? [['kind', kind] as const] : []),
    ...(kind === 'multiple' && grading !== DEFAULT_GRADING ? [['grading', grading] as const] : []),
    ...(options.some(({ case_sensitive }) => case_sensitive) ? [['case', 'yes'] as const] : []),
    ...(arrow ? [['arrow', arrow] as const] : []),
    ...options.flatMap(({ feedback }, at) => (isPlaced && feedback ? [[`said_${at + 1}`, feedback] as const] : [])),
  ];
}

/** GIFT has no order: its items are matched with their places, which is the same task elsewhere. */
function answersOf({ kind, options }: ExchangedQuestion): string[] {
  if (kind === 'ordering') return options.map(({ text }, at) => `\t=${at + 1} -> ${escaped(text)}`);
  if (kind === 'matching') return options.map(({ text, match }) => `\t=${said(text)} -> ${escaped(match ?? '')}`);
  const answers = options.map((option) => `\t${answerOf(kind, option)}`);
  return kind === 'numeric' ? ['\t#', ...answers] : answers;
}

/** First what is said of the wrong answer, then of the right one. */
function truthOf(options: readonly ExchangedOption[]): string {
  const right = options.findIndex(({ fraction }) => fraction === 1);
  const [said, other] = [options[right]!, options[1 - right]!];
  const letter = right === 0 ? 'TRUE' : 'FALSE';
  if (!said.feedback) return `\t${letter}${feedbackOf(other)}`;
  return `\t${letter}${feedbackOf(other) || '#'}${feedbackOf(said)}`;
}

/** `=` marks the one right option; of several, each has its share. */
function answerOf(kind: ExchangedQuestion['kind'], option: ExchangedOption): string {
  const { text, fraction, tolerance } = option;
  // What is typed: each is accepted, and no share means in full.
  const share = fraction === 1 ? '' : `%${percentOf(fraction)}%`;
  if (kind === 'fill_in') {
    const guarded = text.startsWith('%') ? '%100%' : '';
    return `=${share || guarded}${said(withoutWildcards(text))}${feedbackOf(option)}`;
  }
  if (kind === 'numeric') return `=${share}${text}:${tolerance ?? '0'}${feedbackOf(option)}`;
  const isTheOne = kind !== 'multiple' && fraction === 1;
  const needsShare = kind === 'multiple' || (fraction !== 0 && !isTheOne) || text.startsWith('%');
  return `${isTheOne ? '=' : '~'}${needsShare ? `%${percentOf(fraction)}%` : ''}${said(text)}${feedbackOf(option)}`;
}
