import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** In a process of its own: the tests load Swagger whole. A type that cannot be told throws where its decorator is applied. */
const SCRIPT = `
  require('reflect-metadata');
  const { loadSwagger, postponeSwagger } = require('./src/platform/http/swagger');
  postponeSwagger();
  const { ApiProperty } = require('@nestjs/swagger');
  const read = [];
  let broken = true;
  class Row {}
  for (let at = 0; at < 500; at++) {
    const field = {
      get type() {
        if (broken && at === 250) throw new Error('no such type');
        read.push(at);
        return Number;
      },
    };
    ApiProperty(field)(Row.prototype, 'field' + at);
  }
  const load = () => loadSwagger().then(() => 'whole', ({ message }) => message);
  (async () => {
    const answers = [await load(), await load()];
    broken = false;
    answers.push(...(await Promise.all([load(), load()])));
    console.log(JSON.stringify({ answers, read }));
  })();
`;

describe('decorators of the API’s description that are put off', () => {
  it('are applied in order and once, and none is lost where one of them throws', () => {
    const output = execFileSync(process.execPath, ['-r', '@swc-node/register', '-e', SCRIPT], {
      cwd: join(__dirname, '..', '..'),
      encoding: 'utf8',
    });
    const { answers, read } = JSON.parse(output) as { answers: string[]; read: number[] };
    expect(answers).toEqual(['no such type', 'no such type', 'whole', 'whole']);
    // Of each decorator the type is looked at as often as of any other.
    const times = read.filter((at) => at === 0).length;
    expect(read).toEqual(Array.from({ length: 500 }, (_, at) => Array<number>(times).fill(at)).flat());
  });
});
