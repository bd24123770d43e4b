import {
  EXCHANGE_FORMATS,
  EXCHANGE_QUESTIONS_MAX,
  QUESTION_LENGTH_MAX,
  type ImportFormat,
} from '../../src/contract/question-exchange';
import { decodeQuestionFile } from '../../src/modules/quizzes/exchange/file-decoding';
import {
  isProblem,
  type ExchangedQuestion,
  type ReadResult,
} from '../../src/modules/quizzes/exchange/exchanged-question';
import { detectFormat, readQuestions } from '../../src/modules/quizzes/exchange/formats';
import { htmlToText } from '../../src/modules/quizzes/exchange/html-to-text';
import { seededRandom } from '../support/seeded-random';
import { exchangeFile, randomQuestion } from '../support/question-exchange-fixtures';

const TRUE_FALSE_TEXTS = ['True', 'False'] as const;
const readAll = (format: ImportFormat, text: string): ReadResult[] =>
  [...readQuestions(format, text, TRUE_FALSE_TEXTS)].filter((read) => read !== null);
const questionsOf = (format: ImportFormat, text: string) =>
  readAll(format, text).filter((read): read is ExchangedQuestion => !isProblem(read));
/** Problems as `line: code`. */
const problemsOf = (format: ImportFormat, text: string) =>
  readAll(format, text)
    .filter(isProblem)
    .map(({ line, code }) => `${line}: ${code}`);
const withoutLine = ({ line: _, ...question }: ExchangedQuestion) => question;
const correctOptions = ({ options }: ExchangedQuestion) =>
  options.filter(({ fraction }) => fraction > 0).map(({ text }) => text);

describe('exported questions', () => {
  it.each(EXCHANGE_FORMATS)('are imported from %s unchanged, 300 of all kinds', (format) => {
    const random = seededRandom(1_201);
    const questions = Array.from({ length: 300 }, (_, at) => randomQuestion(random, at));
    const text = exchangeFile(format, questions);
    expect(detectFormat(text)).toBe(format);
    expect(problemsOf(format, text)).toEqual([]);
    expect(questionsOf(format, text).map(withoutLine)).toEqual(questions.map(withoutLine));
  });

  it.each(EXCHANGE_FORMATS)('are imported from %s with CRLF line breaks', (format) => {
    const random = seededRandom(7);
    const questions = Array.from({ length: 40 }, (_, at) => randomQuestion(random, at));
    const text = exchangeFile(format, questions).replace(/\r\n|\n/g, '\r\n');
    expect(questionsOf(format, text).map(withoutLine)).toEqual(questions.map(withoutLine));
  });
});

describe('a GIFT file', () => {
  it('is read like in Moodle', () => {
    const [single, several, truth, gapQuestion] = questionsOf(
      'gift',
      [
        '// [id:Q-1] [tag:forklift] [tag:safety]',
        '$CATEGORY: Warehouse',
        '::Forks:: How far may the forks be',
        'from the floor? {',
        '  =15 to 20 cm#Right.',
        '  // a comment in between',
        '  ~One metre#Too high.',
        '  ~%25%Half a metre',
        '  ####See the manual.',
        '}',
        '',
        'Which may you carry?{~%50%Boxes ~%50%Pallets ~%-100%People}',
        '',
        'A full mast may lift 2\\:1.{T#No, it may.#Yes.}',
        '',
        'Two {=hands ~feet} on the wheel.',
      ].join('\n'),
    );
    expect(single).toMatchObject({
      line: 3,
      id: 'Q-1',
      kind: 'single',
      tags: 'forklift, safety',
      feedback: 'See the manual.',
      text: 'How far may the forks be from the floor?',
      options: [
        { text: '15 to 20 cm', fraction: 1, feedback: 'Right.' },
        { text: 'One metre', fraction: 0, feedback: 'Too high.' },
        { text: 'Half a metre', fraction: 0.25, feedback: null },
      ],
    });
    expect(several).toMatchObject({ line: 12, kind: 'multiple' });
    expect(several!.options.map(({ fraction }) => fraction)).toEqual([0.5, 0.5, -1]);
    expect(truth).toMatchObject({
      kind: 'true_false',
      text: 'A full mast may lift 2:1.',
      options: [
        { text: 'True', fraction: 1, feedback: 'Yes.' },
        { text: 'False', fraction: 0, feedback: 'No, it may.' },
      ],
    });
    expect(gapQuestion).toMatchObject({ kind: 'single', text: 'Two _____ on the wheel.' });
  });

  it('may have unescaped special characters outside braces, and colons inside', () => {
    const [question] = questionsOf(
      'gift',
      '::Q1: forks:: If x=5 (see #3, ~1 m): what now?{=at 9:00 -> go ~never: stop#No: stay}',
    );
    expect(question).toMatchObject({
      text: 'If x=5 (see #3, ~1 m): what now?',
      options: [
        { text: 'at 9:00 -> go', fraction: 1 },
        { text: 'never: stop', fraction: 0, feedback: 'No: stay' },
      ],
    });
  });

  it('reports unreadable questions by line, and reads the others', () => {
    const text = [
      'Good?{=yes ~no}',
      '',
      'No closing brace?{=yes',
      '~no',
      '',
      'How many wheels?{#=*}',
      '',
      'Any.{=%100%a* =b}',
      '',
      'Write about it.{}',
      '',
      'Only text.',
      '',
      'Pick all.{=[html]<img src\\="x.png"> -> b =c -> d}',
      '',
      'All?{=a =b ~c}',
      '',
      'Weight?{~%150%a ~%50%b}',
      '',
      '[html]<p>See <img src\\="x.png"></p>{=a ~b}',
      '',
      'Stray } brace?{=a ~b}',
      '',
      'Also good?{=yes ~no}',
    ].join('\n');
    expect(problemsOf('gift', text)).toEqual([
      ...['4: gift_syntax', '6: gift_syntax', '8: has_wildcard', '10: kind_not_supported'],
      ...['12: kind_not_supported', '14: has_media', '16: several_right', '18: gift_syntax', '20: has_media'],
      '22: gift_syntax',
    ]);
    expect(questionsOf('gift', text).map(({ text: questionText }) => questionText)).toEqual(['Good?', 'Also good?']);
  });

  it('with HTML becomes plain text', () => {
    const [question] = questionsOf('gift', '[html]<p>Is <b>this</b> &lt;right&gt;?<br>Say.</p>{=<i>yes</i> ~no}');
    expect(question).toMatchObject({ text: 'Is this <right>?\nSay.' });
    expect(question!.options[0]!.text).toBe('yes');
  });
});

describe('an Aiken file', () => {
  it('is read, with options over several lines and empty lines anywhere', () => {
    const text = 'What is a fork?\nA. A tool\nB) A\nroad\n\nANSWER: B\n\nAnd this?\n(more)\nA. x\nB. y\nanswer: a\n';
    const [first, second] = questionsOf('aiken', text);
    expect(first).toMatchObject({ line: 1, kind: 'single', text: 'What is a fork?' });
    expect(correctOptions(first!)).toEqual(['A\nroad']);
    expect(second).toMatchObject({ line: 8, text: 'And this?\n(more)' });
    expect(correctOptions(second!)).toEqual(['x']);
    expect(detectFormat(text)).toBe('aiken');
  });

  it('reports a missing answer and an answer without an option', () => {
    const text = 'One?\nA. x\nB. y\n\nTwo?\nA. x\nB. y\nANSWER: C\n\nThree?\nA. x\nB. y\nANSWER: A, B\n\nFour?\nA. x';
    expect(problemsOf('aiken', text)).toEqual([
      ...['1: answer_missing', '8: answer_unknown', '13: answer_unknown', '15: answer_missing'],
    ]);
  });
});

describe('a Moodle XML file', () => {
  const file = (...questions: string[]) => `<?xml version="1.0"?>\n<quiz>\n${questions.join('\n')}\n</quiz>`;
  const choice = (answers: string, more = '', text = 'Q?') =>
    `<question type="multichoice"><name><text>n</text></name><questiontext format="html"><text>${text}</text></questiontext>${more}${answers}</question>`;
  const answer = (text: string, fraction: number) =>
    `<answer fraction="${fraction}" format="html"><text>${text}</text><feedback format="html"><text></text></feedback></answer>`;

  it('is read as written by Moodle', () => {
    const [single, several, truth] = questionsOf(
      'xml',
      file(
        '<question type="category"><category><text>$course$/top</text></category></question>',
        choice(
          answer('<![CDATA[<p>15 cm</p>]]>', 100) + answer('One metre', 0),
          '<generalfeedback format="html"><text><![CDATA[<p>See <em>there</em>.</p>]]></text></generalfeedback><defaultgrade>2.0000000</defaultgrade><idnumber>Q-1</idnumber><single>true</single><tags><tag><text>forklift</text></tag></tags>',
          '<![CDATA[<p>How far?</p><ul><li>a&nbsp;b</li><li>m<sup>2</sup></li></ul>]]>',
        ),
        choice(
          answer('a', 33.33333) + answer('b', 33.33333) + answer('c', 33.33333) + answer('d', -100),
          '<single>false</single>',
        ),
        '<question type="truefalse"><questiontext format="plain_text"><text>Round?</text></questiontext><answer fraction="0" format="moodle_auto_format"><text>false</text></answer><answer fraction="100" format="moodle_auto_format"><text>true</text><feedback format="html"><text>Yes</text></feedback></answer></question>',
      ),
    );
    expect(single).toMatchObject({
      line: 4,
      id: 'Q-1',
      kind: 'single',
      text: 'How far?\n\n- a b\n- m²',
      points: 2,
      tags: 'forklift',
      feedback: 'See there.',
    });
    expect(correctOptions(single!)).toEqual(['15 cm']);
    expect(several!.kind).toBe('multiple');
    expect(several!.options.map(({ fraction }) => fraction)).toEqual([0.3333, 0.3333, 0.3333, -1]);
    expect(truth!.options).toEqual([
      { text: 'True', fraction: 1, feedback: 'Yes' },
      { text: 'False', fraction: 0, feedback: null },
    ]);
  });

  it('reports unreadable questions by line and reads the others', () => {
    const text = file(
      '<question type="essay"><name/></question>',
      '<question type="ddwtos"></question>',
      choice(answer('a', 100) + answer('b', 0)),
      choice(answer('a', 100), '', '<![CDATA[<img src="@@PLUGINFILE@@/a.png">]]>'),
      choice(answer('a', 100), '', '').replace(
        '<text></text></questiontext>',
        '<text>x</text><file name="a">AAAA</file></questiontext>',
      ),
    );
    expect(problemsOf('xml', text)).toEqual([
      ...['3: kind_not_supported', '4: kind_not_supported', '6: has_media', '7: has_media'],
    ]);
    expect(questionsOf('xml', text)).toHaveLength(1);
  });

  it.each([
    [
      'a tag that is closed in the wrong order',
      '<quiz>\n<question type="multichoice"><name><text>x</name></text>\n',
      '2: xml_broken',
    ],
    ['a tag that is never closed', '<quiz>\n<question type="truefalse">\n', '3: xml_broken'],
    ['an undeclared entity', '<quiz>\n&bomb;</quiz>', '2: xml_broken'],
    ['another root', '<html><body/></html>', '1: not_moodle'],
    ['text only', 'hello', '1: xml_broken'],
    [
      'a DOCTYPE',
      '<?xml version="1.0"?>\n<!DOCTYPE quiz SYSTEM "http://example.org/x.dtd">\n<quiz></quiz>',
      '2: doctype',
    ],
    [
      'an entity bomb',
      `<!DOCTYPE lolz [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, at) => `<!ENTITY b${at} "&a;&a;&a;">`).join('')}]>\n<quiz>&b29;</quiz>`,
      '1: doctype',
    ],
    ['a local file', '<!DOCTYPE q [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz>&x;</quiz>', '1: doctype'],
    ['unclosed tags', `<quiz>${'<a>'.repeat(100_000)}`, '1: xml_broken'],
  ])('is refused with %s', (_, text, problem) => {
    expect(problemsOf('xml', text)).toEqual([problem]);
    expect(questionsOf('xml', text)).toEqual([]);
  });

  it('reports a question that is too long', () => {
    const long = 'x'.repeat(QUESTION_LENGTH_MAX + 1);
    expect(problemsOf('xml', file(choice(answer(long, 100))))).toEqual(['3: question_too_long']);
    expect(problemsOf('xml', file(choice(answer('a', 100).repeat(5_000))))).toEqual(['3: question_too_long']);
    expect(problemsOf('gift', `Q?{=${long} ~b}`)).toEqual(['1: question_too_long']);
    expect(problemsOf('aiken', `Q?\nA. ${long}\nANSWER: A`)).toEqual(['1: question_too_long']);
    expect(problemsOf('csv', `text,option_1,option_2\n${long},a,b`)).toEqual(['2: question_too_long']);
  });
});

describe('fill-in, numeric, matching and ordering questions', () => {
  const compactQuestions = (format: ImportFormat, text: string) =>
    questionsOf(format, text).map(({ kind, options }) => [
      kind,
      ...options.map(({ text: questionText, fraction, match, tolerance }) => [
        questionText,
        fraction,
        match ?? tolerance,
      ]),
    ]);

  it('are read from GIFT like in Moodle: fractions, tolerances, ranges, pairs', () => {
    const text = [
      'Who?{=Ada =%50%Lovelace#Her family.}',
      'One.{Paris}',
      'Pi?{#3.14:0.01}',
      'Between?{#1..2}',
      'Odd?{#0.1..0.2}',
      'Some?{#=%100%2:0 =%50%2:0.5#Near.}',
      'Pair.{=a -> 1 =b -> 2 = -> 3}',
      'Arrow? {=no -> maybe ~yes}',
    ].join('\n\n');
    expect(compactQuestions('gift', text)).toEqual([
      ['fill_in', ['Ada', 1, undefined], ['Lovelace', 0.5, undefined]],
      ['fill_in', ['Paris', 1, undefined]],
      ['numeric', ['3.14', 1, '0.01']],
      ['numeric', ['1.5', 1, '0.5']],
      ['numeric', ['0.15', 1, '0.05']],
      ['numeric', ['2', 1, undefined], ['2', 0.5, '0.5']],
      ['matching', ['a', 0, '1'], ['b', 0, '2'], ['', 0, '3']],
      ['single', ['no -> maybe', 1, undefined], ['yes', 0, undefined]],
    ]);
  });

  it('are read from Moodle XML, and units and wildcards are reported by line', () => {
    const questionXml = (type: string, answers: string) =>
      `<question type="${type}"><questiontext format="plain_text"><text>Q?</text></questiontext>${answers}</question>`;
    const answerXml = (text: string, fraction: number, more = '') =>
      `<answer fraction="${fraction}" format="moodle_auto_format"><text>${text}</text>${more}</answer>`;
    const text = [
      '<quiz>',
      questionXml('shortanswer', `<usecase>1</usecase>${answerXml('a &lt; b', 100)}${answerXml('2 \\* 3', 50)}`),
      questionXml(
        'numerical',
        answerXml('3.50', 100, '<tolerance>0.1</tolerance>') + answerXml('4', 0, '<tolerance>0</tolerance>'),
      ),
      questionXml(
        'matching',
        '<subquestion format="html"><text>&lt;p&gt;a&lt;/p&gt;</text><answer><text>1</text></answer></subquestion><subquestion format="html"><text/><answer><text>2</text></answer></subquestion>',
      ),
      questionXml('ordering', answerXml('second', 2) + answerXml('first', 1)),
      questionXml('shortanswer', answerXml('a*', 100)),
      questionXml('numerical', answerXml('*', 0)),
      questionXml(
        'numerical',
        `${answerXml('3', 100)}<units><unit><multiplier>1</multiplier><unit_name>m</unit_name></unit></units>`,
      ),
      '</quiz>',
    ].join('\n');
    expect(compactQuestions('xml', text)).toEqual([
      ['fill_in', ['a < b', 1, undefined], ['2 * 3', 0.5, undefined]],
      ['numeric', ['3.50', 1, '0.1'], ['4', 0, undefined]],
      ['matching', ['a', 0, '1'], ['', 0, '2']],
      ['ordering', ['first', 0, undefined], ['second', 0, undefined]],
    ]);
    expect(problemsOf('xml', text)).toEqual(['6: has_wildcard', '7: has_wildcard', '8: has_units']);
  });

  it('are read from a table; options without percentages are correct', () => {
    const text = [
      'kind;text;option_1;option_1_detail;option_2;option_2_percent;option_2_detail',
      'fill_in;Salt?;NaCl;case;salt;50;',
      'numeric;Pi?;3,14;0,01;3;20;1',
      'matching;Pair.;a;1;b;;2',
      'ordering;First?;a;;b;;',
    ].join('\n');
    expect(compactQuestions('csv', text)).toEqual([
      ['fill_in', ['NaCl', 1, undefined], ['salt', 0.5, undefined]],
      ['numeric', ['3,14', 1, '0,01'], ['3', 0.2, '1']],
      ['matching', ['a', 0, '1'], ['b', 0, '2']],
      ['ordering', ['a', 0, undefined], ['b', 0, undefined]],
    ]);
    expect(questionsOf('csv', text)[0]!.options.map(({ case_sensitive }) => case_sensitive)).toEqual([true, undefined]);
  });
});

describe('a table of questions', () => {
  it('is read as written by hand, with letters for correct options and semicolons', () => {
    const text =
      'Kind;Text;Option 1;Option 2;Option 3;Right;Points\n;How far?;15 cm;"One ""metre""";;A;2\n;Which?;a;b;c;1, 3;\ntrue_false;Round?;;;;true;\n';
    const [single, several, truth] = questionsOf('csv', text);
    expect(single).toMatchObject({ line: 2, kind: 'single', points: 2, text: 'How far?' });
    expect(single!.options).toEqual([
      { text: '15 cm', fraction: 1, feedback: null },
      { text: 'One "metre"', fraction: 0, feedback: null },
    ]);
    expect(several!.kind).toBe('multiple');
    expect(correctOptions(several!)).toEqual(['a', 'c']);
    expect(truth!.kind).toBe('true_false');
    expect(correctOptions(truth!)).toEqual(['True']);
  });

  it('reports problems by line, counting quoted line breaks', () => {
    const text = [
      'kind,text,points,option_1,option_1_percent,option_2,right',
      ',"two\nlines",x,a,100,b,',
      'essay,Q?,1,a,100,b,',
      ',Q?,1,a,much,b,',
      ',Q?,1,a,,b,C',
      ',Q?,1,"a,,b,A',
    ].join('\n');
    expect(problemsOf('csv', text)).toEqual([
      ...['2: not_a_number', '4: kind_not_supported', '5: not_a_number', '6: answer_unknown', '7: quote_open'],
    ]);
    expect(problemsOf('csv', 'question,answer\na,b\n')).toEqual(['1: column_missing']);
  });
});

describe('an imported file', () => {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  it('is read as UTF-8, and as UTF-16 with a byte order mark', () => {
    expect(decodeQuestionFile(utf8('\uFEFFÄ?'))).toBe('Ä?');
    expect(decodeQuestionFile(Buffer.from('\uFEFFÄ?', 'utf16le'))).toBe('Ä?');
    expect(decodeQuestionFile(Buffer.from('\uFEFFÄ?', 'utf16le').swap16())).toBe('Ä?');
  });
  it('is reported by line when it is neither', () => {
    expect(decodeQuestionFile(Buffer.from('a\nb\nÄ', 'latin1'))).toMatchObject({ line: 3, code: 'not_utf8' });
    expect(decodeQuestionFile(Buffer.from('ab', 'utf16le'))).toMatchObject({ line: 1, code: 'not_utf8' });
    expect(decodeQuestionFile(Buffer.from('a\n\0'))).toMatchObject({ line: 2, code: 'not_utf8' });
    expect(decodeQuestionFile(utf8('the mark \uFFFD itself'))).toBe('the mark \uFFFD itself');
  });
  it('has no known format without characteristics of one', () => {
    expect([detectFormat('just words'), detectFormat(''), detectFormat('a,b\n1,2')]).toEqual([null, null, null]);
  });
  it('stops at the first question beyond the limit', () => {
    const text = 'Q?{=a ~b}\n\n'.repeat(EXCHANGE_QUESTIONS_MAX + 5);
    expect(problemsOf('gift', text)).toEqual([`${2 * EXCHANGE_QUESTIONS_MAX + 1}: too_many_questions`]);
  });
  it('yields only questions and problems for damaged files', () => {
    const random = seededRandom(99);
    for (const format of EXCHANGE_FORMATS) {
      const text = exchangeFile(
        format,
        Array.from({ length: 12 }, (_, at) => randomQuestion(random, at)),
      );
      for (let iteration = 0; iteration < 60; iteration++) {
        const [from, to] = [random.integer(0, text.length), random.integer(0, text.length)];
        const damaged = text.slice(0, Math.min(from, to)) + text.slice(Math.max(from, to) - random.integer(0, 40));
        const reads = readAll(random.pick(['gift', 'aiken', 'xml', 'csv'] as const), damaged);
        for (const read of [...reads, ...readAll(format, damaged)]) expect(read.line).toBeGreaterThan(0);
      }
    }
  });
});

describe('HTML', () => {
  it.each([
    ['<script>alert(1)</script>a<style>b{}</style>', 'a'],
    ['a <!-- not said --> b <!-- never ended', 'a b'],
    ['<a href="javascript:x()">link</a>', 'link'],
    ['1 < 2 &amp;&amp; 3 > 2 &nosuch; &#x1F69C; &#0; &#xD800;', '1 < 2 && 3 > 2 &nosuch; 🚜'],
    ['<ol><li>one</li><li>two<ul><li>deep</li></ul></li></ol>end', '1. one\n2. two\n- deep\nend'],
    ['<p>a</p><p>b</p>', 'a\n\nb'],
    ['H<sub>2</sub>O x<sup>2</sup> a<sup>th</sup>', 'H₂O x² a^(th)'],
    ['<b> </b><b>a*b</b><i>c</i>', 'a*bc'],
    ['<pre>a\nb</pre>', 'a\nb'],
    ['&eacute;&nbsp;&euro;&constructor;', 'é €&constructor;'],
    ['<unfinished', '<unfinished'],
  ])('%s becomes %s', (html, text) => {
    expect(htmlToText(html)).toEqual({ text, hasMedia: false });
  });
  it.each(['<img src=x>', '<VIDEO></VIDEO>', '<iframe src="//x"></iframe>', 'x @@PLUGINFILE@@/a.png'])(
    '%s is reported as media',
    (html) => {
      expect(htmlToText(html).hasMedia).toBe(true);
    },
  );
  it('is parsed completely with sixty thousand unclosed or repeated tags', () => {
    for (const part of ['<!--', '<b>', '<b><b></b>', '<script>', '&#', '<<<', '<p ', '</b>', '<ul><li>'])
      expect(htmlToText(part.repeat(60_000)).hasMedia).toBe(false);
  });
});
