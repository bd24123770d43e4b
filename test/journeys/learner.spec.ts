import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { openMenu, openSignedInPage } from '../support/journey-steps';
import { collectErrors, errorToasts, waitForPageLoaded, axeViolations } from '../support/screen-steps';

/** What a learner sees behind each menu entry: own data only. */
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

let product: ProductInBrowser;
beforeAll(async () => {
  product = await openProduct({ SEED_DEMO: 'on' });
});
afterAll(() => product.close());

const openAs = (accountName: keyof typeof DEMO_ACCOUNTS): Promise<Page> =>
  openSignedInPage(product, DEMO_ACCOUNTS[accountName]);

describe('a learner', () => {
  journey('finds under each of the thirteen entries what is theirs', async () => {
    const page = await openAs('welder');
    const consoleProblems = collectErrors(page);
    for (const [entry, seen] of ENTRIES) {
      await openMenu(page, entry);
      await page.getByRole('main').getByText(seen).first().waitFor();
      await waitForPageLoaded(page);
      expect([entry, await page.getByText("You don't have permission").count()]).toEqual([entry, 0]);
      expect([entry, await page.getByRole('main').getByText('Petersen').count()]).toEqual([entry, 0]);
      consoleProblems.push(...(await errorToasts(page)).map((problem) => `${entry}: ${problem}`));
    }
    expect(consoleProblems).toEqual([]);
  });

  journey('sees optional trainings on offer', async () => {
    const page = await openAs('welder');
    await page.goto('/my-training?section=all');
    const optionalTrainings = page.getByRole('article').filter({ hasText: 'Optional' });
    await eventually(() => optionalTrainings.getByRole('heading').allInnerTexts(), ['Electrical safety for everyone']);
  });

  journey('sees the label of a recommended training above its button, also on a small screen', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.driver, { width: 767 });
    await page.goto('/my-skills');
    const recommendation = page.locator('.lr-skill-way').filter({ has: page.locator('.ant-btn') });
    await recommendation.first().waitFor();
    const distance = await recommendation.first().evaluate((element) => {
      const [label, button] = [...element.children].map((child) => child.getBoundingClientRect());
      return button!.top - label!.bottom;
    });
    expect(distance).toBeGreaterThanOrEqual(0);
  });

  journey('goes on from the home page with the quiz that was begun', async () => {
    const page = await openAs('driver');
    const day = page.getByRole('region', { name: 'Continue' });
    await day.getByRole('heading', { name: '5S: order on the shop floor' }).waitFor();
    await day.getByRole('link', { name: /^Continue the quiz/ }).click();
    await page.waitForURL(/\/my-training\/[^/]+\/quiz/);
  });

  journey('sees current, due and completed trainings, levels and gaps on one page', async () => {
    const page = await openAs('welder');
    const part = (name: string) => page.getByRole('region', { name, exact: true });
    await part('Continue').getByRole('heading', { name: 'Reading technical drawings' }).waitFor();
    for (const due of ['MIG/MAG welding: basics', 'Slings and lifting gear'])
      await part('Due next').getByRole('listitem').filter({ hasText: due }).waitFor();
    await part('Recently gained')
      .getByRole('listitem')
      .first()
      .getByText(/\d{4}$/)
      .waitFor();
    const skillsRegion = part('My Skills');
    const [, metTargets, required] = (await skillsRegion.getByText(/^\d+ of \d+ targets met/).innerText()).match(
      /(\d+) of (\d+)/,
    )!;
    await eventually(() => skillsRegion.getByRole('listitem').count(), Number(required));
    const missing = part('Your gaps');
    // At most the five largest gaps.
    await eventually(() => missing.getByRole('listitem').count(), Math.min(5, Number(required) - Number(metTargets)));
    await missing.getByRole('link').first().click();
    await page.waitForURL(/\/(my-training|assign-training)/);
  });

  journey(
    'goes on with a video where it was or from its beginning, seen in the dark; its bars run one way right to left',
    async () => {
      const page = await openAs('driver');
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
      await eventually(() => page.locator('html').getAttribute('dir'), 'rtl');
      expect(await axeViolations(page)).toEqual([]);
      // The watched strip starts at the left like the video's progress bar; it is the only meter.
      const watchedStrip = player.locator('.lr-strip');
      expect(await player.getByRole('meter').count()).toBe(1);
      expect(await watchedStrip.getAttribute('role')).toBe('meter');
      expect(await watchedStrip.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
      const leadingOffset = () =>
        watchedStrip.evaluate((stripElement) => {
          const [stripRect, part] = [stripElement, stripElement.querySelector('.lr-strip-part')!].map((each) =>
            each.getBoundingClientRect(),
          );
          return [
            Math.round(part!.left - stripRect!.left),
            part!.width > stripRect!.width / 2 && part!.width < stripRect!.width * 0.7,
          ];
        });
      await eventually(leadingOffset, [0, true]);
      const restartButton = choice.getByRole('button').last();
      const seen = await restartButton.evaluate((button) => [
        getComputedStyle(button).color,
        getComputedStyle(button).borderColor,
      ]);
      expect(seen).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)']);
      await restartButton.click();
      await choice.waitFor({ state: 'detached' });
      await eventually(
        () => page.locator('video').evaluate((video: HTMLVideoElement) => [video.paused, video.currentTime < 10]),
        [false, true],
      );
    },
  );

  journey('has no button that removes trainings, and a permission message only on admin pages', async () => {
    const page = await openAs('welder');
    await openMenu(page, 'Remove Training');
    await page
      .getByText(/Slings and lifting gear/)
      .first()
      .waitFor();
    await waitForPageLoaded(page);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Assign Training' }).count()).toBe(1);
    await page.goto('/customer-list');
    await page.getByText("You don't have permission to view this page").waitFor();
  });
});

describe('platform staff', () => {
  journey('see messages, ending plans and new organisations first', async () => {
    const page = await openAs('platform');
    await page.getByRole('region', { name: 'Waiting for a reply' }).waitFor();
    await page.getByRole('region', { name: 'Plans ending' }).waitFor();
    const deskFigures = page.locator('.sg-figures-desk > *');
    /** Number of figures in each line, from the top. */
    const lines = () =>
      deskFigures.evaluateAll((all) => {
        const tops = all.map((figure) => Math.round(figure.getBoundingClientRect().top));
        return [...new Set(tops)].map((line) => tops.filter((top) => top === line).length);
      });
    await eventually(lines, [5]);
    await page.setViewportSize({ width: 767, height: 900 });
    await eventually(lines, [3, 2]);
    await page.setViewportSize({ width: 1280, height: 900 });
    const newOrganisations = page.getByRole('region', { name: 'New organisations' });
    await newOrganisations.getByRole('link', { name: /Bluefin Foods/ }).click();
    await page.getByRole('dialog').getByText('Bluefin Foods').first().waitFor();
  });
});
