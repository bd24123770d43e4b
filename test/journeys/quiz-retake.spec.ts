import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { openMenu, openOrganisation, openUserMenu, openSignedInPage } from '../support/journey-steps';
import { createLearnerAccount } from '../support/learner-account';
import { playQuiz } from '../support/learner-steps';
import { sessionApi } from '../support/session-api';
import { createPublishedTraining } from '../support/training-data';

const QUESTIONS = [
  { text: 'When is the check made?', correct: 'Before each shift', wrong: 'Once a week' },
  { text: 'Who may drive?', correct: 'Whoever has a licence', wrong: 'Everybody' },
];

describe('a quiz', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('that was failed gives no level, and the next attempt that passes gives it', async () => {
    const { page: admin } = await openOrganisation(product, 'Second Chance');
    const api = await sessionApi(admin);
    const asha = await createLearnerAccount(product, api, { staff_code: 'Q-1', first_name: 'Asha', last_name: 'Rao' });
    const { skill_id } = await api.post('/api/skills', { skill_code: 'FORK', name: 'Forklift driving' });
    const training = { code: 'FORK-1', title: 'Daily check' };
    const { training_id } = await createPublishedTraining(api, training, { skill: skill_id, questions: QUESTIONS });
    await api.post('/api/training-assignments/bulk', { staff_id: [asha.staff_id], training_id: [training_id] });

    const page = await openSignedInPage(product, asha);
    await openUserMenu(page, 'My Training');
    await page.getByRole('link', { name: 'Daily check' }).first().click();
    await page.getByRole('link', { name: 'Take the quiz' }).click();
    const [first, second] = QUESTIONS;
    await playQuiz(page, { [first!.text]: [first!.correct], [second!.text]: [second!.wrong] });
    await page.getByRole('heading', { name: 'Not passed this time' }).waitFor();
    await page.getByRole('link', { name: 'Try again' }).click();
    await playQuiz(page, { [first!.text]: [first!.correct], [second!.text]: [second!.correct] }, 'Try again');
    await page.getByRole('heading', { name: 'You passed' }).waitFor();
    await page.getByText('Level 3', { exact: true }).waitFor();

    await openMenu(admin, 'All Skil Matrix Report');
    await admin.getByRole('gridcell', { name: /^Rao, Asha, Forklift driving: level 3/ }).waitFor();
    await openMenu(admin, 'Quiz Report');
    for (const [result, score] of [
      ['Failed', '50%'],
      ['Passed', '100%'],
    ])
      await admin.getByRole('row').filter({ hasText: result! }).getByRole('cell', { name: score! }).first().waitFor();
  });
});
