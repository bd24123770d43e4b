import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { openMenu, openOrganisation, press, openSignedInPage, waitForToast } from '../support/journey-steps';
import { createLearnerAccount } from '../support/learner-account';
import { sessionApi } from '../support/session-api';
import { createPublishedTraining, takeQuiz } from '../support/training-data';

const QUESTION = { text: 'When is the check made?', correct: 'Before each shift', wrong: 'Once a week' };

describe('the day of a manager', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('begins with the team, signs off what waits, and reads a report of the team alone', async () => {
    const { page: admin } = await openOrganisation(product, 'Night Shift');
    const api = await sessionApi(admin);
    const manager = await createLearnerAccount(product, api, {
      staff_code: 'M-1',
      first_name: 'Asha',
      last_name: 'Rao',
    });
    const person = { staff_code: 'M-2', first_name: 'Bala', last_name: 'Iyer', manager_id: manager.staff_id };
    const bala = await createLearnerAccount(product, api, person);
    await api.post('/api/staff', { staff_code: 'M-3', first_name: 'Chen', last_name: 'Wu', joined: '2024-01-01' });
    const { skill_id } = await api.post('/api/skills', {
      skill_code: 'FORK',
      name: 'Forklift driving',
      requires_signoff: true,
      signoff_by: 'manager',
    });
    const training = { code: 'FORK-1', title: 'Daily check' };
    const { training_id } = await createPublishedTraining(api, training, { skill: skill_id, questions: [QUESTION] });
    await api.post('/api/training-assignments/bulk', { staff_id: [bala.staff_id], training_id: [training_id] });
    const learner = await sessionApi(await openSignedInPage(product, bala));
    await takeQuiz(learner, training_id, { [QUESTION.text]: QUESTION.correct });

    const page = await openSignedInPage(product, manager);
    const team = page.getByRole('region', { name: 'Your team' });
    await team.getByText('2 people: you and everyone who reports to you, directly or indirectly.').waitFor();
    const waiting = team.getByRole('region', { name: 'Waiting for your sign-off' });
    await waiting.getByText('Bala Iyer').waitFor();
    await waiting.getByRole('link', { name: /^All / }).click();
    await waiting.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Approve…' }).click();
    await press(page.getByRole('dialog'), 'Approve…');
    await waitForToast(page, 'Evidence approved');

    await openMenu(page, 'All Skil Matrix Report');
    await page.getByRole('heading', { level: 1, name: 'All Skil Matrix Report Your team' }).waitFor();
    await page.getByRole('gridcell', { name: /^Iyer, Bala, Forklift driving: level 3/ }).waitFor();
    expect(await page.getByText('Wu, Chen').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'New staff member' }).count()).toBe(0);
  });
});
