import type { Page } from 'playwright-core';
import { choose, fill, press, readDialog } from './journey-steps';

/** Follows the invitation link, sets the first password and arrives signed in at /home. @returns the user name */
export async function acceptInvitation(page: Page, link: string, password: string): Promise<string> {
  await page.goto(link);
  const welcome = await page.getByText('Your user name is').innerText();
  await fill(page, { 'New password': password, 'Confirm password': password });
  await press(page, 'Save password');
  expect(await readDialog(page, 'Success')).toMatch(/^Welcome to .+\. Your password is set\.$/);
  await page.waitForURL(/\/home$/);
  return /Your user name is (\S+)\. /.exec(welcome)![1]!;
}

/** Plays the whole video at the fastest speed. */
export async function watchVideo(page: Page): Promise<void> {
  const video = page.locator('video');
  await video.waitFor();
  await choose(page, 'Speed', '2×');
  await video.focus();
  await page.keyboard.press('Space');
  await page.getByText('requirement met').waitFor();
}

/** Takes the quiz. `answers`: the text of each question → the options to choose, in any order. */
export async function playQuiz(
  page: Page,
  answers: Readonly<Record<string, readonly string[]>>,
  start: 'Start the quiz' | 'Try again' = 'Start the quiz',
): Promise<void> {
  await press(page, start);
  const count = Object.keys(answers).length;
  for (let at = 1; at <= count; at++) {
    await page.getByRole('heading', { name: `Question ${at} of ${count}` }).waitFor();
    const questionText = await page
      .getByRole('group')
      .filter({ has: page.getByRole('radio').or(page.getByRole('checkbox')) })
      .innerText();
    const [, options] = Object.entries(answers).find(([text]) => questionText.includes(text))!;
    for (const option of options) await page.getByLabel(option).check();
    await page.getByText(/^Saved \d/).waitFor();
    await press(page.locator('footer'), at < count ? 'Next' : 'Review');
  }
  await page.getByText('All questions are answered.').waitFor();
  await press(page, 'Submit');
}
