import { EventEmitter } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textFiles } from '../../admin/vite/text-files';

type Middleware = (request: object, response: object, next: () => void) => void;

describe('the texts while the admin is developed', () => {
  let locales: string;
  let respond: Middleware;
  const watcher = new EventEmitter();
  beforeAll(async () => {
    locales = await mkdtemp(join(tmpdir(), 'texts-'));
    await mkdir(join(locales, 'en'));
    const plugin = textFiles(locales) as { configureServer: (server: object) => void };
    plugin.configureServer({ middlewares: { use: (each: Middleware) => (respond = each) }, watcher });
  });
  afterAll(() => rm(locales, { recursive: true }));

  const write = (title: string) => writeFile(join(locales, 'en', 'staff.json'), JSON.stringify({ page: { title } }));
  function respondTo(url: string): unknown {
    let answer: unknown = 'passed on';
    respond(
      { url },
      { setHeader: () => undefined, end: (text: string) => (answer = JSON.parse(text)) },
      () => undefined,
    );
    return answer;
  }

  it('are read once, and again when one of them was changed', async () => {
    await write('Staff');
    expect(respondTo('/assets/i18n/en.json')).toEqual({ page: { title: 'Staff' } });
    await write('People');
    expect(respondTo('/src/main.tsx')).toBe('passed on');
    expect(respondTo('/assets/i18n/en.json?1')).toEqual({ page: { title: 'Staff' } });
    watcher.emit('all', 'change', join(tmpdir(), 'page.tsx'));
    expect(respondTo('/assets/i18n/en.json')).toEqual({ page: { title: 'Staff' } });
    watcher.emit('all', 'change', join(locales, 'en', 'staff.json'));
    expect(respondTo('/assets/i18n/en.json')).toEqual({ page: { title: 'People' } });
  });
});
