import {
  DEFAULT_GRADING,
  formatPercent,
  normalizeLineBreaks,
  hasTruthLabels,
  splitTags,
  type ExchangedOption,
  type ExchangedQuestion,
  type TruthLabels,
  escapeWildcards,
} from './exchanged-question';
import { writeAnnotationLines } from './gift-annotations';

/** Escapes a text into one line. */
const escapeGift = (text: string): string =>
  normalizeLineBreaks(text)
    .replace(/[\\~=#{}:]/g, (letter) => `\\${letter}`)
    .replaceAll('\n', '\\n');

/** Marks a text as plain if it would be read as a format marker. */
const formatText = (text: string): string => (/^\s*\[/.test(text) ? `[plain]${escapeGift(text)}` : escapeGift(text));
const formatFeedback = ({ feedback }: ExchangedOption): string => (feedback ? `#${formatText(feedback)}` : '');

/**
 * Writes one question in GIFT with a trailing empty line. Texts are marked as plain, to keep them literally.
 * @param labels pairs for true and false in all languages: a question with one of these pairs becomes {T} or {F}
 */
export function writeGift(original: ExchangedQuestion, labels: readonly TruthLabels[]): string {
  const { question, arrow } = replaceArrows(original);
  const { options, text, tags, feedback } = question;
  const isTruth = hasTruthLabels(question, labels);
  const truthAnnotations: Annotations = [
    ['true', options[0]!.text],
    ['false', options.at(-1)!.text],
  ];
  const annotations = isTruth ? truthAnnotations : annotationsOf(original, arrow);
  const feedbackLines = feedback ? [`\t####${formatText(feedback)}`] : [];
  const answers = isTruth ? [writeTrueFalse(options)] : writeAnswers(question);
  return [
    ...writeAnnotationLines(question, splitTags(tags), annotations),
    `[plain]${escapeGift(text)}{`,
    ...answers,
    ...feedbackLines,
    '}',
    '',
    '',
  ].join('\n');
}

type Annotations = (readonly [string, string])[];
/** Replacement characters for `->`, which would turn typed answers into pairs and end a left text. */
const ARROWS = Array.from({ length: 0x6e }, (_, at) => String.fromCharCode(0x2192 + at));

/** Replaces arrows where GIFT would interpret them; also returns the replacement character. */
function replaceArrows(question: ExchangedQuestion): { question: ExchangedQuestion; arrow: string | null } {
  const { kind, options, feedback } = question;
  if (kind !== 'fill_in' && kind !== 'matching') return { question, arrow: null };
  const json = JSON.stringify(question);
  const arrow = json.includes('->') ? ARROWS.find((sign) => !json.includes(sign)) : undefined;
  if (!arrow) return { question, arrow: null };
  const replaceArrow = <T extends string | null>(text: T): T => (text && text.replaceAll('->', arrow)) as T;
  const replacedOptions = options.map((option) => ({
    ...option,
    text: replaceArrow(option.text),
    feedback: replaceArrow(option.feedback),
  }));
  return { question: { ...question, options: replacedOptions, feedback: replaceArrow(feedback) }, arrow };
}

function annotationsOf({ kind, grading, options }: ExchangedQuestion, arrow: string | null): Annotations {
  const isPlaced = kind === 'matching' || kind === 'ordering';
  return [
    ...(kind === 'true_false' || kind === 'ordering' ? [['kind', kind] as const] : []),
    ...(kind === 'multiple' && grading !== DEFAULT_GRADING ? [['grading', grading] as const] : []),
    ...(options.some(({ case_sensitive }) => case_sensitive) ? [['case', 'yes'] as const] : []),
    ...(arrow ? [['arrow', arrow] as const] : []),
    ...options.flatMap(({ feedback }, at) => (isPlaced && feedback ? [[`said_${at + 1}`, feedback] as const] : [])),
  ];
}

/** GIFT has no ordering questions: items are matched with their positions instead. */
function writeAnswers({ kind, options }: ExchangedQuestion): string[] {
  if (kind === 'ordering') return options.map(({ text }, at) => `\t=${at + 1} -> ${escapeGift(text)}`);
  if (kind === 'matching')
    return options.map(({ text, match }) => `\t=${formatText(text)} -> ${escapeGift(match ?? '')}`);
  const answers = options.map((option) => `\t${writeAnswer(kind, option)}`);
  return kind === 'numeric' ? ['\t#', ...answers] : answers;
}

/** Feedback of the wrong answer first, then that of the right one. */
function writeTrueFalse(options: readonly ExchangedOption[]): string {
  const right = options.findIndex(({ fraction }) => fraction === 1);
  const [rightOption, wrongOption] = [options[right]!, options[1 - right]!];
  const letter = right === 0 ? 'TRUE' : 'FALSE';
  if (!rightOption.feedback) return `\t${letter}${formatFeedback(wrongOption)}`;
  return `\t${letter}${formatFeedback(wrongOption) || '#'}${formatFeedback(rightOption)}`;
}

/** `=` marks the only right option; several right options carry percents. */
function writeAnswer(kind: ExchangedQuestion['kind'], option: ExchangedOption): string {
  const { text, fraction, tolerance } = option;
  // Typed answers: each is accepted; without a percent in full.
  const share = fraction === 1 ? '' : `%${formatPercent(fraction)}%`;
  if (kind === 'fill_in') {
    const percentGuard = text.startsWith('%') ? '%100%' : '';
    return `=${share || percentGuard}${formatText(escapeWildcards(text))}${formatFeedback(option)}`;
  }
  if (kind === 'numeric') return `=${share}${text}:${tolerance ?? '0'}${formatFeedback(option)}`;
  const isOnlyRight = kind !== 'multiple' && fraction === 1;
  const needsShare = kind === 'multiple' || (fraction !== 0 && !isOnlyRight) || text.startsWith('%');
  return `${isOnlyRight ? '=' : '~'}${needsShare ? `%${formatPercent(fraction)}%` : ''}${formatText(text)}${formatFeedback(option)}`;
}
