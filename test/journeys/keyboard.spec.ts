import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { WELDING } from '../../src/seed/nordhafen/questions-shopfloor';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { organisationForm } from '../support/journey-steps';
import { Keyboard } from '../support/keyboard';
import { waitForPageLoaded } from '../support/screen-steps';

let product: ProductInBrowser;
beforeAll(async () => {
  product = await openProduct({ SEED_DEMO: 'on' });
});
afterAll(() => product.close());

const openKeyboard = async (path: string): Promise<Keyboard> => {
  const keys = new Keyboard(await product.openPage({ path }));
  await waitForPageLoaded(keys.page);
  return keys;
};
const signInByKeyboard = async (account: keyof typeof DEMO_ACCOUNTS, heading: string | RegExp): Promise<Keyboard> => {
  const keys = await openKeyboard('/auth/login');
  await keys.signIn(DEMO_ACCOUNTS[account], heading);
  return keys;
};

describe('by keyboard alone', () => {
  journey(
    'an organisation is registered: package, form, the code from the mail, and its admin is signed in',
    async () => {
      const keys = await openKeyboard('/registration');
      const account = organisationForm('Keys Only');
      await keys.walkTo('radio', /./);
      await keys.activate('Space');
      await keys.stepTo('ArrowDown', 'radio', new RegExp(account.package));
      await keys.fill(/Customer Name$/, account.name);
      // The form names the missing choice and links to it.
      await keys.activate();
      await keys.waitForFocus('button', 'Ok');
      await keys.activate();
      await keys.waitForFocus('textbox', /Primary Contact Person$/);
      await keys.type('Ines Maria Brandt');
      await keys.fill(/Mobile One$/, '9845012345');
      await keys.walkTo('radio', 'Female');
      await keys.fill(/Primary Email$/, account.email);
      await keys.fill(/Billing Address$/, 'Werftstrasse 4, 20457 Hamburg');
      await keys.fill(/User Name$/, account.user_name);
      await keys.fill(/Password$/, account.password);
      await keys.walkTo('button', 'Show password');
      await keys.walkTo('button', 'Submit');
      await keys.activate();
      await keys.waitForFocus('textbox', 'Digit 1 of 4');
      await keys.type((await product.mailTo(account.email)).code!);
      await keys.waitForFocus('textbox', 'Digit 4 of 4');
      await keys.walkTo('button', 'Verify OTP');
      await keys.activate();
      await keys.waitForFocus('button', 'Ok');
      await keys.activate();
      await keys.waitForFocus('heading', 'Dashboard');
    },
  );

  journey('a training is assigned in four steps', async () => {
    const keys = await signInByKeyboard('admin', 'Dashboard');
    await keys.walkTo('link', 'Assign Training', { back: true, most: 40 });
    await keys.activate();
    await searchAndTick(keys, 'Search: Staff Master', 'Reyes', 'Lindt');
    await searchAndTick(keys, 'Search: Training List', 'briefing', 'Calipers and micrometers');
    await keys.waitForFocus('heading', 'Due date and rules');
    await keys.walkTo('radio', /each training/);
    await keys.stepTo('ArrowDown', 'radio', /number of days/);
    await keys.walkTo('spinbutton', /number of days/);
    await keys.press('ArrowUp');
    await keys.walkTo('switch', /Mandatory/);
    await keys.walkTo('button', 'Next');
    await keys.activate();
    await keys.waitForFocus('heading', 'Review');
    await keys.page.getByText('1 × 1 = 1').waitFor();
    await keys.walkTo('button', 'Assign 1 training');
    await keys.activate();
    await keys.waitForFocus('heading', '1 assignment created');
    await keys.walkTo('button', 'Assign more');
    await keys.activate();
    await keys.waitForFocus('searchbox', 'Search: Staff Master');
  });

  journey('a video is played, sought and resumed after a reload', async () => {
    const keys = await signInByKeyboard('driver', /./);
    const { page } = keys;
    await page.goto('/my-training');
    await waitForPageLoaded(page);
    await keys.walkTo('link', 'Forklift: driving safely', { most: 60 });
    await keys.activate();
    await keys.waitForFocus('heading', 'Forklift: driving safely');
    const video = () =>
      page.locator('video').evaluate((one: HTMLVideoElement) => ({ at: one.currentTime, paused: one.paused }));
    await keys.walkTo('button', 'Resume');
    await keys.activate();
    // The buttons disappear with the question; the keys control the video again.
    await eventually(async () => (await video()).paused, false);
    await eventually(() => focusedTag(page), 'video');
    await keys.press('Space');
    await eventually(async () => (await video()).paused, true);
    const { at } = await video();
    await keys.press('ArrowLeft');
    await eventually(async () => (await video()).at < at, true);
    await keys.walkTo('combobox', 'Speed');
    await keys.press('ArrowDown');
    await keys.stepTo('ArrowDown', 'combobox', 'Speed', 0);
    await keys.press('Escape');
    await page.reload();
    await waitForPageLoaded(page);
    await keys.walkTo('button', 'Start over', { most: 60 });
    await keys.activate();
    await eventually(() => focusedTag(page), 'video');
    await eventually(async () => (await video()).at < at, true);
  });

  journey(
    'a quiz with every question kind is answered, reviewed and submitted, and the focus moves to its result',
    async () => {
      const keys = await signInByKeyboard('welder', /./);
      const { page } = keys;
      await page.goto('/my-training?section=all');
      await waitForPageLoaded(page);
      await keys.walkTo('link', 'MIG/MAG welding: basics', { most: 60 });
      await keys.activate();
      await keys.waitForFocus('heading', 'MIG/MAG welding: basics');
      await keys.walkTo('link', 'Take the quiz');
      await keys.activate();
      await keys.waitForFocus('heading', 'MIG/MAG welding: basics');
      await keys.walkTo('button', 'Start the quiz');
      await keys.activate();
      await keys.waitForFocus('heading', 'MIG/MAG welding: basics');
      const kinds = new Set<string>();
      for (let at = 1; at <= WELDING.length; at++) {
        if (at > 1) await keys.waitForFocus('heading', `Question ${at} of ${WELDING.length}`);
        kinds.add(await answerQuestion(keys));
        await page.getByText(/^Saved \d/).waitFor();
        await keys.walkTo('button', at < WELDING.length ? 'Next' : 'Review');
        await keys.activate();
      }
      expect([...kinds].toSorted()).toEqual(['multiple', 'single', 'true_false']);
      await keys.waitForFocus('heading', 'Review your answers');
      await keys.walkTo('button', 'Submit');
      await keys.activate();
      await keys.waitForFocus('heading', 'You passed');
      // Before the next action is loaded, Tab leaves the page at its end.
      await waitForPageLoaded(page);
      await keys.walkTo('link', /./);
    },
  );

  journey('the matrix is filtered and navigated, and closing an explanation returns to its cell', async () => {
    const keys = await signInByKeyboard('admin', 'Dashboard');
    const { page } = keys;
    await keys.walkTo('link', 'All Skil Matrix Report', { back: true, most: 40 });
    await keys.activate();
    await keys.waitForFocus('heading', 'All Skil Matrix Report');
    await waitForPageLoaded(page);
    const rows = page.locator('.kit-matrix-row');
    const all = await rows.count();
    await keys.walkTo('combobox', /^Person/);
    await keys.type('Lindt');
    await page.getByRole('option', { name: /Lindt/ }).waitFor({ state: 'attached' });
    await page.locator('.ant-select-item-option-active', { hasText: 'Lindt' }).waitFor();
    await keys.press('Enter');
    await eventually(() => rows.count(), 1);
    await keys.press('Delete');
    await eventually(() => rows.count(), all);
    await keys.walkTo('grid', 'Skill matrix');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'End', 'ArrowLeft']) await keys.press(key);
    const active = () =>
      page.evaluate(() => {
        const id = document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant');
        const cell = id ? document.getElementById(id) : null;
        if (!cell) return null;
        const { left, top, width, height } = cell.getBoundingClientRect();
        // The cell is covered neither by the frozen columns nor by the header or the totals.
        const isVisible = document.elementFromPoint(left + width / 2, top + height / 2) === cell;
        return `${cell.getAttribute('aria-label')}${isVisible ? '' : ' (covered)'}`;
      });
    await eventually(async () => /^[^,]+, [^:]+: [^(]+$/.test((await active()) ?? ''), true);
    const cellBefore = await active();
    await keys.activate();
    const explanation = page.getByRole('dialog');
    await explanation.getByRole('link', { name: 'All skills of this person' }).waitFor();
    await keys.walkTo('button', 'Close');
    await keys.activate('Escape');
    await explanation.waitFor({ state: 'hidden' });
    await keys.waitForFocus('grid', 'Skill matrix');
    await eventually(active, cellBefore);
    // A person at the end of the list, far outside the visible rows.
    for (const key of ['Control+End', 'ArrowUp']) await keys.press(key);
    await eventually(async () => ((await active()) ?? '(covered)').includes('covered'), false);
  });

  journey('a day is chosen in a calendar, and every tab stop of a drawer is visible', async () => {
    const keys = await signInByKeyboard('admin', 'Dashboard');
    const { page } = keys;
    await page.goto('/add-staff?edit=new');
    await waitForPageLoaded(page);
    await keys.walkTo('textbox', 'Joined');
    const calendar = page.getByRole('dialog', { name: 'Choose a date' });
    await keys.press('ArrowDown');
    await calendar.waitFor();
    await keys.stepTo('ArrowDown', 'button', /day, /, 1);
    const day = await keys.press('ArrowLeft');
    expect(await keys.press('Tab')).toBe('button “Today”');
    expect(await keys.press('Shift+Tab')).not.toBe(day);
    await keys.walkTo('button', 'Today', { most: 1 });
    await keys.activate();
    await keys.waitForFocus('textbox', 'Joined');
    await calendar.waitFor({ state: 'hidden' });
    const joinedField = page.getByRole('textbox', { name: 'Joined' });
    const initialDay = await joinedField.inputValue();
    expect(initialDay).toMatch(/\d{4}/);
    // Tab leaves the picker after its last part; the value is unchanged.
    await keys.press('ArrowDown');
    await calendar.waitFor();
    await keys.stepTo('ArrowDown', 'button', /day, /, 1);
    await keys.walkTo('button', 'Today', { most: 1 });
    await keys.activate('Tab');
    await keys.waitForFocus('textbox', 'Joined');
    await calendar.waitFor({ state: 'hidden' });
    expect(await joinedField.inputValue()).toBe(initialDay);

    for (const key of ['Tab', 'Shift+Tab']) {
      const stops = [await keys.press(key)];
      while (!(await keys.isAt('textbox', 'Joined')) && stops.length < 40) stops.push(await keys.press(key));
      expect(stops).toEqual(expect.arrayContaining(['button “Close”', 'button “Create”']));
      expect(stops.filter((tabStop) => !/^(input|textarea|button) /.test(tabStop))).toEqual([]);
      expect(stops.length).toBeLessThan(40);
    }
  });

  journey('each entry of the menu leads to its page, and back', async () => {
    const keys = await signInByKeyboard('admin', 'Dashboard');
    const { page } = keys;
    for (const entry of ['Staff Master', 'Quiz Report', 'Training List']) {
      await keys.walkTo('link', entry, { back: true, most: 40 });
      await keys.activate();
      await keys.waitForFocus('heading', entry);
    }
    await page.goBack();
    await keys.waitForFocus('heading', 'Quiz Report');
    await page.reload();
    await waitForPageLoaded(page);
    // Focus starts at the top of the page, at the link that skips the menu.
    await keys.walkTo('link', 'Skip to content', { most: 1 });
    await keys.activate();
    await keys.walkTo('button', /./, { most: 6 });
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });
});

describe('with prefers-reduced-motion', () => {
  journey(
    'nothing moves longer than a millisecond: pages, drawers, charts, the preloader, a chosen answer',
    async () => {
      const page = await product.openPage();
      await page.context().addInitScript(watchMotion);
      const keys = new Keyboard(page);
      await page.goto('/auth/login');
      await keys.signIn(DEMO_ACCOUNTS.admin, 'Dashboard');
      await page.evaluate(() =>
        localStorage.setItem('layout', JSON.stringify({ 'data-preloader': 'enable', 'data-sidebar-size': 'sm-hover' })),
      );
      const moved: string[] = [];
      const collectMotion = async (path: string, act: () => Promise<unknown> = () => Promise.resolve()) => {
        await page.goto(path);
        await waitForPageLoaded(page);
        await act();
        moved.push(...(await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)));
      };
      await collectMotion('/home');
      await collectMotion('/add-staff', async () => {
        await page.getByRole('button', { name: 'New staff member' }).click();
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Escape');
      });
      await collectMotion('/targeted-matrix-report-datewise', async () => {
        await page.getByRole('button', { name: 'Show chart' }).click();
        await page.getByText('Where the gaps are').waitFor();
        await page.getByRole('gridcell', { name: /level/ }).first().click();
        await page.getByRole('dialog').getByRole('heading').first().waitFor();
      });
      for (const path of ['/quiz-report', '/skil-wise-report', '/skil-matrix-report-datewise', '/assign-training'])
        await collectMotion(path);
      await collectMotion('/settings');
      await collectMotion('/my-training');
      await collectMotion('/registration', async () => page.locator('.sg-package').first().click());
      const learner = await product.openPage();
      await learner.context().addInitScript(watchMotion);
      await learner.goto('/auth/login');
      await new Keyboard(learner).signIn(DEMO_ACCOUNTS.driver, /./);
      await learner.goto('/my-training');
      await learner
        .getByRole('link', { name: /^Forklift/ })
        .first()
        .click();
      await learner.locator('video').waitFor();
      await waitForPageLoaded(learner);
      moved.push(...(await learner.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)));
      expect([...new Set(moved)]).toEqual([]);
    },
  );
});

const focusedTag = (page: Page): Promise<string> => page.evaluate(() => document.activeElement!.tagName.toLowerCase());

/** A step of the assignment: searches without a match, searches again, ticks the match and continues. */
async function searchAndTick(
  keys: Keyboard,
  search: string,
  unmatchedSearch: string,
  matchingSearch: string,
): Promise<void> {
  const { page } = keys;
  await keys.waitForFocus('searchbox', search);
  const rows = page.locator('tbody [data-row]');
  await rows.first().waitFor();
  await keys.type(unmatchedSearch);
  await eventually(() => rows.count(), 0);
  for (let deletedCount = 0; deletedCount < unmatchedSearch.length; deletedCount++) await keys.press('Backspace');
  // Deletes the whole search text: the debounced search may have sent a part of it.
  const searchResponse = page.waitForResponse(
    (answerQuestion) => new URL(answerQuestion.url()).searchParams.get('q') === matchingSearch,
  );
  await keys.type(matchingSearch);
  await searchResponse;
  await eventually(() => rows.count(), 1);
  await waitForPageLoaded(page);
  await keys.press('ArrowDown');
  await keys.activate('Space');
  await page.getByText('1 selected').first().waitFor();
  await keys.walkTo('button', 'Next');
  await keys.activate();
}

/** Answers the visible question correctly. @returns its kind */
async function answerQuestion(keys: Keyboard): Promise<string> {
  const { page } = keys;
  const legendText = await page.locator('legend').innerText();
  const { kind, options } = WELDING.find(({ text }) => legendText.includes(text))!;
  const right = options.filter((option) => option.right).map(({ text }) => text);
  if (kind === 'multiple') {
    // In the current order of the page.
    const shownItems = await page
      .getByRole('checkbox')
      .evaluateAll((boxes) => boxes.map((box) => box.parentElement!.innerText));
    const orderedItems = right.toSorted(
      (one, other) =>
        shownItems.findIndex((text) => text.includes(one)) - shownItems.findIndex((text) => text.includes(other)),
    );
    for (const text of orderedItems) {
      await keys.walkTo('checkbox', text);
      await keys.activate('Space');
    }
  } else {
    await keys.walkTo('radio', /./);
    await keys.activate('Space');
    await keys.stepTo('ArrowDown', 'radio', right[0]!);
  }
  return kind;
}

/** Runs in the page: records animations of every frame that last longer than a millisecond. */
function watchMotion(): void {
  const moved: string[] = [];
  Object.assign(globalThis, { moved });
  const act = () => {
    for (const animation of document.getAnimations()) {
      const { effect, playState } = animation;
      const { activeDuration = 0 } = effect?.getComputedTiming() ?? {};
      if (playState !== 'running' || Number(activeDuration) <= 1) continue;
      const { target, pseudoElement } = effect as KeyframeEffect;
      const name =
        'animationName' in animation ? animation.animationName : (animation as CSSTransition).transitionProperty;
      moved.push(`${location.pathname}: ${String(name)} of ${target?.className ?? ''}${pseudoElement ?? ''}`);
    }
    requestAnimationFrame(act);
  };
  requestAnimationFrame(act);
}
