import type { Page } from 'playwright-core';
import texts from '../../admin/src/locales/en/workspace.json';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { DEFAULTS, OPTIONS, CHOICES } from '../support/customizer-options';
import { comesTo } from '../support/eventually';
import { press, signedInAs } from '../support/journey-steps';
import { settled, smallTargets, violations } from '../support/screen-steps';
import { labelled, lookOf, wear, type Look } from '../support/shell-look';

const WORDS = texts.customizer as {
  options: Record<string, string>;
  choices: Record<string, Record<string, string>>;
};
const lefts = ({ entries }: Look) => entries.map(({ left }) => left);
const isRising = (figures: number[]) => figures.every((figure, at) => at === 0 || figure > figures[at - 1]!);

type Change = readonly [option: string, choice: string, see: (look: Look) => unknown, was: unknown, is: unknown];
/** Of a list in a window of 1280 × 900: what one sees by the default, and what by the choice. */
const CHANGES: readonly Change[] = [
  // The menu in a bar under the topbar, its eight first entries in their order beside each other.
  [
    'layout',
    'horizontal',
    ({ side, bar, header }) => [side?.width, bar?.top === header?.bottom],
    [264, false],
    [undefined, true],
  ],
  ['layout', 'horizontal', ({ bar, main }) => [bar?.width, main?.left], [undefined, 264], [1280, 0]],
  ['layout', 'horizontal', (look) => [isRising(lefts(look)), look.entries.length], [false, 13], [true, 8]],
  ['layout', 'twocolumn', ({ rail, side }) => [rail?.width, side?.width], [undefined, 264], [72, 296]],
  [
    'layout',
    'twocolumn',
    ({ entries, rail, main }) => [entries.every(({ left }) => left > (rail?.right ?? 0)), entries.length, main?.left],
    [true, 13, 264],
    [true, 8, 296],
  ],
  ['layout', 'semibox', ({ side }) => [side?.left, side?.top, side?.round], [0, 0, '0px'], [16, 16, '12px']],
  [
    'layout',
    'semibox',
    ({ header, side }) => [header?.top, header?.round, header!.left - side!.right],
    [0, '0px', 0],
    [16, '12px', 16],
  ],
  [
    'layout_mode',
    'dark',
    ({ page, top }) => [page, top],
    ['rgb(246, 245, 249)', 'rgb(255, 255, 255)'],
    ['rgb(19, 17, 25)', 'rgb(27, 24, 36)'],
  ],
  ['sidebar_visibility', 'hidden', ({ side, main }) => [side?.width, main?.width], [264, 1016], [undefined, 1280]],
  ['layout_width', 'boxed', ({ shell }) => [shell?.left, shell?.right], [0, 1280], [40, 1240]],
  ['topbar', 'dark', ({ top }) => top, 'rgb(255, 255, 255)', 'rgb(33, 26, 69)'],
  ['sidebar_size', 'md', ({ side, main }) => [side?.width, main?.left], [264, 264], [224, 224]],
  ['sidebar_size', 'sm', (look) => [look.side?.width, look.main?.left, labelled(look)], [264, 264, 13], [72, 72, 0]],
  [
    'sidebar_size',
    'sm-hover',
    (look) => [look.side?.width, look.main?.left, labelled(look)],
    [264, 264, 13],
    [72, 72, 0],
  ],
  [
    'sidebar_view',
    'detached',
    ({ side, main }) => [side?.left, side?.round, main?.left],
    [0, '0px', 264],
    [16, '12px', 280],
  ],
  ['sidebar_color', 'light', ({ menu }) => menu, 'rgb(33, 26, 69)', 'rgb(255, 255, 255)'],
  ...['gradient', 'gradient-2', 'gradient-3', 'gradient-4'].map((choice): Change => [
    'sidebar_color',
    choice,
    ({ menu }) => menu.slice(0, 15),
    'rgb(33, 26, 69)',
    'linear-gradient',
  ]),
  ...['img-1', 'img-2', 'img-3', 'img-4'].map((choice): Change => [
    'sidebar_image',
    choice,
    ({ drawing }) => /img-\d/.exec(drawing)?.[0],
    undefined,
    choice,
  ]),
];

describe('the theme customizer', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const open = async (who: keyof typeof DEMO_ACCOUNTS, path = '/home'): Promise<Page> => {
    const page = await signedInAs(product, DEMO_ACCOUNTS[who]);
    await page.goto(path);
    await settled(page);
    return page;
  };
  const panel = (page: Page) => page.getByRole('dialog', { name: 'Theme customizer' });
  const radio = (page: Page, option: string, choice: string) =>
    panel(page)
      .getByRole('group', { name: WORDS.options[option]!, exact: true })
      .getByRole('radio', { name: WORDS.choices[option]![choice]!, exact: true });
  /** By its picture, which may lie over the button, once the panel has come to rest. */
  const choose = async (page: Page, option: string, choice: string) => {
    const wanted = radio(page, option, choice);
    await wanted.locator('xpath=ancestor::label').click();
    await comesTo(() => wanted.isChecked(), true);
  };
  const kept = (page: Page) =>
    page.evaluate(async () => {
      const { Auth_Token, EID, OID } = localStorage;
      const answer = await fetch('/api/me', { headers: { Authorization: `Bearer ${Auth_Token}`, EID, OID } });
      const { layout, theme } = await answer.json();
      return { ...layout, layout_mode: theme };
    });
  journey(
    'has each option as radio buttons with the default chosen, for mouse, keyboard and reader, in both colours',
    async () => {
      const page = await open('second');
      await press(page, 'Theme customizer');
      for (const { name, choices, usual } of OPTIONS)
        for (const choice of choices)
          expect([name, choice, await radio(page, name, choice).isChecked()]).toEqual([name, choice, usual === choice]);
      expect(await violations(page)).toEqual([]);
      await radio(page, 'layout_mode', 'light').focus();
      await page.keyboard.press('ArrowRight');
      await comesTo(async () => (await lookOf(page)).page, 'rgb(19, 17, 25)');
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 800 });
      await comesTo(() => smallTargets(page), []);
      await page.keyboard.press('Escape');
      await panel(page).waitFor({ state: 'hidden' });
    },
  );

  journey('makes of each choice what it says, at once, and of its default what was', async () => {
    const page = await open('admin', '/add-staff');
    await press(page, 'Theme customizer');
    for (const [option, choice, see, was, is] of CHANGES) {
      await choose(page, option, DEFAULTS[option]!);
      await comesTo(async () => [option, choice, see(await lookOf(page))], [option, choice, was]);
      await choose(page, option, choice);
      await comesTo(async () => [option, choice, see(await lookOf(page))], [option, choice, is]);
      await choose(page, option, DEFAULTS[option]!);
    }
    const colours = new Set<string>();
    for (const choice of CHOICES['data-sidebar']!) {
      await choose(page, 'sidebar_color', choice);
      await comesTo(async () => colours.has((await lookOf(page)).menu), false);
      colours.add((await lookOf(page)).menu);
    }
    await press(panel(page), 'Reset');
    await comesTo(() => kept(page), DEFAULTS);
    await page.keyboard.press('Escape');
    // Closed, the focus is where it was.
    const opener = page.getByRole('button', { name: 'Theme customizer' });
    await comesTo(() => opener.evaluate((button) => button === document.activeElement), true);
    await comesTo(() => panel(page).count(), 0);

    // Fixed and scrollable: what a long list takes along.
    const tops = async () => {
      await page.evaluate(() => scrollTo(0, 200));
      const { header, side } = await lookOf(page);
      return [header?.top, side?.top];
    };
    await comesTo(tops, [0, 0]);
    await wear(page, { 'data-layout-position': 'scrollable' });
    await comesTo(tops, [-200, -200]);
    await wear(page, { 'data-layout': 'horizontal' });
    await comesTo(async () => [(await tops())[0], (await lookOf(page)).bar?.top], [0, 64]);
    await wear(page, { 'data-layout': 'horizontal', 'data-layout-position': 'scrollable' });
    await comesTo(async () => [(await tops())[0], (await lookOf(page)).bar?.top], [-200, -136]);
  });

  journey('shows the preloader after a navigation where it is enabled, and lets the page be seen again', async () => {
    const page = await open('admin');
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        const one = document.querySelector('.sg-preloader');
        const { width = 0, height = 0 } = one?.getBoundingClientRect() ?? {};
        const now = one ? `${width} × ${height}` : 'none';
        if (seen.at(-1) !== now) seen.push(now);
      }).observe(document.body, { childList: true, subtree: true });
    });
    const seen = () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.splice(0));
    const follow = async (name: string) => {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    };
    await follow('Training List');
    expect(await seen()).toEqual(['none']);
    await press(page, 'Theme customizer');
    await choose(page, 'data_preloader', 'enable');
    await page.keyboard.press('Escape');
    await page.locator('.sg-preloader').waitFor({ state: 'detached' });
    await seen();
    await follow('Staff Master');
    await page.locator('.sg-preloader').waitFor({ state: 'detached' });
    expect((await seen()).filter((size) => size !== 'none')).toEqual(['1280 × 900']);
  });

  journey('is kept with the account: another machine has it, and nothing flashes where it was chosen', async () => {
    const page = await open('manager');
    await press(page, 'Theme customizer');
    await choose(page, 'layout', 'twocolumn');
    await choose(page, 'layout_mode', 'dark');
    await choose(page, 'sidebar_color', 'gradient-2');
    const chosen = { ...DEFAULTS, layout: 'twocolumn', layout_mode: 'dark', sidebar_color: 'gradient-2' };
    await comesTo(() => kept(page), chosen);
    const other = await open('manager');
    await comesTo(async () => [(await lookOf(other)).rail?.width, (await lookOf(other)).page], [72, 'rgb(19, 17, 25)']);
    // At 767 px the menu slides in, and the layout is the vertical one.
    const root = other.locator('html');
    await other.setViewportSize({ width: 767, height: 900 });
    await comesTo(() => root.getAttribute('data-layout'), 'vertical');
    await comesTo(async () => [(await lookOf(other)).side, (await lookOf(other)).main?.left], [null, 0]);
    await other.setViewportSize({ width: 1280, height: 900 });
    await comesTo(async () => (await lookOf(other)).rail?.width, 72);
    // Whatever comes after the first script never runs: what the page is to be stands already.
    await other.route('**/assets/*.js', (route) => route.abort());
    await other.goto('/home', { waitUntil: 'domcontentloaded' });
    expect(await root.evaluate((html) => ({ ...(html as HTMLElement).dataset }))).toMatchObject({
      layout: 'twocolumn',
      layoutMode: 'dark',
      sidebar: 'gradient-2',
    });
    await other.unroute('**/assets/*.js');
    await press(panel(page), 'Reset');
    await comesTo(() => kept(page), DEFAULTS);
    // A tab of the machine that was reset elsewhere meanwhile.
    await other.goto('/home');
    await comesTo(
      async () => [(await lookOf(other)).side?.width, (await lookOf(other)).page],
      [264, 'rgb(246, 245, 249)'],
    );
  });
});
