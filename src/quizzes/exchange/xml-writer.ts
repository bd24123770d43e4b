import {
  MOODLE_ALL_OR_NOTHING,
  percentOf,
  plainText,
  saysTruth,
  tagsOf,
  type ExchangedOption,
  type ExchangedQuestion,
  type TruthWords,
  withoutWildcards,
} from './exchanged';

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n';
export const XML_END = '</quiz>\n';
/** What a question is called in a bank that gives each a name: how it begins. */
const NAME_MAX = 120;

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Two letters of Unicode are none of XML's. */
const escaped = (text: string): string =>
  plainText(text)
    .replace(/[&<>]/g, (sign) => SIGNS[sign]!)
    .replace(/[\ufffe\uffff]/g, '');
const tag = (name: string, text: string, attributes = ''): string => `<${name}${attributes}>${escaped(text)}</${name}>`;
const said = (name: string, text: string | null, attributes = ' format="plain_text"'): string =>
  `<${name}${attributes}>${tag('text', text ?? '')}</${name}>`;

/**
 * One question in Moodle XML. What Moodle has no place for stands in `<skilgrid>`, which Moodle passes over.
 * @param words what true and false are called in any language: a question that says so is one of Moodle's kind truefalse
 */
export function moodleXmlOf(question: ExchangedQuestion, words: readonly TruthWords[]): string {
  const { id, text, points, tags, feedback } = question;
  const isTruth = saysTruth(question, words);
  const lines = [
    `<question type="${isTruth ? 'truefalse' : moodleKindOf(question)}">`,
    said('name', nameOf(text), ''),
    said('questiontext', text),
    said('generalfeedback', feedback),
    tag('defaultgrade', String(points)),
    ...(id ? [tag('idnumber', id)] : []),
    ...answersOf(question, isTruth),
    ...(tags
      ? [
          `<tags>${tagsOf(tags)
            .map((each) => said('tag', each, ''))
            .join('')}</tags>`,
        ]
      : []),
    ...ownOf(question, isTruth),
  ];
  return `  ${lines.join('\n    ')}\n  </question>\n`;
}

const MOODLE_KINDS: Readonly<Record<ExchangedQuestion['kind'], string>> = {
  ...{ single: 'multichoice', multiple: 'multichoice', true_false: 'multichoice' },
  ...{ fill_in: 'shortanswer', numeric: 'numerical', matching: 'matching', ordering: 'ordering' },
};

const moodleKindOf = ({ kind, grading }: ExchangedQuestion): string =>
  kind === 'multiple' && grading === 'all_or_nothing' ? MOODLE_ALL_OR_NOTHING : MOODLE_KINDS[kind];

function answersOf({ kind, options }: ExchangedQuestion, isTruth: boolean): string[] {
  if (isTruth) return options.map((option, at) => answerOf(option, at === 0 ? 'true' : 'false'));
  if (kind === 'fill_in') {
    const usecase = options.some(({ case_sensitive }) => case_sensitive) ? '1' : '0';
    return [tag('usecase', usecase), ...options.map((option) => answerOf(option, withoutWildcards(option.text)))];
  }
  if (kind === 'numeric') return options.map((option) => answerOf(option, option.text));
  if (kind === 'matching') return [tag('shuffleanswers', 'true'), ...options.map(pairOf)];
  // Moodle keeps the place of an item as its fraction; its grading by place is ours.
  if (kind === 'ordering')
    return [
      ...[tag('selecttype', 'ALL'), tag('gradingtype', 'ABSOLUTE_POSITION')],
      ...options.map((option, at) => answerOf({ ...option, fraction: (at + 1) / 100 }, null)),
    ];
  const head = [tag('single', String(kind !== 'multiple')), tag('answernumbering', 'abc')];
  return [...head, ...options.map((option) => answerOf(option, null))];
}

function ownOf({ kind, skill, difficulty, explanation, options }: ExchangedQuestion, isTruth: boolean): string[] {
  const own = [
    ...(skill ? [tag('skill', skill)] : []),
    ...(difficulty ? [tag('difficulty', difficulty)] : []),
    ...(explanation ? [tag('explanation', explanation)] : []),
    ...(isTruth ? [tag('true', options[0]!.text), tag('false', options[1]!.text)] : []),
    ...(kind === 'true_false' && !isTruth ? [tag('kind', kind)] : []),
  ];
  return own.length ? [`<skilgrid>${own.join('')}</skilgrid>`] : [];
}

/** @param plain what Moodle takes letter by letter: true, false, or what is typed */
function answerOf({ text, fraction, feedback, tolerance }: ExchangedOption, plain: string | null): string {
  const format = plain === null ? 'plain_text' : 'moodle_auto_format';
  const inner = [
    tag('text', plain ?? text),
    ...(feedback ? [said('feedback', feedback)] : []),
    ...(tolerance ? [tag('tolerance', tolerance)] : []),
  ];
  return `<answer fraction="${percentOf(fraction)}" format="${format}">${inner.join('')}</answer>`;
}

/** Moodle says nothing of single pairs, and passes over what is said. */
function pairOf({ text, match, feedback }: ExchangedOption): string {
  const inner = tag('text', text) + said('answer', match ?? '', '') + (feedback ? said('feedback', feedback) : '');
  return `<subquestion format="plain_text">${inner}</subquestion>`;
}

function nameOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > NAME_MAX ? `${line.slice(0, NAME_MAX).replace(/[\ud800-\udbff]$/, '')}…` : line;
}
