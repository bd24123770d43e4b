/** Moodle XML: reads the question kinds that the bank supports and reports all others by name. */
import { EXCHANGE_QUESTIONS_MAX } from '../../../contract/question-exchange';
import {
  MOODLE_ALL_OR_NOTHING,
  DEFAULT_GRADING,
  fractionFromPercent,
  joinTags,
  problem,
  normalizeOrNull,
  tooMany,
  type ExchangedOption,
  type ExchangedQuestion,
  type ReadResult,
  type ReadResults,
  type TruthLabels,
  unescapeWildcards,
} from './exchanged-question';
import { htmlToText } from './html-to-text';
import { childOf, childrenOf, streamElements, type XmlElement } from './xml-elements';

/** @param labels of true/false options if the file has none */
export function* readMoodleXml(text: string, labels: TruthLabels): ReadResults {
  let count = 0;
  for (const element of streamElements(text.replace(/^\uFEFF/, ''), 'quiz', 'question')) {
    if (!element || 'code' in element) yield element;
    else {
      const result = readQuestion(element, labels);
      if (result && 'options' in result && ++count > EXCHANGE_QUESTIONS_MAX) return yield tooMany(result.line);
      yield result;
    }
  }
}

function readQuestion(element: XmlElement, labels: TruthLabels): ReadResult | null {
  const { line } = element;
  const kind = element.attributes['type'] ?? '';
  if (kind === 'category') return null;
  if (!SUPPORTED_TYPES.has(kind)) return problem(line, 'kind_not_supported', { kind });
  const textReader = new TextReader();
  const customFields = childOf(element, 'skilgrid');
  const customField = (name: string) => normalizeOrNull(childOf(customFields, name)?.text);
  const answers = childrenOf(element, 'answer');
  const commonFields: Omit<ExchangedQuestion, 'kind' | 'options'> = {
    line,
    id: normalizeOrNull(childOf(element, 'idnumber')?.text),
    text: textReader.read(childOf(element, 'questiontext')),
    points: readPoints(childOf(element, 'defaultgrade')),
    tags: joinTags((childOf(element, 'tags')?.children ?? []).map((tag) => childOf(tag, 'text')?.text ?? '')),
    skill: customField('skill'),
    grading: kind === MOODLE_ALL_OR_NOTHING ? 'all_or_nothing' : DEFAULT_GRADING,
    difficulty: customField('difficulty'),
    feedback: normalizeOrNull(textReader.read(childOf(element, 'generalfeedback'))),
    explanation: customField('explanation'),
  };
  const truthLabels = [customField('true') ?? labels[0], customField('false') ?? labels[1]] as const;
  const question = {
    ...commonFields,
    ...readAnswers(element, answers, textReader, { truth: truthLabels, customKind: customField('kind') }),
  };
  if (textReader.hasMedia) return problem(line, 'has_media');
  if (textReader.hasWildcard) return problem(line, 'has_wildcard');
  return childOf(element, 'units')?.children.length ? problem(line, 'has_units') : question;
}

const SUPPORTED_TYPES: ReadonlySet<string> = new Set([
  ...['multichoice', MOODLE_ALL_OR_NOTHING, 'truefalse', 'shortanswer', 'numerical', 'matching', 'ordering'],
]);

function readAnswers(
  element: XmlElement,
  answers: readonly XmlElement[],
  textReader: TextReader,
  { truth, customKind }: { truth: TruthLabels; customKind: string | null },
): Pick<ExchangedQuestion, 'kind' | 'options'> {
  const kind = element.attributes['type'];
  const options = () => answers.map((answer) => readOption(answer, textReader));
  if (kind === 'truefalse') return { kind: 'true_false', options: toTruthOptions(options(), truth) };
  if (kind === 'matching')
    return { kind, options: childrenOf(element, 'subquestion').map((pair) => readPair(pair, textReader)) };
  if (kind === 'ordering') return { kind, options: sortByPosition(options()) };
  if (kind === 'numerical')
    return { kind: 'numeric', options: answers.map((answer) => readTypedOption(answer, textReader)) };
  if (kind === 'shortanswer') {
    const case_sensitive = /^(true|1)$/i.test(childOf(element, 'usecase')?.text.trim() ?? '');
    const typed = answers.map((answer) => readTypedOption(answer, textReader));
    return {
      kind: 'fill_in',
      options: typed.map((option) => ({ ...option, ...(case_sensitive && { case_sensitive }) })),
    };
  }
  return { kind: readChoiceKind(element, customKind), options: options() };
}

/** Reads an accepted answer literally, regardless of its format attribute. */
function readTypedOption(answer: XmlElement, textReader: TextReader): ExchangedOption {
  const tolerance = normalizeOrNull(childOf(answer, 'tolerance')?.text);
  return {
    text: textReader.readTyped(childOf(answer, 'text')?.text ?? ''),
    fraction: fractionFromPercent(Number(answer.attributes['fraction'] ?? 0)),
    feedback: normalizeOrNull(textReader.read(childOf(answer, 'feedback'))),
    ...(tolerance && !/^0+([.,]0*)?$/.test(tolerance) && { tolerance }),
  };
}

const readPair = (pair: XmlElement, textReader: TextReader): ExchangedOption => ({
  text: textReader.read(pair),
  fraction: 0,
  feedback: normalizeOrNull(textReader.read(childOf(pair, 'feedback'))),
  match: normalizeOrNull(childOf(childOf(pair, 'answer'), 'text')?.text) ?? '',
});

/** Moodle stores the position of an item as its fraction. */
const sortByPosition = (items: readonly ExchangedOption[]): ExchangedOption[] =>
  items.toSorted((one, other) => one.fraction - other.fraction).map((item) => ({ ...item, fraction: 0 }));

/** `1.0000000` becomes 1; fractions are left to validation. */
const readPoints = (grade: XmlElement | undefined): number => (grade?.text.trim() ? Number(grade.text) : 1);

function readChoiceKind(element: XmlElement, customKind: string | null): ExchangedQuestion['kind'] {
  if (element.attributes['type'] === MOODLE_ALL_OR_NOTHING) return 'multiple';
  if (/^(false|0)$/i.test(childOf(element, 'single')?.text.trim() ?? 'true')) return 'multiple';
  return customKind === 'true_false' ? customKind : 'single';
}

function readOption(answer: XmlElement, textReader: TextReader): ExchangedOption {
  return {
    text: textReader.read(answer),
    fraction: fractionFromPercent(Number(answer.attributes['fraction'] ?? 0)),
    feedback: normalizeOrNull(textReader.read(childOf(answer, 'feedback'))),
  };
}

/** Sorts true before false. */
function toTruthOptions(options: readonly ExchangedOption[], labels: TruthLabels): ExchangedOption[] {
  const isTrue = ({ text }: ExchangedOption) => /^(true|1)$/i.test(text);
  const sorted = options.toSorted((a, b) => Number(isTrue(b)) - Number(isTrue(a)));
  return sorted.map((option, at) => ({ ...option, text: labels[at] ?? option.text }));
}

/** Reads the texts of one question and notes unsupported content. */
class TextReader {
  hasMedia = false;
  hasWildcard = false;

  readTyped(text: string): string {
    const unescaped = unescapeWildcards(normalizeOrNull(text) ?? '');
    this.hasWildcard ||= unescaped === null;
    return unescaped ?? '';
  }

  read(element: XmlElement | undefined): string {
    if (!element) return '';
    this.hasMedia ||= childrenOf(element, 'file').length > 0;
    const text = childOf(element, 'text')?.text ?? '';
    const format = element.attributes['format'] ?? 'moodle_auto_format';
    if (format === 'markdown' || format === 'plain_text') return normalizeOrNull(text) ?? '';
    const htmlText = htmlToText(text, format !== 'html');
    this.hasMedia ||= htmlText.hasMedia;
    return htmlText.text;
  }
}
