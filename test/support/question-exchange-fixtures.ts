import type { ExchangeFormat } from '../../src/contract/question-exchange';
import { writeCsvHeader, writeCsvRows, MIN_WIDTH, widen } from '../../src/modules/quizzes/exchange/csv-writer';
import {
  joinTags,
  normalizeLineBreaks,
  type ExchangedOption,
  type ExchangedQuestion,
  type TruthLabels,
} from '../../src/modules/quizzes/exchange/exchanged-question';
import { writeGift } from '../../src/modules/quizzes/exchange/gift-writer';
import { writeMoodleXml, XML_END, XML_HEAD } from '../../src/modules/quizzes/exchange/xml-writer';
import { MULTIPLE_GRADINGS } from '../../src/contract/multiple-grading';
import { DIFFICULTY_CHOICES, QUESTION_KIND_CHOICES } from '../../src/contract/questions.resource';
import type { SeededRandom } from './seeded-random';

const TRUE_FALSE_TEXTS: readonly TruthLabels[] = [
  ['True', 'False'],
  ['Richtig', 'Falsch'],
  ['صواب', 'خطأ'],
];

/** Characters with a meaning in one of the formats, and Unicode edge cases. */
const TEXT_PIECES = [
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
const SEPARATORS = [' ', ' ', ' ', '', '\n', '\n\n', '  '];

/** A random text of at least one piece; never empty. */
function randomText(random: SeededRandom, maxPieces: number): string {
  for (;;) {
    let text = '';
    const count = random.integer(1, maxPieces);
    for (let at = 0; at < count; at++) text += (at ? random.pick(SEPARATORS) : '') + random.pick(TEXT_PIECES);
    text = normalizeLineBreaks(text);
    if (text !== '') return text;
  }
}

const optionalText = (random: SeededRandom, percent: number, maxPieces: number) =>
  random.bool(percent) ? randomText(random, maxPieces) : null;

function randomFractions(random: SeededRandom, kind: ExchangedQuestion['kind'], count: number): number[] {
  if (kind !== 'multiple') {
    const right = random.integer(0, count - 1);
    const other = kind === 'single' && random.bool(20) ? random.pick([0.5, -0.25, -1, 0.3333]) : 0;
    return Array.from({ length: count }, (_, at) => (at === right ? 1 : at === (right + 1) % count ? other : 0));
  }
  const right = random.integer(1, count);
  const share = Math.round(10_000 / right) / 10_000;
  return Array.from({ length: count }, (_, at) => (at < right ? share : random.pick([0, -share, -1, -0.1234])));
}

/** Options of a fill-in, numeric, matching or ordering question. */
function randomOptions(random: SeededRandom, kind: ExchangedQuestion['kind']): ExchangedOption[] {
  const count = random.integer(kind === 'matching' || kind === 'ordering' ? 2 : 1, random.bool(10) ? 20 : 5);
  const texts = new Set<string>();
  while (texts.size < count) texts.add(kind === 'numeric' ? randomDecimal(random) : randomText(random, 4));
  const case_sensitive = kind === 'fill_in' && random.bool(30);
  return [...texts].map((text, at) => ({
    text: kind === 'matching' && at > 1 && random.bool(20) ? '' : text,
    fraction: kind === 'matching' || kind === 'ordering' ? 0 : at === 0 ? 1 : random.pick([0, 0.5, 0.3333, 1]),
    feedback: optionalText(random, 30, 3),
    ...(kind === 'matching' && { match: randomText(random, 4) }),
    ...(kind === 'numeric' && random.bool(50) && { tolerance: randomDecimal(random).replace('-', '') }),
    ...(case_sensitive && { case_sensitive }),
  }));
}

/** In its stored form. Without its sign it is also a valid tolerance. */
const randomDecimal = (random: SeededRandom): string =>
  (random.bool(30) ? '-' : '') +
  random.pick(['1', '3.5', '0.1', '0.000000001', '123456789012345', '99999.5', String(random.integer(1, 99_999))]);

/** A random valid question of the question bank. */
export function randomQuestion(random: SeededRandom, at: number): ExchangedQuestion {
  const kind = random.pick(QUESTION_KIND_CHOICES);
  const isChosen = kind === 'single' || kind === 'multiple' || kind === 'true_false';
  const count = kind === 'true_false' ? 2 : random.integer(2, random.bool(10) ? 20 : 5);
  const texts = new Set<string>();
  while (texts.size < count) texts.add(randomText(random, 4));
  const optionTexts = kind === 'true_false' && random.bool(70) ? random.pick(TRUE_FALSE_TEXTS) : [...texts];
  const optionFractions = randomFractions(random, kind, count);
  return {
    line: 0,
    id: random.bool(70) ? `0190a000-0000-7000-8000-${String(at).padStart(12, '0')}` : null,
    kind,
    text: randomText(random, 8),
    points: random.pick([1, 1, 1, 2, 5, 1000]),
    tags: joinTags(random.shuffle(['forklift', 'a\\b', 'x]y', 'Säge', '安全']).slice(0, random.integer(0, 3))),
    skill: random.bool(30) ? random.pick(['FORK', 'weld-2', 'A]B']) : null,
    grading: kind === 'multiple' ? random.pick(MULTIPLE_GRADINGS) : 'wrong_ticks_cost',
    difficulty: random.bool(30) ? random.pick(DIFFICULTY_CHOICES) : null,
    feedback: optionalText(random, 40, 4),
    explanation: optionalText(random, 40, 6),
    options: isChosen
      ? optionFractions.map((fraction, index) => ({
          text: optionTexts[index]!,
          fraction,
          feedback: optionalText(random, 30, 3),
        }))
      : randomOptions(random, kind),
  };
}

/** A complete file, built as the export builds it. */
export function exchangeFile(format: ExchangeFormat, questions: readonly ExchangedQuestion[]): string {
  if (format === 'gift') return questions.map((question) => writeGift(question, TRUE_FALSE_TEXTS)).join('');
  if (format === 'xml')
    return XML_HEAD + questions.map((question) => writeMoodleXml(question, TRUE_FALSE_TEXTS)).join('') + XML_END;
  const width = widen(MIN_WIDTH, questions);
  return writeCsvHeader(width) + writeCsvRows(questions, width);
}
