import { readFileSync } from 'node:fs';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { press, openSignedInPage, waitForToast } from '../support/journey-steps';

const BAD = 'How was the shift?{}';
const GOOD = 'What does the horn say?{=I am coming ~I am leaving}';

describe('questions imported from a file', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('are corrected by line, previewed, imported and exported', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await page.goto('/training/questions');
    await press(page, 'Import / Export');
    await page.getByRole('menuitem', { name: 'Import', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Import questions' });
    const pasteText = async (text: string) => {
      await drawer.getByText('Pasted text').click();
      await drawer.getByRole('textbox', { name: 'File content' }).fill(text);
      await drawer.getByRole('button', { name: 'Check', exact: true }).click();
    };
    await pasteText(`${GOOD}\n\n${BAD}`);
    await drawer.getByText('Questions of this kind are not supported yet: essay.').waitFor();
    await drawer.getByText('Line 3').waitFor();
    expect(await drawer.getByRole('button', { name: /^Import/ }).count()).toBe(0);

    await drawer.getByRole('button', { name: 'Choose another file' }).click();
    await pasteText(GOOD);
    await drawer.getByText('I am coming').waitFor();
    await drawer.getByRole('button', { name: 'Import 1 question' }).click();
    await waitForToast(page, 'Questions imported: 1');

    await page.goto('/training/questions?q=horn%20say');
    await page.getByRole('cell', { name: 'What does the horn say?', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Questions as GIFT' }).click(),
    ]);
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).toContain('[plain]What does the horn say?{\n\t=I am coming\n\t~I am leaving\n}');
    expect(text.match(/\[id:/g)).toHaveLength(1);
  });
});
