import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { firstOf, press, signedInAs, toast } from '../support/journey-steps';

describe('the catalogue', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('lets a learner ask for a training, the line above approves it, and it is theirs', async () => {
    const mine = await signedInAs(product, DEMO_ACCOUNTS.driver);
    await mine.goto('/assign-training?q=calipers');
    await mine.getByRole('button', { name: /^Request/ }).click();
    await toast(mine, 'Your request was sent');
    await mine.getByText(/Waiting for approval/).waitFor();

    const lead = await signedInAs(product, DEMO_ACCOUNTS.manager);
    await lead.goto('/home');
    const asking = lead.getByRole('region', { name: /Training requests/ });
    await asking.getByText('Jonas Petersen').waitFor();
    await asking.getByRole('link', { name: /^All 1/ }).click();
    const row = lead.getByRole('row', { name: /Jonas Petersen.*Waiting/ });
    await row.getByRole('button').last().click();
    await lead.getByRole('menuitem', { name: 'Approve' }).click();
    await lead.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await toast(lead, 'Training assigned');
    await lead.getByText('Nothing is waiting for you').waitFor();

    await mine.reload();
    await mine.getByText(/^Assigned to you/).waitFor();
    await mine.getByRole('button', { name: /^Cancel enrolment/ }).click();
    await toast(mine, 'Withdrawn');
    await mine.getByRole('button', { name: /^Request/ }).waitFor();
  });

  journey('is looked at by an admin as by a learner, with the history of what was published', async () => {
    const admin = await signedInAs(product, DEMO_ACCOUNTS.admin);
    const training_id = await firstOf(admin, '/api/trainings?code=FORK-101&');
    await admin.goto(`/my-training/${training_id}/preview`);
    await admin.getByText('You are viewing this training as a learner').waitFor();
    await admin.getByRole('button', { name: 'Preview the quiz' }).click();
    await admin.getByText('Nothing is saved.', { exact: false }).last().waitFor();
    // What is left open is wrong, and no reason to say nothing.
    const tried = admin.waitForResponse(/\/try$/);
    await press(admin, 'Show score');
    expect((await tried).status()).toBe(200);

    await admin.goto(`/training/${training_id}/history`);
    await admin.getByText('First publication').waitFor();
  });
});
