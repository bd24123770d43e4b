import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

/** The packages are what these commands fetch: nothing of them may be asked for before. */
describe('on a fresh clone, with Node alone', () => {
  let clone: string;
  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'skilgrid-clone-'));
    for (const part of ['scripts', 'package.json', 'test/support'])
      cpSync(join(root, part), join(clone, part), { recursive: true });
  });
  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  it.each(['start', 'test', 'bench'])('npm run %s begins by installing', (command) => {
    // An npm that has no network.
    writeFileSync(join(clone, 'npm'), '#!/bin/sh\necho no network >&2\nexit 1\n', { mode: 0o755 });
    const path = `${clone}:${process.env.PATH}`;
    const { stdout, stderr } = spawnSync(process.execPath, [`scripts/${command}.mjs`, 'DIR'], {
      cwd: clone,
      env: { PATH: path, HOME: clone },
      encoding: 'utf8',
    });
    expect(stdout + stderr).toContain('no network');
    expect(stdout + stderr).not.toMatch(/Cannot find (module|package)/);
  });
});
