/**
 * Reads GIFT one question at a time, because the grammar (gift-pegjs) rejects a whole file for one bad brace. Comments
 * and categories are removed first. Escaped characters are replaced before parsing and restored afterwards, so that the
 * grammar cannot change them.
 */
import {
  parse,
  type GIFTQuestion,
  type Matching,
  type MultipleChoice,
  type Numerical,
  type NumericalFormat,
  type ShortAnswer,
  type TextFormat,
  type TrueFalse,
} from 'gift-pegjs';
import { parseDecimal, fromDecimalUnits, toDecimalUnits } from '../../../contract/decimals';
import { EXCHANGE_QUESTIONS_MAX, QUESTION_LENGTH_MAX, type ExchangeProblem } from '../../../contract/question-exchange';
import {
  DEFAULT_GRADING,
  fractionFromPercent,
  problem,
  normalizeOrNull,
  tooLong,
  tooMany,
  type ExchangedOption,
  type ExchangedQuestion,
  type ReadResult,
  type ReadResults,
  type TruthLabels,
  unescapeWildcards,
} from './exchanged-question';
import { parseAnnotations, type GiftAnnotations } from './gift-annotations';
import { looksLikeHtml, htmlToText } from './html-to-text';

/** The lines of one question with their line numbers. */
interface Block {
  readonly lines: string[];
  readonly numbers: number[];
  readonly comments: string[];
}

/** Placeholders for escaped characters and `&&`: noncharacters of Unicode, which valid texts do not contain. */
const PLACEHOLDERS: readonly (readonly [string, string])[] = ['\\', ':', '#', '=', '{', '}', '~', '\n'].map(
  (letter, at) => [letter, String.fromCharCode(0xfdd0 + at)],
);
const PLACEHOLDER_BY_LETTER = new Map(
  PLACEHOLDERS.map(([letter, placeholder]) => [letter === '\n' ? 'n' : letter, placeholder]),
);
const LETTER_BY_PLACEHOLDER = new Map(PLACEHOLDERS.map(([letter, placeholder]) => [placeholder, letter]));
const AMPERSANDS = '\ufdd8';
const ARROW = '\ufdd9';
/** The grammar collapses spaces in right-hand texts. */
const SPACE_PLACEHOLDERS: readonly (readonly [string, string])[] = [
  ' ',
  '\t',
  '\u00a0',
  '\u2028',
  '\u2029',
  '\u202f',
  '\u3000',
].map((space, at) => [space, String.fromCharCode(0xfdda + at)]);
const PLACEHOLDER_BY_SPACE = new Map(SPACE_PLACEHOLDERS);
const SPACE_BY_PLACEHOLDER = new Map(SPACE_PLACEHOLDERS.map(([space, placeholder]) => [placeholder, space]));

/**
 * Format markers at the start of a text. The grammar keeps spaces only in Markdown texts, so plain ones are marked as
 * Markdown.
 */
const PLAIN_MARKER = /(^\s*(?:::[^]*?::)?\s*|[{=~#]\s*(?:%-?[\d.]+%\s*)?)\[plain\]/g;

/**
 * Escapes what the grammar would misread. Outside the braces only the title has markup in Moodle, but the grammar wants
 * every sign escaped. Inside, colons matter only in numbers. Arrows make pairs, except next to wrong answers, where the
 * grammar would fail.
 */
function escapeForGrammar(text: string): string {
  const escaped = text
    .replace(/\\([\\:#={}~n])/g, (_, letter: string) => PLACEHOLDER_BY_LETTER.get(letter)!)
    .replaceAll('&&', AMPERSANDS)
    .replace(PLAIN_MARKER, '$1[markdown]');
  const title = /^\s*::[^]*?::/.exec(escaped)?.[0] ?? '';
  const [from, to] = [escaped.indexOf('{'), escaped.lastIndexOf('}') + 1];
  if (from < title.length || to <= from) return escaped;
  const answers = escaped.slice(from, to);
  const isNumber = /^\{\s*#(?!###)/.test(answers);
  return [
    title.replace(/(?<!:):(?!:)/g, PLACEHOLDER_BY_LETTER.get(':')!),
    replaceSigns(escaped.slice(title.length, from), /[:=~#]/g),
    replaceSigns(
      answers.includes('~') ? answers.replaceAll('->', ARROW) : protectSpaces(answers),
      isNumber ? null : /:/g,
    ),
    replaceSigns(escaped.slice(to), /[:=~#]/g),
  ].join('');
}
const protectSpaces = (pairText: string): string =>
  pairText.includes('->')
    ? pairText.replace(/(?<=[^\S\n\r])[^\S\n\r]/g, (space) => PLACEHOLDER_BY_SPACE.get(space) ?? space)
    : pairText;
const replaceSigns = (text: string, signs: RegExp | null): string =>
  signs ? text.replace(signs, (sign) => PLACEHOLDER_BY_LETTER.get(sign)!) : text;
const restoreText = (text: string): string =>
  text
    .replaceAll(ARROW, '->')
    .replaceAll(AMPERSANDS, '&&')
    .replace(/[\ufdd0-\ufdd7]/g, (placeholder) => LETTER_BY_PLACEHOLDER.get(placeholder)!)
    .replace(/[\ufdda-\ufde0]/g, (placeholder) => SPACE_BY_PLACEHOLDER.get(placeholder)!);

/** @param labels of the options of {T} and {F} */
export function* readGift(text: string, labels: TruthLabels): ReadResults {
  let count = 0;
  for (const block of splitBlocks(text)) {
    const result = readBlock(block, labels);
    if (result && 'options' in result && ++count > EXCHANGE_QUESTIONS_MAX) return yield tooMany(result.line);
    yield result;
  }
}

function* splitBlocks(text: string): Generator<Block> {
  let block: Block = { lines: [], numbers: [], comments: [] };
  let lineNumber = 0;
  for (const line of text.split(/\r\n|\n|\r/)) {
    lineNumber += 1;
    if (line.trim() === '') {
      if (block.lines.length) yield block;
      // Comments before an empty line belong to no question.
      block = { lines: [], numbers: [], comments: [] };
    } else if (/^\s*\/\//.test(line)) block.comments.push(line);
    else if (!/^\s*\$CATEGORY:/.test(line)) {
      block.lines.push(line);
      block.numbers.push(lineNumber);
    }
  }
  if (block.lines.length) yield block;
}

function readBlock({ lines, numbers, comments }: Block, labels: TruthLabels): ReadResult | null {
  const [line] = numbers as [number];
  const source = lines.join('\n');
  if (source.length > QUESTION_LENGTH_MAX) return tooLong(line);
  let parsed: readonly GIFTQuestion[];
  try {
    parsed = parse(escapeForGrammar(source));
  } catch (error) {
    return syntaxProblem(error, numbers);
  }
  const [question] = parsed;
  if (!question) return problem(line, 'gift_syntax');
  if (question.type === 'TF') return readTrueFalse(question, line, parseAnnotations(comments), labels);
  if (question.type === 'MC') return readChoice(question, line, parseAnnotations(comments));
  if (question.type === 'Short') return readShortAnswer(question, line, parseAnnotations(comments));
  if (question.type === 'Numerical') return readNumerical(question, line, parseAnnotations(comments));
  if (question.type === 'Matching') return readMatching(question, line, parseAnnotations(comments));
  return problem(line, 'kind_not_supported', { kind: UNSUPPORTED_KINDS[question.type] ?? question.type });
}

const UNSUPPORTED_KINDS: Readonly<Record<string, string>> = {
  Description: 'description',
  Essay: 'essay',
};

function syntaxProblem(error: unknown, numbers: readonly number[]): ExchangeProblem {
  const { location } = error as { location?: { start: { line: number } } };
  if (!location) throw error;
  return problem(numbers[Math.min(location.start.line, numbers.length) - 1]!, 'gift_syntax');
}

/** Reads the texts of one question and notes unsupported content. */
class TextReader {
  hasMedia = false;
  hasWildcard = false;

  /** @param arrow replacement character for arrows in this question */
  constructor(private readonly arrow?: string) {}

  restore(text: string): string {
    const restored = restoreText(text);
    return this.arrow ? restored.replaceAll(this.arrow, '->') : restored;
  }

  /** Reads an accepted answer literally, without HTML. */
  readTyped({ text }: TextFormat): string {
    const unescaped = unescapeWildcards(this.restore(text).trim());
    this.hasWildcard ||= unescaped === null;
    return unescaped ?? '';
  }

  read(formattedText: TextFormat | null | undefined): string {
    if (!formattedText) return '';
    const text = this.restore(formattedText.text);
    const isHtml = formattedText.format === 'html' || (formattedText.format === 'moodle' && looksLikeHtml(text));
    if (!isHtml) return text;
    const { text: plainText, hasMedia } = htmlToText(text, formattedText.format === 'moodle');
    this.hasMedia ||= hasMedia;
    return plainText;
  }
}

function readCommonFields(
  { stem, globalFeedback }: MultipleChoice | TrueFalse | ShortAnswer | Numerical | Matching,
  line: number,
  { id, tags, values }: GiftAnnotations,
  textReader: TextReader,
): Omit<ExchangedQuestion, 'kind' | 'options'> {
  return {
    line,
    id,
    text: textReader.read(stem).trim(),
    points: values.has('points') ? Number(values.get('points')) : 1,
    tags,
    skill: values.get('skill') || null,
    grading: values.get('grading') || DEFAULT_GRADING,
    difficulty: values.get('difficulty') || null,
    feedback: normalizeOrNull(textReader.read(globalFeedback)),
    explanation: normalizeOrNull(values.get('explanation')),
  };
}

function readTrueFalse(question: TrueFalse, line: number, marks: GiftAnnotations, labels: TruthLabels): ReadResult {
  const textReader = new TextReader();
  const { isTrue } = question;
  // The grammar names the feedback by position: first that of the wrong answer, then that of the right one.
  const [wrong, right] = [question.trueFeedback, question.falseFeedback].map((each) =>
    normalizeOrNull(textReader.read(each)),
  );
  const option = (text: string, isRight: boolean): ExchangedOption => ({
    text,
    fraction: isRight ? 1 : 0,
    feedback: (isRight ? right : wrong) ?? null,
  });
  const options = [
    option(marks.values.get('true') ?? labels[0], isTrue),
    option(marks.values.get('false') ?? labels[1], !isTrue),
  ];
  return rejectUnsupported(
    { ...readCommonFields(question, line, marks, textReader), kind: 'true_false', options },
    textReader,
  );
}

function readChoice(question: MultipleChoice, line: number, marks: GiftAnnotations): ReadResult {
  const { choices } = question;
  const rightChoices = choices.filter(({ isCorrect }) => isCorrect);
  if (rightChoices.length > 1) return problem(line, 'several_right');
  const textReader = new TextReader();
  const options = choices.map(({ isCorrect, weight, text, feedback }) => ({
    text: textReader.read(text),
    fraction: fractionFromPercent(weight ?? (isCorrect ? 100 : 0)),
    feedback: normalizeOrNull(textReader.read(feedback)),
  }));
  const single = marks.values.get('kind') === 'true_false' ? ('true_false' as const) : ('single' as const);
  const kind = rightChoices.length === 1 ? single : ('multiple' as const);
  return rejectUnsupported({ ...readCommonFields(question, line, marks, textReader), kind, options }, textReader);
}

/** All options are accepted texts, each with its fraction. */
function readShortAnswer(question: ShortAnswer, line: number, marks: GiftAnnotations): ReadResult {
  const textReader = new TextReader(marks.values.get('arrow'));
  const case_sensitive = marks.values.get('case') === 'yes';
  const options = question.choices.map(({ weight, text, feedback }) => ({
    text: textReader.readTyped(text),
    fraction: fractionFromPercent(weight ?? 100),
    feedback: normalizeOrNull(textReader.read(feedback)),
    ...(case_sensitive && { case_sensitive }),
  }));
  return rejectUnsupported(
    { ...readCommonFields(question, line, marks, textReader), kind: 'fill_in', options },
    textReader,
  );
}

function readNumerical(question: Numerical, line: number, marks: GiftAnnotations): ReadResult {
  const textReader = new TextReader();
  const { choices } = question;
  const accepted = Array.isArray(choices)
    ? choices
    : [{ isCorrect: true, weight: null, text: choices, feedback: null }];
  const options = accepted.map(({ isCorrect, weight, text, feedback }): ExchangedOption => {
    textReader.hasWildcard ||= text.type === undefined;
    return {
      ...toNumericOption(text),
      fraction: fractionFromPercent(weight ?? (isCorrect ? 100 : 0)),
      feedback: normalizeOrNull(textReader.read(feedback)),
    };
  });
  return rejectUnsupported(
    { ...readCommonFields(question, line, marks, textReader), kind: 'numeric', options },
    textReader,
  );
}

/** `3.5:0.1`, or `3.4..3.6`, which becomes its middle with a tolerance. Up to fifteen digits convert without loss. */
function toNumericOption({ type, number: value, range = 0, numberLow, numberHigh }: NumericalFormat) {
  if (type !== 'high-low') return { text: formatNumber(value), ...(range !== 0 && { tolerance: formatNumber(range) }) };
  const [low, high] = [parseDecimal(formatNumber(numberLow)), parseDecimal(formatNumber(numberHigh))];
  if (low === null || high === null) return { text: `${formatNumber(numberLow)}..${formatNumber(numberHigh)}` };
  const [sum, width] = [toDecimalUnits(low) + toDecimalUnits(high), toDecimalUnits(high) - toDecimalUnits(low)];
  // The middle of an odd range needs one more decimal.
  const half = (units: bigint) => (units % 2n === 0n ? fromDecimalUnits(units / 2n) : null) ?? '';
  return { text: half(sum), ...(width !== 0n && { tolerance: half(width) }) };
}
const formatNumber = (value: number | undefined): string =>
  value === undefined ? '' : /e/.test(String(value)) ? value.toFixed(9) : String(value);

function readMatching(question: Matching, line: number, marks: GiftAnnotations): ReadResult {
  const textReader = new TextReader(marks.values.get('arrow'));
  const isOrder = marks.values.get('kind') === 'ordering';
  const options = question.matchPairs.map(({ subquestion, subanswer }, at) => {
    const match = restoreText(subanswer).trim();
    const text = isOrder ? match : textReader.read(subquestion).trim();
    const feedback = normalizeOrNull(marks.values.get(`said_${at + 1}`));
    return { text, fraction: 0, feedback, ...(!isOrder && { match }) };
  });
  const kind = isOrder ? ('ordering' as const) : ('matching' as const);
  return rejectUnsupported({ ...readCommonFields(question, line, marks, textReader), kind, options }, textReader);
}

function rejectUnsupported(question: ExchangedQuestion, { hasMedia, hasWildcard }: TextReader): ReadResult {
  if (hasMedia) return problem(question.line, 'has_media');
  return hasWildcard ? problem(question.line, 'has_wildcard') : question;
}
