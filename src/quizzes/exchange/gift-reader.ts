/**
 * GIFT, one question at a time: the grammar (gift-pegjs) refuses a whole file for one bad brace. Comments and categories are
 * taken out first, wherever they stand; what a text has escaped is put back afterwards, so that it is whole whatever the
 * grammar makes of spaces.
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
import { decimalOf, decimalOfUnits, unitsOf } from '../../contract/decimals';
import { EXCHANGE_QUESTIONS_MAX, QUESTION_LENGTH_MAX, type ExchangeProblem } from '../../contract/question-exchange';
import {
  DEFAULT_GRADING,
  fractionOf,
  problem,
  textOrNull,
  tooLong,
  tooMany,
  type ExchangedOption,
  type ExchangedQuestion,
  type Read,
  type Reading,
  type TruthWords,
  wildcardsRead,
} from './exchanged';
import { marksOf, type GiftMarks } from './gift-marks';
import { looksLikeHtml, textOfHtml } from './html-text';

/** Lines of one question, each with its number. */
interface Block {
  readonly lines: string[];
  readonly numbers: number[];
  readonly comments: string[];
}

/** Letters that no text has (Unicode keeps them out of interchange) stand for what is escaped, and for `&&`. */
const ESCAPES: readonly (readonly [string, string])[] = ['\\', ':', '#', '=', '{', '}', '~', '\n'].map((letter, at) => [
  letter,
  String.fromCharCode(0xfdd0 + at),
]);
const ESCAPED = new Map(ESCAPES.map(([letter, place]) => [letter === '\n' ? 'n' : letter, place]));
const LETTERS = new Map(ESCAPES.map(([letter, place]) => [place, letter]));
const AMPERSANDS = '\ufdd8';
const ARROW = '\ufdd9';
/** Of several spaces in a right-hand text the grammar leaves one. */
const SPACES: readonly (readonly [string, string])[] = [
  ' ',
  '\t',
  '\u00a0',
  '\u2028',
  '\u2029',
  '\u202f',
  '\u3000',
].map((space, at) => [space, String.fromCharCode(0xfdda + at)]);
const SPACE_PLACES = new Map(SPACES);
const PLACED_SPACES = new Map(SPACES.map(([space, place]) => [place, space]));

/** Where a text begins: plain texts are read as they stand, too, but the grammar keeps the spaces of Markdown alone. */
const PLAIN = /(^\s*(?:::[^]*?::)?\s*|[{=~#]\s*(?:%-?[\d.]+%\s*)?)\[plain\]/g;

/**
 * Outside of the braces no sign but the title's means anything to Moodle; the grammar wants each escaped. Within them a colon
 * means something of numbers alone, and an arrow makes pairs, but not where wrong answers stand: there the grammar would
 * take the first option for a pair, and fail.
 */
function hidden(text: string): string {
  const bare = text
    .replace(/\\([\\:#={}~n])/g, (_, letter: string) => ESCAPED.get(letter)!)
    .replaceAll('&&', AMPERSANDS)
    .replace(PLAIN, '$1[markdown]');
  const title = /^\s*::[^]*?::/.exec(bare)?.[0] ?? '';
  const [from, to] = [bare.indexOf('{'), bare.lastIndexOf('}') + 1];
  if (from < title.length || to <= from) return bare;
  const answers = bare.slice(from, to);
  const isNumber = /^\{\s*#(?!###)/.test(answers);
  return [
    title.replace(/(?<!:):(?!:)/g, ESCAPED.get(':')!),
    withoutSigns(bare.slice(title.length, from), /[:=~#]/g),
    withoutSigns(answers.includes('~') ? answers.replaceAll('->', ARROW) : spaced(answers), isNumber ? null : /:/g),
    withoutSigns(bare.slice(to), /[:=~#]/g),
  ].join('');
}
const spaced = (pairs: string): string =>
  pairs.includes('->') ? pairs.replace(/(?<=[^\S\n\r])[^\S\n\r]/g, (space) => SPACE_PLACES.get(space) ?? space) : pairs;
const withoutSigns = (text: string, signs: RegExp | null): string =>
  signs ? text.replace(signs, (sign) => ESCAPED.get(sign)!) : text;
const shown = (text: string): string =>
  text
    .replaceAll(ARROW, '->')
    .replaceAll(AMPERSANDS, '&&')
    .replace(/[\ufdd0-\ufdd7]/g, (place) => LETTERS.get(place)!)
    .replace(/[\ufdda-\ufde0]/g, (place) => PLACED_SPACES.get(place)!);

/** @param words what true and false are called where the file has only {T} and {F} */
export function* readGift(text: string, words: TruthWords): Reading {
  let count = 0;
  for (const block of blocksOf(text)) {
    const read = blockRead(block, words);
    if (read && 'options' in read && ++count > EXCHANGE_QUESTIONS_MAX) return yield tooMany(read.line);
    yield read;
  }
}

function* blocksOf(text: string): Generator<Block> {
  let block: Block = { lines: [], numbers: [], comments: [] };
  let number = 0;
  for (const line of text.split(/\r\n|\n|\r/)) {
    number += 1;
    if (line.trim() === '') {
      if (block.lines.length) yield block;
      // Comments above an empty line speak of nothing.
      block = { lines: [], numbers: [], comments: [] };
    } else if (/^\s*\/\//.test(line)) block.comments.push(line);
    else if (!/^\s*\$CATEGORY:/.test(line)) {
      block.lines.push(line);
      block.numbers.push(number);
    }
  }
  if (block.lines.length) yield block;
}

function blockRead({ lines, numbers, comments }: Block, words: TruthWords): Read | null {
  const [line] = numbers as [number];
  const source = lines.join('\n');
  if (source.length > QUESTION_LENGTH_MAX) return tooLong(line);
  let parsed: readonly GIFTQuestion[];
  try {
    parsed = parse(hidden(source));
  } catch (error) {
    return syntaxProblem(error, numbers);
  }
  const [question] = parsed;
  if (!question) return problem(line, 'gift_syntax');
  if (question.type === 'TF') return truth(question, line, marksOf(comments), words);
  if (question.type === 'MC') return choice(question, line, marksOf(comments));
  if (question.type === 'Short') return typed(question, line, marksOf(comments));
  if (question.type === 'Numerical') return number(question, line, marksOf(comments));
  if (question.type === 'Matching') return pairs(question, line, marksOf(comments));
  return problem(line, 'kind_not_supported', { kind: KINDS[question.type] ?? question.type });
}

const KINDS: Readonly<Record<string, string>> = {
  Description: 'description',
  Essay: 'essay',
};

function syntaxProblem(error: unknown, numbers: readonly number[]): ExchangeProblem {
  const { location } = error as { location?: { start: { line: number } } };
  if (!location) throw error;
  return problem(numbers[Math.min(location.start.line, numbers.length) - 1]!, 'gift_syntax');
}

/** Texts of one question; whether one of them held what no text can. */
class Texts {
  hasMedia = false;
  hasWildcard = false;

  /** @param arrow what stands for one in this question */
  constructor(private readonly arrow?: string) {}

  plain(text: string): string {
    const read = shown(text);
    return this.arrow ? read.replaceAll(this.arrow, '->') : read;
  }

  /** Letter by letter, whatever it looks like. */
  typed({ text }: TextFormat): string {
    const read = wildcardsRead(this.plain(text).trim());
    this.hasWildcard ||= read === null;
    return read ?? '';
  }

  of(given: TextFormat | null | undefined): string {
    if (!given) return '';
    const text = this.plain(given.text);
    const isHtml = given.format === 'html' || (given.format === 'moodle' && looksLikeHtml(text));
    if (!isHtml) return text;
    const { text: read, hasMedia } = textOfHtml(text, given.format === 'moodle');
    this.hasMedia ||= hasMedia;
    return read;
  }
}

function questionOf(
  { stem, globalFeedback }: MultipleChoice | TrueFalse | ShortAnswer | Numerical | Matching,
  line: number,
  { id, tags, said }: GiftMarks,
  texts: Texts,
): Omit<ExchangedQuestion, 'kind' | 'options'> {
  return {
    line,
    id,
    text: texts.of(stem).trim(),
    points: said.has('points') ? Number(said.get('points')) : 1,
    tags,
    skill: said.get('skill') || null,
    grading: said.get('grading') || DEFAULT_GRADING,
    difficulty: said.get('difficulty') || null,
    feedback: textOrNull(texts.of(globalFeedback)),
    explanation: textOrNull(said.get('explanation')),
  };
}

function truth(question: TrueFalse, line: number, marks: GiftMarks, words: TruthWords): Read {
  const texts = new Texts();
  const { isTrue } = question;
  // The grammar calls them by their place: first what is said of the wrong answer, then of the right one.
  const [wrong, right] = [question.trueFeedback, question.falseFeedback].map((each) => textOrNull(texts.of(each)));
  const option = (text: string, isRight: boolean): ExchangedOption => ({
    text,
    fraction: isRight ? 1 : 0,
    feedback: (isRight ? right : wrong) ?? null,
  });
  const options = [
    option(marks.said.get('true') ?? words[0], isTrue),
    option(marks.said.get('false') ?? words[1], !isTrue),
  ];
  return whole({ ...questionOf(question, line, marks, texts), kind: 'true_false', options }, texts);
}

function choice(question: MultipleChoice, line: number, marks: GiftMarks): Read {
  const { choices } = question;
  const right = choices.filter(({ isCorrect }) => isCorrect);
  if (right.length > 1) return problem(line, 'several_right');
  const texts = new Texts();
  const options = choices.map(({ isCorrect, weight, text, feedback }) => ({
    text: texts.of(text),
    fraction: fractionOf(weight ?? (isCorrect ? 100 : 0)),
    feedback: textOrNull(texts.of(feedback)),
  }));
  const single = marks.said.get('kind') === 'true_false' ? ('true_false' as const) : ('single' as const);
  const kind = right.length === 1 ? single : ('multiple' as const);
  return whole({ ...questionOf(question, line, marks, texts), kind, options }, texts);
}

/** All are marked as right: accepted, each with its share. */
function typed(question: ShortAnswer, line: number, marks: GiftMarks): Read {
  const texts = new Texts(marks.said.get('arrow'));
  const case_sensitive = marks.said.get('case') === 'yes';
  const options = question.choices.map(({ weight, text, feedback }) => ({
    text: texts.typed(text),
    fraction: fractionOf(weight ?? 100),
    feedback: textOrNull(texts.of(feedback)),
    ...(case_sensitive && { case_sensitive }),
  }));
  return whole({ ...questionOf(question, line, marks, texts), kind: 'fill_in', options }, texts);
}

function number(question: Numerical, line: number, marks: GiftMarks): Read {
  const texts = new Texts();
  const { choices } = question;
  const accepted = Array.isArray(choices)
    ? choices
    : [{ isCorrect: true, weight: null, text: choices, feedback: null }];
  const options = accepted.map(({ isCorrect, weight, text, feedback }): ExchangedOption => {
    texts.hasWildcard ||= text.type === undefined;
    return {
      ...spanOf(text),
      fraction: fractionOf(weight ?? (isCorrect ? 100 : 0)),
      feedback: textOrNull(texts.of(feedback)),
    };
  });
  return whole({ ...questionOf(question, line, marks, texts), kind: 'numeric', options }, texts);
}

/** `3.5:0.1`, or `3.4..3.6`, whose middle is the value. Numbers of up to fifteen digits are the same as text again. */
function spanOf({ type, number: value, range = 0, numberLow, numberHigh }: NumericalFormat) {
  if (type !== 'high-low') return { text: written(value), ...(range !== 0 && { tolerance: written(range) }) };
  const [low, high] = [decimalOf(written(numberLow)), decimalOf(written(numberHigh))];
  if (low === null || high === null) return { text: `${written(numberLow)}..${written(numberHigh)}` };
  const [sum, apart] = [unitsOf(low) + unitsOf(high), unitsOf(high) - unitsOf(low)];
  // The middle of an odd stretch has one place more.
  const half = (units: bigint) => (units % 2n === 0n ? decimalOfUnits(units / 2n) : null) ?? '';
  return { text: half(sum), ...(apart !== 0n && { tolerance: half(apart) }) };
}
const written = (value: number | undefined): string =>
  value === undefined ? '' : /e/.test(String(value)) ? value.toFixed(9) : String(value);

function pairs(question: Matching, line: number, marks: GiftMarks): Read {
  const texts = new Texts(marks.said.get('arrow'));
  const isOrder = marks.said.get('kind') === 'ordering';
  const options = question.matchPairs.map(({ subquestion, subanswer }, at) => {
    const match = shown(subanswer).trim();
    const text = isOrder ? match : texts.of(subquestion).trim();
    const feedback = textOrNull(marks.said.get(`said_${at + 1}`));
    return { text, fraction: 0, feedback, ...(!isOrder && { match }) };
  });
  const kind = isOrder ? ('ordering' as const) : ('matching' as const);
  return whole({ ...questionOf(question, line, marks, texts), kind, options }, texts);
}

function whole(read: ExchangedQuestion, { hasMedia, hasWildcard }: Texts): Read {
  if (hasMedia) return problem(read.line, 'has_media');
  return hasWildcard ? problem(read.line, 'has_wildcard') : read;
}
