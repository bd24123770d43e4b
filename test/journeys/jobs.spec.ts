import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import {
  dialog,
  openMenu,
  openOrganisation,
  openUserMenu,
  press,
  openSignedInPage,
  waitForToast,
} from '../support/journey-steps';
import { waitForPageLoaded, axeViolations } from '../support/screen-steps';

const PEOPLE = 150;
const TRAININGS = 10;

/** Creates the data by API calls in the session of the page. */
const createCompany = (page: Page): Promise<void> =>
  page.evaluate(
    async ([createPeople, trainings]) => {
      const { Auth_Token, EID, OID } = localStorage;
      const headers = { Authorization: `Bearer ${Auth_Token}`, EID, OID, 'Content-Type': 'application/json' };
      const call = async (method: string, path: string, body: object) => {
        const answer = await fetch(`/api/${path}`, { method, headers, body: JSON.stringify(body) });
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        return answer.json();
      };
      for (let n = 1; n <= createPeople; n++)
        await call('POST', 'staff', {
          staff_code: `W${n}`,
          first_name: 'Welder',
          last_name: String(n),
          joined: '2024-03-01',
        });
      const { skill_id } = await call('POST', 'skills', { skill_code: 'WELD', name: 'Welding' });
      const { category_id } = await call('POST', 'training-categories', { code: 'S', name: 'Safety' });
      for (let n = 1; n <= trainings; n++) {
        const video = { source_url: 'https://media.example.org/a.mp4', video_duration_ms: 60_000 };
        const trainingInput = { code: `T${n}`, title: `Safe welding ${n}`, category_id, ...video };
        const { training_id } = await call('POST', 'trainings', trainingInput);
        await call('PUT', `trainings/${training_id}/skills`, [{ skill_id, min_score: 0, level: 1 }]);
        await call('POST', `trainings/${training_id}/publish`, {});
      }
    },
    [PEOPLE, TRAININGS] as const,
  );

const createPeople = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (personCount) => {
    const { Auth_Token, EID, OID } = localStorage;
    const headers = { Authorization: `Bearer ${Auth_Token}`, EID, OID, 'Content-Type': 'application/json' };
    const call = async (path: string, body: object) => {
      const answer = await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    };
    for (let n = 1; n <= personCount; n++)
      await call('staff', { staff_code: `D${n}`, first_name: 'Docker', last_name: String(n), joined: '2024-03-01' });
    await call('skills', { skill_code: 'LIFT', name: 'Lifting' });
  }, count);

describe('a large assignment', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('is previewed, run in the background, found after a reload and undone', async () => {
    const { page } = await openOrganisation(product, 'Harbour Steel', { package: 'Enterprise' });
    await createCompany(page);

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

    // Progress cannot be read now; it is read again later.
    await page.route('**/api/jobs**', (route) => route.abort());
    await press(page, 'Create 1,500 assignments');
    await page.getByRole('heading', { name: 'Creating assignments' }).waitFor();
    await page.getByRole('dialog').waitFor();
    // A message that the job has ended would count as read before the page is left.
    await page.goto('/home');
    await page.unroute('**/api/jobs**');
    await page.getByRole('button', { name: /^Jobs (running|ended): 1$/ }).click();
    const job = dialog(page, 'Assign trainings');
    await job.getByText('Finished. Changed: 1,500.').waitFor();
    await job.getByText('Welder 1 · T1 Safe welding 1', { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await page.reload();
    await job.getByText('1,500 of 1,500').waitFor();
    await page.keyboard.press('Escape');
    await job.waitFor({ state: 'hidden' });
    // The job was opened, so no message remains.
    await eventually(() => page.getByRole('button', { name: /^Jobs (running|ended)/ }).count(), 0);

    await openUserMenu(page, 'Jobs');
    await dialog(page, 'Jobs')
      .getByRole('button', { name: /^Assign trainings/ })
      .click();
    await press(job, 'Undo');
    await press(dialog(page, 'Undo this job?'), 'Undo');
    await job.getByText('Undone: 1,500.').waitFor();
    await page.goto('/remove-training');
    await waitForPageLoaded(page);
    await page.getByText('Safe welding 1').first().waitFor({ state: 'hidden' });

    const desk = await openSignedInPage(product, DEMO_ACCOUNTS.platform);
    await openUserMenu(desk, 'Jobs');
    await desk.getByRole('row', { name: /Assign trainings.*Undone/ }).waitFor();
    await waitForPageLoaded(desk);
    expect(await axeViolations(desk)).toEqual([]);
    await desk.getByRole('link', { name: 'Failed' }).click();
    await desk.waitForURL(/\/jobs\?state=dead$/);
    await desk.getByRole('row', { name: /Assign trainings/ }).waitFor({ state: 'hidden' });
  });

  journey('and a large export survive a reload, and the export file has its checksum', async () => {
    const { page } = await openOrganisation(product, 'Harbour Docks', { package: 'Enterprise' });
    await createPeople(page, 205);
    await openMenu(page, 'All Skil Matrix Report');
    await waitForPageLoaded(page);
    await press(page, 'Export');
    await page.getByRole('menuitem', { name: 'PDF' }).click();
    const job = dialog(page, 'Export');
    await job.waitFor();
    await page.reload();
    await job.getByText('The file is ready. Rows: 205.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await job.getByText(/^SHA-256: [0-9a-f]{64}$/).waitFor();
    const download = page.waitForEvent('download');
    await press(job, 'Download');
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^skill-matrix-\d{4}-\d\d-\d\d\.zip$/);
    const checksum = createHash('sha256')
      .update(readFileSync((await file.path())!))
      .digest('hex');
    await job.getByText(`SHA-256: ${checksum}`).waitFor();
    await waitForToast(page, `Exported: ${file.suggestedFilename()}`);
  });
});
