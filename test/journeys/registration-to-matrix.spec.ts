import type { Page } from 'playwright-core';
import {
  addCategory,
  addSkill,
  addStaff,
  addTraining,
  assignTraining,
  addTrainingSkill,
  inviteStaff,
  publish,
  setTarget,
  uploadVideo,
  writeQuiz,
  type QuestionInput,
} from '../support/authoring-steps';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { openMenu, openUserMenu, organisationForm, register } from '../support/journey-steps';
import { acceptInvitation, playQuiz, watchVideo } from '../support/learner-steps';

const QUESTIONS: readonly QuestionInput[] = [
  {
    kind: 'One right answer',
    text: 'When is the daily check made?',
    options: ['Before each shift', 'Once a week', 'After a repair'],
    correct: [1],
  },
  {
    kind: 'Several right answers',
    text: 'What belongs to it?',
    options: ['Forks and chain', 'Brakes', 'The paint'],
    correct: [1, 2],
  },
  { kind: 'True or false', text: 'A cracked fork may lift light loads.', options: [], correct: [2] },
];
/** One of two correct options of the second question: 2.5 of 3 points. */
const ANSWERS = {
  'When is the daily check made?': ['Before each shift'],
  'What belongs to it?': ['Brakes'],
  'A cracked fork may lift light loads.': ['False'],
};
const LEARNER = { name: 'Asha Rao', email: 'asha.rao@nordwerk.example', password: 'seven-lanterns-in-the-fog' };

describe('the main workflow', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('from registration to the coloured cell and its explanation', async () => {
    const registration = organisationForm('Nordwerk Logistik');
    const admin = await product.openPage();
    await register(product, admin, registration);
    await setUpOrganisation(admin);

    const learner = await product.openPage();
    const { link } = await product.mailTo(LEARNER.email);
    await acceptInvitation(learner, link!, LEARNER.password);
    await completeTraining(learner);

    await openMenu(admin, 'All Skil Matrix Report');
    const cell = admin.getByRole('gridcell', { name: 'Rao, Asha, Forklift driving: level 3, target 3, target met' });
    await cell.waitFor();
    expect(await cell.getAttribute('aria-label')).toContain('target met');
    await cell.click();
    const explanation = admin.getByRole('dialog');
    await explanation.getByText('target met').last().waitFor();
    await explanation.getByText('Level 3, does not expire. Target 3.').waitFor();
    const day = new Date().toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    const evidence = await explanation.locator('.exp-line').first().innerText();
    for (const expectedText of ['Daily forklift check', day]) expect(evidence).toContain(expectedText);
    expect(evidence).toMatch(/83\.33\s?%/);
  });
});

async function setUpOrganisation(admin: Page): Promise<void> {
  await addStaff(admin, 'N-001', 'Asha', 'Rao', LEARNER.email);
  await addSkill(admin, 'FORK', 'Forklift driving');
  await addCategory(admin, 'SAFETY', 'Safety at work');
  await addTraining(admin, { code: 'FORK-1', title: 'Daily forklift check', category: 'Safety at work' });
  await uploadVideo(admin);
  await addTrainingSkill(admin, 'Forklift driving', 'Unsupervised');
  await writeQuiz(admin, QUESTIONS);
  await publish(admin);
  await setTarget(admin, 3);
  await assignTraining(admin, 'Asha Rao', 'Daily forklift check');
  await inviteStaff(admin, 'Asha Rao');
}

async function completeTraining(learner: Page): Promise<void> {
  await openUserMenu(learner, 'My Training');
  await learner.getByRole('link', { name: 'Watch the video' }).click();
  await watchVideo(learner);
  await learner.getByRole('link', { name: 'Take the quiz' }).click();
  await playQuiz(learner, ANSWERS);
  await learner.getByRole('heading', { name: 'You passed' }).waitFor();
  await learner.getByText('Your new level').waitFor();
  await learner.getByText('Level 3', { exact: true }).waitFor();
  await learner.getByRole('link', { name: 'View my skills' }).click();
  await learner.getByText('Forklift driving').first().waitFor();
}
