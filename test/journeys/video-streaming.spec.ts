import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { firstId, openSignedInPage } from '../support/journey-steps';
import { waitForPageLoaded, axeViolations } from '../support/screen-steps';

/** A browser without native HLS, like most. */
const WITHOUT_NATIVE_HLS = `HTMLMediaElement.prototype.canPlayType = () => ''`;

describe('a video that was made ready for streaming', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on', FFMPEG: 'auto' });
  });
  afterAll(() => product.close());

  const playing = (page: Page) =>
    page
      .locator('video')
      .evaluate((video: HTMLVideoElement) => [video.paused, video.currentTime > 1, video.error?.message ?? null]);

  /** Opens the player once the stream of its video is ready. */
  async function openPlayer(page: Page): Promise<void> {
    const player = page.locator('.lr-player');
    await eventually(async () => {
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/video-link'));
      await page.goto('/my-training');
      await page
        .getByRole('link', { name: /Forklift/ })
        .first()
        .click();
      return (await (await answered).json()).stream_url !== null;
    }, true);
    await player.locator('video').waitFor();
    await waitForPageLoaded(page);
    // The resume question is shown only after enough of the video was watched.
    const choice = player.getByRole('group').getByRole('button').last();
    if (await choice.count()) return choice.click();
    // play() is interrupted when the player changes its source.
    const waitUntilPlayed = (video: HTMLVideoElement) =>
      video.play().then(
        () => true,
        () => false,
      );
    await eventually(() => player.locator('video').evaluate(waitUntilPlayed), true);
  }

  journey('plays in the current browser', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.driver);
    await openPlayer(page);
    await eventually(() => playing(page), [false, true, null]);
  });

  journey('plays by fragments without native HLS', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.driver);
    await page.addInitScript(WITHOUT_NATIVE_HLS);
    const segmentRequests: string[] = [];
    page.on('request', (request) => segmentRequests.push(new URL(request.url()).pathname.replace(/^.*\//, '')));
    await openPlayer(page);
    await eventually(() => playing(page), [false, true, null]);
    expect(segmentRequests).toContain('stream.m3u8');
    await eventually(() => segmentRequests.filter((name) => name.endsWith('.m4s')).length > 1, true);
  });

  journey('falls back to the file when the stream fails', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.driver);
    await page.addInitScript(WITHOUT_NATIVE_HLS);
    await page.route('**/*.m4s', (route) => route.abort());
    await openPlayer(page);
    await eventually(() => playing(page), [false, true, null]);
    await eventually(
      () => page.locator('video').evaluate((video: HTMLVideoElement) => /\/media\/[\w-]+$/.test(video.src)),
      true,
    );
  });

  journey('is made in smaller pictures when an admin asks, and players choose among them', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await page.goto(`/training/${await firstId(page, '/api/trainings?code=FORK-101&')}/media`);
    const panel = page.getByRole('region', { name: 'Lower resolutions' });
    await panel.getByRole('button', { name: 'Create 360p' }).click();
    await panel.getByText('ready').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const learner = await openSignedInPage(product, DEMO_ACCOUNTS.driver);
    await learner.addInitScript(WITHOUT_NATIVE_HLS);
    const list = learner.waitForResponse(/stream\.m3u8$/);
    await openPlayer(learner);
    expect((await (await list).text()).match(/RESOLUTION=/g)).toHaveLength(2);
    await eventually(() => playing(learner), [false, true, null]);
  });
});
