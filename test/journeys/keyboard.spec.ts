import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { WELDING } from '../../src/seed/nordhafen/questions-shopfloor';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { organisation } from '../support/journey-steps';
import { Keyboard } from '../support/keyboard';
import { settled } from '../support/screen-steps';

let product: Visited;
beforeAll(async () => {
  product = await openProduct({ SEED_DEMO: 'on' });
});
afterAll(() => product.close());

const keysAt = async (path: string): Promise<Keyboard> => {
  const keys = new Keyboard(await product.visit({ path }));
  await settled(keys.page);
  return keys;
};
const signedIn = async (who: keyof typeof DEMO_ACCOUNTS, heading: string | RegExp): Promise<Keyboard> => {
  const keys = await keysAt('/auth/login');
  await keys.signIn(DEMO_ACCOUNTS[who], heading);
  return keys;
};

describe('with the keys alone', () => {
  journey(
    'an organisation is registered: package, form, the code from the mail, and its admin is signed in',
    async () => {
      const keys = await keysAt('/registration');
      const who = organisation('Keys Only');
      await keys.walkTo('radio', /./);
      await keys.activate('Space');
      await keys.stepTo('ArrowDown', 'radio', new RegExp(who.package));
      await keys.fill(/Customer Name$/, who.name);
      // What is missing is said, and the way back leads to it.
      await keys.activate();
      await keys.arrives('button', 'Ok');
      await keys.activate();
      await keys.arrives('textbox', /Primary Contact Person$/);
      await keys.type('Ines Maria Brandt');
      await keys.fill(/Mobile One$/, '9845012345');
      await keys.walkTo('radio', 'Female');
      await keys.fill(/Primary Email$/, who.email);
      await keys.fill(/Billing Address$/, 'Werftstrasse 4, 20457 Hamburg');
      await keys.fill(/User Name$/, who.user_name);
      await keys.fill(/Password$/, who.password);
      await keys.walkTo('button', 'Show password');
      await keys.walkTo('button', 'Submit');
      await keys.activate();
      await keys.arrives('textbox', 'Digit 1 of 4');
      await keys.type((await product.mailTo(who.email)).code!);
      await keys.arrives('textbox', 'Digit 4 of 4');
      await keys.walkTo('button', 'Verify OTP');
      await keys.activate();
      await keys.arrives('button', 'Ok');
      await keys.activate();
      await keys.arrives('heading', 'Dashboard');
    },
  );

  journey('a training is assigned: whom, what, until when, and what exactly will happen', async () => {
    const keys = await signedIn('admin', 'Dashboard');
    await keys.walkTo('link', 'Assign Training', { back: true, most: 40 });
    await keys.activate();
    await choose(keys, 'Search: Staff Master', 'Reyes', 'Lindt');
    await choose(keys, 'Search: Training List', 'briefing', 'Calipers and micrometers');
    await keys.arrives('heading', 'Due date and rules');
    await keys.walkTo('radio', /each training/);
    await keys.stepTo('ArrowDown', 'radio', /number of days/);
    await keys.walkTo('spinbutton', /number of days/);
    await keys.press('ArrowUp');
    await keys.walkTo('switch', /Mandatory/);
    await keys.walkTo('button', 'Next');
    await keys.activate();
    await keys.arrives('heading', 'Review');
    await keys.page.getByText('1 × 1 = 1').waitFor();
    await keys.walkTo('button', 'Assign 1 training');
    await keys.activate();
    await keys.arrives('heading', '1 assignment created');
    await keys.walkTo('button', 'Assign more');
    await keys.activate();
    await keys.arrives('searchbox', 'Search: Staff Master');
  });

  journey('a video is played, sought and gone on with where it was after a reload', async () => {
    const keys = await signedIn('driver', /./);
    const { page } = keys;
    await page.goto('/my-training');
    await settled(page);
    await keys.walkTo('link', 'Forklift: driving safely', { most: 60 });
    await keys.activate();
    await keys.arrives('heading', 'Forklift: driving safely');
    const video = () =>
      page.locator('video').evaluate((one: HTMLVideoElement) => ({ at: one.currentTime, paused: one.paused }));
    await keys.walkTo('button', 'Resume');
    await keys.activate();
    // The question is gone, and with it its buttons: the keys are the video's.
    await comesTo(async () => (await video()).paused, false);
    await comesTo(() => focused(page), 'video');
    await keys.press('Space');
    await comesTo(async () => (await video()).paused, true);
    const { at } = await video();
    await keys.press('ArrowLeft');
    await comesTo(async () => (await video()).at < at, true);
    await keys.walkTo('combobox', 'Speed');
    await keys.press('ArrowDown');
    await keys.stepTo('ArrowDown', 'combobox', 'Speed', 0);
    await keys.press('Escape');
    await page.reload();
    await settled(page);
    await keys.walkTo('button', 'Start over', { most: 60 });
    await keys.activate();
    await comesTo(() => focused(page), 'video');
    await comesTo(async () => (await video()).at < at, true);
  });

  journey(
    'a quiz with questions of every kind is taken, looked over, submitted, and its result is where one is',
    async () => {
      const keys = await signedIn('welder', /./);
      const { page } = keys;
      await page.goto('/my-training?section=all');
      await settled(page);
      await keys.walkTo('link', 'MIG/MAG welding: basics', { most: 60 });
      await keys.activate();
      await keys.arrives('heading', 'MIG/MAG welding: basics');
      await keys.walkTo('link', 'Take the quiz');
      await keys.activate();
      await keys.arrives('heading', 'MIG/MAG welding: basics');
      await keys.walkTo('button', 'Start the quiz');
      await keys.activate();
      await keys.arrives('heading', 'MIG/MAG welding: basics');
      const kinds = new Set<string>();
      for (let at = 1; at <= WELDING.length; at++) {
        if (at > 1) await keys.arrives('heading', `Question ${at} of ${WELDING.length}`);
        kinds.add(await answer(keys));
        await page.getByText(/^Saved \d/).waitFor();
        await keys.walkTo('button', at < WELDING.length ? 'Next' : 'Review');
        await keys.activate();
      }
      expect([...kinds].toSorted()).toEqual(['multiple', 'single', 'true_false']);
      await keys.arrives('heading', 'Review your answers');
      await keys.walkTo('button', 'Submit');
      await keys.activate();
      await keys.arrives('heading', 'You passed');
      // Before what one may do next has come, a Tab leaves the page at its end.
      await settled(page);
      await keys.walkTo('link', /./);
    },
  );

  journey('the matrix is filtered and walked, a cell is explained, and the keys are back at it', async () => {
    const keys = await signedIn('admin', 'Dashboard');
    const { page } = keys;
    await keys.walkTo('link', 'All Skil Matrix Report', { back: true, most: 40 });
    await keys.activate();
    await keys.arrives('heading', 'All Skil Matrix Report');
    await settled(page);
    const rows = page.locator('.kit-matrix-row');
    const all = await rows.count();
    await keys.walkTo('combobox', /^Person/);
    await keys.type('Lindt');
    await page.getByRole('option', { name: /Lindt/ }).waitFor({ state: 'attached' });
    await page.locator('.ant-select-item-option-active', { hasText: 'Lindt' }).waitFor();
    await keys.press('Enter');
    await comesTo(() => rows.count(), 1);
    await keys.press('Delete');
    await comesTo(() => rows.count(), all);
    await keys.walkTo('grid', 'Skill matrix');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'End', 'ArrowLeft']) await keys.press(key);
    const active = () =>
      page.evaluate(() => {
        const id = document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant');
        const cell = id ? document.getElementById(id) : null;
        if (!cell) return null;
        const { left, top, width, height } = cell.getBoundingClientRect();
        // Neither below the frozen sides nor below the heads or the sums.
        const isSeen = document.elementFromPoint(left + width / 2, top + height / 2) === cell;
        return `${cell.getAttribute('aria-label')}${isSeen ? '' : ' (covered)'}`;
      });
    await comesTo(async () => /^[^,]+, [^:]+: [^(]+$/.test((await active()) ?? ''), true);
    const before = await active();
    await keys.activate();
    const why = page.getByRole('dialog');
    await why.getByRole('link', { name: 'All skills of this person' }).waitFor();
    await keys.walkTo('button', 'Close');
    await keys.activate('Escape');
    await why.waitFor({ state: 'hidden' });
    await keys.arrives('grid', 'Skill matrix');
    await comesTo(active, before);
    // A person at the end of the list, far out of view.
    for (const key of ['Control+End', 'ArrowUp']) await keys.press(key);
    await comesTo(async () => ((await active()) ?? '(covered)').includes('covered'), false);
  });

  journey('a day is chosen in a calendar, and a drawer is gone round without a stop that nobody sees', async () => {
    const keys = await signedIn('admin', 'Dashboard');
    const { page } = keys;
    await page.goto('/add-staff?edit=new');
    await settled(page);
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
    await keys.arrives('textbox', 'Joined');
    await calendar.waitFor({ state: 'hidden' });
    const joined = page.getByRole('textbox', { name: 'Joined' });
    const today = await joined.inputValue();
    expect(today).toMatch(/\d{4}/);
    // And back out behind the last of its parts, with nothing changed.
    await keys.press('ArrowDown');
    await calendar.waitFor();
    await keys.stepTo('ArrowDown', 'button', /day, /, 1);
    await keys.walkTo('button', 'Today', { most: 1 });
    await keys.activate('Tab');
    await keys.arrives('textbox', 'Joined');
    await calendar.waitFor({ state: 'hidden' });
    expect(await joined.inputValue()).toBe(today);

    for (const key of ['Tab', 'Shift+Tab']) {
      const stops = [await keys.press(key)];
      while (!(await keys.isAt('textbox', 'Joined')) && stops.length < 40) stops.push(await keys.press(key));
      expect(stops).toEqual(expect.arrayContaining(['button “Close”', 'button “Create”']));
      expect(stops.filter((stop) => !/^(input|textarea|button) /.test(stop))).toEqual([]);
      expect(stops.length).toBeLessThan(40);
    }
  });

  journey('each entry of the menu leads to its page, and back', async () => {
    const keys = await signedIn('admin', 'Dashboard');
    const { page } = keys;
    for (const entry of ['Staff Master', 'Quiz Report', 'Training List']) {
      await keys.walkTo('link', entry, { back: true, most: 40 });
      await keys.activate();
      await keys.arrives('heading', entry);
    }
    await page.goBack();
    await keys.arrives('heading', 'Quiz Report');
    await page.reload();
    await settled(page);
    // Nobody has asked for anything: the page begins at its top, with the way past the menu.
    await keys.walkTo('link', 'Skip to content', { most: 1 });
    await keys.activate();
    await keys.walkTo('button', /./, { most: 6 });
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });
});

describe('for whoever asked for less motion', () => {
  journey(
    'nothing moves longer than a millisecond: pages, drawers, charts, the preloader, a chosen answer',
    async () => {
      const page = await product.visit();
      await page.context().addInitScript(watchMotion);
      const keys = new Keyboard(page);
      await page.goto('/auth/login');
      await keys.signIn(DEMO_ACCOUNTS.admin, 'Dashboard');
      await page.evaluate(() =>
        localStorage.setItem('layout', JSON.stringify({ 'data-preloader': 'enable', 'data-sidebar-size': 'sm-hover' })),
      );
      const moved: string[] = [];
      const walk = async (path: string, look: () => Promise<unknown> = () => Promise.resolve()) => {
        await page.goto(path);
        await settled(page);
        await look();
        moved.push(...(await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)));
      };
      await walk('/home');
      await walk('/add-staff', async () => {
        await page.getByRole('button', { name: 'New staff member' }).click();
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Escape');
      });
      await walk('/targeted-matrix-report-datewise', async () => {
        await page.getByRole('button', { name: 'Show chart' }).click();
        await page.getByText('Where the gaps are').waitFor();
        await page.getByRole('gridcell', { name: /level/ }).first().click();
        await page.getByRole('dialog').getByRole('heading').first().waitFor();
      });
      for (const path of ['/quiz-report', '/skil-wise-report', '/skil-matrix-report-datewise', '/assign-training'])
        await walk(path);
      await walk('/settings');
      await walk('/my-training');
      await walk('/registration', async () => page.locator('.sg-package').first().click());
      const learner = await product.visit();
      await learner.context().addInitScript(watchMotion);
      await learner.goto('/auth/login');
      await new Keyboard(learner).signIn(DEMO_ACCOUNTS.driver, /./);
      await learner.goto('/my-training');
      await learner
        .getByRole('link', { name: /^Forklift/ })
        .first()
        .click();
      await learner.locator('video').waitFor();
      await settled(learner);
      moved.push(...(await learner.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)));
      expect([...new Set(moved)]).toEqual([]);
    },
  );
});

const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement!.tagName.toLowerCase());

/** A step of the assignment: searched for in vain, searched for, ticked, and on. */
async function choose(keys: Keyboard, search: string, nobody: string, wanted: string): Promise<void> {
  const { page } = keys;
  await keys.arrives('searchbox', search);
  const rows = page.locator('tbody [data-row]');
  await rows.first().waitFor();
  await keys.type(nobody);
  await comesTo(() => rows.count(), 0);
  for (let typed = 0; typed < nobody.length; typed++) await keys.press('Backspace');
  // All of it: what was typed slowly is looked for in between, and may find the same one.
  const found = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('q') === wanted);
  await keys.type(wanted);
  await found;
  await comesTo(() => rows.count(), 1);
  await settled(page);
  await keys.press('ArrowDown');
  await keys.activate('Space');
  await page.getByText('1 selected').first().waitFor();
  await keys.walkTo('button', 'Next');
  await keys.activate();
}

/** Answers the question in view rightly. @returns its kind */
async function answer(keys: Keyboard): Promise<string> {
  const { page } = keys;
  const asked = await page.locator('legend').innerText();
  const { kind, options } = WELDING.find(({ text }) => asked.includes(text))!;
  const right = options.filter((option) => option.right).map(({ text }) => text);
  if (kind === 'multiple') {
    // In the order in which they stand there today.
    const shown = await page
      .getByRole('checkbox')
      .evaluateAll((boxes) => boxes.map((box) => box.parentElement!.innerText));
    const places = right.toSorted(
      (one, other) => shown.findIndex((text) => text.includes(one)) - shown.findIndex((text) => text.includes(other)),
    );
    for (const text of places) {
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

/** In the page: what moves, in whichever frame it does. What only waits, or ends within a millisecond, does not. */
function watchMotion(): void {
  const moved: string[] = [];
  Object.assign(globalThis, { moved });
  const look = () => {
    for (const animation of document.getAnimations()) {
      const { effect, playState } = animation;
      const { activeDuration = 0 } = effect?.getComputedTiming() ?? {};
      if (playState !== 'running' || Number(activeDuration) <= 1) continue;
      const { target, pseudoElement } = effect as KeyframeEffect;
      const name =
        'animationName' in animation ? animation.animationName : (animation as CSSTransition).transitionProperty;
      moved.push(`${location.pathname}: ${String(name)} of ${target?.className ?? ''}${pseudoElement ?? ''}`);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
