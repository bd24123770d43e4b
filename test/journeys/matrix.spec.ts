import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { enlarge } from '../support/enlarged';
import { drawn, idle, settled } from '../support/screen-steps';

const REPORTS = ['/skil-matrix-report', '/skil-matrix-report-datewise', '/targeted-matrix-report-datewise'];
const LARGE = { rows: 5_000, columns: 300 };
const ELEMENTS = 1_500;

async function laptop(product: Visited, lang?: string): Promise<Page> {
  const page = await product.visit(lang ? { lang, path: '/auth/login' } : { path: '/auth/login' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('#user_name').fill(DEMO_ACCOUNTS.admin.user_name);
  await page.locator('#password').fill(DEMO_ACCOUNTS.admin.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
  await page.getByRole('banner').waitFor();
  return page;
}

/** People whose whole row can be seen, between the heads and the totals, without scrolling the page; runs in the page. */
const countInView = (): number => {
  const box = document.querySelector('.kit-matrix-box')!.getBoundingClientRect();
  const head = document.querySelector('.kit-matrix-head')!.getBoundingClientRect();
  const sums = document.querySelector('.kit-matrix-sums')?.getBoundingClientRect();
  const end = Math.min(innerHeight, box.bottom, sums?.top ?? Infinity);
  return [...document.querySelectorAll('.kit-matrix-row')]
    .map((row) => row.getBoundingClientRect())
    .filter(({ top, bottom }) => top >= head.bottom - 1 && bottom <= end + 1).length;
};

const peopleInView = (page: Page): Promise<number> => page.evaluate(countInView);

/** Until all cells that are drawn have their names: they get them when the scroll has paused. */
const allNamed = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const cells = [...document.querySelectorAll('.kit-matrix-cells [role=gridcell]')];
    return cells.length > 0 && cells.every((cell) => cell.hasAttribute('aria-label'));
  });

/** Until at least `least` people stand in view: the rows follow a scroll a frame later, and on a busy machine more than one. */
const withInView = (page: Page, least: number): Promise<unknown> =>
  comesTo(async () => (await peopleInView(page)) >= least, true);

describe('the matrix', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('shows twelve people on a laptop in each of its reports, and Assign Target Skils does', async () => {
    const page = await laptop(product);
    for (const path of [...REPORTS, '/assign-target-skils']) {
      await page.goto(path);
      await settled(page);
      await page.getByRole('gridcell').first().waitFor();
      await withInView(page, 12);
      const people = await peopleInView(page);
      expect([path, people >= 12, people]).toEqual([path, true, people]);
    }
  });

  journey('says person, skill, level and status in the name of each cell, of an empty one as well', async () => {
    const page = await laptop(product);
    await page.goto('/skil-matrix-report');
    await settled(page);
    const cells = page.locator('.kit-matrix-cells [role=gridcell]');
    await allNamed(page);
    const names = await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label') ?? ''));
    expect(names.length).toBeGreaterThan(150);
    expect(
      names.filter((name) => !/^[^,]+, [^,]+, .+: (level \d, .+|no level or target|not applicable)/.test(name)),
    ).toEqual([]);
    // Which of his cells are empty depends on the day: the demo is told up to today.
    expect(names.filter((name) => /^Ahrens, Dieter, [^:]+: no level or target$/.test(name))).not.toEqual([]);
    await page.goto('/assign-target-skils');
    await settled(page);
    await page
      .getByRole('gridcell', { name: /^Finn Albrecht · .+: no target/ })
      .first()
      .waitFor();
  });

  journey('has rows as high as somebody likes them, and remembers it', async () => {
    const page = await laptop(product);
    await page.goto('/skil-matrix-report');
    await settled(page);
    const height = () =>
      page
        .locator('.kit-matrix-row')
        .first()
        .evaluate((row) => row.getBoundingClientRect().height);
    const before = await height();
    await page.getByRole('button', { name: 'Large rows' }).click();
    await page.waitForFunction(
      (was) => document.querySelector('.kit-matrix-row')!.getBoundingClientRect().height > was,
      before,
    );
    const large = await height();
    await page.goto('/assign-target-skils');
    await settled(page);
    await comesTo(height, large);
  });

  journey('keeps the first person in view where rows of another height are chosen, at the end as well', async () => {
    const page = await laptop(product);
    await enlarge(page, LARGE);
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
    const heightOf = () =>
      page.evaluate(() => document.querySelector('.kit-matrix-row')!.getBoundingClientRect().height);
    for (const person of [2_000, 4_900]) {
      await page.locator('.kit-matrix-box').evaluate((box, top) => box.scrollTo(0, top), person * 30 + 10);
      await comesTo(first, person + 2);
      for (const [size, height] of [
        ['Large', 44],
        ['Medium', 36],
        ['Small', 30],
      ] as const) {
        await page.getByRole('button', { name: `${size} rows` }).click();
        await comesTo(heightOf, height);
        await comesTo(first, person + 2);
      }
    }
  });

  journey('has the group above each of its columns, wherever one has scrolled and come back from', async () => {
    const page = await laptop(product);
    await page.setViewportSize({ width: 1500, height: 800 });
    await enlarge(page, LARGE);
    await page.goto('/skil-matrix-report');
    await settled(page);
    const scrollTo = async (column: number) => {
      await page.evaluate((first) => {
        const width = document.querySelector('.kit-matrix-strip [role=columnheader]')!.getBoundingClientRect().width;
        document.querySelector('.kit-matrix-box')!.scrollTo({ left: first * width });
      }, column);
      await idle(page);
    };
    /** Columns in view above which no group is written. */
    const bare = () =>
      page.evaluate(() => {
        const box = document.querySelector('.kit-matrix-box')!;
        const heads = () => [...document.querySelectorAll('.kit-matrix-strip [role=columnheader]')];
        const begin = document.querySelector('.kit-matrix-corner')?.getBoundingClientRect().right ?? 530;
        const end = box.getBoundingClientRect().right - 140;
        const bands = [...document.querySelectorAll('.kit-matrix-band')].map((band) => band.getBoundingClientRect());
        const isBanded = ({ left, right }: DOMRect) =>
          bands.some((band) => band.left <= left + 1 && band.right >= right - 1);
        const seen = heads().filter((head) => {
          const { left, right } = head.getBoundingClientRect();
          return head.textContent && left > begin && right < end;
        });
        return [seen.length > 10, seen.filter((head) => !isBanded(head.getBoundingClientRect())).length];
      });
    // A walk by steps of up to seven columns, the same each time.
    let [column, chance] = [0, 1_500];
    for (let step = 0; step < 45; step++) {
      chance = (chance * 1_103_515_245 + 12_345) % 2_147_483_648;
      column = Math.max(0, column + ((chance >> 8) % 15) - 7);
      await scrollTo(column);
      await comesTo(async () => [step, column, ...(await bare())], [step, column, true, 0]);
    }
  });

  journey('folds its chart away until somebody wants it', async () => {
    const page = await laptop(product);
    await page.goto('/targeted-matrix-report-datewise');
    await settled(page);
    expect(await page.getByText('Where the gaps are').count()).toBe(0);
    await page.getByRole('button', { name: 'Show chart' }).click();
    await page.getByText('Where the gaps are').waitFor();
    await page.reload();
    await page.getByText('Where the gaps are').waitFor();
  });

  journey('runs from right to left in Arabic: what follows stands to the left', async () => {
    const page = await laptop(product, 'ar');
    await page.goto('/skil-matrix-report');
    await settled(page);
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
      const page = await laptop(product);
      await enlarge(page, LARGE);
      await page.goto(path);
      await page.locator('.kit-matrix-patches > canvas').first().waitFor();
      for (const [top, left] of [
        [0, 0],
        [60_000, 4_000],
        [120_000, 12_000],
        [0, 10],
      ]) {
        await page.locator('.kit-matrix-box').evaluate((box, to) => box.scrollTo(to[1]!, to[0]!), [top, left] as const);
        await withInView(page, 12);
        await allNamed(page);
        const elements = async () => {
          const count = await page.evaluate(() => document.querySelectorAll('*').length);
          return [top, count < ELEMENTS || count];
        };
        await comesTo(elements, [top, true]);
        await withInView(page, 12);
      }
    });

  journey('is painted as large as it is shown when a filter leaves one person, one skill, and all again', async () => {
    const page = await laptop(product);
    await page.goto('/skil-matrix-report');
    await settled(page);
    const first = await page.evaluate(async () => {
      const headers = {
        Authorization: `Bearer ${localStorage.Auth_Token}`,
        EID: localStorage.EID,
        OID: localStorage.OID,
      };
      const of = async (path: string) => ((await (await fetch(path, { headers })).json()) as { id: string }[])[0]!.id;
      return { staff_id: await of('/api/staff?_end=1'), skill_id: await of('/api/skills?_end=1') };
    });
    const squeezed = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll<HTMLCanvasElement>('.kit-matrix-patches > canvas')].filter((canvas) => {
            const { width, height } = canvas.getBoundingClientRect();
            const off = (shown: number, painted: number) => Math.abs(shown * devicePixelRatio - painted) > 1;
            return off(width, canvas.width) || off(height, canvas.height);
          }).length,
      );
    const people = page.locator('.kit-matrix-row');
    for (const query of [`?staff_id=${first.staff_id}`, `?skill_id=${first.skill_id}`, '']) {
      await page.evaluate((to) => {
        history.pushState({}, '', `/skil-matrix-report${to}`);
        dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      }, query);
      await comesTo(async () => (await people.count()) === 1, query.startsWith('?staff_id'));
      await settled(page);
      await comesTo(squeezed, 0);
      // Nobody stands at the ends who is in no row.
      await comesTo(() => page.locator('.kit-matrix-first', { hasText: '…' }).count(), 0);
    }
  });

  journey(
    'has each figure of a row under its own head, a frame where the system draws the colours, and few canvases',
    async () => {
      const page = await laptop(product);
      await page.goto('/skil-matrix-report');
      await settled(page);
      const box = page.locator('.kit-matrix-box');
      const misplaced = () =>
        page.evaluate(() => {
          const indexOf = (element: Element) => Number(element.getAttribute('aria-colindex'));
          const heads = [...document.querySelectorAll('.kit-matrix-edge-head > *')].map(indexOf);
          const rows = [...document.querySelectorAll('.kit-matrix-row')];
          return rows.filter((row) => {
            const all = [...row.querySelectorAll('[role=gridcell]')].map(indexOf);
            const figures = [...row.querySelectorAll('.kit-matrix-row-totals > *')].map(indexOf);
            return new Set(all).size < all.length || heads.length === 0 || figures.join() !== heads.join();
          }).length;
        });
      await allNamed(page);
      await comesTo(misplaced, 0);
      await box.evaluate((element) => element.scrollTo(300, 700));
      await allNamed(page);
      await comesTo(misplaced, 0);
      await page.emulateMedia({ forcedColors: 'active' });
      await box.focus();
      await page.keyboard.press('ArrowRight');
      const active = page.locator('.kit-matrix-cell.active');
      await comesTo(() => active.evaluate((cell) => getComputedStyle(cell).outlineStyle), 'solid');
      await page.emulateMedia({ forcedColors: 'none' });
      const made = await page.evaluate(() => {
        const create = document.createElement.bind(document);
        const counted = { canvases: 0 };
        document.createElement = ((name: string) => {
          if (name === 'canvas') counted.canvases++;
          return create(name);
        }) as typeof document.createElement;
        return Object.assign(window, { counted }).counted.canvases;
      });
      expect(made).toBe(0);
      for (let press = 0; press < 40; press++) await page.keyboard.press('ArrowDown');
      await drawn(page);
      const canvases = await page.evaluate(
        () => (window as unknown as { counted: { canvases: number } }).counted.canvases,
      );
      expect(canvases).toBeLessThanOrEqual(8);
    },
  );

  journey('explains no cell when another was pressed than let go', async () => {
    const page = await laptop(product);
    await page.goto('/skil-matrix-report');
    await settled(page);
    await allNamed(page);
    const at = async (row: number, column: number) => {
      const cell = page.locator('.kit-matrix-row').nth(row).locator('[role=gridcell]').nth(column);
      const { x, y, width, height } = (await cell.boundingBox())!;
      return [x + width / 2, y + height / 2] as const;
    };
    await page.mouse.move(...(await at(1, 1)));
    await page.mouse.down();
    await page.mouse.move(...(await at(3, 3)));
    await page.mouse.up();
    await drawn(page);
    expect([await page.getByRole('dialog').count(), new URL(page.url()).search]).toEqual([0, '']);
    await page.mouse.click(...(await at(3, 3)));
    await page.getByRole('dialog').waitFor();
  });

  journey('says of each row what is seen at its ends: the same person, the same totals', async () => {
    const page = await laptop(product);
    await page.goto('/skil-matrix-report');
    await settled(page);
    for (const [top, left] of [
      [0, 0],
      [700, 300],
      [100_000, 100_000],
    ]) {
      await page.locator('.kit-matrix-box').evaluate((box, to) => box.scrollTo(to[1]!, to[0]!), [top, left] as const);
      const beside = () =>
        page.evaluate(() => {
          const textAt = (selector: string) =>
            new Map(
              [...document.querySelectorAll(selector)].map((element) => [
                Math.round(element.getBoundingClientRect().top),
                [...element.children].map(({ textContent }) => textContent),
              ]),
            );
          const [people, totals] = [textAt('.kit-matrix-first'), textAt('.kit-matrix-edge-row')];
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
      await comesTo(beside, [true, 0]);
    }
  });

  journey('has each column below its own head and above its own sums, however far one scrolls', async () => {
    const page = await laptop(product);
    await enlarge(page, LARGE);
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
      const inView = () =>
        page.evaluate(() => {
          const box = document.querySelector('.kit-matrix-box')!;
          const from = document.querySelector('.kit-matrix-corner')!.getBoundingClientRect().right;
          const to = box.getBoundingClientRect().left + box.clientWidth;
          const at = (selector: string) =>
            [...box.querySelectorAll(selector)]
              .map((element) => ({ element, is: element.getBoundingClientRect() }))
              .filter(({ is }) => is.width > 0 && is.right > from + 1 && is.left < to - 1)
              .toSorted((one, other) => one.is.left - other.is.left);
          const indexesOf = (selector: string) =>
            at(selector).map(({ element, is }) => `${Math.round(is.left)} ${element.getAttribute('aria-colindex')}`);
          const heads = indexesOf('.kit-matrix-column');
          const sums = [...box.querySelectorAll('.kit-matrix-sum')].map((_, line) =>
            indexesOf(`.kit-matrix-sum:nth-child(${line + 1}) [role=gridcell]`).join(),
          );
          const [row] = [...box.querySelectorAll('.kit-matrix-row')].map(
            (each) => `.kit-matrix-row[aria-rowindex="${each.getAttribute('aria-rowindex')}"] .kit-matrix-cell`,
          );
          const unsaid = at('.kit-matrix-column').filter(({ element }) => {
            const words = element.textContent;
            return !words || !(element as HTMLElement).title.split(' · ').includes(words);
          });
          return [
            heads.length > 10,
            new Set(heads.map((head) => head.split(' ')[1])).size === heads.length,
            sums.length,
            sums.filter((line) => line !== heads.join()).length,
            indexesOf(row!).join() === heads.join(),
            unsaid.length,
          ];
        });
      await comesTo(inView, [true, true, 3, 0, true, 0]);
    }
  });

  journey('says of the cell under the pointer what it means, and of none while the grid moves', async () => {
    const page = await laptop(product);
    await page.goto('/skil-matrix-report');
    await settled(page);
    await allNamed(page);
    const cell = page.getByRole('gridcell', { name: /: level \d/ }).first();
    const name = (await cell.getAttribute('aria-label')) ?? '';
    await cell.hover();
    await page.getByRole('tooltip').getByText(name, { exact: true }).waitFor();
    await page.locator('.kit-matrix-box').evaluate((box) => box.scrollBy(0, 300));
    await comesTo(() => page.getByRole('tooltip').getByText(name, { exact: true }).count(), 0);
  });

  journey('asks once more for the targets of those in view alone, when they could not be had', async () => {
    const page = await laptop(product);
    await enlarge(page, LARGE);
    let asked = 0;
    let away = true;
    await page.route(/\/api\/skill-targets\?.*staff_id=/, (route) => {
      asked++;
      return away ? route.fulfill({ status: 503, json: { code: 'database_unavailable' } }) : route.fallback();
    });
    await page.goto('/assign-target-skils');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await settled(page);
    away = false;
    asked = 0;
    await again.click();
    await again.waitFor({ state: 'detached' });
    await settled(page);
    // Twenty-five people at a time, of whom some thirty are in view.
    expect([asked > 0 && asked <= 20, asked]).toEqual([true, asked]);
  });

  journey('lets targets be typed as into a spreadsheet, takes them back, and keeps them through a reload', async () => {
    const page = await laptop(product);
    await page.goto('/assign-target-skils');
    await settled(page);
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
    await comesTo(() => selected.count(), 4);
    await page.keyboard.press('Control+d');
    await page.getByText('2 changes', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await comesTo(() => selected.count(), 1);
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
    const page = await laptop(product);
    await page.goto('/assign-target-skils');
    await settled(page);
    const cells = page.locator('.kit-matrix-row').nth(2).getByRole('gridcell');
    await cells.nth(1).hover();
    await page.mouse.down();
    await page.locator('.kit-matrix-row').nth(4).getByRole('gridcell').nth(3).hover();
    await page.mouse.up();
    const selected = page.locator('[role=gridcell][aria-selected=true]');
    await comesTo(() => selected.count(), 9);
    await page.locator('.kit-matrix-row').nth(7).getByRole('gridcell').nth(5).hover();
    await drawn(page);
    expect(await selected.count()).toBe(9);
  });

  journey('is printed whole, on its side, and says whose it is, of which day, with which filters', async () => {
    const page = await laptop(product);
    await page.goto('/skil-matrix-report');
    await page.getByRole('gridcell').first().waitFor();
    await settled(page);
    const pages =
      (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/MediaBox\s*\[[^\]]+\]/g) ?? [];
    // Two tables of half the skills each, their sixty people over two or three pages.
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
    await comesTo(peopleAndSkills, [56, 25]);
    const words = (await sheet.innerText()).replaceAll(/\s+/g, ' ');
    for (const phrase of [
      'Nordhafen Works (1001)',
      'all people, all skills',
      'target met',
      'Levels and required levels at the end of',
    ])
      expect(words).toContain(phrase);
  });

  journey('says on paper what of a large one is left out', async () => {
    const page = await laptop(product);
    await enlarge(page, LARGE);
    await page.goto('/skil-matrix-report');
    await page.getByRole('gridcell').first().waitFor();
    await settled(page);
    await page.evaluate(() => (window.print = () => undefined));
    await page.getByRole('button', { name: 'Print' }).click();
    const note = page.locator('.rep-sheet-cut');
    await note.waitFor({ state: 'attached' });
    expect(await note.textContent()).toContain('people 1–200 of 5,000 and skills 1–60 of 300');
    await comesTo(() => page.locator('.rep-sheet table').count(), 3);
    // Filters that change while the rows are fetched: neither their rows under the new heading, nor any paper.
    await page.evaluate(() => {
      Object.assign(globalThis, { printed: 0 });
      window.dispatchEvent(new Event('afterprint'));
      window.print = () => void (globalThis as unknown as { printed: number }).printed++;
    });
    await page.locator('.rep-sheet').waitFor({ state: 'detached' });
    let letGo!: () => void;
    const gone = new Promise<void>((resolve) => (letGo = resolve));
    let held = 0;
    await page.route(/skill-matrix\?.*_start=0&_end=200&skill_start=0&skill_end=60/, async (route) => {
      held++;
      await gone;
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Print' }).click();
    await comesTo(() => held, 1);
    const other = page.waitForResponse(/skill-matrix\?(?!.*_start).*to=2026-01-31/);
    await page.evaluate(() => {
      history.pushState(history.state, '', `${location.pathname}?tdate=2026-01-31`);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    });
    await other;
    await comesTo(() => page.locator('[aria-busy=true]').count(), 0);
    await drawn(page);
    letGo();
    await settled(page);
    expect(await page.evaluate(() => (globalThis as unknown as { printed: number }).printed)).toBe(0);
    expect(await page.locator('.rep-sheet').count()).toBe(0);
  });
});
