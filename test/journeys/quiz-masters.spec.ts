import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { chooseRowAction, dialog, fill, openMenu, openOrganisation, press, closeToast } from '../support/journey-steps';
import { archive, edit, openRelatedList, remove, findRow } from '../support/master-steps';
import { sessionApi } from '../support/session-api';

describe('questions and quizzes', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('are written, put together, edited, archived and deleted', async () => {
    const { page } = await openOrganisation(product, 'Examiners');
    const api = await sessionApi(page);
    const { training_id } = await api.post('/api/trainings', { code: 'FORK', title: 'Forklift check' });

    await openMenu(page, 'Training List');
    await openRelatedList(page, 'Question bank');
    await press(page, 'New question');
    const form = page.getByRole('dialog', { name: 'New question' });
    await form.getByRole('textbox', { name: 'Question' }).fill('When is the check made?');
    await fill(form, { 'Option 1': 'Before each shift', 'Option 2': 'Once a week' });
    await form.getByLabel('Option 1 is right').check();
    await press(form, 'Create');
    await closeToast(page, 'was created');
    await edit(page, 'When is the check made?', { Points: '3' });
    await findRow(page, 'When is the check made?').getByRole('cell', { name: '3', exact: true }).waitFor();

    await page.goto(`/training/${training_id}/quiz`);
    await press(page, 'Add quiz');
    await press(page.getByRole('dialog', { name: 'New quiz' }), 'Create');
    await press(page, 'Add from question bank');
    const bank = page.getByRole('dialog', { name: 'Add questions from the bank' });
    await bank.getByRole('checkbox', { name: 'When is the check made?' }).check();
    await press(bank, 'Add 1 question');
    await page.getByText('1 question, 3 points').waitFor();
    await press(page, 'Settings');
    const settings = page.getByRole('dialog');
    await fill(settings, { Title: 'Yearly check', 'Pass mark': '65' });
    await press(settings, 'Save');
    await closeToast(page, 'was saved');
    await page.getByText('Pass mark 65').waitFor();

    await openMenu(page, 'Training List');
    await openRelatedList(page, 'Question bank');
    await chooseRowAction(page, 'When is the check made?', 'Delete');
    const inUseDialog = dialog(page, 'When is the check made? is in use');
    await inUseDialog.getByText('1 quiz', { exact: true }).waitFor();
    await inUseDialog.getByRole('button', { name: 'Close' }).last().click();
    await inUseDialog.waitFor({ state: 'hidden' });

    await openRelatedList(page, 'Quizzes');
    await findRow(page, 'Yearly check').getByRole('cell', { name: '65%', exact: true }).waitFor();
    await archive(page, 'Yearly check');
    await remove(page, 'Yearly check');
    // Leaving the page ends the undo time of a deletion.
    await page.goto('/training/questions');
    await eventually(() => api.get('/api/quizzes'), []);
    await remove(page, 'When is the check made?');
    await page.goto('/training/quizzes');
    await page.getByText('No quizzes yet').waitFor();
    await eventually(() => api.get('/api/questions'), []);
  });
});
