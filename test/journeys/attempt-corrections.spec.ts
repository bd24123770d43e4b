import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { dialog, openOrganisation, press, openSignedInPage, waitForToast } from '../support/journey-steps';
import { createLearnerAccount } from '../support/learner-account';
import { waitForPageLoaded, axeViolations } from '../support/screen-steps';
import { sessionApi, type SessionApi } from '../support/session-api';
import { createPublishedTraining, takeQuiz } from '../support/training-data';

const QUESTION = 'When is the check made?';
const [RIGHT, WRONG] = ['Before each shift', 'Once a week'];

async function oneAttemptQuiz(api: SessionApi, training_id: string): Promise<void> {
  const { quiz_id } = await api.post('/api/quizzes', { training_id, title: 'Daily check', attempts_allowed: 1 });
  const options = [RIGHT, WRONG].map((text, index) => ({ text, fraction: index === 0 ? 1 : 0 }));
  const { question_id } = await api.post('/api/questions', { kind: 'single', text: QUESTION, options });
  await api.put(`/api/quizzes/${quiz_id}/slots`, { slots: [{ question_id }] });
}

describe('correcting attempts of a person', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('gets another attempt, and can try again when an attempt is voided', async () => {
    const { page: admin } = await openOrganisation(product, 'Way Out');
    const api = await sessionApi(admin);
    const asha = await createLearnerAccount(product, api, { staff_code: 'W-1', first_name: 'Asha', last_name: 'Rao' });
    const { training_id } = await createPublishedTraining(api, { code: 'FORK-1', title: 'Daily check' });
    await oneAttemptQuiz(api, training_id);
    await api.post('/api/training-assignments/bulk', { staff_id: [asha.staff_id], training_id: [training_id] });
    const page = await openSignedInPage(product, asha);
    const learner = await sessionApi(page);
    const start = `/my-training/${training_id}/quiz`;
    const openExtraAttempt = async () => {
      await admin.getByRole('button', { name: /^Actions for .*Daily check$/ }).click();
      await admin.getByRole('menuitem', { name: 'Give another attempt…' }).click();
    };
    const confirm = async (title: string, action: string, reason: string) => {
      const confirmation = dialog(admin, title);
      await confirmation.getByLabel('Reason').fill(reason);
      expect(await axeViolations(admin)).toEqual([]);
      await press(confirmation, action);
      await confirmation.waitFor({ state: 'detached' });
    };

    await takeQuiz(learner, training_id, { [QUESTION]: WRONG });
    await page.goto(start);
    await page.getByText('You have used your 1 attempt. Ask your administrator for another one.').waitFor();

    await admin.goto(`/add-staff/${asha.staff_id}/trainings`);
    await waitForPageLoaded(admin);
    await openExtraAttempt();
    await confirm('Give Asha Rao another attempt?', 'Give another attempt', 'The connection was lost');
    await waitForToast(admin, 'Asha Rao has another attempt');
    await openExtraAttempt();
    const refusedDialog = dialog(admin, 'Give Asha Rao another attempt?');
    await refusedDialog.getByRole('alert').filter({ hasText: 'There are still attempts left at this quiz.' }).waitFor();
    await press(refusedDialog, 'Cancel');
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();

    await takeQuiz(learner, training_id, { [QUESTION]: RIGHT });
    await admin.goto(`/add-staff/${asha.staff_id}/results`);
    await admin.getByRole('button', { name: /^Answer sheet ?: 2$/ }).click();
    await press(admin, 'Void attempt…');
    const confirmation = dialog(admin, 'Void attempt 2 of Asha Rao?');
    await confirmation.getByText('Will be reopened').waitFor();
    await confirm('Void attempt 2 of Asha Rao?', 'Void attempt', 'Somebody else answered');
    await waitForToast(admin, 'Attempt voided');
    await page.reload();
    await page.getByRole('listitem').filter({ hasText: 'Attempt 2' }).getByText('Voided').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });
});
