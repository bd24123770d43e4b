import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { firstOf, signedInAs } from '../support/journey-steps';

const accountOf = (name: string) => Object.values(DEMO_ACCOUNTS).find(({ user_name }) => user_name.startsWith(name))!;

/** A new training, published and assigned to Mara, by calls in the session of the admin's page. @returns its id */
async function assigned(page: Page): Promise<string> {
  const ids = {
    category_id: await firstOf(page, '/api/training-categories?'),
    skill_id: await firstOf(page, '/api/skills?'),
    staff_id: await firstOf(page, '/api/staff?email=mara.lindt@nordhafen.example&'),
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
    const made = { code: 'BELL', title: 'Answering the bell', category_id, ...video };
    const { training_id } = await call('POST', 'trainings', made);
    await call('PUT', `trainings/${training_id}/skills`, [{ skill_id, min_score: 0, level: 1 }]);
    await call('POST', `trainings/${training_id}/publish`, {});
    await call('POST', 'training-assignments/bulk', { staff_id: [staff_id], training_id: [training_id] });
    return training_id;
  }, ids);
}

describe('the bell', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('rings as something is assigned, leads to it, and does what its reader chooses', async () => {
    const admin = await signedInAs(product, accountOf('admin@nordhafen'));
    const learner = await signedInAs(product, accountOf('mara.lindt'));
    const bell = learner.getByRole('banner').getByRole('button', { name: /^Notifications/ });
    const unread = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0);
    // The demo has told her of something already.
    await learner.getByRole('button', { name: /^Notifications, \d+ unread/ }).waitFor();
    const before = await unread();
    const training_id = await assigned(admin);

    // Told live: nobody reloads.
    await learner.getByRole('button', { name: `Notifications, ${before + 1} unread` }).waitFor();
    await bell.click();
    await learner.getByRole('link', { name: /Answering the bell/ }).click();
    await learner.waitForURL(new RegExp(`/my-training/${training_id}`));
    await learner.getByRole('button', { name: `Notifications, ${before} unread`, exact: true }).waitFor();

    await learner.goto('/settings#notifications');
    const mail = learner.getByRole('checkbox', { name: 'New trainings: By email' });
    const kept = learner.waitForResponse('**/api/notices/choices');
    await mail.click();
    expect((await kept).ok()).toBe(true);
    await learner.reload();
    await comesTo(() => mail.isChecked(), false);
    await comesTo(() => learner.getByRole('checkbox', { name: 'Overdue trainings: By email' }).isChecked(), true);
  });
});
