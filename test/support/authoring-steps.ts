import { join } from 'node:path';
import type { Page } from 'playwright-core';
import {
  choose,
  chooseRowAction,
  createRow,
  dialog,
  fill,
  openMenu,
  press,
  closeToast,
  waitForToast,
} from './journey-steps';
import { waitForPageLoaded } from './screen-steps';

const CLIP = join(__dirname, '../../src/seed/clips/forklift-daily-check.mp4');

/** The steps of an admin from sign-in to the first learner. Each starts at the sidebar and ends saved. */
export async function addStaff(page: Page, code: string, first: string, last: string, email?: string): Promise<void> {
  await openMenu(page, 'Staff Master');
  await createRow(page, 'staff member', {
    'Staff code': code,
    'First name': first,
    'Last name': last,
    ...(email && { Email: email }),
    Joined: '2024-03-01',
  });
  await page.getByRole('cell', { name: code, exact: true }).waitFor();
}

export async function inviteStaff(page: Page, name: string): Promise<void> {
  await openMenu(page, 'Staff Master');
  await chooseRowAction(page, name, 'Invite');
  await press(dialog(page, `Invite ${name}?`), 'Invite');
  await waitForToast(page, `The invitation to ${name} is on its way`);
}

export async function addSkill(page: Page, code: string, name: string): Promise<void> {
  await openMenu(page, 'Skil Master');
  await createRow(page, 'skill', { 'Skill code': code, Name: name, Group: 'Driving' });
  await page.getByRole('cell', { name: code, exact: true }).waitFor();
}

export async function addCategory(page: Page, code: string, name: string): Promise<void> {
  await openMenu(page, 'Training Category');
  await createRow(page, 'category', { Code: code, Name: name });
  await page.getByRole('cell', { name, exact: true }).waitFor();
}

/** Creates a training and leaves its editor open. */
export async function addTraining(
  page: Page,
  training: { code: string; title: string; category: string },
): Promise<void> {
  await openMenu(page, 'Training List');
  await press(page, 'New training');
  const form = page.getByRole('dialog', { name: 'New training' });
  await fill(form, { Code: training.code, Title: training.title });
  await choose(form, 'Category', training.category);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { level: 1, name: training.title }).waitFor();
  await closeToast(page, 'was created');
}

const openTab = (page: Page, tab: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Related lists' }).getByRole('link', { name: tab, exact: true }).click();

/** In the editor: uploads the clip and waits until the server has processed it. */
export async function uploadVideo(page: Page): Promise<void> {
  await openTab(page, 'Media');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Drop a video here, or choose one' }).click();
  await (await chooser).setFiles(CLIP);
  await page.locator('video').waitFor();
}

/** In the editor: completing the training grants this level of the skill. */
export async function addTrainingSkill(page: Page, skill: string, level: string): Promise<void> {
  await openTab(page, 'Skills');
  await press(page, 'Add skill');
  await choose(page, 'Skill', skill);
  await choose(page, /: Level$/, level);
  await press(page, 'Save');
  await closeToast(page, 'Skills saved');
}

export interface QuestionInput {
  kind: 'One right answer' | 'Several right answers' | 'True or false';
  text: string;
  options: readonly string[];
  /** Positions of the correct options, from 1. */
  correct: readonly number[];
}

/** In the editor: a quiz with its default settings, and its questions. */
export async function writeQuiz(page: Page, questions: readonly QuestionInput[]): Promise<void> {
  await openTab(page, 'Quiz');
  await press(page, 'Add quiz');
  await page.getByRole('dialog', { name: 'New quiz' }).waitFor();
  await press(page.getByRole('dialog', { name: 'New quiz' }), 'Create');
  for (const [index, question] of questions.entries()) {
    await press(page, 'Create question');
    await writeQuestion(page, question);
    await page.getByText(`${index + 1} question${index ? 's' : ''}, ${index + 1} point`).waitFor();
  }
}

async function writeQuestion(page: Page, { kind, text, options, correct }: QuestionInput): Promise<void> {
  const form = page.locator('.qz-new');
  await form.getByText(kind, { exact: true }).click();
  await form.getByLabel('Question', { exact: true }).fill(text);
  if (kind !== 'True or false') {
    for (const [index, option] of options.entries()) {
      const box = form.getByLabel(`Option ${index + 1}`, { exact: true });
      if ((await box.count()) === 0) await press(form, 'Add option');
      await box.fill(option);
    }
  }
  for (const at of correct) await form.getByLabel(`Option ${at} is right`).check();
  await press(form, 'Create');
  await form.waitFor({ state: 'hidden' });
  await closeToast(form.page(), 'was created');
}

/** In the editor. */
export async function publish(page: Page): Promise<void> {
  await press(page, 'Publish');
  await page.getByRole('button', { name: 'Assign Training' }).waitFor();
}

/** Sets one target with the keyboard of the grid. */
export async function setTarget(page: Page, level: number): Promise<void> {
  await openMenu(page, 'Assign Target Skils');
  await waitForPageLoaded(page);
  await page.getByRole('gridcell').first().click();
  await page.keyboard.press(String(level));
  await page.getByText('1 change', { exact: true }).waitFor();
  await page.keyboard.press('Control+s');
  await waitForToast(page, '1 target saved');
}

/** Staff, trainings, rules, review. */
export async function assignTraining(page: Page, staff: string, training: string): Promise<void> {
  await openMenu(page, 'Assign Training');
  await checkRow(page, staff);
  await press(page, 'Next');
  await page.getByRole('heading', { name: 'Select trainings' }).waitFor();
  await checkRow(page, training);
  await press(page, 'Next');
  await page.getByRole('heading', { name: 'Due date and rules' }).waitFor();
  await press(page, 'Next');
  await page.getByRole('heading', { name: 'Review' }).waitFor();
  await page.getByText('1 × 1 = 1').first().waitFor();
  await press(page, 'Assign 1 training');
  await page.getByText('1 assignment created').waitFor();
}

const checkRow = (page: Page, row: string): Promise<void> =>
  page.getByRole('row').filter({ hasText: row }).getByRole('checkbox').check();
