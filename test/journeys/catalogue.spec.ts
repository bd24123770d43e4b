import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { firstId, press, openSignedInPage, waitForToast } from '../support/journey-steps';

describe('the catalogue', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('lets a learner request a training, which a manager approves', async () => {
    const learnerPage = await openSignedInPage(product, DEMO_ACCOUNTS.driver);
    await learnerPage.goto('/assign-training?q=calipers');
    await learnerPage.getByRole('button', { name: /^Request/ }).click();
    await waitForToast(learnerPage, 'Your request was sent');
    await learnerPage.getByText(/Waiting for approval/).waitFor();

    const managerPage = await openSignedInPage(product, DEMO_ACCOUNTS.manager);
    await managerPage.goto('/home');
    const requestsRegion = managerPage.getByRole('region', { name: /Training requests/ });
    await requestsRegion.getByText('Jonas Petersen').waitFor();
    await requestsRegion.getByRole('link', { name: /^All 1/ }).click();
    const row = managerPage.getByRole('row', { name: /Jonas Petersen.*Waiting/ });
    await row.getByRole('button').last().click();
    await managerPage.getByRole('menuitem', { name: 'Approve' }).click();
    await managerPage.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await waitForToast(managerPage, 'Training assigned');
    await managerPage.getByText('Nothing is waiting for you').waitFor();

    await learnerPage.reload();
    await learnerPage.getByText(/^Assigned to you/).waitFor();
    await learnerPage.getByRole('button', { name: /^Cancel enrolment/ }).click();
    await waitForToast(learnerPage, 'Withdrawn');
    await learnerPage.getByRole('button', { name: /^Request/ }).waitFor();
  });

  journey('can be previewed as a learner by an admin, with its publication history', async () => {
    const admin = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    const training_id = await firstId(admin, '/api/trainings?code=FORK-101&');
    await admin.goto(`/my-training/${training_id}/preview`);
    await admin.getByText('You are viewing this training as a learner').waitFor();
    await admin.getByRole('button', { name: 'Preview the quiz' }).click();
    await admin.getByText('Nothing is saved.', { exact: false }).last().waitFor();
    // Unanswered questions count as wrong and do not block the score.
    const tryOutResponse = admin.waitForResponse(/\/try$/);
    await press(admin, 'Show score');
    expect((await tryOutResponse).status()).toBe(200);

    await admin.goto(`/training/${training_id}/history`);
    await admin.getByText('First publication').waitFor();
  });
});
