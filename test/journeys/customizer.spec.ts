import type { Page } from 'playwright-core';
import texts from '../../admin/src/locales/en/workspace.json';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { DEFAULTS, OPTIONS, CHOICES } from '../support/customizer-options';
import { eventually } from '../support/eventually';
import { press, openSignedInPage } from '../support/journey-steps';
import { waitForPageLoaded, smallTargets, axeViolations } from '../support/screen-steps';
import { countLabelled, readShellLayout, applyLayout, type ShellLayout } from '../support/shell-layout';

const WORDS = texts.customizer as {
  options: Record<string, string>;
  choices: Record<string, Record<string, string>>;
};
const leftEdges = ({ entries }: ShellLayout) => entries.map(({ left }) => left);
const isAscending = (figures: number[]) =>
  figures.every((figure, index) => index === 0 || figure > figures[index - 1]!);

type Change = readonly [
  option: string,
  choice: string,
  see: (appearance: ShellLayout) => unknown,
  was: unknown,
  is: unknown,
];
/** Measured on a list at 1280 × 900: the values with the default choice, then with the given choice. */
const CHANGES: readonly Change[] = [
  // The horizontal layout shows the first eight menu entries side by side under the topbar.
  [
    'layout',
    'horizontal',
    ({ side, bar, header }) => [side?.width, bar?.top === header?.bottom],
    [264, false],
    [undefined, true],
  ],
  ['layout', 'horizontal', ({ bar, main }) => [bar?.width, main?.left], [undefined, 264], [1280, 0]],
  [
    'layout',
    'horizontal',
    (appearance) => [isAscending(leftEdges(appearance)), appearance.entries.length],
    [false, 13],
    [true, 8],
  ],
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
  [
    'sidebar_size',
    'sm',
    (appearance) => [appearance.side?.width, appearance.main?.left, countLabelled(appearance)],
    [264, 264, 13],
    [72, 72, 0],
  ],
  [
    'sidebar_size',
    'sm-hover',
    (appearance) => [appearance.side?.width, appearance.main?.left, countLabelled(appearance)],
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
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const openAs = async (accountName: keyof typeof DEMO_ACCOUNTS, path = '/home'): Promise<Page> => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS[accountName]);
    await page.goto(path);
    await waitForPageLoaded(page);
    return page;
  };
  const panel = (page: Page) => page.getByRole('dialog', { name: 'Theme customizer' });
  const radio = (page: Page, option: string, choice: string) =>
    panel(page)
      .getByRole('group', { name: WORDS.options[option]!, exact: true })
      .getByRole('radio', { name: WORDS.choices[option]![choice]!, exact: true });
  /** Clicks the preview picture, which may cover the radio button, once the panel animation has ended. */
  const chooseOption = async (page: Page, option: string, choice: string) => {
    const choiceRadio = radio(page, option, choice);
    await choiceRadio.locator('xpath=ancestor::label').click();
    await eventually(() => choiceRadio.isChecked(), true);
  };
  const readStoredLayout = (page: Page) =>
    page.evaluate(async () => {
      const { Auth_Token, EID, OID } = localStorage;
      const answer = await fetch('/api/me', { headers: { Authorization: `Bearer ${Auth_Token}`, EID, OID } });
      const { layout, theme } = await answer.json();
      return { ...layout, layout_mode: theme };
    });
  journey(
    'has each option as radio buttons with the default chosen, for mouse, keyboard and reader, in both colours',
    async () => {
      const page = await openAs('second');
      await press(page, 'Theme customizer');
      for (const { name, choices, defaultValue } of OPTIONS)
        for (const choice of choices)
          expect([name, choice, await radio(page, name, choice).isChecked()]).toEqual([
            name,
            choice,
            defaultValue === choice,
          ]);
      expect(await axeViolations(page)).toEqual([]);
      await radio(page, 'layout_mode', 'light').focus();
      await page.keyboard.press('ArrowRight');
      await eventually(async () => (await readShellLayout(page)).page, 'rgb(19, 17, 25)');
      expect(await axeViolations(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 800 });
      await eventually(() => smallTargets(page), []);
      await page.keyboard.press('Escape');
      await panel(page).waitFor({ state: 'hidden' });
    },
  );

  journey('makes of each choice what it says, at once, and of its default what was', async () => {
    const page = await openAs('admin', '/add-staff');
    await press(page, 'Theme customizer');
    for (const [option, choice, measure, valueByDefault, valueByChoice] of CHANGES) {
      await chooseOption(page, option, DEFAULTS[option]!);
      await eventually(
        async () => [option, choice, measure(await readShellLayout(page))],
        [option, choice, valueByDefault],
      );
      await chooseOption(page, option, choice);
      await eventually(
        async () => [option, choice, measure(await readShellLayout(page))],
        [option, choice, valueByChoice],
      );
      await chooseOption(page, option, DEFAULTS[option]!);
    }
    const colours = new Set<string>();
    for (const choice of CHOICES['data-sidebar']!) {
      await chooseOption(page, 'sidebar_color', choice);
      await eventually(async () => colours.has((await readShellLayout(page)).menu), false);
      colours.add((await readShellLayout(page)).menu);
    }
    await press(panel(page), 'Reset');
    await eventually(() => readStoredLayout(page), DEFAULTS);
    await page.keyboard.press('Escape');
    // Closing the panel returns the focus.
    const opener = page.getByRole('button', { name: 'Theme customizer' });
    await eventually(() => opener.evaluate((button) => button === document.activeElement), true);
    await eventually(() => panel(page).count(), 0);

    // Which bars scroll with a long list in the layouts fixed and scrollable.
    const scrolledTops = async () => {
      await page.evaluate(() => scrollTo(0, 200));
      const { header, side } = await readShellLayout(page);
      return [header?.top, side?.top];
    };
    await eventually(scrolledTops, [0, 0]);
    await applyLayout(page, { 'data-layout-position': 'scrollable' });
    await eventually(scrolledTops, [-200, -200]);
    await applyLayout(page, { 'data-layout': 'horizontal' });
    await eventually(async () => [(await scrolledTops())[0], (await readShellLayout(page)).bar?.top], [0, 64]);
    await applyLayout(page, { 'data-layout': 'horizontal', 'data-layout-position': 'scrollable' });
    await eventually(async () => [(await scrolledTops())[0], (await readShellLayout(page)).bar?.top], [-200, -136]);
  });

  journey('shows the preloader after a navigation where it is enabled, and lets the page be seen again', async () => {
    const page = await openAs('admin');
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
    const followLink = async (name: string) => {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    };
    await followLink('Training List');
    expect(await seen()).toEqual(['none']);
    await press(page, 'Theme customizer');
    await chooseOption(page, 'data_preloader', 'enable');
    await page.keyboard.press('Escape');
    await page.locator('.sg-preloader').waitFor({ state: 'detached' });
    await seen();
    await followLink('Staff Master');
    await page.locator('.sg-preloader').waitFor({ state: 'detached' });
    expect((await seen()).filter((size) => size !== 'none')).toEqual(['1280 × 900']);
  });

  journey('is kept with the account: another machine has it, and nothing flashes where it was chosen', async () => {
    const page = await openAs('manager');
    await press(page, 'Theme customizer');
    await chooseOption(page, 'layout', 'twocolumn');
    await chooseOption(page, 'layout_mode', 'dark');
    await chooseOption(page, 'sidebar_color', 'gradient-2');
    const expectedLayout = { ...DEFAULTS, layout: 'twocolumn', layout_mode: 'dark', sidebar_color: 'gradient-2' };
    await eventually(() => readStoredLayout(page), expectedLayout);
    const other = await openAs('manager');
    await eventually(
      async () => [(await readShellLayout(other)).rail?.width, (await readShellLayout(other)).page],
      [72, 'rgb(19, 17, 25)'],
    );
    // At 767 px the menu is a drawer and the layout is vertical.
    const root = other.locator('html');
    await other.setViewportSize({ width: 767, height: 900 });
    await eventually(() => root.getAttribute('data-layout'), 'vertical');
    await eventually(
      async () => [(await readShellLayout(other)).side, (await readShellLayout(other)).main?.left],
      [null, 0],
    );
    await other.setViewportSize({ width: 1280, height: 900 });
    await eventually(async () => (await readShellLayout(other)).rail?.width, 72);
    // All scripts but the first are blocked: the first one must already set the layout.
    await other.route('**/assets/*.js', (route) => route.abort());
    await other.goto('/home', { waitUntil: 'domcontentloaded' });
    expect(await root.evaluate((html) => ({ ...(html as HTMLElement).dataset }))).toMatchObject({
      layout: 'twocolumn',
      layoutMode: 'dark',
      sidebar: 'gradient-2',
    });
    await other.unroute('**/assets/*.js');
    await press(panel(page), 'Reset');
    await eventually(() => readStoredLayout(page), DEFAULTS);
    // Another tab of the same browser that was reset meanwhile.
    await other.goto('/home');
    await eventually(
      async () => [(await readShellLayout(other)).side?.width, (await readShellLayout(other)).page],
      [264, 'rgb(246, 245, 249)'],
    );
  });
});
