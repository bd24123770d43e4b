import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

/** These commands install the packages, so they must not load any before. */
describe('on a fresh clone, with Node alone', () => {
  let clone: string;
  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'skilgrid-clone-'));
    for (const part of ['scripts', 'package.json', 'test/support'])
      cpSync(join(root, part), join(clone, part), { recursive: true });
  });
  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  const outputOf = (...args: string[]): string => {
    // A fake npm without network.
    writeFileSync(join(clone, 'npm'), '#!/bin/sh\necho no network >&2\nexit 1\n', { mode: 0o755 });
    const env = { PATH: `${clone}:${process.env.PATH}`, HOME: clone };
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: clone, env, encoding: 'utf8' });
    return stdout + stderr;
  };

  it.each(['start', 'test', 'bench'])('npm run %s installs first', (command) => {
    const output = outputOf(`scripts/${command}.mjs`, 'DIR');
    expect(output).toContain('no network');
    expect(output).not.toMatch(/Cannot find (module|package)/);
  });

  it('.ci/run installs first', () => {
    const line = /node (--input-type=module -e) "(.*prepare\(\).*)"/.exec(readFileSync(join(root, '.ci/run'), 'utf8'))!;
    const output = outputOf(...line[1]!.split(' '), line[2]!);
    expect(output).toContain('no network');
    expect(output).not.toMatch(/Cannot find (module|package)|Error/);
  });
});
