import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { openMenu, signedInAs } from '../support/journey-steps';
import { complaints, errorToasts, settled, violations } from '../support/screen-steps';

/** What a learner finds under each of the menu's entries (screens.md §5): theirs, and never somebody else. */
const ENTRIES: readonly (readonly [entry: string, seen: string | RegExp])[] = [
  ['Dashboard', 'Your gaps'],
  ['Training Category', 'Welding'],
  ['Training List', 'MIG/MAG welding: basics'],
  ['Staff Master', 'N-1024'],
  ['Skil Master', 'What the levels mean'],
  ['Assign Training', 'Assigned to you'],
  ['Remove Training', /Slings and lifting gear/],
  ['Assign Target Skils', /\d+ of \d+ targets met \(/],
  ['Quiz Report', 'Mara Lindt'],
  ['All Skil Matrix Report', /Lindt/],
  ['All Skil Matrix Report Datewise', /Lindt/],
  ['Targeted Skils Matrix Report', 'Reading technical drawings'],
  ['Skils Wise Matrix Report', 'MIG/MAG welding'],
];

let product: Visited;
beforeAll(async () => {
  product = await openProduct({ SEED_DEMO: 'on' });
});
afterAll(() => product.close());

const signedIn = (who: keyof typeof DEMO_ACCOUNTS): Promise<Page> => signedInAs(product, DEMO_ACCOUNTS[who]);

describe('a learner', () => {
  journey('finds under each of the thirteen entries what is theirs', async () => {
    const page = await signedIn('welder');
    const heard = complaints(page);
    for (const [entry, seen] of ENTRIES) {
      await openMenu(page, entry);
      await page.getByRole('main').getByText(seen).first().waitFor();
      await settled(page);
      expect([entry, await page.getByText("You don't have permission").count()]).toEqual([entry, 0]);
      expect([entry, await page.getByRole('main').getByText('Petersen').count()]).toEqual([entry, 0]);
      heard.push(...(await errorToasts(page)).map((problem) => `${entry}: ${problem}`));
    }
    expect(heard).toEqual([]);
  });

  journey('is told what is offered, and need not be done', async () => {
    const page = await signedIn('welder');
    await page.goto('/my-training?section=all');
    const offered = page.getByRole('article').filter({ hasText: 'Optional' });
    await comesTo(() => offered.getByRole('heading').allInnerTexts(), ['Electrical safety for everyone']);
  });

  journey('reads above the button of a recommended training what it is, also on a small screen', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.driver, { width: 767 });
    await page.goto('/my-skills');
    const way = page.locator('.lr-skill-way').filter({ has: page.locator('.ant-btn') });
    await way.first().waitFor();
    const gap = await way.first().evaluate((element) => {
      const [label, button] = [...element.children].map((child) => child.getBoundingClientRect());
      return button!.top - label!.bottom;
    });
    expect(gap).toBeGreaterThanOrEqual(0);
  });

  journey('goes on from the home page with the quiz that was begun', async () => {
    const page = await signedIn('driver');
    const day = page.getByRole('region', { name: 'Continue' });
    await day.getByRole('heading', { name: '5S: order on the shop floor' }).waitFor();
    await day.getByRole('link', { name: /^Continue the quiz/ }).click();
    await page.waitForURL(/\/my-training\/[^/]+\/quiz/);
  });

  journey(
    'sees on one page what to go on with, what is due, what was gained, own levels and what closes a gap',
    async () => {
      const page = await signedIn('welder');
      const part = (name: string) => page.getByRole('region', { name, exact: true });
      await part('Continue').getByRole('heading', { name: 'Reading technical drawings' }).waitFor();
      for (const due of ['MIG/MAG welding: basics', 'Slings and lifting gear'])
        await part('Due next').getByRole('listitem').filter({ hasText: due }).waitFor();
      await part('Recently gained')
        .getByRole('listitem')
        .first()
        .getByText(/\d{4}$/)
        .waitFor();
      const own = part('My Skills');
      const [, met, required] = (await own.getByText(/^\d+ of \d+ targets met/).innerText()).match(/(\d+) of (\d+)/)!;
      await comesTo(() => own.getByRole('listitem').count(), Number(required));
      const missing = part('Your gaps');
      // The widest gaps, five at most.
      await comesTo(() => missing.getByRole('listitem').count(), Math.min(5, Number(required) - Number(met)));
      await missing.getByRole('link').first().click();
      await page.waitForURL(/\/(my-training|assign-training)/);
    },
  );

  journey(
    'goes on with a video where it was or from its beginning, seen in the dark; its bars run one way right to left',
    async () => {
      const page = await signedIn('driver');
      await page.evaluate(() => localStorage.setItem('layout', '{"data-layout-mode":"dark"}'));
      await page.context().addCookies([{ name: 'lang', value: 'ar', url: product.url }]);
      await page.goto('/my-training');
      await page
        .getByRole('link', { name: /Forklift/ })
        .first()
        .click();
      const player = page.locator('.lr-player');
      const choice = player.getByRole('group');
      await choice.waitFor();
      await comesTo(() => page.locator('html').getAttribute('dir'), 'rtl');
      expect(await violations(page)).toEqual([]);
      // What was watched begins at the left, as the video's own bar does; it is the only meter.
      const watched = player.locator('.lr-strip');
      expect(await player.getByRole('meter').count()).toBe(1);
      expect(await watched.getAttribute('role')).toBe('meter');
      expect(await watched.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
      const lead = () =>
        watched.evaluate((strip) => {
          const [whole, part] = [strip, strip.querySelector('.lr-strip-part')!].map((each) =>
            each.getBoundingClientRect(),
          );
          return [
            Math.round(part!.left - whole!.left),
            part!.width > whole!.width / 2 && part!.width < whole!.width * 0.7,
          ];
        });
      await comesTo(lead, [0, true]);
      const anew = choice.getByRole('button').last();
      const seen = await anew.evaluate((button) => [
        getComputedStyle(button).color,
        getComputedStyle(button).borderColor,
      ]);
      expect(seen).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)']);
      await anew.click();
      await choice.waitFor({ state: 'detached' });
      await comesTo(
        () => page.locator('video').evaluate((video: HTMLVideoElement) => [video.paused, video.currentTime < 10]),
        [false, true],
      );
    },
  );

  journey(
    'is offered no button that takes training away, and keeps the permission words for the settings of others',
    async () => {
      const page = await signedIn('welder');
      await openMenu(page, 'Remove Training');
      await page
        .getByText(/Slings and lifting gear/)
        .first()
        .waitFor();
      await settled(page);
      expect(await page.getByRole('checkbox').count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Assign Training' }).count()).toBe(1);
      await page.goto('/customer-list');
      await page.getByText("You don't have permission to view this page").waitFor();
    },
  );
});

describe('platform staff', () => {
  journey('begin with their work: messages, plans that end, new organisations', async () => {
    const page = await signedIn('platform');
    await page.getByRole('region', { name: 'Waiting for a reply' }).waitFor();
    await page.getByRole('region', { name: 'Plans ending' }).waitFor();
    const figures = page.locator('.sg-figures-desk > *');
    /** How many stand in each line, from the top. */
    const lines = () =>
      figures.evaluateAll((all) => {
        const tops = all.map((figure) => Math.round(figure.getBoundingClientRect().top));
        return [...new Set(tops)].map((line) => tops.filter((top) => top === line).length);
      });
    await comesTo(lines, [5]);
    await page.setViewportSize({ width: 767, height: 900 });
    await comesTo(lines, [3, 2]);
    await page.setViewportSize({ width: 1280, height: 900 });
    const newest = page.getByRole('region', { name: 'New organisations' });
    await newest.getByRole('link', { name: /Bluefin Foods/ }).click();
    await page.getByRole('dialog').getByText('Bluefin Foods').first().waitFor();
  });
});
