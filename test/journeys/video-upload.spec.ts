import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { openOrganisation, postJson } from '../support/journey-steps';
import { videoOf, MEGABYTE } from '../support/video-uploads';

describe('the upload of a video', () => {
  let product: ProductInBrowser;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-film-'));
    writeFileSync(join(folder, 'forklift.mp4'), videoOf(20 * MEGABYTE));
    product = await openProduct();
  });
  afterAll(async () => {
    await product.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const chooseFile = async (page: Page) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Drop a video here, or choose one' }).click();
    await (await chooser).setFiles(join(folder, 'forklift.mp4'));
  };

  journey('resumes after its tab was closed without sending finished parts again', async () => {
    const { page } = await openOrganisation(product, 'Upload Works');
    const training_id = await postJson(page, '/api/trainings', { code: 'U-1', title: 'Forklifts', type: 'video' });
    const media = `${new URL(page.url()).origin}/training/${training_id}/media`;
    await page.goto(media);
    // A slow connection: the second part is being sent when the tab closes.
    await page.route('**/parts/2', () => undefined);
    const second = page.waitForRequest((request) => request.url().endsWith('/parts/2'));
    await chooseFile(page);
    await second;
    await page.getByText('Cancel').waitFor();
    const context = page.context();
    const nextTab = await context.newPage();
    await page.close();

    const partRequests: string[] = [];
    nextTab.on(
      'request',
      (request) => request.method() === 'PUT' && partRequests.push(request.url().split('/').at(-1)!),
    );
    await nextTab.goto(media);
    await nextTab.getByText('forklift.mp4: 40% uploaded').waitFor();
    await nextTab.getByText('Choose the same file to continue.', { exact: false }).waitFor();
    await chooseFile(nextTab);
    await nextTab.locator('video').waitFor();
    expect(partRequests).toEqual(['2', '3']);
    await nextTab.getByText('40% uploaded').waitFor({ state: 'detached' });
  });

  journey('can be paused, resumed and discarded', async () => {
    const { page } = await openOrganisation(product, 'Stopped Works');
    const training_id = await postJson(page, '/api/trainings', { code: 'U-2', title: 'Cranes', type: 'video' });
    await page.goto(`${new URL(page.url()).origin}/training/${training_id}/media`);
    await page.route('**/parts/2', () => undefined);
    const second = page.waitForRequest((request) => request.url().endsWith('/parts/2'));
    await chooseFile(page);
    await second;
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The uploaded part of forklift.mp4 is kept for 24 hours', { exact: false }).waitFor();
    await page.unroute('**/parts/2');
    await page.route('**/parts/3', () => undefined);
    const thirdPartRequest = page.waitForRequest((request) => request.url().endsWith('/parts/3'));
    await page.getByRole('button', { name: 'Continue' }).click();
    await thirdPartRequest;
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('forklift.mp4: 80% uploaded').waitFor();
    await page.getByRole('button', { name: 'Discard upload' }).click();
    await page.getByText('forklift.mp4: 80% uploaded').waitFor({ state: 'detached' });
  });
});
