import {
  EXCHANGE_FORMATS,
  EXCHANGE_QUESTIONS_MAX,
  QUESTION_LENGTH_MAX,
  type ImportFormat,
} from '../../src/contract/question-exchange';
import { decoded } from '../../src/quizzes/exchange/decoded';
import { isProblem, type ExchangedQuestion, type Read } from '../../src/quizzes/exchange/exchanged';
import { formatOf, readingOf } from '../../src/quizzes/exchange/formats';
import { textOfHtml } from '../../src/quizzes/exchange/html-text';
import { chance } from '../support/chance';
import { fileOf, generated } from '../support/exchange-given';

const WORDS = ['True', 'False'] as const;
const all = (format: ImportFormat, text: string): Read[] =>
  [...readingOf(format, text, WORDS)].filter((read) => read !== null);
const questionsOf = (format: ImportFormat, text: string) =>
  all(format, text).filter((read): read is ExchangedQuestion => !isProblem(read));
/** `line: code`. */
const problemsOf = (format: ImportFormat, text: string) =>
  all(format, text)
    .filter(isProblem)
    .map(({ line, code }) => `${line}: ${code}`);
const withoutLine = ({ line: _, ...question }: ExchangedQuestion) => question;
const right = ({ options }: ExchangedQuestion) =>
  options.filter(({ fraction }) => fraction > 0).map(({ text }) => text);

describe('questions that leave as a file', () => {
  it.each(EXCHANGE_FORMATS)('come back from %s as they were, 300 of them of all kinds', (format) => {
    const random = chance(1_201);
    const questions = Array.from({ length: 300 }, (_, at) => generated(random, at));
    const text = fileOf(format, questions);
    expect(formatOf(text)).toBe(format);
    expect(problemsOf(format, text)).toEqual([]);
    expect(questionsOf(format, text).map(withoutLine)).toEqual(questions.map(withoutLine));
  });

  it.each(EXCHANGE_FORMATS)('come back from %s with line breaks of another system', (format) => {
    const random = chance(7);
    const questions = Array.from({ length: 40 }, (_, at) => generated(random, at));
    const text = fileOf(format, questions).replace(/\r\n|\n/g, '\r\n');
    expect(questionsOf(format, text).map(withoutLine)).toEqual(questions.map(withoutLine));
  });
});

describe('a GIFT file', () => {
  it('is read as Moodle means it', () => {
    const [single, several, truth, gap] = questionsOf(
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
      ...{ line: 3, id: 'Q-1', kind: 'single', tags: 'forklift, safety', feedback: 'See the manual.' },
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
      ...{ kind: 'true_false', text: 'A full mast may lift 2:1.' },
      options: [
        { text: 'True', fraction: 1, feedback: 'Yes.' },
        { text: 'False', fraction: 0, feedback: 'No, it may.' },
      ],
    });
    expect(gap).toMatchObject({ kind: 'single', text: 'Two _____ on the wheel.' });
  });

  it('may leave signs bare where they mean nothing: outside of the braces, and colons within', () => {
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

  it('tells each question that it cannot read by its line, and reads the others', () => {
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
    expect(questionsOf('gift', text).map(({ text: said }) => said)).toEqual(['Good?', 'Also good?']);
  });

  it('of HTML becomes plain text', () => {
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
    expect(right(first!)).toEqual(['A\nroad']);
    expect(second).toMatchObject({ line: 8, text: 'And this?\n(more)' });
    expect(right(second!)).toEqual(['x']);
    expect(formatOf(text)).toBe('aiken');
  });

  it('tells what has no answer, and an answer that is no option', () => {
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

  it('is read as Moodle writes it', () => {
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
      ...{ line: 4, id: 'Q-1', kind: 'single', text: 'How far?\n\n- a b\n- m²', points: 2, tags: 'forklift' },
      feedback: 'See there.',
    });
    expect(right(single!)).toEqual(['15 cm']);
    expect(several!.kind).toBe('multiple');
    expect(several!.options.map(({ fraction }) => fraction)).toEqual([0.3333, 0.3333, 0.3333, -1]);
    expect(truth!.options).toEqual([
      { text: 'True', fraction: 1, feedback: 'Yes' },
      { text: 'False', fraction: 0, feedback: null },
    ]);
  });

  it('tells what it cannot read by its line, and reads the others', () => {
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
    ['an entity that nobody declared', '<quiz>\n&bomb;</quiz>', '2: xml_broken'],
    ['another root', '<html><body/></html>', '1: not_moodle'],
    ['nothing but text', 'hello', '1: xml_broken'],
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
    ['a file of the machine', '<!DOCTYPE q [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz>&x;</quiz>', '1: doctype'],
    ['tags without end', `<quiz>${'<a>'.repeat(100_000)}`, '1: xml_broken'],
  ])('is refused with %s', (_, text, problem) => {
    expect(problemsOf('xml', text)).toEqual([problem]);
    expect(questionsOf('xml', text)).toEqual([]);
  });

  it('tells a question that is too long to be one', () => {
    const long = 'x'.repeat(QUESTION_LENGTH_MAX + 1);
    expect(problemsOf('xml', file(choice(answer(long, 100))))).toEqual(['3: question_too_long']);
    expect(problemsOf('xml', file(choice(answer('a', 100).repeat(5_000))))).toEqual(['3: question_too_long']);
    expect(problemsOf('gift', `Q?{=${long} ~b}`)).toEqual(['1: question_too_long']);
    expect(problemsOf('aiken', `Q?\nA. ${long}\nANSWER: A`)).toEqual(['1: question_too_long']);
    expect(problemsOf('csv', `text,option_1,option_2\n${long},a,b`)).toEqual(['2: question_too_long']);
  });
});

describe('what is typed, matched and put in order', () => {
  const plain = (format: ImportFormat, text: string) =>
    questionsOf(format, text).map(({ kind, options }) => [
      kind,
      ...options.map(({ text: said, fraction, match, tolerance }) => [said, fraction, match ?? tolerance]),
    ]);

  it('is read from GIFT as Moodle means it: shares, tolerances, stretches, pairs', () => {
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
    expect(plain('gift', text)).toEqual([
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

  it('is read from Moodle XML as Moodle writes it, and units and wildcards are told by their line', () => {
    const typed = (type: string, answers: string) =>
      `<question type="${type}"><questiontext format="plain_text"><text>Q?</text></questiontext>${answers}</question>`;
    const given = (text: string, fraction: number, more = '') =>
      `<answer fraction="${fraction}" format="moodle_auto_format"><text>${text}</text>${more}</answer>`;
    const text = [
      '<quiz>',
      typed('shortanswer', `<usecase>1</usecase>${given('a &lt; b', 100)}${given('2 \\* 3', 50)}`),
      typed('numerical', given('3.50', 100, '<tolerance>0.1</tolerance>') + given('4', 0, '<tolerance>0</tolerance>')),
      typed(
        'matching',
        '<subquestion format="html"><text>&lt;p&gt;a&lt;/p&gt;</text><answer><text>1</text></answer></subquestion><subquestion format="html"><text/><answer><text>2</text></answer></subquestion>',
      ),
      typed('ordering', given('second', 2) + given('first', 1)),
      typed('shortanswer', given('a*', 100)),
      typed('numerical', given('*', 0)),
      typed(
        'numerical',
        `${given('3', 100)}<units><unit><multiplier>1</multiplier><unit_name>m</unit_name></unit></units>`,
      ),
      '</quiz>',
    ].join('\n');
    expect(plain('xml', text)).toEqual([
      ['fill_in', ['a < b', 1, undefined], ['2 * 3', 0.5, undefined]],
      ['numeric', ['3.50', 1, '0.1'], ['4', 0, undefined]],
      ['matching', ['a', 0, '1'], ['', 0, '2']],
      ['ordering', ['first', 0, undefined], ['second', 0, undefined]],
    ]);
    expect(problemsOf('xml', text)).toEqual(['6: has_wildcard', '7: has_wildcard', '8: has_units']);
  });

  it('is read from a table as people write it: without percents each is right', () => {
    const text = [
      'kind;text;option_1;option_1_detail;option_2;option_2_percent;option_2_detail',
      'fill_in;Salt?;NaCl;case;salt;50;',
      'numeric;Pi?;3,14;0,01;3;20;1',
      'matching;Pair.;a;1;b;;2',
      'ordering;First?;a;;b;;',
    ].join('\n');
    expect(plain('csv', text)).toEqual([
      ['fill_in', ['NaCl', 1, undefined], ['salt', 0.5, undefined]],
      ['numeric', ['3,14', 1, '0,01'], ['3', 0.2, '1']],
      ['matching', ['a', 0, '1'], ['b', 0, '2']],
      ['ordering', ['a', 0, undefined], ['b', 0, undefined]],
    ]);
    expect(questionsOf('csv', text)[0]!.options.map(({ case_sensitive }) => case_sensitive)).toEqual([true, undefined]);
  });
});

describe('a table of questions', () => {
  it('is read as people write it: by hand, with letters for what is right and semicolons between', () => {
    const text =
      'Kind;Text;Option 1;Option 2;Option 3;Right;Points\n;How far?;15 cm;"One ""metre""";;A;2\n;Which?;a;b;c;1, 3;\ntrue_false;Round?;;;;true;\n';
    const [single, several, truth] = questionsOf('csv', text);
    expect(single).toMatchObject({ line: 2, kind: 'single', points: 2, text: 'How far?' });
    expect(single!.options).toEqual([
      { text: '15 cm', fraction: 1, feedback: null },
      { text: 'One "metre"', fraction: 0, feedback: null },
    ]);
    expect(several!.kind).toBe('multiple');
    expect(right(several!)).toEqual(['a', 'c']);
    expect(truth!.kind).toBe('true_false');
    expect(right(truth!)).toEqual(['True']);
  });

  it('tells by its line what is wrong, lines within quotes counted', () => {
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

describe('what is sent', () => {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  it('is read as UTF-8 and as UTF-16 that says so', () => {
    expect(decoded(utf8('\uFEFFÄ?'))).toBe('Ä?');
    expect(decoded(Buffer.from('\uFEFFÄ?', 'utf16le'))).toBe('Ä?');
    expect(decoded(Buffer.from('\uFEFFÄ?', 'utf16le').swap16())).toBe('Ä?');
  });
  it('is told by its line where it is neither', () => {
    expect(decoded(Buffer.from('a\nb\nÄ', 'latin1'))).toMatchObject({ line: 3, code: 'not_utf8' });
    expect(decoded(Buffer.from('ab', 'utf16le'))).toMatchObject({ line: 1, code: 'not_utf8' });
    expect(decoded(Buffer.from('a\n\0'))).toMatchObject({ line: 2, code: 'not_utf8' });
    expect(decoded(utf8('the mark \uFFFD itself'))).toBe('the mark \uFFFD itself');
  });
  it('is of no known format where nothing speaks for one', () => {
    expect([formatOf('just words'), formatOf(''), formatOf('a,b\n1,2')]).toEqual([null, null, null]);
  });
  it('ends at the question that is one too many', () => {
    const text = 'Q?{=a ~b}\n\n'.repeat(EXCHANGE_QUESTIONS_MAX + 5);
    expect(problemsOf('gift', text)).toEqual([`${2 * EXCHANGE_QUESTIONS_MAX + 1}: too_many_questions`]);
  });
  it('never ends in anything but questions and problems, whatever is torn from a good file', () => {
    const random = chance(99);
    for (const format of EXCHANGE_FORMATS) {
      const text = fileOf(
        format,
        Array.from({ length: 12 }, (_, at) => generated(random, at)),
      );
      for (let round = 0; round < 60; round++) {
        const [from, to] = [random.whole(0, text.length), random.whole(0, text.length)];
        const torn = text.slice(0, Math.min(from, to)) + text.slice(Math.max(from, to) - random.whole(0, 40));
        const reads = all(random.one(['gift', 'aiken', 'xml', 'csv'] as const), torn);
        for (const read of [...reads, ...all(format, torn)]) expect(read.line).toBeGreaterThan(0);
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
  ])('%s says %s', (html, text) => {
    expect(textOfHtml(html)).toEqual({ text, hasMedia: false });
  });
  it.each(['<img src=x>', '<VIDEO></VIDEO>', '<iframe src="//x"></iframe>', 'x @@PLUGINFILE@@/a.png'])(
    '%s is told',
    (html) => {
      expect(textOfHtml(html).hasMedia).toBe(true);
    },
  );
  it('reads marks that are left open or repeated sixty thousand times to the end', () => {
    for (const part of ['<!--', '<b>', '<b><b></b>', '<script>', '&#', '<<<', '<p ', '</b>', '<ul><li>'])
      expect(textOfHtml(part.repeat(60_000)).hasMedia).toBe(false);
  });
});
