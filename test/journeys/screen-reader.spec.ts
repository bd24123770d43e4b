import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import {
  choose,
  choosePackage,
  fillRegistration,
  organisationForm,
  press,
  readDialog,
  openSignedInPage,
  waitForToast,
} from '../support/journey-steps';
import { waitForPageLoaded } from '../support/screen-steps';
import {
  findReadingOrderFaults,
  descendantsOf,
  findAccessibilityFaults,
  headingsOf,
  recordLiveRegions,
  findByRole,
  getByRole,
  readAccessibilityTree,
  type AccessibilityNode,
} from '../support/accessibility-tree';

let product: ProductInBrowser;
beforeAll(async () => {
  product = await openProduct({ SEED_DEMO: 'on' });
});
afterAll(() => product.close());

const openAs = (accountName: keyof typeof DEMO_ACCOUNTS): Promise<Page> =>
  openSignedInPage(product, DEMO_ACCOUNTS[accountName]);

/** The accessibility tree of a loaded page, after the checks that hold for every page. */
async function readCheckedTree(page: Page): Promise<AccessibilityNode> {
  await waitForPageLoaded(page);
  const tree = await readAccessibilityTree(page);
  expect([...findAccessibilityFaults(tree), ...(await findReadingOrderFaults(page))]).toEqual([]);
  return tree;
}

/** Returns a function that waits until exactly these sentences were announced, once and in order. */
const expectAnnouncements = (readAnnouncements: () => Promise<string[]>) => {
  const all: string[] = [];
  return (sentences: readonly unknown[]) =>
    eventually(async () => {
      all.push(...(await readAnnouncements()));
      return all;
    }, sentences);
};

describe('screen reader output', () => {
  journey(
    'of registration: its sections, what each field wants, what is wrong with it, the code in four boxes',
    async () => {
      const page = await product.openPage({ path: '/registration' });
      let tree = await readCheckedTree(page);
      const packages = getByRole(tree, 'group', /package/i);
      expect(findByRole(packages, 'radio').length).toBeGreaterThanOrEqual(3);
      expect(findByRole(packages, 'radio').filter(({ states }) => states['checked'] !== 'false')).toEqual([]);
      for (const [name, isRequired] of [
        ['Customer Name', true],
        ['Billing Address', true],
        ['Email One (optional)', false],
      ] as const)
        expect([name, getByRole(tree, 'textbox', name).states['required'] ?? false]).toEqual([name, isRequired]);
      expect(getByRole(tree, 'textbox', 'Password').description).toContain('12');
      const announcements = expectAnnouncements(await recordLiveRegions(page));
      await choosePackage(page, 'Starter');
      await press(page, 'Submit');
      await readDialog(page, 'Info');
      tree = await readCheckedTree(page);
      const invalid = getByRole(tree, 'textbox', 'Customer Name');
      expect([invalid.states['invalid'], invalid.description]).toEqual(['true', 'Customer Name is required.']);
      expect(getByRole(tree, 'radio', /^Starter/).states['checked']).toBe('true');
      await announcements(expect.arrayContaining(['Please fill all the required fields!']) as never);

      await fillRegistration(page, organisationForm('Heard Hoists'));
      await press(page, 'Submit');
      await page.getByLabel('Digit 1 of 4').waitFor();
      tree = await readAccessibilityTree(page);
      const dialog = getByRole(tree, 'dialog', 'Validate with OTP');
      expect(dialog.states['modal']).toBe(true);
      expect(findByRole(dialog, 'textbox').map(({ name }) => name)).toEqual(
        [1, 2, 3, 4].map((at) => `Digit ${at} of 4`),
      );
      // After five seconds a new code is offered.
      const buttons = findByRole(dialog, 'button').map(({ name }) => name);
      expect(buttons.filter((name) => name !== 'Resent OTP')).toEqual(['Close', 'Verify OTP']);
      const expectAnnounced = expectAnnouncements(await recordLiveRegions(page));
      await press(page, 'Verify OTP');
      await expectAnnounced([expect.stringMatching(/digits/)]);
    },
  );

  journey(
    'of an assignment: the step one is at, how many are found and chosen, what it comes to, what came of it',
    async () => {
      const page = await openAs('admin');
      await page.goto('/assign-training');
      let tree = await readCheckedTree(page);
      const steps = getByRole(tree, 'navigation', 'Steps');
      // Steps that cannot be opened yet are no buttons.
      expect(findByRole(steps, 'button').map(({ name }) => name)).toEqual([expect.stringContaining('Staff')]);
      const heads = findByRole(tree, 'columnheader').map(({ name }) => name);
      expect(heads.slice(1, 3)).toEqual(['Name', 'Staff code']);
      expect(findByRole(tree, 'rowheader').length).toBeGreaterThan(10);
      const announcements = expectAnnouncements(await recordLiveRegions(page));
      await page.getByRole('searchbox', { name: 'Search: Staff Master' }).fill('Lindt');
      await announcements(['1 row']);
      await page.getByRole('checkbox', { name: /Lindt/ }).check();
      await announcements(['1 row', '1 selected']);
      await press(page, 'Next');
      await page.getByRole('heading', { name: 'Select trainings' }).waitFor();
      await press(page, 'Next');
      await page.getByText('Select at least one training.').waitFor();
      await page.getByRole('checkbox', { name: /Handling chemicals/ }).check();
      tree = await readCheckedTree(page);
      await press(page, 'Next');
      await page.getByRole('heading', { name: 'Due date and rules' }).waitFor();
      tree = await readCheckedTree(page);
      expect(getByRole(tree, 'switch', 'Mandatory').states['checked']).toBe('true');
      expect(getByRole(tree, 'switch', 'Mandatory').description).toContain('overdue');
      expect(findByRole(getByRole(tree, 'group', 'Due date'), 'radio').length).toBe(3);
      const summaryAnnouncements = expectAnnouncements(await recordLiveRegions(page));
      await press(page, 'Next');
      await summaryAnnouncements([expect.stringMatching(/^1 × 1 = 1\s?1 new\s?0 already assigned\s?0 conflicts$/)]);
      tree = await readCheckedTree(page);
      await press(page, 'Assign 1 training');
      const createdHeading = page.getByRole('heading', { name: '1 assignment created' });
      await createdHeading.waitFor();
      await eventually(() => createdHeading.evaluate((heading) => heading === document.activeElement), true);
      await readCheckedTree(page);
    },
  );

  journey('of a video: how much was watched, as a value; and once, that it is enough', async () => {
    const page = await openAs('driver');
    await page.goto('/my-training');
    await readCheckedTree(page);
    await page
      .getByRole('link', { name: /^Forklift: driving/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    const tree = await readCheckedTree(page);
    expect(headingsOf(tree)[0]).toBe('1 Forklift: driving safely');
    // Value texts that the protocol leaves out.
    expect(getByRole(tree, 'meter', 'Watched').value).toMatch(/^\d+/);
    expect(await page.getByRole('meter').getAttribute('aria-valuetext')).toMatch(/\d\s?%.*90\s?%/);
    expect(findByRole(getByRole(tree, 'region', 'Video'), 'group').map(({ name }) => name)).toEqual([
      expect.stringMatching(/^Resume at \d+:\d\d\?$/),
    ]);
    const announcements = expectAnnouncements(await recordLiveRegions(page));
    await page.getByRole('button', { name: 'Resume' }).click();
    const speedSelect = page.getByRole('combobox', { name: 'Speed' });
    await speedSelect.waitFor();
    await page.locator('video').evaluate((video: HTMLVideoElement) => void (video.playbackRate = 2));
    await page.getByText('requirement met').waitFor();
    await announcements([expect.stringMatching(/^\d+\s?% watched: requirement met$/)]);
  });

  journey(
    'of a quiz: the question as the name of its answers, what is chosen and saved, the result; of the clock little',
    async () => {
      const page = await openAs('welder');
      await page.goto('/my-training?section=all');
      await page.getByRole('link', { name: 'Slings and lifting gear', exact: true }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Slings and lifting gear' }).waitFor();
      await page.getByRole('link', { name: /quiz/ }).last().click();
      await page.getByRole('button', { name: 'Start the quiz' }).waitFor();
      await readCheckedTree(page);
      await press(page, 'Start the quiz');
      await page.getByRole('timer').waitFor();
      let tree = await readCheckedTree(page);
      const questionText = (await page.locator('legend').innerText()).split('\n')[0]!;
      const question = descendantsOf(tree).find(
        ({ role, name }) => /group/.test(role) && name.startsWith(questionText),
      )!;
      const options = findByRole(question, 'radio', 'checkbox');
      expect(options.length).toBeGreaterThanOrEqual(2);
      expect(options.filter(({ states }) => states['checked'] !== 'false')).toEqual([]);
      expect(getByRole(tree, 'timer', /./).name).not.toBe('');
      const questionButtons = findByRole(getByRole(tree, 'navigation', 'Questions'), 'button').map(({ name }) => name);
      expect(questionButtons[0]).toMatch(/^Question 1 of \d+, Not answered/);
      const announcements = expectAnnouncements(await recordLiveRegions(page));
      await page.locator('legend ~ label').first().click();
      await announcements(['Saving…', expect.stringMatching(/^Saved \d/)]);
      // A running clock is not announced: no sentence in two seconds.
      await page.waitForFunction(
        (previousText) => document.querySelector('[role=timer]')!.textContent !== previousText,
        await page.getByRole('timer').innerText(),
      );
      await page.waitForTimeout(2_000);
      await announcements(['Saving…', expect.stringMatching(/^Saved \d/)]);
      tree = await readCheckedTree(page);
      expect(findByRole(tree, 'radio', 'checkbox')[0]!.states['checked']).toBe('true');
      await page.getByRole('button', { name: 'Review', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Review your answers' }).waitFor();
      await readCheckedTree(page);
      await press(page, 'Submit');
      const result = page.getByRole('heading', { level: 1, name: /^(You passed|Not passed this time)$/ });
      await eventually(() => result.evaluate((heading) => heading === document.activeElement), true);
      await announcements([
        'Saving…',
        expect.stringMatching(/^Saved \d/),
        expect.stringMatching(/^\d.*%.* of \d+ points · /),
      ]);
      await readCheckedTree(page);
    },
  );

  journey(
    'of the matrix: rows and columns with their heads and their number, a cell in one sentence, how many are left',
    async () => {
      const page = await openAs('admin');
      await page.goto('/skil-matrix-report');
      await page
        .getByRole('gridcell', { name: /level \d/ })
        .first()
        .waitFor();
      const tree = await readCheckedTree(page);
      const grid = getByRole(tree, 'grid', 'Skill matrix');
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
      const lines = findByRole(grid, 'row');
      const [headerLine, first] = lines;
      expect(findByRole(headerLine!, 'columnheader').length).toBeGreaterThan(10);
      expect(findByRole(headerLine!, 'columnheader').filter(({ name }) => !name)).toEqual([]);
      for (const line of lines.slice(1, 8)) {
        const [who] = findByRole(line, 'rowheader');
        const person = who!.name.split(' · ')[0]!;
        const cells = findByRole(line, 'gridcell').filter(({ name }) => name.includes(':'));
        expect(cells.length).toBeGreaterThan(10);
        expect(cells.filter(({ name }) => !name.startsWith(person))).toEqual([]);
      }
      expect(first!.children.length).toBeGreaterThan(10);

      const announcements = expectAnnouncements(await recordLiveRegions(page));
      await page.getByRole('grid').press('ArrowDown');
      await page.waitForFunction(() =>
        document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant')?.endsWith('1-0'),
      );
      // A cell is announced once.
      await announcements([]);
      // A level above 0 has an evidence heading; a cell of level 0 may have no details.
      const level = findByRole(grid, 'gridcell').find(({ name }) => /: level [1-5]/.test(name))!.name;
      const surname = level.split(',')[0]!;
      await choose(page, /^Person/, surname);
      await eventually(() => page.locator('.kit-matrix-row').count(), 1);
      await announcements([expect.stringMatching(/^1 person × \d+ skills$/)]);
      await page.getByRole('gridcell', { name: level, exact: true }).click();
      await page.getByRole('dialog').getByRole('heading').first().waitFor();
      await waitForPageLoaded(page);
      const explanation = getByRole(await readAccessibilityTree(page), 'dialog', new RegExp(surname));
      expect(explanation.states['modal']).toBe(true);
      expect(headingsOf(explanation).filter((heading) => !heading.startsWith('2 '))).toEqual([]);
    },
  );

  journey('of what is saved and what is refused, once each', async () => {
    const page = await openAs('admin');
    await page.goto('/add-staff');
    await waitForPageLoaded(page);
    const announcements = expectAnnouncements(await recordLiveRegions(page));
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
    await waitForToast(page, 'was created');
    await announcements(expect.arrayContaining([expect.stringContaining('was created')]) as never);

    // The notice covers the button until it closes.
    await page.goto('/add-staff?edit=new');
    const code = form.getByLabel('Staff code', { exact: true });
    for (const [label, value] of Object.entries({
      'First name': 'Hedda',
      'Last name': 'Horn the Younger',
      Joined: '2024-03-01',
      'Staff code': 'N-9001',
    }))
      await form.getByLabel(label, { exact: true }).fill(value);
    // Input is validated on blur, and the error goes as soon as the value is valid.
    const email = form.getByLabel('Email', { exact: true });
    const invalid = () => form.locator('.ant-form-item-has-error').allInnerTexts();
    await email.fill('hedda.horn');
    await eventually(invalid, []);
    await page.keyboard.press('Tab');
    await eventually(invalid, [expect.stringMatching(/^Email\n.+/)]);
    await email.fill('hedda.horn@example.org');
    await page.keyboard.press('Tab');
    await eventually(invalid, []);
    await form.getByLabel('Last name', { exact: true }).focus();
    const refusalAnnouncements = expectAnnouncements(await recordLiveRegions(page));
    await page.keyboard.press('Control+Enter');
    // A server-side error moves the focus to the field, which shows it.
    await form.getByRole('alert').first().waitFor();
    await eventually(async () => {
      const { states, description } = getByRole(await readAccessibilityTree(page), 'textbox', 'Staff code');
      const hasFocus = await code.evaluate((input) => input === document.activeElement);
      return [states['required'], states['invalid'], description, hasFocus];
    }, [true, 'true', expect.stringMatching(/^“N-9001” is already in use\..+ It must be unique\.$/), true]);
    const [alert] = (await form.getByRole('alert').first().innerText()).split('\n');
    await refusalAnnouncements(expect.arrayContaining([expect.stringContaining(alert!)]) as never);
  });
});
