import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { firstId, openSignedInPage } from '../support/journey-steps';

const accountOf = (name: string) => Object.values(DEMO_ACCOUNTS).find(({ user_name }) => user_name.startsWith(name))!;

/** Publishes a new training and assigns it to Mara by API calls in the admin's page. @returns its id */
async function createAssignedTraining(page: Page): Promise<string> {
  const ids = {
    category_id: await firstId(page, '/api/training-categories?'),
    skill_id: await firstId(page, '/api/skills?'),
    staff_id: await firstId(page, '/api/staff?email=mara.lindt@nordhafen.example&'),
  };
  return page.evaluate(async ({ category_id, skill_id, staff_id }) => {
    const { Auth_Token, EID, OID } = localStorage;
    const headers = { Authorization: `Bearer ${Auth_Token}`, EID, OID, 'Content-Type': 'application/json' };
    const call = async (method: string, path: string, body: object) => {
      const answer = await fetch(`/api/${path}`, { method, headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    const video = { source_url: 'https://media.example.org/a.mp4', video_duration_ms: 60_000 };
    const trainingInput = { code: 'BELL', title: 'Answering the bell', category_id, ...video };
    const { training_id } = await call('POST', 'trainings', trainingInput);
    await call('PUT', `trainings/${training_id}/skills`, [{ skill_id, min_score: 0, level: 1 }]);
    await call('POST', `trainings/${training_id}/publish`, {});
    await call('POST', 'training-assignments/bulk', { staff_id: [staff_id], training_id: [training_id] });
    return training_id;
  }, ids);
}

describe('the bell', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('shows a new assignment, links to it and follows the notice settings', async () => {
    const admin = await openSignedInPage(product, accountOf('admin@nordhafen'));
    const learner = await openSignedInPage(product, accountOf('mara.lindt'));
    const bell = learner.getByRole('banner').getByRole('button', { name: /^Notifications/ });
    const readUnread = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0);
    // The demo account already has notices.
    await learner.getByRole('button', { name: /^Notifications, \d+ unread/ }).waitFor();
    const unreadBefore = await readUnread();
    const training_id = await createAssignedTraining(admin);

    // The notice arrives live, without a reload.
    await learner.getByRole('button', { name: `Notifications, ${unreadBefore + 1} unread` }).waitFor();
    await bell.click();
    await learner.getByRole('link', { name: /Answering the bell/ }).click();
    await learner.waitForURL(new RegExp(`/my-training/${training_id}`));
    await learner.getByRole('button', { name: `Notifications, ${unreadBefore} unread`, exact: true }).waitFor();

    await learner.goto('/settings#notifications');
    const mail = learner.getByRole('checkbox', { name: 'New trainings: By email' });
    // The page load also reads the choices; only the response to the change is waited for.
    const choicesResponse = learner.waitForResponse(
      (response) => response.url().endsWith('/api/notices/choices') && response.request().method() === 'PUT',
    );
    await mail.click();
    expect((await choicesResponse).ok()).toBe(true);
    await learner.reload();
    await eventually(() => mail.isChecked(), false);
    await eventually(() => learner.getByRole('checkbox', { name: 'Overdue trainings: By email' }).isChecked(), true);
  });
});
