import type { Locator, Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { press, openSignedInPage } from '../support/journey-steps';
import { collectErrors, waitForPageLoaded, axeViolations } from '../support/screen-steps';

/** Kind, question, and the texts of its options: two per option where it has two fields. */
const WRITTEN: readonly (readonly [kind: string, question: string, options: readonly (readonly string[])[]])[] = [
  ['Short text', 'Which gas shields the seam?', [['Argon']]],
  ['Number', 'How thick may the plate be, in mm?', [['12,5', '0.5']]],
  [
    'Match pairs',
    'Which class is it?',
    [
      ['Wood', 'Class A'],
      ['Petrol', 'Class B'],
      ['', 'Class D'],
    ],
  ],
  ['Put in order', 'What comes first?', [['Belt'], ['Key'], ['Drive']]],
];

describe('questions that are typed, matched and put in order', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  /** Fills all option fields in order. */
  async function fillOptions(drawer: Locator, options: readonly (readonly string[])[]): Promise<void> {
    const group = drawer.getByRole('group', { name: 'Options' });
    while ((await group.locator('[data-option]').count()) < options.length) await press(drawer, 'Add option');
    const fields = group.locator(
      '[data-option], .qst-pair textarea:not([data-option]), .qst-pair input:not([data-option])',
    );
    for (const [at, text] of options.flat().entries()) if (text) await fields.nth(at).fill(text);
  }

  async function createQuestions(page: Page): Promise<void> {
    for (const [kind, question, options] of WRITTEN) {
      await page.goto('/training/questions');
      await press(page, 'New question');
      const drawer = page.getByRole('dialog', { name: 'New question' });
      await drawer.getByText(kind, { exact: true }).click();
      await drawer.getByRole('textbox', { name: 'Question' }).fill(question);
      await fillOptions(drawer, options);
      expect(await axeViolations(page)).toEqual([]);
      await press(drawer, 'Create');
      await drawer.waitFor({ state: 'detached' });
    }
  }

  /** Creates the quiz of MIG/MAG welding from the questions above. */
  async function createQuiz(page: Page): Promise<void> {
    const call = (method: string, path: string, data?: object) =>
      page.evaluate(
        async ([httpMethod, address, body]) => {
          const { Auth_Token, EID, OID } = localStorage;
          const headers = {
            authorization: `Bearer ${Auth_Token}`,
            eid: EID,
            oid: OID,
            'content-type': 'application/json',
          };
          const reply = await fetch(address, {
            method: httpMethod,
            headers,
            ...(body && { body: JSON.stringify(body) }),
          });
          if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
          return reply.json();
        },
        [method, path, data] as const,
      );
    const [{ training_id }] = await call('GET', '/api/trainings?title_like=MIG/MAG');
    const [{ quiz_id }] = await call('GET', `/api/quizzes?training_id=${training_id}`);
    const bank = await call('GET', '/api/questions?kind=fill_in&kind=numeric&kind=matching&kind=ordering');
    const ids = WRITTEN.map(([, question]) => bank.find(({ text }: { text: string }) => text === question).question_id);
    await call('PUT', `/api/quizzes/${quiz_id}/slots`, { slots: ids.map((question_id) => ({ question_id })) });
  }

  journey('are created in the editor, answered by keyboard, kept on reload and reviewed', async () => {
    const admin = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    const consoleProblems = collectErrors(admin);
    await createQuestions(admin);
    await createQuiz(admin);
    expect(consoleProblems).toEqual([]);

    const page = await openSignedInPage(product, DEMO_ACCOUNTS.welder, { width: 390 });
    await page.goto('/my-training?section=all');
    await page.getByRole('link', { name: 'MIG/MAG welding: basics' }).first().click();
    await page.getByRole('link', { name: 'Take the quiz' }).click();
    await press(page, 'Start the quiz');
    const answer = page.getByRole('textbox', { name: 'Your answer' });
    await answer.fill(' ARGON ');
    await answer.press('Enter');
    const number = page.getByRole('textbox', { name: 'Your answer as a number' });
    await number.fill('12 mm');
    await page.getByText('This is not a number, so it is not saved.').waitFor();
    await number.fill('13,00');
    await page.getByText('Read as 13', { exact: true }).waitFor();
    await page.getByText(/^Saved \d/).waitFor();

    await page.reload();
    await page.getByRole('heading', { name: 'Question 3 of 4' }).waitFor();
    await page.getByLabel('Wood').selectOption('Class A');
    await page.getByLabel('Petrol').selectOption('Class D');
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Next');

    // Orders the items by the buttons, which keep the focus on the moved item.
    for (const [at, item] of ['Belt', 'Key', 'Drive'].entries()) {
      const currentPosition = async () =>
        (await page.locator('.lr-order li').allInnerTexts()).findIndex((text) => text.includes(item));
      const moveUp = page.getByRole('button', { name: `Move up: ${item}` });
      for (let position = await currentPosition(); position > at; position--) {
        await moveUp.focus();
        await page.keyboard.press('Enter');
        expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain(item);
      }
    }
    const keepOrder = page.getByRole('button', { name: 'Keep this order' });
    if (await keepOrder.count()) await keepOrder.click();
    await page.getByText('4 of 4 answered').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await press(page.getByRole('navigation', { name: 'Questions' }), 'Review');
    await page.getByText('Wood: Class A · Petrol: Class D').waitFor();
    await page.getByText('Belt · Key · Drive').waitFor();
    await press(page, 'Submit');

    await page.getByText('3.5 of 4 points').last().waitFor();
    await page.getByText('12.5 ± 0.5').waitFor();
    await page.getByText('Your answer: Class D · Correct: Class B').waitFor();
    await waitForPageLoaded(page);
    expect(await axeViolations(page)).toEqual([]);
  });
});
