import { readFileSync } from 'node:fs';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { press, signedInAs, toast } from '../support/journey-steps';

const BAD = 'How was the shift?{}';
const GOOD = 'What does the horn say?{=I am coming ~I am leaving}';

describe('questions of a file', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('are corrected by their lines, read as learners will, imported, and taken along again', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
    await page.goto('/training/questions');
    await press(page, 'Import / Export');
    await page.getByRole('menuitem', { name: 'Import', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Import questions' });
    const paste = async (text: string) => {
      await drawer.getByText('Pasted text').click();
      await drawer.getByRole('textbox', { name: 'File content' }).fill(text);
      await drawer.getByRole('button', { name: 'Check', exact: true }).click();
    };
    await paste(`${GOOD}\n\n${BAD}`);
    await drawer.getByText('Questions of this kind are not supported yet: essay.').waitFor();
    await drawer.getByText('Line 3').waitFor();
    expect(await drawer.getByRole('button', { name: /^Import/ }).count()).toBe(0);

    await drawer.getByRole('button', { name: 'Choose another file' }).click();
    await paste(GOOD);
    await drawer.getByText('I am coming').waitFor();
    await drawer.getByRole('button', { name: 'Import 1 question' }).click();
    await toast(page, 'Questions imported: 1');

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
