import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { firstOf, signedInAs } from '../support/journey-steps';
import { settled, violations } from '../support/screen-steps';

/** A browser that has no HLS of its own, as most have. */
const WITHOUT = `HTMLMediaElement.prototype.canPlayType = () => ''`;

describe('a video that was made ready for streaming', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on', FFMPEG: 'auto' });
  });
  afterAll(() => product.close());

  const playing = (page: Page) =>
    page
      .locator('video')
      .evaluate((video: HTMLVideoElement) => [video.paused, video.currentTime > 1, video.error?.message ?? null]);

  /** Opens the player, once there is a stream of its video. */
  async function opened(page: Page): Promise<void> {
    const player = page.locator('.lr-player');
    await comesTo(async () => {
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/video-link'));
      await page.goto('/my-training');
      await page
        .getByRole('link', { name: /Forklift/ })
        .first()
        .click();
      return (await (await answered).json()).stream_url !== null;
    }, true);
    await player.locator('video').waitFor();
    await settled(page);
    // Where to go on is only asked of whoever was far enough into the video.
    const choice = player.getByRole('group').getByRole('button').last();
    if (await choice.count()) return choice.click();
    // Playing is interrupted where the player turns to another source meanwhile.
    const play = (video: HTMLVideoElement) =>
      video.play().then(
        () => true,
        () => false,
      );
    await comesTo(() => player.locator('video').evaluate(play), true);
  }

  journey('plays by whatever the browser has', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.driver);
    await opened(page);
    await comesTo(() => playing(page), [false, true, null]);
  });

  journey('plays fragment by fragment where the browser has nothing of its own', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.driver);
    await page.addInitScript(WITHOUT);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname.replace(/^.*\//, '')));
    await opened(page);
    await comesTo(() => playing(page), [false, true, null]);
    expect(fetched).toContain('stream.m3u8');
    await comesTo(() => fetched.filter((name) => name.endsWith('.m4s')).length > 1, true);
  });

  journey('goes on as the file that it was, where the stream fails', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.driver);
    await page.addInitScript(WITHOUT);
    await page.route('**/*.m4s', (route) => route.abort());
    await opened(page);
    await comesTo(() => playing(page), [false, true, null]);
    await comesTo(
      () => page.locator('video').evaluate((video: HTMLVideoElement) => /\/media\/[\w-]+$/.test(video.src)),
      true,
    );
  });

  journey('is made in smaller pictures when an admin asks, and players choose among them', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
    await page.goto(`/training/${await firstOf(page, '/api/trainings?code=FORK-101&')}/media`);
    const panel = page.getByRole('region', { name: 'Lower resolutions' });
    await panel.getByRole('button', { name: 'Create 360p' }).click();
    await panel.getByText('ready').waitFor();
    expect(await violations(page)).toEqual([]);
    const learner = await signedInAs(product, DEMO_ACCOUNTS.driver);
    await learner.addInitScript(WITHOUT);
    const list = learner.waitForResponse(/stream\.m3u8$/);
    await opened(learner);
    expect((await (await list).text()).match(/RESOLUTION=/g)).toHaveLength(2);
    await comesTo(() => playing(learner), [false, true, null]);
  });
});
