import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { fill, openOrganisation, press, openSignedInPage } from '../support/journey-steps';
import { createLearnerAccount } from '../support/learner-account';
import { playQuiz } from '../support/learner-steps';
import { horizontalOverflow } from '../support/screen-steps';
import { sessionApi } from '../support/session-api';
import { createPublishedTraining } from '../support/training-data';

const PHONE = { width: 390 };
const QUESTION = { text: 'When is the check made?', correct: 'Before each shift', wrong: 'Once a week' };

describe('on a phone', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('an admin adds a person, and a learner passes a quiz, without scrolling sideways', async () => {
    const { page: desktop, registration } = await openOrganisation(product, 'Pocket Works');
    const api = await sessionApi(desktop);
    const asha = await createLearnerAccount(product, api, { staff_code: 'P-1', first_name: 'Asha', last_name: 'Rao' });
    const training = { code: 'FORK-1', title: 'Daily check' };
    const { training_id } = await createPublishedTraining(api, training, { questions: [QUESTION] });
    await api.post('/api/training-assignments/bulk', { staff_id: [asha.staff_id], training_id: [training_id] });

    const admin = await openSignedInPage(product, registration, PHONE);
    await press(admin, 'Open menu');
    await admin.getByRole('dialog').getByRole('link', { name: 'Staff Master', exact: true }).click();
    await admin.getByRole('heading', { level: 1, name: 'Staff Master' }).waitFor();
    // On a phone rows are cards.
    const card = (name: string) => admin.getByRole('listitem').filter({ hasText: name });
    await card('Asha Rao').waitFor();
    expect(await horizontalOverflow(admin)).toBe(0);
    await press(admin, 'New staff member');
    const form = admin.getByRole('dialog', { name: 'New staff member' });
    await fill(form, { Joined: '2024-03-01', 'Staff code': 'P-2', 'First name': 'Bala', 'Last name': 'Iyer' });
    await press(form, 'Create');
    await form.waitFor({ state: 'hidden' });
    await card('Bala Iyer').waitFor();

    const learner = await openSignedInPage(product, asha, PHONE);
    await learner.goto('/my-training');
    await learner.getByRole('link', { name: 'Daily check' }).first().click();
    await learner.getByRole('link', { name: 'Take the quiz' }).click();
    await playQuiz(learner, { [QUESTION.text]: [QUESTION.correct] });
    await learner.getByRole('heading', { name: 'You passed' }).waitFor();
    expect(await horizontalOverflow(learner)).toBe(0);

    await admin.goto('/skil-matrix-report');
    await admin.getByRole('button', { name: /^Rao, Asha/ }).click();
    await admin.getByRole('listitem').filter({ hasText: 'Skill FORK-1' }).last().waitFor();
    expect(await horizontalOverflow(admin)).toBe(0);
  });
});
