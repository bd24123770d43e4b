/** @jest-environment jsdom */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useScreens } from '../../admin/src/layout/palette/entries';
import { renderOnPage } from './render-on-page';

const SOURCE = join(__dirname, '../../admin/src');

/** The routes of all pages that are no resource (`screens.tsx`). */
const routes = (): string[] =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('screens.tsx'))
    .flatMap((file) => [...readFileSync(join(SOURCE, file), 'utf8').matchAll(/(?:route: |reportScreen\()'([^']+)'/g)])
    .map(([, route]) => route!);

it('the search box leads to every page, by its name', async () => {
  const offered = new Map<string, string>();
  function Offered() {
    for (const { route, label } of useScreens()) offered.set(route!, label);
    return null;
  }
  for (const user of [
    { kind: 'customer', role: 0 },
    { kind: 'platform', role: 0 },
  ]) {
    sessionStorage.setItem('currentUser', JSON.stringify({ ...user, user_name: 'asha' }));
    await renderOnPage(<Offered />);
  }
  expect(routes().length).toBeGreaterThan(10);
  expect(routes().filter((route) => !offered.has(route))).toEqual([]);
  expect([offered.get('/my-skills'), offered.get('/expiring-skills')]).toEqual(['My Skills', 'Expiring skills']);
});
