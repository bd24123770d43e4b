import type { Locator, Page } from 'playwright-core';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { openOrganisation, openSignedInPage } from '../support/journey-steps';
import { createLearnerAccount, type LearnerAccount } from '../support/learner-account';
import { sessionApi, type SessionApi } from '../support/session-api';
import { createPublishedTraining, takeQuiz, type QuizQuestion } from '../support/training-data';

const FIRST: QuizQuestion = { text: 'When is the check made?', correct: 'Before each shift', wrong: 'Once a week' };
const SECOND: QuizQuestion = { text: 'Who may drive?', correct: 'Whoever has a licence', wrong: 'Everybody' };

describe('the five reports', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  /**
   * Asha reaches level 3 in forklift driving before the period, Bala level 2 within it; both must have level 3, and two
   * qualified people are needed.
   */
  async function fillLedger(api: SessionApi): Promise<{ skill_id: string; asha: LearnerAccount }> {
    const { skill_id } = await api.post('/api/skills', {
      skill_code: 'FORK',
      name: 'Forklift driving',
      required_headcount: 2,
    });
    const asha = await createLearnerAccount(product, api, { staff_code: 'F-1', first_name: 'Asha', last_name: 'Rao' });
    const bala = await api.post('/api/staff', {
      staff_code: 'F-2',
      first_name: 'Bala',
      last_name: 'Iyer',
      joined: '2024-01-01',
    });
    for (const [staff_id, level, effective_date] of [
      [asha.staff_id, 3, '2024-03-10'],
      [bala.staff_id, 2, '2024-05-20'],
    ] as const) {
      await api.post('/api/skill-targets', { staff_id, skill_id, level: 3, from_date: '2024-01-01' });
      await api.post('/api/skill-evidence', { staff_id, skill_id, kind: 'prior', level, effective_date });
    }
    return { skill_id, asha };
  }

  /** A total above a report. */
  const figure = (page: Page, label: string, value: string): Locator =>
    page.locator('.rep-figures > *').filter({ hasText: label }).getByText(value, { exact: true });

  journey('show the figures of a known history', async () => {
    const { page } = await openOrganisation(product, 'Known Figures');
    const api = await sessionApi(page);
    const { skill_id, asha } = await fillLedger(api);
    const training = { code: 'FORK-1', title: 'Daily check' };
    const { training_id } = await createPublishedTraining(api, training, {
      skill: skill_id,
      questions: [FIRST, SECOND],
    });
    await api.post('/api/training-assignments/bulk', { staff_id: [asha.staff_id], training_id: [training_id] });
    // Half of the points is below the pass mark.
    const answers = { [FIRST.text]: FIRST.correct, [SECOND.text]: SECOND.wrong };
    await takeQuiz(await sessionApi(await openSignedInPage(product, asha)), training_id, answers);

    await page.goto('/quiz-report');
    const attempt = page.getByRole('row').filter({ hasText: 'Daily check' });
    await attempt.filter({ hasText: 'Failed' }).getByRole('cell', { name: '50%' }).first().waitFor();
    await figure(page, 'Mean best score', '50%').waitFor();

    await page.goto('/skil-matrix-report');
    await page.getByRole('gridcell', { name: 'Rao, Asha, Forklift driving: level 3, target 3, target met' }).waitFor();
    await page
      .getByRole('gridcell', { name: 'Iyer, Bala, Forklift driving: level 2, target 3, below target' })
      .waitFor();

    await page.goto('/skil-matrix-report-datewise?fdate=2024-05-01&tdate=2024-06-30');
    await page
      .getByRole('gridcell', { name: /^Iyer, Bala, Forklift driving: level 2, .*, up 2 since the opening$/ })
      .waitFor();
    await figure(page, 'Changed', '1').waitFor();

    await page.goto('/targeted-matrix-report-datewise?fdate=2024-05-01&tdate=2024-06-30');
    await page.getByText('1 of 2 targets met').first().waitFor();
    await page.getByRole('gridcell', { name: /^Iyer, Bala, Forklift driving: .*, gap 1$/ }).waitFor();

    await page.goto('/skil-wise-report');
    const skill = page.getByRole('row').filter({ hasText: 'Forklift driving' });
    await skill.getByRole('cell', { name: '50%' }).waitFor();

    await page.goto('/skil-wise-report?skil_code=FORK');
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
    await heading('Skils Wise Matrix Report: Forklift driving').waitFor();
    await page.getByRole('link', { name: 'All skills' }).click();
    await heading('Skils Wise Matrix Report').waitFor();
  });
});
