import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { dialog, openMenu, openOrganisation, openUserMenu, press, signedInAs, toast } from '../support/journey-steps';
import { settled, violations } from '../support/screen-steps';

const PEOPLE = 150;
const TRAININGS = 10;

/** By calls, in the session of the page: what is shown here is what is done with them. */
const company = (page: Page): Promise<void> =>
  page.evaluate(
    async ([people, trainings]) => {
      const { Auth_Token, EID, OID } = localStorage;
      const headers = { Authorization: `Bearer ${Auth_Token}`, EID, OID, 'Content-Type': 'application/json' };
      const call = async (method: string, path: string, body: object) => {
        const answer = await fetch(`/api/${path}`, { method, headers, body: JSON.stringify(body) });
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        return answer.json();
      };
      for (let n = 1; n <= people; n++)
        await call('POST', 'staff', {
          ...{ staff_code: `W${n}`, first_name: 'Welder', last_name: String(n), joined: '2024-03-01' },
        });
      const { skill_id } = await call('POST', 'skills', { skill_code: 'WELD', name: 'Welding' });
      const { category_id } = await call('POST', 'training-categories', { code: 'S', name: 'Safety' });
      for (let n = 1; n <= trainings; n++) {
        const video = { source_url: 'https://media.example.org/a.mp4', video_duration_ms: 60_000 };
        const made = { code: `T${n}`, title: `Safe welding ${n}`, category_id, ...video };
        const { training_id } = await call('POST', 'trainings', made);
        await call('PUT', `trainings/${training_id}/skills`, [{ skill_id, min_score: 0, level: 1 }]);
        await call('POST', `trainings/${training_id}/publish`, {});
      }
    },
    [PEOPLE, TRAININGS] as const,
  );

const people = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (many) => {
    const { Auth_Token, EID, OID } = localStorage;
    const headers = { Authorization: `Bearer ${Auth_Token}`, EID, OID, 'Content-Type': 'application/json' };
    const call = async (path: string, body: object) => {
      const answer = await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    };
    for (let n = 1; n <= many; n++)
      await call('staff', { staff_code: `D${n}`, first_name: 'Docker', last_name: String(n), joined: '2024-03-01' });
    await call('skills', { skill_code: 'LIFT', name: 'Lifting' });
  }, count);

describe('a large assignment', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('is previewed, done in the background, found again after a reload, and taken back', async () => {
    const { page } = await openOrganisation(product, 'Harbour Steel', { package: 'Enterprise' });
    await company(page);

    await openMenu(page, 'Assign Training');
    await press(page, `Select all ${PEOPLE} matching rows`);
    await page.getByText(`${PEOPLE} selected`).waitFor();
    await press(page, 'Next');
    await press(page, `Select all ${TRAININGS} matching rows`);
    await page.getByText(`${TRAININGS} selected`).waitFor();
    await press(page, 'Next');
    await press(page, 'Next');
    await page.getByText('150 × 10 = 1,500').waitFor();
    await page.getByText('1,500 new').waitFor();
    await page.getByText('0 conflicts').waitFor();

    // Whoever cannot be told how far it is, is told later.
    await page.route('**/api/jobs**', (route) => route.abort());
    await press(page, 'Create 1,500 assignments');
    await page.getByRole('heading', { name: 'Creating assignments' }).waitFor();
    await page.getByRole('dialog').waitFor();
    // Before the page is left nothing may say that the job has ended: it would count as seen.
    await page.goto('/home');
    await page.unroute('**/api/jobs**');
    await page.getByRole('button', { name: /^Jobs (running|ended): 1$/ }).click();
    const job = dialog(page, 'Assign trainings');
    await job.getByText('Finished. Changed: 1,500.').waitFor();
    await job.getByText('Welder 1 · T1 Safe welding 1', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);

    await page.reload();
    await job.getByText('1,500 of 1,500').waitFor();
    await page.keyboard.press('Escape');
    await job.waitFor({ state: 'hidden' });
    // It was looked at: nothing is left to be told.
    await comesTo(() => page.getByRole('button', { name: /^Jobs (running|ended)/ }).count(), 0);

    await openUserMenu(page, 'Jobs');
    await dialog(page, 'Jobs')
      .getByRole('button', { name: /^Assign trainings/ })
      .click();
    await press(job, 'Undo');
    await press(dialog(page, 'Undo this job?'), 'Undo');
    await job.getByText('Undone: 1,500.').waitFor();
    await page.goto('/remove-training');
    await settled(page);
    await page.getByText('Safe welding 1').first().waitFor({ state: 'hidden' });

    const desk = await signedInAs(product, DEMO_ACCOUNTS.platform);
    await openUserMenu(desk, 'Jobs');
    await desk.getByRole('row', { name: /Assign trainings.*Undone/ }).waitFor();
    await settled(desk);
    expect(await violations(desk)).toEqual([]);
    await desk.getByRole('link', { name: 'Failed' }).click();
    await desk.waitForURL(/\/jobs\?state=dead$/);
    await desk.getByRole('row', { name: /Assign trainings/ }).waitFor({ state: 'hidden' });
  });

  journey(
    'and a large export are alike: what is begun is found again after a reload, and its file is kept as it was written',
    async () => {
      const { page } = await openOrganisation(product, 'Harbour Docks', { package: 'Enterprise' });
      await people(page, 205);
      await openMenu(page, 'All Skil Matrix Report');
      await settled(page);
      await press(page, 'Export');
      await page.getByRole('menuitem', { name: 'PDF' }).click();
      const job = dialog(page, 'Export');
      await job.waitFor();
      await page.reload();
      await job.getByText('The file is ready. Rows: 205.').waitFor();
      expect(await violations(page)).toEqual([]);
      await job.getByText(/^SHA-256: [0-9a-f]{64}$/).waitFor();
      const coming = page.waitForEvent('download');
      await press(job, 'Download');
      const file = await coming;
      expect(file.suggestedFilename()).toMatch(/^skill-matrix-\d{4}-\d\d-\d\d\.zip$/);
      const sum = createHash('sha256')
        .update(readFileSync((await file.path())!))
        .digest('hex');
      await job.getByText(`SHA-256: ${sum}`).waitFor();
      await toast(page, `Exported: ${file.suggestedFilename()}`);
    },
  );
});
