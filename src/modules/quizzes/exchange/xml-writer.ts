import {
  MOODLE_ALL_OR_NOTHING,
  formatPercent,
  normalizeLineBreaks,
  hasTruthLabels,
  splitTags,
  type ExchangedOption,
  type ExchangedQuestion,
  type TruthLabels,
  escapeWildcards,
} from './exchanged-question';

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n';
export const XML_END = '</quiz>\n';
/** Moodle questions have a name: the start of the text, up to this length. */
const NAME_MAX = 120;

const XML_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** U+FFFE and U+FFFF are not valid in XML. */
const escapeXml = (text: string): string =>
  normalizeLineBreaks(text)
    .replace(/[&<>]/g, (sign) => XML_ESCAPES[sign]!)
    .replace(/[\ufffe\uffff]/g, '');
const tag = (name: string, text: string, attributes = ''): string =>
  `<${name}${attributes}>${escapeXml(text)}</${name}>`;
const textElement = (name: string, text: string | null, attributes = ' format="plain_text"'): string =>
  `<${name}${attributes}>${tag('text', text ?? '')}</${name}>`;

/**
 * Writes one question in Moodle XML. Fields unknown to Moodle go into `<skilgrid>`, which Moodle ignores.
 * @param labels pairs for true and false in all languages: a question with one of these pairs becomes `truefalse`
 */
export function writeMoodleXml(question: ExchangedQuestion, labels: readonly TruthLabels[]): string {
  const { id, text, points, tags, feedback } = question;
  const isTruth = hasTruthLabels(question, labels);
  const lines = [
    `<question type="${isTruth ? 'truefalse' : moodleTypeOf(question)}">`,
    textElement('name', questionName(text), ''),
    textElement('questiontext', text),
    textElement('generalfeedback', feedback),
    tag('defaultgrade', String(points)),
    ...(id ? [tag('idnumber', id)] : []),
    ...writeAnswers(question, isTruth),
    ...(tags
      ? [
          `<tags>${splitTags(tags)
            .map((each) => textElement('tag', each, ''))
            .join('')}</tags>`,
        ]
      : []),
    ...writeCustomFields(question, isTruth),
  ];
  return `  ${lines.join('\n    ')}\n  </question>\n`;
}

const MOODLE_TYPES: Readonly<Record<ExchangedQuestion['kind'], string>> = {
  single: 'multichoice',
  multiple: 'multichoice',
  true_false: 'multichoice',
  fill_in: 'shortanswer',
  numeric: 'numerical',
  matching: 'matching',
  ordering: 'ordering',
};

const moodleTypeOf = ({ kind, grading }: ExchangedQuestion): string =>
  kind === 'multiple' && grading === 'all_or_nothing' ? MOODLE_ALL_OR_NOTHING : MOODLE_TYPES[kind];

function writeAnswers({ kind, options }: ExchangedQuestion, isTruth: boolean): string[] {
  if (isTruth) return options.map((option, at) => writeAnswer(option, at === 0 ? 'true' : 'false'));
  if (kind === 'fill_in') {
    const usecase = options.some(({ case_sensitive }) => case_sensitive) ? '1' : '0';
    return [tag('usecase', usecase), ...options.map((option) => writeAnswer(option, escapeWildcards(option.text)))];
  }
  if (kind === 'numeric') return options.map((option) => writeAnswer(option, option.text));
  if (kind === 'matching') return [tag('shuffleanswers', 'true'), ...options.map(writePair)];
  // Moodle stores the position of an item as its fraction; grading by position matches ours.
  if (kind === 'ordering')
    return [
      ...[tag('selecttype', 'ALL'), tag('gradingtype', 'ABSOLUTE_POSITION')],
      ...options.map((option, at) => writeAnswer({ ...option, fraction: (at + 1) / 100 }, null)),
    ];
  const head = [tag('single', String(kind !== 'multiple')), tag('answernumbering', 'abc')];
  return [...head, ...options.map((option) => writeAnswer(option, null))];
}

function writeCustomFields(
  { kind, skill, difficulty, explanation, options }: ExchangedQuestion,
  isTruth: boolean,
): string[] {
  const customFields = [
    ...(skill ? [tag('skill', skill)] : []),
    ...(difficulty ? [tag('difficulty', difficulty)] : []),
    ...(explanation ? [tag('explanation', explanation)] : []),
    ...(isTruth ? [tag('true', options[0]!.text), tag('false', options[1]!.text)] : []),
    ...(kind === 'true_false' && !isTruth ? [tag('kind', kind)] : []),
  ];
  return customFields.length ? [`<skilgrid>${customFields.join('')}</skilgrid>`] : [];
}

/** @param literalText: true, false, or a typed text; null: use the option text */
function writeAnswer({ text, fraction, feedback, tolerance }: ExchangedOption, literalText: string | null): string {
  const format = literalText === null ? 'plain_text' : 'moodle_auto_format';
  const content = [
    tag('text', literalText ?? text),
    ...(feedback ? [textElement('feedback', feedback)] : []),
    ...(tolerance ? [tag('tolerance', tolerance)] : []),
  ];
  return `<answer fraction="${formatPercent(fraction)}" format="${format}">${content.join('')}</answer>`;
}

/** Moodle has no feedback for pairs and ignores ours. */
function writePair({ text, match, feedback }: ExchangedOption): string {
  const content =
    tag('text', text) + textElement('answer', match ?? '', '') + (feedback ? textElement('feedback', feedback) : '');
  return `<subquestion format="plain_text">${content}</subquestion>`;
}

function questionName(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > NAME_MAX ? `${line.slice(0, NAME_MAX).replace(/[\ud800-\udbff]$/, '')}…` : line;
}
