import type { Locator, Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { goWithin } from '../support/explore';
import { firstOf, post, signedInAs, staysUndoable } from '../support/journey-steps';
import { variantsOf, sayVariant, speak, takeVariant, type Variant } from '../support/variants';
import { popupFaults, popupsOpen } from '../support/popup-look';
import { settled, violations } from '../support/screen-steps';

interface Scene {
  readonly name: string;
  readonly path: string;
  /** The first of these is the `:id` of the path. */
  readonly record?: string;
  /** Opens it, whatever the language. */
  readonly open: (page: Page, variant: Variant) => Promise<void>;
  /** The classes of the popups that are open then; none: the browser's own dialogs, drawers and toasts. */
  readonly shows: readonly string[];
  /** Not in this one. */
  readonly not?: (variant: Variant) => boolean;
  /** What it is left by after its popups, which Escape leaves. */
  readonly leave?: (page: Page) => Promise<void>;
}

const drawer = (page: Page): Locator => page.locator('.ant-drawer-content');
const modal = (page: Page): Locator => page.locator('.ant-modal-content:visible');
/** The first row's, of a table or of cards. */
const rowMenu = (page: Page): Promise<void> =>
  page.locator('main :is(tr, .kit-card) [aria-haspopup=menu]').first().click();
/** What the server was asked for. */
const found = (page: Page): Promise<void> => page.locator('[role=option]:not([aria-disabled])').first().waitFor();
const list = async (within: Locator, at = 0): Promise<void> => within.locator('.ant-select').nth(at).click();
const calendar = async (within: Locator, at = 0): Promise<void> => within.locator('.ant-picker input').nth(at).click();
const chip = (page: Page): Promise<void> => page.locator('.kit-chip-main').first().click();
const panel = (page: Page): Locator => page.locator('.ant-popover:visible');

/** The dialog that has the focus. */
const closed = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await page
    .locator('dialog[open], .ant-modal-content:visible, .ant-drawer-content:visible')
    .waitFor({ state: 'hidden' });
};

const LIST = 'ant-select-dropdown';
const MENU = 'ant-dropdown';
const CALENDAR = 'ant-picker-dropdown';
const PANEL = 'ant-popover';

const OF_ADMIN: readonly Scene[] = [
  { name: 'menu of a row', path: '/add-staff', open: rowMenu, shows: [MENU] },
  {
    name: 'menu of the user',
    path: '/home',
    open: (page) => page.locator('header [aria-haspopup=menu]').click(),
    shows: [MENU],
  },
  {
    name: 'menu of filters',
    path: '/add-staff',
    open: (page) => page.locator('.kit-toolbar [aria-haspopup=menu]').click(),
    shows: [MENU],
  },
  {
    name: 'choice of columns',
    path: '/add-staff',
    open: (page) => page.locator('.kit-toolbar-end [aria-haspopup=dialog]').click(),
    shows: [PANEL],
    not: ({ width }) => width === 767,
  },
  { name: 'filter by choices', path: '/add-staff?status=active', open: chip, shows: [PANEL] },
  {
    name: 'filter by records: several are chosen from a list that is searched',
    path: '/add-staff?department_id=:id',
    record: '/api/departments?',
    open: async (page) => {
      await chip(page);
      await list(panel(page));
      await found(page);
    },
    shows: [PANEL, LIST],
  },
  {
    name: 'filter by days',
    path: '/add-staff?joined_gte=2024-03-01',
    open: async (page) => {
      await chip(page);
      await calendar(panel(page));
    },
    shows: [PANEL, CALENDAR],
  },
  {
    name: 'list of a drawer, searched',
    path: '/add-staff?edit=new',
    open: async (page) => {
      await list(drawer(page), 1);
      await found(page);
    },
    shows: [LIST],
  },
  {
    name: 'calendar of a drawer',
    path: '/add-staff?edit=new',
    open: (page) => calendar(drawer(page)),
    shows: [CALENDAR],
  },
  {
    name: 'calendar of a drawer, of evidence',
    path: '/skill-evidence?edit=new',
    open: (page) => calendar(drawer(page)),
    shows: [CALENDAR],
  },
  {
    name: 'years of a calendar',
    path: '/add-staff?edit=new',
    open: async (page) => {
      await calendar(drawer(page));
      await page.locator('.ant-picker-year-btn').click();
    },
    shows: [CALENDAR],
  },
  { name: 'a colour', path: '/category?edit=new', open: (page) => drawer(page).waitFor(), shows: [] },
  {
    name: 'calendar of a dialog',
    path: '/add-staff?status=active',
    open: async (page) => {
      await rowMenu(page);
      await page
        .getByRole('menuitem')
        .filter({ has: page.locator('.anticon-idcard') })
        .click();
      await calendar(modal(page));
    },
    shows: [CALENDAR],
    leave: closed,
  },
  {
    name: 'list of a dialog',
    path: '/add-staff?status=active',
    open: async (page) => {
      await rowMenu(page);
      await page
        .getByRole('menuitem')
        .filter({ has: page.locator('.anticon-idcard') })
        .click();
      await list(modal(page));
      await found(page);
    },
    shows: [LIST],
    leave: closed,
  },
  {
    name: 'dialog that asks',
    path: '/skil-master',
    open: async (page) => {
      await rowMenu(page);
      await page.getByRole('menuitem').last().click();
      await modal(page).waitFor();
    },
    shows: [],
    leave: closed,
  },
  {
    name: 'size of a page',
    path: '/add-staff',
    open: (page) => list(page.locator('.ant-pagination')),
    shows: [LIST],
    not: ({ width }) => width === 767,
  },
  {
    name: 'calendar above a report',
    path: '/skil-matrix-report-datewise',
    open: (page) => calendar(page.locator('[role=search]')),
    shows: [CALENDAR],
  },
  {
    name: 'list above a report',
    path: '/skil-wise-report',
    open: async (page) => {
      await list(page.locator('[role=search]'));
      await found(page);
    },
    shows: [LIST],
  },
  {
    name: 'longest list: of time zones',
    path: '/settings',
    open: (page) => page.locator('.ant-select', { has: page.locator('#time_zone') }).click(),
    shows: [LIST],
  },
  {
    name: 'tip',
    path: '/assign-target-skils',
    open: async (page) => {
      await page.locator('.tgt-levels button').first().hover();
      await page.getByRole('tooltip').waitFor();
    },
    shows: ['ant-tooltip'],
    // No key leaves what the pointer is over.
    leave: (page) => page.mouse.move(2, 2),
  },
  {
    name: 'palette',
    path: '/home',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.locator('dialog[open] [role=option]').first().waitFor();
    },
    shows: [],
    leave: closed,
  },
  {
    name: 'customizer',
    path: '/home',
    open: async (page) => {
      await page.evaluate(() => dispatchEvent(new Event('open-customizer')));
      await drawer(page).waitFor();
    },
    shows: [],
    leave: closed,
  },
  {
    name: 'notices',
    path: '/home',
    open: async (page) => {
      await page.locator('header button:has(.anticon-bell)').click();
      await drawer(page).waitFor();
    },
    shows: [],
    leave: closed,
  },
  {
    name: 'menu that slides in',
    path: '/home',
    open: async (page) => {
      await page.locator('header [aria-haspopup=dialog][aria-expanded]').click();
      await page.locator('dialog[open] a').first().waitFor();
    },
    shows: [],
    leave: closed,
    not: ({ width }) => width === 1280,
  },
];

const OF_TRAINING: readonly Scene[] = [
  {
    name: 'menu of a training',
    path: '/training/:id',
    record: '/api/trainings?',
    open: (page) => page.locator('main .trn-more').first().click(),
    shows: [MENU],
  },
  {
    name: 'question beside its button',
    path: '/training/:id/media',
    record: '/api/trainings?video_provider=upload&',
    open: (page) => page.locator('main .trn-remove').click(),
    shows: [PANEL],
  },
];

/** What is deleted can be taken back from its toast; it is, so that the next look finds it. */
const UNDONE: Scene = {
  name: 'toast that takes back',
  path: '/category',
  open: async (page) => {
    await page.locator('main :is(tr, .kit-card)', { hasText: 'Popup shelf' }).locator('[aria-haspopup=menu]').click();
    await page.getByRole('menuitem').last().click();
    await page.locator('#toasts .ant-notification-notice button').first().waitFor();
  },
  shows: [],
  leave: async (page) => {
    await page.locator('#toasts .ant-notification-notice .ant-btn').first().click();
    await page.locator('main :is(tr, .kit-card)', { hasText: 'Popup shelf' }).waitFor();
  },
};

describe('what opens over a page', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey(
    'lies in its dialog or landmark, within the window, every part of it named, at 1280 and 767 px, light and dark, both ways',
    async () => {
      const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
      await staysUndoable(page);
      await page.reload();
      await post(page, '/api/training-categories', { code: 'POPUP', name: 'Popup shelf' });
      await walk(page, [...OF_ADMIN, ...OF_TRAINING, UNDONE]);
    },
  );

  /** Each in four variants, two neighbours in all eight (or one each: variantsOf). */
  async function walk(page: Page, scenes: readonly Scene[]): Promise<void> {
    const faults: string[] = [];
    for (const [turn, scene] of scenes.entries()) {
      await goWithin(page, scene.path.replace(':id', scene.record ? await firstOf(page, scene.record) : ''));
      await settled(page);
      for (const variant of shownIn(scene, turn)) {
        await takeVariant(page, variant);
        await scene.open(page, variant);
        await comesTo(() => popupsOpen(page), scene.shows);
        const seen = [...(await popupFaults(page)), ...(await violations(page))];
        faults.push(...seen.map((fault) => `${scene.name} (${sayVariant(variant)}): ${fault}`));
        await leave(page, scene);
      }
    }
    await speak(page, 'en');
    expect(faults).toEqual([]);
  }

  /** One Escape for each popup, and the focus is where it was opened. */
  async function leave(page: Page, scene: Scene): Promise<void> {
    for (const [at] of scene.shows.entries()) {
      if (scene.shows[at] === 'ant-tooltip') continue;
      await page.keyboard.press('Escape');
      await comesTo(() => popupsOpen(page), scene.shows.slice(0, scene.shows.length - 1 - at));
      await comesTo(() => page.evaluate(isOpener), true);
    }
    await scene.leave?.(page);
    await comesTo(() => popupsOpen(page), []);
  }
});

/** Of a scene that is there at one width only, a variant of that width. */
const shownIn = (scene: Scene, turn: number): readonly Variant[] => {
  const variants = variantsOf(turn);
  const shown = variants.filter((variant) => !scene.not?.(variant));
  return shown.length
    ? shown
    : variants.slice(0, 1).map((each) => ({ ...each, width: each.width === 767 ? 1280 : 767 }));
};

/** In the page: what has the focus opens something. */
const isOpener = (): boolean =>
  document.activeElement?.matches('[aria-haspopup], [role=combobox], .ant-picker input') ?? false;
