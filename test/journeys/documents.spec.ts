import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { openSignedInPage } from '../support/journey-steps';
import { pdfPagesOf } from '../support/pdfs';

describe('a document of a training', () => {
  let product: ProductInBrowser;
  let folder: string;
  let admin: Page;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-paper-'));
    writeFileSync(join(folder, 'lockout.pdf'), pdfPagesOf(3));
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(async () => {
    await product.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Calls the API with the session of the page. */
  const call = (page: Page, method: string, path: string, body?: object): Promise<any> =>
    page.evaluate(
      async ([httpMethod, address, text]) => {
        const stored = (name: string) => localStorage.getItem(name) ?? '';
        const headers = {
          Authorization: `Bearer ${stored('Auth_Token')}`,
          EID: stored('EID'),
          OID: stored('OID'),
          ...(text && { 'Content-Type': 'application/json' }),
        };
        const reply = await fetch(address!, { method: httpMethod!, headers, ...(text && { body: text }) });
        if (!reply.ok) throw new Error(`${httpMethod} ${address}: ${reply.status} ${await reply.text()}`);
        return reply.status === 204 ? null : reply.json();
      },
      [method, path, body && JSON.stringify(body)] as const,
    );
  /** A draft training that gives a new skill. */
  const draft = async (code: string, more: object) => {
    const [category] = await call(admin, 'GET', '/api/training-categories?_start=0&_end=1');
    const skill = await call(admin, 'POST', '/api/skills', { skill_code: code, name: `Skill ${code}` });
    const input = { code, title: `Lockout and tagout ${code}`, category_id: category.id, ...more };
    const training = await call(admin, 'POST', '/api/trainings', input);
    const skillBands = [{ skill_id: skill.id, min_score: 0, level: 3 }];
    await call(admin, 'PUT', `/api/trainings/${training.id}/skills`, skillBands);
    return training.id as string;
  };
  /** Publishes the training and assigns it. */
  const given = async (training_id: string, staff_id: string) => {
    await call(admin, 'POST', `/api/trainings/${training_id}/publish`, {});
    await call(admin, 'POST', '/api/training-assignments/bulk', { staff_id: [staff_id], training_id: [training_id] });
  };

  journey('is uploaded, read and acknowledged, and the level rises', async () => {
    admin = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    const training_id = await draft('J-PDF', { type: 'document' });
    await admin.goto(`/training/${training_id}/media`);
    const chooser = admin.waitForEvent('filechooser');
    await admin.getByRole('button', { name: 'Drop a PDF here, or choose one' }).click();
    await (await chooser).setFiles(join(folder, 'lockout.pdf'));
    await admin.getByRole('img', { name: 'Page 1 of 3' }).waitFor();
    await admin.getByText('lockout.pdf').waitFor();

    const learner = await openSignedInPage(product, DEMO_ACCOUNTS.welder);
    const { staff_id } = await call(learner, 'GET', '/api/me');
    await given(training_id, staff_id);
    await learner.goto(`/my-training/${training_id}`);
    const acknowledgeButton = learner.getByRole('button', { name: 'I have read and understood this' });
    await learner.getByText('1 of 3 pages viewed').waitFor();
    expect(await acknowledgeButton.isDisabled()).toBe(true);
    // The canvas shows the text of the file.
    const pageCanvas = learner.locator('canvas');
    await eventually(
      () =>
        pageCanvas.evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          return data.some((byte, index) => index % 4 === 0 && byte < 64);
        }),
      true,
    );
    // Canvas text drawn letter by letter follows the page direction: an Arabic page must not scatter it.
    expect(
      await pageCanvas.evaluate((canvas) => {
        document.documentElement.dir = 'rtl';
        const { direction } = getComputedStyle(canvas);
        document.documentElement.dir = 'ltr';
        return direction;
      }),
    ).toBe('ltr');
    await learner.getByRole('button', { name: 'Next page' }).click();
    await learner.getByText('2 of 3 pages viewed').waitFor();
    // A later session resumes at the same page.
    await learner.reload();
    await learner.getByRole('img', { name: 'Page 2 of 3' }).waitFor();
    await learner.getByRole('button', { name: 'Next page' }).click();
    await learner.getByText('3 of 3 pages viewed').waitFor();
    await acknowledgeButton.click();
    await learner.getByText('You confirmed on', { exact: false }).waitFor();
    await learner.getByText('✓ Completed', { exact: false }).first().waitFor();
    await learner.goto('/my-skills');
    await learner.getByText('Skill J-PDF').first().waitFor();
    const evidence = () => call(learner, 'GET', `/api/skill-evidence?training_id=${training_id}`);
    await eventually(async () => (await evidence()).map((row: { level: number }) => row.level), [3]);
  });

  journey('is written in the editor, and read page by page as prose', async () => {
    admin = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    const training_id = await draft('J-TEXT', { type: 'document' });
    await admin.goto(`/training/${training_id}/media`);
    await admin.getByText('Write a text').click();
    await admin.getByLabel('Text', { exact: true }).fill('# Before\n\nLook at **both** forks.\n\n# After\n\nPark it.');
    await admin.getByRole('button', { name: 'Save text' }).click();
    await admin.getByRole('heading', { name: 'Before' }).waitFor();

    const learner = await openSignedInPage(product, DEMO_ACCOUNTS.welder);
    await given(training_id, (await call(learner, 'GET', '/api/me')).staff_id);
    await learner.goto(`/my-training/${training_id}`);
    await learner.getByRole('heading', { name: 'Before' }).waitFor();
    await learner.getByText('1 of 2 pages viewed').waitFor();
    await learner.getByRole('button', { name: 'Next page' }).click();
    await learner.getByRole('heading', { name: 'After' }).waitFor();
    await learner.getByText('2 of 2 pages viewed').waitFor();
    await learner.getByRole('button', { name: 'I have read and understood this' }).click();
    await learner.getByText('You confirmed on', { exact: false }).waitFor();
  });

  journey('has a counterpart for videos: captions and a transcript that seeks', async () => {
    admin = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    writeFileSync(
      join(folder, 'forklift.vtt'),
      'WEBVTT\n\n00:00.000 --> 00:01.000\nLook at both forks.\n\n00:03.000 --> 00:05.000\nThen at the chains.\n',
    );
    const learner = await openSignedInPage(product, DEMO_ACCOUNTS.driver);
    const [assignment] = await call(learner, 'GET', '/api/video-progress?_start=0&_end=1');
    const { training_id } = assignment;
    await admin.goto(`/training/${training_id}/media`);
    const chooser = admin.waitForEvent('filechooser');
    await admin.getByRole('button', { name: 'Choose a .vtt file' }).click();
    await (await chooser).setFiles(join(folder, 'forklift.vtt'));
    await admin.getByText('forklift.vtt').waitFor();
    await admin.getByText('Captions: 2').waitFor();

    await learner.goto(`/my-training/${training_id}`);
    await learner.getByText('Captions off').click();
    await learner.locator('.ant-select-item').getByText('English').click();
    await learner.getByText('Transcript').click();
    await learner.getByRole('button', { name: /Then at the chains/ }).click();
    const video = learner.locator('video');
    await eventually(() => video.evaluate((element: HTMLVideoElement) => element.currentTime >= 3), true);
    await eventually(
      () =>
        video.evaluate((element: HTMLVideoElement) =>
          [...element.textTracks].map(({ mode, language, cues }) => [mode, language, cues?.length]),
        ),
      [['showing', 'en', 2]],
    );
  });

  journey('at a URL opens in a new tab and is then acknowledged', async () => {
    admin = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    const training_id = await draft('J-LINK', { type: 'link', source_url: `${product.url}/api/docs` });
    const learner = await openSignedInPage(product, DEMO_ACCOUNTS.welder);
    await given(training_id, (await call(learner, 'GET', '/api/me')).staff_id);
    await learner.goto(`/my-training/${training_id}`);
    const acknowledgeButton = learner.getByRole('button', { name: 'I have read and understood this' });
    expect(await acknowledgeButton.isDisabled()).toBe(true);
    const tab = learner.context().waitForEvent('page');
    await learner.getByRole('link', { name: 'Open the page' }).click();
    await (await tab).close();
    await eventually(() => acknowledgeButton.isEnabled(), true);
    await acknowledgeButton.click();
    await learner.getByText('You confirmed on', { exact: false }).waitFor();
  });
});
