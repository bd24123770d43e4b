import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { choose, firstId, postJson, press, openSignedInPage, waitForToast } from '../support/journey-steps';

describe('a classroom training', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const hours = (startHour: number, endHour: number) => {
    const hoursFromNow = (hour: number) => new Date(Date.now() + hour * 3_600_000).toISOString();
    return { starts_at: hoursFromNow(startHour), ends_at: hoursFromNow(endHour) };
  };

  journey('is booked by its learner, held, and marked for many at once', async () => {
    const admin = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await admin.goto('/training/sessions');
    await admin.getByText('Plan the first session of a classroom training').waitFor();
    const training_id = await firstId(admin, '/api/trainings?type=classroom&status=published&q=first%20aid&');
    const learner = await firstId(admin, '/api/staff?q=jonas%20petersen&');
    await postJson(admin, '/api/training-assignments/bulk', { staff_id: [learner], training_id: [training_id] });
    const online = { online_url: 'https://meet.example.org/first-aid', seats: 1 };
    const upcomingSession = await postJson(admin, '/api/training-sessions', {
      training_id,
      ...hours(48, 52),
      ...online,
    });
    const runningSession = await postJson(admin, '/api/training-sessions', { training_id, ...hours(-2, 2), ...online });

    // The only seat is taken, so the next booking is put on the waiting list.
    const driverPage = await openSignedInPage(product, DEMO_ACCOUNTS.driver);
    await driverPage.goto(`/my-training/${training_id}`);
    await driverPage.getByRole('region', { name: 'Sessions' }).getByText('Free seats: 1').waitFor();
    await driverPage.getByRole('button', { name: /^Book a seat/ }).click();
    await waitForToast(driverPage, 'You have a seat');
    await driverPage.getByRole('link', { name: 'Online' }).waitFor();

    await admin.goto('/training/sessions');
    await admin.getByRole('row', { name: /1 \/ 1/ }).click();
    await admin.getByRole('heading', { name: /First aid/ }).waitFor();
    await press(admin, 'Book people');
    const dialog = admin.getByRole('dialog', { name: 'Book people into this session' });
    await choose(dialog, 'Staff', 'Mara Lindt');
    await dialog.getByRole('button', { name: 'Book people' }).click();
    await admin.getByRole('row', { name: /Mara Lindt.*Waiting list/ }).waitFor();

    // Leaving moves the next person up from the waiting list.
    await driverPage.getByRole('button', { name: /^Cancel my place/ }).click();
    await waitForToast(driverPage, 'Your place is cancelled');
    await admin.goto(`/training/sessions/${upcomingSession}`);
    await admin.getByRole('row', { name: /Mara Lindt.*Booked/ }).waitFor();

    // A second session is in progress.
    await postJson(admin, `/api/training-sessions/${runningSession}/bookings`, { staff_id: [learner] });
    await admin.goto(`/training/sessions/${runningSession}`);
    await admin
      .getByRole('row', { name: /Jonas Petersen.*Booked/ })
      .getByRole('checkbox')
      .check();
    await admin.getByRole('button', { name: 'Mark as attended' }).click();
    await waitForToast(admin, 'Attendance saved');
    await admin.getByRole('row', { name: /Jonas Petersen.*Attended/ }).waitFor();
    await admin.getByText('Held', { exact: true }).waitFor();
    await driverPage.goto(`/my-training/${training_id}`);
    await driverPage.getByText('You attended', { exact: true }).waitFor();
  });
});
