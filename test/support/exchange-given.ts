import type { ExchangeFormat } from '../../src/contract/question-exchange';
import { csvHead, csvOf, NARROWEST, widened } from '../../src/quizzes/exchange/csv-writer';
import {
  joinedTags,
  plainText,
  type ExchangedOption,
  type ExchangedQuestion,
  type TruthWords,
} from '../../src/quizzes/exchange/exchanged';
import { giftOf } from '../../src/quizzes/exchange/gift-writer';
import { moodleXmlOf, XML_END, XML_HEAD } from '../../src/quizzes/exchange/xml-writer';
import { MULTIPLE_GRADINGS } from '../../src/contract/multiple-grading';
import { DIFFICULTY_CHOICES, QUESTION_KIND_CHOICES } from '../../src/contract/questions.resource';
import type { Chance } from './chance';

const TRUTHS: readonly TruthWords[] = [
  ['True', 'False'],
  ['Richtig', 'Falsch'],
  ['صواب', 'خطأ'],
];

/** What each format means something by, and what sits at the edges of letters. */
const PIECES = [
  ...[
    'How far',
    'fork',
    'lift',
    'die Gabel',
    'точка',
    '安全',
    'مسافة',
    '🚜',
    'é',
    'e\u0301',
    '3 × 4',
    'a < b',
    'x > y',
    '&amp;',
    '&&010',
    '&&058;',
  ],
  ...[
    '{',
    '}',
    '=',
    '~',
    '#',
    '####',
    ':',
    '::',
    '\\',
    '\\n',
    '\\=',
    '->',
    '%50%',
    '[html]',
    '[markdown]',
    '[plain]',
    '2*3*4',
    '- 5 °C',
    '//',
    '$CATEGORY: x',
    ']',
  ],
  ...[
    '"',
    '""',
    "'",
    "'=",
    '=1+1',
    '@a',
    '+',
    '-',
    ';',
    ',',
    '|',
    '\t',
    '<b>',
    '</text>',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '*a*',
    '**b**',
    '_c_',
    '`d`',
  ],
  ...['ANSWER: A', 'A. one', 'B) two', 'TRUE', 'F', '_____', '\u00a0', '\u2028'],
];
const GAPS = [' ', ' ', ' ', '', '\n', '\n\n', '  '];

/** Of any length from one piece on; never empty. */
function words(random: Chance, most: number): string {
  for (;;) {
    let text = '';
    const count = random.whole(1, most);
    for (let at = 0; at < count; at++) text += (at ? random.one(GAPS) : '') + random.one(PIECES);
    text = plainText(text);
    if (text !== '') return text;
  }
}

const sometimes = (random: Chance, percent: number, most: number) =>
  random.happens(percent) ? words(random, most) : null;

function fractions(random: Chance, kind: ExchangedQuestion['kind'], count: number): number[] {
  if (kind !== 'multiple') {
    const right = random.whole(0, count - 1);
    const other = kind === 'single' && random.happens(20) ? random.one([0.5, -0.25, -1, 0.3333]) : 0;
    return Array.from({ length: count }, (_, at) => (at === right ? 1 : at === (right + 1) % count ? other : 0));
  }
  const right = random.whole(1, count);
  const share = Math.round(10_000 / right) / 10_000;
  return Array.from({ length: count }, (_, at) => (at < right ? share : random.one([0, -share, -1, -0.1234])));
}

/** Options of what is typed, matched and put in order. */
function placed(random: Chance, kind: ExchangedQuestion['kind']): ExchangedOption[] {
  const count = random.whole(kind === 'matching' || kind === 'ordering' ? 2 : 1, random.happens(10) ? 20 : 5);
  const texts = new Set<string>();
  while (texts.size < count) texts.add(kind === 'numeric' ? decimal(random) : words(random, 4));
  const case_sensitive = kind === 'fill_in' && random.happens(30);
  return [...texts].map((text, at) => ({
    text: kind === 'matching' && at > 1 && random.happens(20) ? '' : text,
    fraction: kind === 'matching' || kind === 'ordering' ? 0 : at === 0 ? 1 : random.one([0, 0.5, 0.3333, 1]),
    feedback: sometimes(random, 30, 3),
    ...(kind === 'matching' && { match: words(random, 4) }),
    ...(kind === 'numeric' && random.happens(50) && { tolerance: decimal(random).replace('-', '') }),
    ...(case_sensitive && { case_sensitive }),
  }));
}

/** As it is kept, and none that is no tolerance. */
const decimal = (random: Chance): string =>
  (random.happens(30) ? '-' : '') +
  random.one(['1', '3.5', '0.1', '0.000000001', '123456789012345', '99999.5', String(random.whole(1, 99_999))]);

/** A question as the bank may hold one. */
export function generated(random: Chance, at: number): ExchangedQuestion {
  const kind = random.one(QUESTION_KIND_CHOICES);
  const isChosen = kind === 'single' || kind === 'multiple' || kind === 'true_false';
  const count = kind === 'true_false' ? 2 : random.whole(2, random.happens(10) ? 20 : 5);
  const texts = new Set<string>();
  while (texts.size < count) texts.add(words(random, 4));
  const named = kind === 'true_false' && random.happens(70) ? random.one(TRUTHS) : [...texts];
  const worth = fractions(random, kind, count);
  return {
    line: 0,
    id: random.happens(70) ? `0190a000-0000-7000-8000-${String(at).padStart(12, '0')}` : null,
    kind,
    text: words(random, 8),
    points: random.one([1, 1, 1, 2, 5, 1000]),
    tags: joinedTags(random.shuffled(['forklift', 'a\\b', 'x]y', 'Säge', '安全']).slice(0, random.whole(0, 3))),
    skill: random.happens(30) ? random.one(['FORK', 'weld-2', 'A]B']) : null,
    grading: kind === 'multiple' ? random.one(MULTIPLE_GRADINGS) : 'wrong_ticks_cost',
    difficulty: random.happens(30) ? random.one(DIFFICULTY_CHOICES) : null,
    feedback: sometimes(random, 40, 4),
    explanation: sometimes(random, 40, 6),
    options: isChosen
      ? worth.map((fraction, index) => ({ text: named[index]!, fraction, feedback: sometimes(random, 30, 3) }))
      : placed(random, kind),
  };
}

/** A whole file, as the export puts it together. */
export function fileOf(format: ExchangeFormat, questions: readonly ExchangedQuestion[]): string {
  if (format === 'gift') return questions.map((question) => giftOf(question, TRUTHS)).join('');
  if (format === 'xml') return XML_HEAD + questions.map((question) => moodleXmlOf(question, TRUTHS)).join('') + XML_END;
  const width = widened(NARROWEST, questions);
  return csvHead(width) + csvOf(questions, width);
}
