import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { enlargeResponses } from '../support/enlarged-responses';
import { waitForFrames, waitForIdle, waitForPageLoaded } from '../support/screen-steps';

const REPORTS = ['/skil-matrix-report', '/skil-matrix-report-datewise', '/targeted-matrix-report-datewise'];
const LARGE = { rows: 5_000, columns: 300 };
const ELEMENTS = 1_500;

async function openOnLaptop(product: ProductInBrowser, lang?: string): Promise<Page> {
  const page = await product.openPage(lang ? { lang, path: '/auth/login' } : { path: '/auth/login' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('#user_name').fill(DEMO_ACCOUNTS.admin.user_name);
  await page.locator('#password').fill(DEMO_ACCOUNTS.admin.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
  await page.getByRole('banner').waitFor();
  return page;
}

/** Runs in the page: the number of people whose row is completely visible between header and totals. */
const countPeopleInView = (): number => {
  const box = document.querySelector('.kit-matrix-box')!.getBoundingClientRect();
  const head = document.querySelector('.kit-matrix-head')!.getBoundingClientRect();
  const sums = document.querySelector('.kit-matrix-sums')?.getBoundingClientRect();
  const end = Math.min(innerHeight, box.bottom, sums?.top ?? Infinity);
  return [...document.querySelectorAll('.kit-matrix-row')]
    .map((row) => row.getBoundingClientRect())
    .filter(({ top, bottom }) => top >= head.bottom - 1 && bottom <= end + 1).length;
};

const peopleInView = (page: Page): Promise<number> => page.evaluate(countPeopleInView);

/** Waits until all painted cells have names; they get them when scrolling pauses. */
const waitForCellNames = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const cells = [...document.querySelectorAll('.kit-matrix-cells [role=gridcell]')];
    return cells.length > 0 && cells.every((cell) => cell.hasAttribute('aria-label'));
  });

/** Waits until at least `least` people are visible: rows follow a scroll one or more frames later. */
const waitForPeopleInView = (page: Page, least: number): Promise<unknown> =>
  eventually(async () => (await peopleInView(page)) >= least, true);

describe('the matrix', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('shows twelve people on a laptop in each of its reports, and Assign Target Skils does', async () => {
    const page = await openOnLaptop(product);
    for (const path of [...REPORTS, '/assign-target-skils']) {
      await page.goto(path);
      await waitForPageLoaded(page);
      await page.getByRole('gridcell').first().waitFor();
      await waitForPeopleInView(page, 12);
      const people = await peopleInView(page);
      expect([path, people >= 12, people]).toEqual([path, true, people]);
    }
  });

  journey('says person, skill, level and status in the name of each cell, of an empty one as well', async () => {
    const page = await openOnLaptop(product);
    await page.goto('/skil-matrix-report');
    await waitForPageLoaded(page);
    const cells = page.locator('.kit-matrix-cells [role=gridcell]');
    await waitForCellNames(page);
    const names = await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label') ?? ''));
    expect(names.length).toBeGreaterThan(150);
    expect(
      names.filter((name) => !/^[^,]+, [^,]+, .+: (level \d, .+|no level or target|not applicable)/.test(name)),
    ).toEqual([]);
    // Which of his cells are empty depends on the day of the demo.
    expect(names.filter((name) => /^Ahrens, Dieter, [^:]+: no level or target$/.test(name))).not.toEqual([]);
    await page.goto('/assign-target-skils');
    await waitForPageLoaded(page);
    await page
      .getByRole('gridcell', { name: /^Finn Albrecht · .+: no target/ })
      .first()
      .waitFor();
  });

  journey('remembers the chosen row height', async () => {
    const page = await openOnLaptop(product);
    await page.goto('/skil-matrix-report');
    await waitForPageLoaded(page);
    const height = () =>
      page
        .locator('.kit-matrix-row')
        .first()
        .evaluate((row) => row.getBoundingClientRect().height);
    const before = await height();
    await page.getByRole('button', { name: 'Large rows' }).click();
    await page.waitForFunction(
      (previousHeight) => document.querySelector('.kit-matrix-row')!.getBoundingClientRect().height > previousHeight,
      before,
    );
    const large = await height();
    await page.goto('/assign-target-skils');
    await waitForPageLoaded(page);
    await eventually(height, large);
  });

  journey('keeps the first person in view where rows of another height are chosen, at the end as well', async () => {
    const page = await openOnLaptop(product);
    await enlargeResponses(page, LARGE);
    await page.goto('/skil-matrix-report');
    await page.locator('.kit-matrix-cell[aria-label]').first().waitFor();
    const first = () =>
      page.evaluate(() => {
        const head = document.querySelector('.kit-matrix-head')!.getBoundingClientRect();
        const rows = [...document.querySelectorAll('.kit-matrix-row')]
          .filter((row) => row.getBoundingClientRect().bottom > head.bottom + 1)
          .map((row) => Number(row.getAttribute('aria-rowindex')));
        return Math.min(...rows);
      });
    const firstRowHeight = () =>
      page.evaluate(() => document.querySelector('.kit-matrix-row')!.getBoundingClientRect().height);
    for (const person of [2_000, 4_900]) {
      await page.locator('.kit-matrix-box').evaluate((box, top) => box.scrollTo(0, top), person * 30 + 10);
      await eventually(first, person + 2);
      for (const [size, height] of [
        ['Large', 44],
        ['Medium', 36],
        ['Small', 30],
      ] as const) {
        await page.getByRole('button', { name: `${size} rows` }).click();
        await eventually(firstRowHeight, height);
        await eventually(first, person + 2);
      }
    }
  });

  journey('has the group above each of its columns, wherever one has scrolled and come back from', async () => {
    const page = await openOnLaptop(product);
    await page.setViewportSize({ width: 1500, height: 800 });
    await enlargeResponses(page, LARGE);
    await page.goto('/skil-matrix-report');
    await waitForPageLoaded(page);
    const scrollTo = async (column: number) => {
      await page.evaluate((first) => {
        const width = document.querySelector('.kit-matrix-strip [role=columnheader]')!.getBoundingClientRect().width;
        document.querySelector('.kit-matrix-box')!.scrollTo({ left: first * width });
      }, column);
      await waitForIdle(page);
    };
    /** Number of visible columns without a group heading. */
    const countUngroupedColumns = () =>
      page.evaluate(() => {
        const box = document.querySelector('.kit-matrix-box')!;
        const heads = () => [...document.querySelectorAll('.kit-matrix-strip [role=columnheader]')];
        const gridStart = document.querySelector('.kit-matrix-corner')?.getBoundingClientRect().right ?? 530;
        const end = box.getBoundingClientRect().right - 140;
        const bands = [...document.querySelectorAll('.kit-matrix-band')].map((band) => band.getBoundingClientRect());
        const isUnderGroup = ({ left, right }: DOMRect) =>
          bands.some((band) => band.left <= left + 1 && band.right >= right - 1);
        const seen = heads().filter((head) => {
          const { left, right } = head.getBoundingClientRect();
          return head.textContent && left > gridStart && right < end;
        });
        return [seen.length > 10, seen.filter((head) => !isUnderGroup(head.getBoundingClientRect())).length];
      });
    // A pseudo-random walk of up to seven columns per step, the same in each run.
    let [column, randomState] = [0, 1_500];
    for (let step = 0; step < 45; step++) {
      randomState = (randomState * 1_103_515_245 + 12_345) % 2_147_483_648;
      column = Math.max(0, column + ((randomState >> 8) % 15) - 7);
      await scrollTo(column);
      await eventually(async () => [step, column, ...(await countUngroupedColumns())], [step, column, true, 0]);
    }
  });

  journey('hides its chart by default', async () => {
    const page = await openOnLaptop(product);
    await page.goto('/targeted-matrix-report-datewise');
    await waitForPageLoaded(page);
    expect(await page.getByText('Where the gaps are').count()).toBe(0);
    await page.getByRole('button', { name: 'Show chart' }).click();
    await page.getByText('Where the gaps are').waitFor();
    await page.reload();
    await page.getByText('Where the gaps are').waitFor();
  });

  journey('is laid out from right to left in Arabic', async () => {
    const page = await openOnLaptop(product, 'ar');
    await page.goto('/skil-matrix-report');
    await waitForPageLoaded(page);
    const grid = page.getByRole('grid');
    await grid.focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() =>
      document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant')?.endsWith('0-1'),
    );
    const [first, second] = await page
      .locator('.kit-matrix-row')
      .first()
      .locator('.kit-matrix-cell')
      .evaluateAll((cells) => cells.slice(0, 2).map((cell) => cell.getBoundingClientRect().left));
    expect(second!).toBeLessThan(first!);
  });

  for (const [name, path] of [
    ['of 5,000 × 300', '/skil-matrix-report'],
    ['of the targets of 5,000 people in 300 skills, drawn by the same rows,', '/assign-target-skils'],
  ] as const)
    journey(`${name} is few elements, wherever one scrolls, and says who is in view`, async () => {
      const page = await openOnLaptop(product);
      await enlargeResponses(page, LARGE);
      await page.goto(path);
      await page.locator('.kit-matrix-patches > canvas').first().waitFor();
      for (const [top, left] of [
        [0, 0],
        [60_000, 4_000],
        [120_000, 12_000],
        [0, 10],
      ]) {
        await page.locator('.kit-matrix-box').evaluate((box, to) => box.scrollTo(to[1]!, to[0]!), [top, left] as const);
        await waitForPeopleInView(page, 12);
        await waitForCellNames(page);
        const elements = async () => {
          const count = await page.evaluate(() => document.querySelectorAll('*').length);
          return [top, count < ELEMENTS || count];
        };
        await eventually(elements, [top, true]);
        await waitForPeopleInView(page, 12);
      }
    });

  journey('paints its canvases unscaled for one person, one skill and all', async () => {
    const page = await openOnLaptop(product);
    await page.goto('/skil-matrix-report');
    await waitForPageLoaded(page);
    const first = await page.evaluate(async () => {
      const headers = {
        Authorization: `Bearer ${localStorage.Auth_Token}`,
        EID: localStorage.EID,
        OID: localStorage.OID,
      };
      const firstRowOf = async (path: string) =>
        ((await (await fetch(path, { headers })).json()) as { id: string }[])[0]!.id;
      return { staff_id: await firstRowOf('/api/staff?_end=1'), skill_id: await firstRowOf('/api/skills?_end=1') };
    });
    const countScaledCanvases = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll<HTMLCanvasElement>('.kit-matrix-patches > canvas')].filter((canvas) => {
            const { width, height } = canvas.getBoundingClientRect();
            const isScaled = (shown: number, painted: number) => Math.abs(shown * devicePixelRatio - painted) > 1;
            return isScaled(width, canvas.width) || isScaled(height, canvas.height);
          }).length,
      );
    const people = page.locator('.kit-matrix-row');
    for (const query of [`?staff_id=${first.staff_id}`, `?skill_id=${first.skill_id}`, '']) {
      await page.evaluate((to) => {
        history.pushState({}, '', `/skil-matrix-report${to}`);
        dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      }, query);
      await eventually(async () => (await people.count()) === 1, query.startsWith('?staff_id'));
      await waitForPageLoaded(page);
      await eventually(countScaledCanvases, 0);
      // The frozen column shows only people of the current rows.
      await eventually(() => page.locator('.kit-matrix-first', { hasText: '…' }).count(), 0);
    }
  });

  journey(
    'has each figure of a row under its own head, a frame where the system draws the colours, and few canvases',
    async () => {
      const page = await openOnLaptop(product);
      await page.goto('/skil-matrix-report');
      await waitForPageLoaded(page);
      const box = page.locator('.kit-matrix-box');
      const countMisplacedRows = () =>
        page.evaluate(() => {
          const indexOf = (element: Element) => Number(element.getAttribute('aria-colindex'));
          const heads = [...document.querySelectorAll('.kit-matrix-edge-head > *')].map(indexOf);
          const rows = [...document.querySelectorAll('.kit-matrix-row')];
          return rows.filter((row) => {
            const all = [...row.querySelectorAll('[role=gridcell]')].map(indexOf);
            const totalIndexes = [...row.querySelectorAll('.kit-matrix-row-totals > *')].map(indexOf);
            return new Set(all).size < all.length || heads.length === 0 || totalIndexes.join() !== heads.join();
          }).length;
        });
      await waitForCellNames(page);
      await eventually(countMisplacedRows, 0);
      await box.evaluate((element) => element.scrollTo(300, 700));
      await waitForCellNames(page);
      await eventually(countMisplacedRows, 0);
      await page.emulateMedia({ forcedColors: 'active' });
      await box.focus();
      await page.keyboard.press('ArrowRight');
      const active = page.locator('.kit-matrix-cell.active');
      await eventually(() => active.evaluate((cell) => getComputedStyle(cell).outlineStyle), 'solid');
      await page.emulateMedia({ forcedColors: 'none' });
      const canvasesCreated = await page.evaluate(() => {
        const create = document.createElement.bind(document);
        const counted = { canvases: 0 };
        document.createElement = ((name: string) => {
          if (name === 'canvas') counted.canvases++;
          return create(name);
        }) as typeof document.createElement;
        return Object.assign(window, { counted }).counted.canvases;
      });
      expect(canvasesCreated).toBe(0);
      for (let pressCount = 0; pressCount < 40; pressCount++) await page.keyboard.press('ArrowDown');
      await waitForFrames(page);
      const canvases = await page.evaluate(
        () => (window as unknown as { counted: { canvases: number } }).counted.canvases,
      );
      expect(canvases).toBeLessThanOrEqual(8);
    },
  );

  journey('opens no explanation when the pointer is released on another cell', async () => {
    const page = await openOnLaptop(product);
    await page.goto('/skil-matrix-report');
    await waitForPageLoaded(page);
    await waitForCellNames(page);
    const at = async (row: number, column: number) => {
      const cell = page.locator('.kit-matrix-row').nth(row).locator('[role=gridcell]').nth(column);
      const { x, y, width, height } = (await cell.boundingBox())!;
      return [x + width / 2, y + height / 2] as const;
    };
    await page.mouse.move(...(await at(1, 1)));
    await page.mouse.down();
    await page.mouse.move(...(await at(3, 3)));
    await page.mouse.up();
    await waitForFrames(page);
    expect([await page.getByRole('dialog').count(), new URL(page.url()).search]).toEqual([0, '']);
    await page.mouse.click(...(await at(3, 3)));
    await page.getByRole('dialog').waitFor();
  });

  journey('has the same person and totals in each row as in its frozen columns', async () => {
    const page = await openOnLaptop(product);
    await page.goto('/skil-matrix-report');
    await waitForPageLoaded(page);
    for (const [top, left] of [
      [0, 0],
      [700, 300],
      [100_000, 100_000],
    ]) {
      await page.locator('.kit-matrix-box').evaluate((box, to) => box.scrollTo(to[1]!, to[0]!), [top, left] as const);
      const compareRowEnds = () =>
        page.evaluate(() => {
          const textsByTop = (selector: string) =>
            new Map(
              [...document.querySelectorAll(selector)].map((element) => [
                Math.round(element.getBoundingClientRect().top),
                [...element.children].map(({ textContent }) => textContent),
              ]),
            );
          const [people, totals] = [textsByTop('.kit-matrix-first'), textsByTop('.kit-matrix-edge-row')];
          const rows = [...document.querySelectorAll('.kit-matrix-row')].map((row) => {
            const at = Math.round(row.getBoundingClientRect().top);
            const ends = [...row.querySelectorAll('[role=rowheader], .kit-matrix-row-totals > *')];
            return [
              ends.map(({ textContent }) => textContent),
              [people.get(at)?.join(' · '), ...(totals.get(at) ?? [])],
            ] as const;
          });
          const equal = rows.filter(([ends, seen]) => ends.length === 4 && ends.join('|') === seen.join('|'));
          return [equal.length > 10, rows.length - equal.length];
        });
      await eventually(compareRowEnds, [true, 0]);
    }
  });

  journey('aligns each column with its header and totals at any scroll position', async () => {
    const page = await openOnLaptop(product);
    await enlargeResponses(page, LARGE);
    await page.goto('/skil-matrix-report');
    await page.locator('.kit-matrix-cell[aria-label]').first().waitFor();
    for (const [top, left] of [
      [0, 0],
      [0, 500],
      [90_000, 7_000],
      [150_000, 20_000],
      [30, 90],
    ]) {
      await page.locator('.kit-matrix-box').evaluate((box, to) => box.scrollTo(to[1]!, to[0]!), [top, left] as const);
      const measureColumns = () =>
        page.evaluate(() => {
          const box = document.querySelector('.kit-matrix-box')!;
          const gridStart = document.querySelector('.kit-matrix-corner')!.getBoundingClientRect().right;
          const to = box.getBoundingClientRect().left + box.clientWidth;
          const at = (selector: string) =>
            [...box.querySelectorAll(selector)]
              .map((element) => ({ element, is: element.getBoundingClientRect() }))
              .filter(({ is }) => is.width > 0 && is.right > gridStart + 1 && is.left < to - 1)
              .toSorted((one, other) => one.is.left - other.is.left);
          const columnPositions = (selector: string) =>
            at(selector).map(({ element, is }) => `${Math.round(is.left)} ${element.getAttribute('aria-colindex')}`);
          const heads = columnPositions('.kit-matrix-column');
          const sums = [...box.querySelectorAll('.kit-matrix-sum')].map((_, line) =>
            columnPositions(`.kit-matrix-sum:nth-child(${line + 1}) [role=gridcell]`).join(),
          );
          const [row] = [...box.querySelectorAll('.kit-matrix-row')].map(
            (each) => `.kit-matrix-row[aria-rowindex="${each.getAttribute('aria-rowindex')}"] .kit-matrix-cell`,
          );
          const unnamedColumns = at('.kit-matrix-column').filter(({ element }) => {
            const words = element.textContent;
            return !words || !(element as HTMLElement).title.split(' · ').includes(words);
          });
          return [
            heads.length > 10,
            new Set(heads.map((head) => head.split(' ')[1])).size === heads.length,
            sums.length,
            sums.filter((line) => line !== heads.join()).length,
            columnPositions(row!).join() === heads.join(),
            unnamedColumns.length,
          ];
        });
      await eventually(measureColumns, [true, true, 3, 0, true, 0]);
    }
  });

  journey('shows a tooltip for the cell under the pointer, and none while scrolling', async () => {
    const page = await openOnLaptop(product);
    await page.goto('/skil-matrix-report');
    await waitForPageLoaded(page);
    await waitForCellNames(page);
    const cell = page.getByRole('gridcell', { name: /: level \d/ }).first();
    const name = (await cell.getAttribute('aria-label')) ?? '';
    await cell.hover();
    await page.getByRole('tooltip').getByText(name, { exact: true }).waitFor();
    await page.locator('.kit-matrix-box').evaluate((box) => box.scrollBy(0, 300));
    await eventually(() => page.getByRole('tooltip').getByText(name, { exact: true }).count(), 0);
  });

  journey('retries failed targets for the visible people only', async () => {
    const page = await openOnLaptop(product);
    await enlargeResponses(page, LARGE);
    let targetRequests = 0;
    let isUnavailable = true;
    await page.route(/\/api\/skill-targets\?.*staff_id=/, (route) => {
      targetRequests++;
      return isUnavailable ? route.fulfill({ status: 503, json: { code: 'database_unavailable' } }) : route.fallback();
    });
    await page.goto('/assign-target-skils');
    const retryButton = page.getByRole('button', { name: 'Try again' });
    await retryButton.waitFor();
    await waitForPageLoaded(page);
    isUnavailable = false;
    targetRequests = 0;
    await retryButton.click();
    await retryButton.waitFor({ state: 'detached' });
    await waitForPageLoaded(page);
    // The list is read in pages of 25 people; some thirty are visible.
    expect([targetRequests > 0 && targetRequests <= 20, targetRequests]).toEqual([true, targetRequests]);
  });

  journey('lets targets be typed as into a spreadsheet, takes them back, and keeps them through a reload', async () => {
    const page = await openOnLaptop(product);
    await page.goto('/assign-target-skils');
    await waitForPageLoaded(page);
    const selected = page.locator('[role=gridcell][aria-selected=true]');
    await page
      .getByRole('gridcell', { name: /^Finn Albrecht · .+: no target/ })
      .first()
      .click();
    await page.keyboard.press('3');
    await page.getByText('1 change', { exact: true }).waitFor();
    await page.getByRole('gridcell', { name: /^Finn Albrecht · .+: 3 .+ · saved: no target/ }).waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowRight');
    await eventually(() => selected.count(), 4);
    await page.keyboard.press('Control+d');
    await page.getByText('2 changes', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await eventually(() => selected.count(), 1);
    await page.keyboard.press('Control+z');
    await page.getByText('1 change', { exact: true }).waitFor();
    await page.keyboard.press('Control+y');
    await page.getByText('2 changes', { exact: true }).waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('2 changes', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('2 changes', { exact: true }).waitFor({ state: 'detached' });
  });

  journey('selects what a mouse is dragged over', async () => {
    const page = await openOnLaptop(product);
    await page.goto('/assign-target-skils');
    await waitForPageLoaded(page);
    const cells = page.locator('.kit-matrix-row').nth(2).getByRole('gridcell');
    await cells.nth(1).hover();
    await page.mouse.down();
    await page.locator('.kit-matrix-row').nth(4).getByRole('gridcell').nth(3).hover();
    await page.mouse.up();
    const selected = page.locator('[role=gridcell][aria-selected=true]');
    await eventually(() => selected.count(), 9);
    await page.locator('.kit-matrix-row').nth(7).getByRole('gridcell').nth(5).hover();
    await waitForFrames(page);
    expect(await selected.count()).toBe(9);
  });

  journey('prints completely in landscape with organisation, day and filters', async () => {
    const page = await openOnLaptop(product);
    await page.goto('/skil-matrix-report');
    await page.getByRole('gridcell').first().waitFor();
    await waitForPageLoaded(page);
    const pages =
      (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/MediaBox\s*\[[^\]]+\]/g) ?? [];
    // Two tables with half of the skills each; the sixty people fill two or three pages.
    expect(pages.length).toBeGreaterThanOrEqual(4);
    expect(pages.filter((box) => !/\[0 0 84\d\S* 59\d/.test(box))).toEqual([]);
    const sheet = page.locator('.rep-sheet');
    await sheet.waitFor({ state: 'detached' });
    await page.evaluate(() => (window.print = () => undefined));
    await page.getByRole('button', { name: 'Print' }).click();
    await sheet.waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print' });
    const peopleAndSkills = () =>
      page.evaluate(() => [
        new Set([...document.querySelectorAll('.rep-sheet tbody th bdi')].map((name) => name.textContent)).size,
        document.querySelectorAll('.rep-sheet thead th small').length,
      ]);
    await eventually(peopleAndSkills, [56, 25]);
    const words = (await sheet.innerText()).replaceAll(/\s+/g, ' ');
    for (const phrase of [
      'Nordhafen Works (1001)',
      'all people, all skills',
      'target met',
      'Levels and required levels at the end of',
    ])
      expect(words).toContain(phrase);
  });

  journey('states on paper which part of a large matrix is left out', async () => {
    const page = await openOnLaptop(product);
    await enlargeResponses(page, LARGE);
    await page.goto('/skil-matrix-report');
    await page.getByRole('gridcell').first().waitFor();
    await waitForPageLoaded(page);
    await page.evaluate(() => (window.print = () => undefined));
    await page.getByRole('button', { name: 'Print' }).click();
    const cutNote = page.locator('.rep-sheet-cut');
    await cutNote.waitFor({ state: 'attached' });
    expect(await cutNote.textContent()).toContain('people 1–200 of 5,000 and skills 1–60 of 300');
    await eventually(() => page.locator('.rep-sheet table').count(), 3);
    // Filters changed during loading must not print the old rows under the new heading.
    await page.evaluate(() => {
      Object.assign(globalThis, { printed: 0 });
      window.dispatchEvent(new Event('afterprint'));
      window.print = () => void (globalThis as unknown as { printed: number }).printed++;
    });
    await page.locator('.rep-sheet').waitFor({ state: 'detached' });
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    let heldRequests = 0;
    await page.route(/skill-matrix\?.*_start=0&_end=200&skill_start=0&skill_end=60/, async (route) => {
      heldRequests++;
      await released;
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Print' }).click();
    await eventually(() => heldRequests, 1);
    const other = page.waitForResponse(/skill-matrix\?(?!.*_start).*to=2026-01-31/);
    await page.evaluate(() => {
      history.pushState(history.state, '', `${location.pathname}?tdate=2026-01-31`);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    });
    await other;
    await eventually(() => page.locator('[aria-busy=true]').count(), 0);
    await waitForFrames(page);
    release();
    await waitForPageLoaded(page);
    expect(await page.evaluate(() => (globalThis as unknown as { printed: number }).printed)).toBe(0);
    expect(await page.locator('.rep-sheet').count()).toBe(0);
  });
});
