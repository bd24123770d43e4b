import type { Locator, Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { navigateInApp } from '../support/explore-controls';
import { firstId, postJson, openSignedInPage, extendUndoTime } from '../support/journey-steps';
import { variantsOf, describeVariant, switchLanguage, applyVariant, type Variant } from '../support/screen-variants';
import { popupFaults, openPopups } from '../support/popup-faults';
import { waitForPageLoaded, axeViolations } from '../support/screen-steps';

interface Scene {
  readonly name: string;
  readonly path: string;
  /** API path of a list; the id of its first row replaces `:id` in `path`. */
  readonly record?: string;
  /** Opens the popup in any language. */
  readonly open: (page: Page, variant: Variant) => Promise<void>;
  /** Classes of the popups that must be open; empty for the browser's dialogs, drawers and toasts. */
  readonly shows: readonly string[];
  /** Variants in which the scene does not exist. */
  readonly not?: (variant: Variant) => boolean;
  /** Closes what remains after the popups, which Escape closes. */
  readonly leave?: (page: Page) => Promise<void>;
}

const drawer = (page: Page): Locator => page.locator('.ant-drawer-content');
const modal = (page: Page): Locator => page.locator('.ant-modal-content:visible');
/** Opens the menu of the first row, in a table or on a card. */
const rowMenu = (page: Page): Promise<void> =>
  page.locator('main :is(tr, .kit-card) [aria-haspopup=menu]').first().click();
/** Waits for the search result. */
const waitForOption = (page: Page): Promise<void> =>
  page.locator('[role=option]:not([aria-disabled])').first().waitFor();
const openList = async (container: Locator, at = 0): Promise<void> => container.locator('.ant-select').nth(at).click();
const openCalendar = async (container: Locator, at = 0): Promise<void> =>
  container.locator('.ant-picker input').nth(at).click();
const openChip = (page: Page): Promise<void> => page.locator('.kit-chip-main').first().click();
const panel = (page: Page): Locator => page.locator('.ant-popover:visible');

/** Closes the focused dialog. */
const waitForClosed = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await page
    .locator('dialog[open], .ant-modal-content:visible, .ant-drawer-content:visible')
    .waitFor({ state: 'hidden' });
};

const LIST = 'ant-select-dropdown';
const MENU = 'ant-dropdown';
const CALENDAR = 'ant-picker-dropdown';
const PANEL = 'ant-popover';

const ADMIN_SCENES: readonly Scene[] = [
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
  { name: 'filter by choices', path: '/add-staff?status=active', open: openChip, shows: [PANEL] },
  {
    name: 'filter by records: several are chosen from a list that is searched',
    path: '/add-staff?department_id=:id',
    record: '/api/departments?',
    open: async (page) => {
      await openChip(page);
      await openList(panel(page));
      await waitForOption(page);
    },
    shows: [PANEL, LIST],
  },
  {
    name: 'filter by days',
    path: '/add-staff?joined_gte=2024-03-01',
    open: async (page) => {
      await openChip(page);
      await openCalendar(panel(page));
    },
    shows: [PANEL, CALENDAR],
  },
  {
    name: 'list of a drawer, searched',
    path: '/add-staff?edit=new',
    open: async (page) => {
      await openList(drawer(page), 1);
      await waitForOption(page);
    },
    shows: [LIST],
  },
  {
    name: 'calendar of a drawer',
    path: '/add-staff?edit=new',
    open: (page) => openCalendar(drawer(page)),
    shows: [CALENDAR],
  },
  {
    name: 'calendar of a drawer, of evidence',
    path: '/skill-evidence?edit=new',
    open: (page) => openCalendar(drawer(page)),
    shows: [CALENDAR],
  },
  {
    name: 'years of a calendar',
    path: '/add-staff?edit=new',
    open: async (page) => {
      await openCalendar(drawer(page));
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
      await openCalendar(modal(page));
    },
    shows: [CALENDAR],
    leave: waitForClosed,
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
      await openList(modal(page));
      await waitForOption(page);
    },
    shows: [LIST],
    leave: waitForClosed,
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
    leave: waitForClosed,
  },
  {
    name: 'size of a page',
    path: '/add-staff',
    open: (page) => openList(page.locator('.ant-pagination')),
    shows: [LIST],
    not: ({ width }) => width === 767,
  },
  {
    name: 'calendar above a report',
    path: '/skil-matrix-report-datewise',
    open: (page) => openCalendar(page.locator('[role=search]')),
    shows: [CALENDAR],
  },
  {
    name: 'list above a report',
    path: '/skil-wise-report',
    open: async (page) => {
      await openList(page.locator('[role=search]'));
      await waitForOption(page);
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
    // A tooltip shown by the pointer is not closed by a key.
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
    leave: waitForClosed,
  },
  {
    name: 'customizer',
    path: '/home',
    open: async (page) => {
      await page.evaluate(() => dispatchEvent(new Event('open-customizer')));
      await drawer(page).waitFor();
    },
    shows: [],
    leave: waitForClosed,
  },
  {
    name: 'notices',
    path: '/home',
    open: async (page) => {
      await page.locator('header button:has(.anticon-bell)').click();
      await drawer(page).waitFor();
    },
    shows: [],
    leave: waitForClosed,
  },
  {
    name: 'menu that slides in',
    path: '/home',
    open: async (page) => {
      await page.locator('header [aria-haspopup=dialog][aria-expanded]').click();
      await page.locator('dialog[open] a').first().waitFor();
    },
    shows: [],
    leave: waitForClosed,
    not: ({ width }) => width === 1280,
  },
];

const TRAINING_SCENES: readonly Scene[] = [
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

/** Deletes a row and undoes it by the toast, so that the next variant finds the row again. */
const UNDO_SCENE: Scene = {
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

describe('popups', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey(
    'lies in its dialog or landmark, within the window, every part of it named, at 1280 and 767 px, light and dark, both ways',
    async () => {
      const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
      await extendUndoTime(page);
      await page.reload();
      await postJson(page, '/api/training-categories', { code: 'POPUP', name: 'Popup shelf' });
      await checkScenes(page, [...ADMIN_SCENES, ...TRAINING_SCENES, UNDO_SCENE]);
    },
  );

  /** Checks each scene in four variants (see variantsOf). */
  async function checkScenes(page: Page, scenes: readonly Scene[]): Promise<void> {
    const faults: string[] = [];
    for (const [sceneIndex, scene] of scenes.entries()) {
      await navigateInApp(page, scene.path.replace(':id', scene.record ? await firstId(page, scene.record) : ''));
      await waitForPageLoaded(page);
      for (const variant of variantsOfScene(scene, sceneIndex)) {
        await applyVariant(page, variant);
        await scene.open(page, variant);
        await eventually(() => openPopups(page), scene.shows);
        const sceneFaults = [...(await popupFaults(page)), ...(await axeViolations(page))];
        faults.push(...sceneFaults.map((fault) => `${scene.name} (${describeVariant(variant)}): ${fault}`));
        await leave(page, scene);
      }
    }
    await switchLanguage(page, 'en');
    expect(faults).toEqual([]);
  }

  /** Each popup closes by one Escape and returns the focus to its opener. */
  async function leave(page: Page, scene: Scene): Promise<void> {
    for (const [at] of scene.shows.entries()) {
      if (scene.shows[at] === 'ant-tooltip') continue;
      await page.keyboard.press('Escape');
      await eventually(() => openPopups(page), scene.shows.slice(0, scene.shows.length - 1 - at));
      await eventually(() => page.evaluate(isOpener), true);
    }
    await scene.leave?.(page);
    await eventually(() => openPopups(page), []);
  }
});

/** The variants of a scene; for a scene of one width only, one variant of that width. */
const variantsOfScene = (scene: Scene, sceneIndex: number): readonly Variant[] => {
  const variants = variantsOf(sceneIndex);
  const matching = variants.filter((variant) => !scene.not?.(variant));
  return matching.length
    ? matching
    : variants.slice(0, 1).map((each) => ({ ...each, width: each.width === 767 ? 1280 : 767 }));
};

/** Runs in the page: whether the focused element opens a popup. */
const isOpener = (): boolean =>
  document.activeElement?.matches('[aria-haspopup], [role=combobox], .ant-picker input') ?? false;
