import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { journey, openProduct, type Visited } from '../support/browser';
import { openOrganisation, post } from '../support/journey-steps';
import { filmOf, MEGABYTE } from '../support/uploads';

describe('the upload of a video', () => {
  let product: Visited;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-film-'));
    writeFileSync(join(folder, 'forklift.mp4'), filmOf(20 * MEGABYTE));
    product = await openProduct();
  });
  afterAll(async () => {
    await product.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const choose = async (page: Page) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Drop a video here, or choose one' }).click();
    await (await chooser).setFiles(join(folder, 'forklift.mp4'));
  };

  journey('goes on where it was after its tab was closed: what is there is not sent again', async () => {
    const { page } = await openOrganisation(product, 'Upload Works');
    const training_id = await post(page, '/api/trainings', { code: 'U-1', title: 'Forklifts', type: 'video' });
    const media = `${new URL(page.url()).origin}/training/${training_id}/media`;
    await page.goto(media);
    // The line is slow: the second part is under way when the tab is closed.
    await page.route('**/parts/2', () => undefined);
    const second = page.waitForRequest((request) => request.url().endsWith('/parts/2'));
    await choose(page);
    await second;
    await page.getByText('Cancel').waitFor();
    const context = page.context();
    const next = await context.newPage();
    await page.close();

    const sent: string[] = [];
    next.on('request', (request) => request.method() === 'PUT' && sent.push(request.url().split('/').at(-1)!));
    await next.goto(media);
    await next.getByText('forklift.mp4: 40% uploaded').waitFor();
    await next.getByText('Choose the same file to continue.', { exact: false }).waitFor();
    await choose(next);
    await next.locator('video').waitFor();
    expect(sent).toEqual(['2', '3']);
    await next.getByText('40% uploaded').waitFor({ state: 'detached' });
  });

  journey('stopped is kept, goes on by one press, and can be discarded', async () => {
    const { page } = await openOrganisation(product, 'Stopped Works');
    const training_id = await post(page, '/api/trainings', { code: 'U-2', title: 'Cranes', type: 'video' });
    await page.goto(`${new URL(page.url()).origin}/training/${training_id}/media`);
    await page.route('**/parts/2', () => undefined);
    const second = page.waitForRequest((request) => request.url().endsWith('/parts/2'));
    await choose(page);
    await second;
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The uploaded part of forklift.mp4 is kept for 24 hours', { exact: false }).waitFor();
    await page.unroute('**/parts/2');
    await page.route('**/parts/3', () => undefined);
    const third = page.waitForRequest((request) => request.url().endsWith('/parts/3'));
    await page.getByRole('button', { name: 'Continue' }).click();
    await third;
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('forklift.mp4: 80% uploaded').waitFor();
    await page.getByRole('button', { name: 'Discard upload' }).click();
    await page.getByText('forklift.mp4: 80% uploaded').waitFor({ state: 'detached' });
  });
});
