/** Moodle XML: what stands in it of the kinds that the bank has; every other kind is told by its name. */
import { EXCHANGE_QUESTIONS_MAX } from '../../contract/question-exchange';
import {
  MOODLE_ALL_OR_NOTHING,
  DEFAULT_GRADING,
  fractionOf,
  joinedTags,
  problem,
  textOrNull,
  tooMany,
  type ExchangedOption,
  type ExchangedQuestion,
  type Read,
  type Reading,
  type TruthWords,
  wildcardsRead,
} from './exchanged';
import { textOfHtml } from './html-text';
import { childOf, childrenOf, elementsOf, type Element } from './xml-elements';

/** @param words what true and false are called where the file says only which */
export function* readMoodleXml(text: string, words: TruthWords): Reading {
  let count = 0;
  for (const found of elementsOf(text.replace(/^\uFEFF/, ''), 'quiz', 'question')) {
    if (!found || 'code' in found) yield found;
    else {
      const read = questionRead(found, words);
      if (read && 'options' in read && ++count > EXCHANGE_QUESTIONS_MAX) return yield tooMany(read.line);
      yield read;
    }
  }
}

function questionRead(element: Element, words: TruthWords): Read | null {
  const { line } = element;
  const kind = element.attributes['type'] ?? '';
  if (kind === 'category') return null;
  if (!READ_KINDS.has(kind)) return problem(line, 'kind_not_supported', { kind });
  const texts = new Texts();
  const own = childOf(element, 'skilgrid');
  const said = (name: string) => textOrNull(childOf(own, name)?.text);
  const answers = childrenOf(element, 'answer');
  const common: Omit<ExchangedQuestion, 'kind' | 'options'> = {
    line,
    id: textOrNull(childOf(element, 'idnumber')?.text),
    text: texts.of(childOf(element, 'questiontext')),
    points: pointsOf(childOf(element, 'defaultgrade')),
    tags: joinedTags((childOf(element, 'tags')?.children ?? []).map((tag) => childOf(tag, 'text')?.text ?? '')),
    skill: said('skill'),
    grading: kind === MOODLE_ALL_OR_NOTHING ? 'all_or_nothing' : DEFAULT_GRADING,
    difficulty: said('difficulty'),
    feedback: textOrNull(texts.of(childOf(element, 'generalfeedback'))),
    explanation: said('explanation'),
  };
  const truth = [said('true') ?? words[0], said('false') ?? words[1]] as const;
  const read = { ...common, ...answersRead(element, answers, texts, { truth, own: said('kind') }) };
  if (texts.hasMedia) return problem(line, 'has_media');
  if (texts.hasWildcard) return problem(line, 'has_wildcard');
  return childOf(element, 'units')?.children.length ? problem(line, 'has_units') : read;
}

const READ_KINDS: ReadonlySet<string> = new Set([
  ...['multichoice', MOODLE_ALL_OR_NOTHING, 'truefalse', 'shortanswer', 'numerical', 'matching', 'ordering'],
]);

function answersRead(
  element: Element,
  answers: readonly Element[],
  texts: Texts,
  { truth, own }: { truth: TruthWords; own: string | null },
): Pick<ExchangedQuestion, 'kind' | 'options'> {
  const kind = element.attributes['type'];
  const options = () => answers.map((answer) => optionOf(answer, texts));
  if (kind === 'truefalse') return { kind: 'true_false', options: truths(options(), truth) };
  if (kind === 'matching')
    return { kind, options: childrenOf(element, 'subquestion').map((pair) => pairOf(pair, texts)) };
  if (kind === 'ordering') return { kind, options: inPlace(options()) };
  if (kind === 'numerical') return { kind: 'numeric', options: answers.map((answer) => typedOf(answer, texts)) };
  if (kind === 'shortanswer') {
    const case_sensitive = /^(true|1)$/i.test(childOf(element, 'usecase')?.text.trim() ?? '');
    const typed = answers.map((answer) => typedOf(answer, texts));
    return {
      kind: 'fill_in',
      options: typed.map((option) => ({ ...option, ...(case_sensitive && { case_sensitive }) })),
    };
  }
  return { kind: kindOf(element, own), options: options() };
}

/** Letter by letter, whatever the file calls its format. */
function typedOf(answer: Element, texts: Texts): ExchangedOption {
  const tolerance = textOrNull(childOf(answer, 'tolerance')?.text);
  return {
    text: texts.typed(childOf(answer, 'text')?.text ?? ''),
    fraction: fractionOf(Number(answer.attributes['fraction'] ?? 0)),
    feedback: textOrNull(texts.of(childOf(answer, 'feedback'))),
    ...(tolerance && !/^0+([.,]0*)?$/.test(tolerance) && { tolerance }),
  };
}

const pairOf = (pair: Element, texts: Texts): ExchangedOption => ({
  text: texts.of(pair),
  fraction: 0,
  feedback: textOrNull(texts.of(childOf(pair, 'feedback'))),
  match: textOrNull(childOf(childOf(pair, 'answer'), 'text')?.text) ?? '',
});

/** The fraction of an item is its place. */
const inPlace = (items: readonly ExchangedOption[]): ExchangedOption[] =>
  items.toSorted((one, other) => one.fraction - other.fraction).map((item) => ({ ...item, fraction: 0 }));

/** Whole in the bank: `1.0000000` is 1; a share of a point is told as it is. */
const pointsOf = (grade: Element | undefined): number => (grade?.text.trim() ? Number(grade.text) : 1);

function kindOf(element: Element, own: string | null): ExchangedQuestion['kind'] {
  if (element.attributes['type'] === MOODLE_ALL_OR_NOTHING) return 'multiple';
  if (/^(false|0)$/i.test(childOf(element, 'single')?.text.trim() ?? 'true')) return 'multiple';
  return own === 'true_false' ? own : 'single';
}

function optionOf(answer: Element, texts: Texts): ExchangedOption {
  return {
    text: texts.of(answer),
    fraction: fractionOf(Number(answer.attributes['fraction'] ?? 0)),
    feedback: textOrNull(texts.of(childOf(answer, 'feedback'))),
  };
}

/** In the order of the words, whichever stands first. */
function truths(read: readonly ExchangedOption[], words: TruthWords): ExchangedOption[] {
  const isTrue = ({ text }: ExchangedOption) => /^(true|1)$/i.test(text);
  const sorted = read.toSorted((a, b) => Number(isTrue(b)) - Number(isTrue(a)));
  return sorted.map((option, at) => ({ ...option, text: words[at] ?? option.text }));
}

/** Texts of one question; whether one of them held what no text can. */
class Texts {
  hasMedia = false;
  hasWildcard = false;

  typed(text: string): string {
    const read = wildcardsRead(textOrNull(text) ?? '');
    this.hasWildcard ||= read === null;
    return read ?? '';
  }

  of(element: Element | undefined): string {
    if (!element) return '';
    this.hasMedia ||= childrenOf(element, 'file').length > 0;
    const text = childOf(element, 'text')?.text ?? '';
    const format = element.attributes['format'] ?? 'moodle_auto_format';
    if (format === 'markdown' || format === 'plain_text') return textOrNull(text) ?? '';
    const read = textOfHtml(text, format !== 'html');
    this.hasMedia ||= read.hasMedia;
    return read.text;
  }
}
