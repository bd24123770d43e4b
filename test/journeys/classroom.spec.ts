import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { choose, firstOf, post, press, signedInAs, toast } from '../support/journey-steps';

describe('a classroom training', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const hours = (from: number, to: number) => {
    const at = (hour: number) => new Date(Date.now() + hour * 3_600_000).toISOString();
    return { starts_at: at(from), ends_at: at(to) };
  };

  journey('is booked by its learner, held, and marked for many at once', async () => {
    const admin = await signedInAs(product, DEMO_ACCOUNTS.admin);
    await admin.goto('/training/sessions');
    await admin.getByText('Plan the first session of a classroom training').waitFor();
    const training_id = await firstOf(admin, '/api/trainings?type=classroom&status=published&q=first%20aid&');
    const learner = await firstOf(admin, '/api/staff?q=jonas%20petersen&');
    await post(admin, '/api/training-assignments/bulk', { staff_id: [learner], training_id: [training_id] });
    const online = { online_url: 'https://meet.example.org/first-aid', seats: 1 };
    const ahead = await post(admin, '/api/training-sessions', { training_id, ...hours(48, 52), ...online });
    const begun = await post(admin, '/api/training-sessions', { training_id, ...hours(-2, 2), ...online });

    // The only seat is taken by the learner, so the next one waits.
    const mine = await signedInAs(product, DEMO_ACCOUNTS.driver);
    await mine.goto(`/my-training/${training_id}`);
    await mine.getByRole('region', { name: 'Sessions' }).getByText('Free seats: 1').waitFor();
    await mine.getByRole('button', { name: /^Book a seat/ }).click();
    await toast(mine, 'You have a seat');
    await mine.getByRole('link', { name: 'Online' }).waitFor();

    await admin.goto('/training/sessions');
    await admin.getByRole('row', { name: /1 \/ 1/ }).click();
    await admin.getByRole('heading', { name: /First aid/ }).waitFor();
    await press(admin, 'Book people');
    const dialog = admin.getByRole('dialog', { name: 'Book people into this session' });
    await choose(dialog, 'Staff', 'Mara Lindt');
    await dialog.getByRole('button', { name: 'Book people' }).click();
    await admin.getByRole('row', { name: /Mara Lindt.*Waiting list/ }).waitFor();

    // Whoever gives the place up lets the next one in.
    await mine.getByRole('button', { name: /^Cancel my place/ }).click();
    await toast(mine, 'Your place is cancelled');
    await admin.goto(`/training/sessions/${ahead}`);
    await admin.getByRole('row', { name: /Mara Lindt.*Booked/ }).waitFor();

    // Another one is being held.
    await post(admin, `/api/training-sessions/${begun}/bookings`, { staff_id: [learner] });
    await admin.goto(`/training/sessions/${begun}`);
    await admin
      .getByRole('row', { name: /Jonas Petersen.*Booked/ })
      .getByRole('checkbox')
      .check();
    await admin.getByRole('button', { name: 'Mark as attended' }).click();
    await toast(admin, 'Attendance saved');
    await admin.getByRole('row', { name: /Jonas Petersen.*Attended/ }).waitFor();
    await admin.getByText('Held', { exact: true }).waitFor();
    await mine.goto(`/my-training/${training_id}`);
    await mine.getByText('You attended', { exact: true }).waitFor();
  });
});
