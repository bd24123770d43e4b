import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import {
  choose,
  choosePackage,
  fillRegistration,
  organisation,
  press,
  readDialog,
  signedInAs,
  toast,
} from '../support/journey-steps';
import { settled } from '../support/screen-steps';
import {
  disorderOf,
  everyOne,
  faultsOf,
  headingsOf,
  listen,
  ofRole,
  theOne,
  treeOf,
  type Heard,
} from '../support/tree';

let product: Visited;
beforeAll(async () => {
  product = await openProduct({ SEED_DEMO: 'on' });
});
afterAll(() => product.close());

const signedIn = (who: keyof typeof DEMO_ACCOUNTS): Promise<Page> => signedInAs(product, DEMO_ACCOUNTS[who]);

/** The tree of a page that stands, after what holds of every page was looked at. */
async function whole(page: Page): Promise<Heard> {
  await settled(page);
  const tree = await treeOf(page);
  expect([...faultsOf(tree), ...(await disorderOf(page))]).toEqual([]);
  return tree;
}

/** Until it was said, each sentence once and in this order. */
const comesToBeHeard = (heard: () => Promise<string[]>) => {
  const all: string[] = [];
  return (sentences: readonly unknown[]) =>
    comesTo(async () => {
      all.push(...(await heard()));
      return all;
    }, sentences);
};

describe('what a screen reader is told', () => {
  journey(
    'of registration: its sections, what each field wants, what is wrong with it, the code in four boxes',
    async () => {
      const page = await product.visit({ path: '/registration' });
      let tree = await whole(page);
      const packages = theOne(tree, 'group', /package/i);
      expect(ofRole(packages, 'radio').length).toBeGreaterThanOrEqual(3);
      expect(ofRole(packages, 'radio').filter(({ states }) => states['checked'] !== 'false')).toEqual([]);
      for (const [name, isRequired] of [
        ['Customer Name', true],
        ['Billing Address', true],
        ['Email One (optional)', false],
      ] as const)
        expect([name, theOne(tree, 'textbox', name).states['required'] ?? false]).toEqual([name, isRequired]);
      expect(theOne(tree, 'textbox', 'Password').description).toContain('12');
      const said = comesToBeHeard(await listen(page));
      await choosePackage(page, 'Starter');
      await press(page, 'Submit');
      await readDialog(page, 'Info');
      tree = await whole(page);
      const wrong = theOne(tree, 'textbox', 'Customer Name');
      expect([wrong.states['invalid'], wrong.description]).toEqual(['true', 'Customer Name is required.']);
      expect(theOne(tree, 'radio', /^Starter/).states['checked']).toBe('true');
      await said(expect.arrayContaining(['Please fill all the required fields!']) as never);

      await fillRegistration(page, organisation('Heard Hoists'));
      await press(page, 'Submit');
      await page.getByLabel('Digit 1 of 4').waitFor();
      tree = await treeOf(page);
      const dialog = theOne(tree, 'dialog', 'Validate with OTP');
      expect(dialog.states['modal']).toBe(true);
      expect(ofRole(dialog, 'textbox').map(({ name }) => name)).toEqual([1, 2, 3, 4].map((at) => `Digit ${at} of 4`));
      // After five seconds another code is offered as well.
      const buttons = ofRole(dialog, 'button').map(({ name }) => name);
      expect(buttons.filter((name) => name !== 'Resent OTP')).toEqual(['Close', 'Verify OTP']);
      const heard = comesToBeHeard(await listen(page));
      await press(page, 'Verify OTP');
      await heard([expect.stringMatching(/digits/)]);
    },
  );

  journey(
    'of an assignment: the step one is at, how many are found and chosen, what it comes to, what came of it',
    async () => {
      const page = await signedIn('admin');
      await page.goto('/assign-training');
      let tree = await whole(page);
      const steps = theOne(tree, 'navigation', 'Steps');
      // What one may not go to yet is no button.
      expect(ofRole(steps, 'button').map(({ name }) => name)).toEqual([expect.stringContaining('Staff')]);
      const heads = ofRole(tree, 'columnheader').map(({ name }) => name);
      expect(heads.slice(1, 3)).toEqual(['Name', 'Staff code']);
      expect(ofRole(tree, 'rowheader').length).toBeGreaterThan(10);
      const said = comesToBeHeard(await listen(page));
      await page.getByRole('searchbox', { name: 'Search: Staff Master' }).fill('Lindt');
      await said(['1 row']);
      await page.getByRole('checkbox', { name: /Lindt/ }).check();
      await said(['1 row', '1 selected']);
      await press(page, 'Next');
      await page.getByRole('heading', { name: 'Select trainings' }).waitFor();
      await press(page, 'Next');
      await page.getByText('Select at least one training.').waitFor();
      await page.getByRole('checkbox', { name: /Handling chemicals/ }).check();
      tree = await whole(page);
      await press(page, 'Next');
      await page.getByRole('heading', { name: 'Due date and rules' }).waitFor();
      tree = await whole(page);
      expect(theOne(tree, 'switch', 'Mandatory').states['checked']).toBe('true');
      expect(theOne(tree, 'switch', 'Mandatory').description).toContain('overdue');
      expect(ofRole(theOne(tree, 'group', 'Due date'), 'radio').length).toBe(3);
      const sum = comesToBeHeard(await listen(page));
      await press(page, 'Next');
      await sum([expect.stringMatching(/^1 × 1 = 1\s?1 new\s?0 already assigned\s?0 conflicts$/)]);
      tree = await whole(page);
      await press(page, 'Assign 1 training');
      const done = page.getByRole('heading', { name: '1 assignment created' });
      await done.waitFor();
      await comesTo(() => done.evaluate((heading) => heading === document.activeElement), true);
      await whole(page);
    },
  );

  journey('of a video: how much was watched, as a value; and once, that it is enough', async () => {
    const page = await signedIn('driver');
    await page.goto('/my-training');
    await whole(page);
    await page
      .getByRole('link', { name: /^Forklift: driving/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    const tree = await whole(page);
    expect(headingsOf(tree)[0]).toBe('1 Forklift: driving safely');
    // The words of a value the protocol leaves out.
    expect(theOne(tree, 'meter', 'Watched').value).toMatch(/^\d+/);
    expect(await page.getByRole('meter').getAttribute('aria-valuetext')).toMatch(/\d\s?%.*90\s?%/);
    expect(ofRole(theOne(tree, 'region', 'Video'), 'group').map(({ name }) => name)).toEqual([
      expect.stringMatching(/^Resume at \d+:\d\d\?$/),
    ]);
    const said = comesToBeHeard(await listen(page));
    await page.getByRole('button', { name: 'Resume' }).click();
    const speed = page.getByRole('combobox', { name: 'Speed' });
    await speed.waitFor();
    await page.locator('video').evaluate((video: HTMLVideoElement) => void (video.playbackRate = 2));
    await page.getByText('requirement met').waitFor();
    await said([expect.stringMatching(/^\d+\s?% watched: requirement met$/)]);
  });

  journey(
    'of a quiz: the question as the name of its answers, what is chosen and saved, the result; of the clock little',
    async () => {
      const page = await signedIn('welder');
      await page.goto('/my-training?section=all');
      await page.getByRole('link', { name: 'Slings and lifting gear', exact: true }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Slings and lifting gear' }).waitFor();
      await page.getByRole('link', { name: /quiz/ }).last().click();
      await page.getByRole('button', { name: 'Start the quiz' }).waitFor();
      await whole(page);
      await press(page, 'Start the quiz');
      await page.getByRole('timer').waitFor();
      let tree = await whole(page);
      const asked = (await page.locator('legend').innerText()).split('\n')[0]!;
      const question = everyOne(tree).find(({ role, name }) => /group/.test(role) && name.startsWith(asked))!;
      const options = ofRole(question, 'radio', 'checkbox');
      expect(options.length).toBeGreaterThanOrEqual(2);
      expect(options.filter(({ states }) => states['checked'] !== 'false')).toEqual([]);
      expect(theOne(tree, 'timer', /./).name).not.toBe('');
      const places = ofRole(theOne(tree, 'navigation', 'Questions'), 'button').map(({ name }) => name);
      expect(places[0]).toMatch(/^Question 1 of \d+, Not answered/);
      const said = comesToBeHeard(await listen(page));
      await page.locator('legend ~ label').first().click();
      await said(['Saving…', expect.stringMatching(/^Saved \d/)]);
      // A clock that goes is not told: two seconds of it, and no word.
      await page.waitForFunction(
        (was) => document.querySelector('[role=timer]')!.textContent !== was,
        await page.getByRole('timer').innerText(),
      );
      await page.waitForTimeout(2_000);
      await said(['Saving…', expect.stringMatching(/^Saved \d/)]);
      tree = await whole(page);
      expect(ofRole(tree, 'radio', 'checkbox')[0]!.states['checked']).toBe('true');
      await page.getByRole('button', { name: 'Review', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Review your answers' }).waitFor();
      await whole(page);
      await press(page, 'Submit');
      const result = page.getByRole('heading', { level: 1, name: /^(You passed|Not passed this time)$/ });
      await comesTo(() => result.evaluate((heading) => heading === document.activeElement), true);
      await said(['Saving…', expect.stringMatching(/^Saved \d/), expect.stringMatching(/^\d.*%.* of \d+ points · /)]);
      await whole(page);
    },
  );

  journey(
    'of the matrix: rows and columns with their heads and their number, a cell in one sentence, how many are left',
    async () => {
      const page = await signedIn('admin');
      await page.goto('/skil-matrix-report');
      await page
        .getByRole('gridcell', { name: /level \d/ })
        .first()
        .waitFor();
      const tree = await whole(page);
      const grid = theOne(tree, 'grid', 'Skill matrix');
      expect(grid.description).toBe('Arrow keys move, Enter opens');
      const [rows, columns] = await page.locator('[role=grid]').evaluate((box) => {
        const numbers = (name: string) =>
          [...box.querySelectorAll(`[${name}]`)].map((one) => Number(one.getAttribute(name)));
        return [
          [Number(box.getAttribute('aria-rowcount')), numbers('aria-rowindex')],
          [Number(box.getAttribute('aria-colcount')), numbers('aria-colindex')],
        ] as const;
      });
      for (const [count, indexes] of [rows, columns]) expect(Math.max(...indexes)).toBeLessThanOrEqual(count);
      const lines = ofRole(grid, 'row');
      const [head, first] = lines;
      expect(ofRole(head!, 'columnheader').length).toBeGreaterThan(10);
      expect(ofRole(head!, 'columnheader').filter(({ name }) => !name)).toEqual([]);
      for (const line of lines.slice(1, 8)) {
        const [who] = ofRole(line, 'rowheader');
        const person = who!.name.split(' · ')[0]!;
        const cells = ofRole(line, 'gridcell').filter(({ name }) => name.includes(':'));
        expect(cells.length).toBeGreaterThan(10);
        expect(cells.filter(({ name }) => !name.startsWith(person))).toEqual([]);
      }
      expect(first!.children.length).toBeGreaterThan(10);

      const said = comesToBeHeard(await listen(page));
      await page.getByRole('grid').press('ArrowDown');
      await page.waitForFunction(() =>
        document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant')?.endsWith('1-0'),
      );
      // The cell says itself: nothing says it a second time.
      await said([]);
      // A level rests on evidence, which has a heading; a cell of level 0 may have nothing to tell.
      const level = ofRole(grid, 'gridcell').find(({ name }) => /: level [1-5]/.test(name))!.name;
      const surname = level.split(',')[0]!;
      await choose(page, /^Person/, surname);
      await comesTo(() => page.locator('.kit-matrix-row').count(), 1);
      await said([expect.stringMatching(/^1 person × \d+ skills$/)]);
      await page.getByRole('gridcell', { name: level, exact: true }).click();
      await page.getByRole('dialog').getByRole('heading').first().waitFor();
      await settled(page);
      const why = theOne(await treeOf(page), 'dialog', new RegExp(surname));
      expect(why.states['modal']).toBe(true);
      expect(headingsOf(why).filter((heading) => !heading.startsWith('2 '))).toEqual([]);
    },
  );

  journey('of what is saved and what is refused, once each', async () => {
    const page = await signedIn('admin');
    await page.goto('/add-staff');
    await settled(page);
    const said = comesToBeHeard(await listen(page));
    await press(page, 'New staff member');
    const form = page.getByRole('dialog', { name: 'New staff member' });
    for (const [label, value] of Object.entries({
      'Staff code': 'N-9001',
      'First name': 'Hedda',
      'Last name': 'Horn',
      Joined: '2024-03-01',
    }))
      await form.getByLabel(label, { exact: true }).fill(value);
    await page.keyboard.press('Control+Enter');
    await form.waitFor({ state: 'hidden' });
    await toast(page, 'was created');
    await said(expect.arrayContaining([expect.stringContaining('was created')]) as never);

    // The notice lies over the button until it is gone.
    await page.goto('/add-staff?edit=new');
    const code = form.getByLabel('Staff code', { exact: true });
    for (const [label, value] of Object.entries({
      'First name': 'Hedda',
      'Last name': 'Horn the Younger',
      Joined: '2024-03-01',
      'Staff code': 'N-9001',
    }))
      await form.getByLabel(label, { exact: true }).fill(value);
    // What was typed is judged once it is left, and no longer once it is right.
    const email = form.getByLabel('Email', { exact: true });
    const wrong = () => form.locator('.ant-form-item-has-error').allInnerTexts();
    await email.fill('hedda.horn');
    await comesTo(wrong, []);
    await page.keyboard.press('Tab');
    await comesTo(wrong, [expect.stringMatching(/^Email\n.+/)]);
    await email.fill('hedda.horn@example.org');
    await page.keyboard.press('Tab');
    await comesTo(wrong, []);
    await form.getByLabel('Last name', { exact: true }).focus();
    const refused = comesToBeHeard(await listen(page));
    await page.keyboard.press('Control+Enter');
    // Only the server knew: the reader is brought to the field, which says what is wrong with it.
    await form.getByRole('alert').first().waitFor();
    await comesTo(async () => {
      const { states, description } = theOne(await treeOf(page), 'textbox', 'Staff code');
      const hasFocus = await code.evaluate((input) => input === document.activeElement);
      return [states['required'], states['invalid'], description, hasFocus];
    }, [true, 'true', expect.stringMatching(/^“N-9001” is already in use\..+ It must be unique\.$/), true]);
    const [alert] = (await form.getByRole('alert').first().innerText()).split('\n');
    await refused(expect.arrayContaining([expect.stringContaining(alert!)]) as never);
  });
});
