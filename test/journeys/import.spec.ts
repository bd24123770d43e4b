import { readFileSync } from 'node:fs';
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { dialog, openMenu, openOrganisation, press } from '../support/journey-steps';
import { horizontalOverflow, waitForPageLoaded, axeViolations } from '../support/screen-steps';

const FILE = `Staff code;Called;Last name;Joined;Manager
W-1;Asha;Rao;01.03.2024;
W-2;Omar;Haddad;01.03.2024;W-1
W-3;Mei;Wang;31.02.2024;W-1
`;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEADS = ['Personalnummer', 'Vorname', 'Nachname', 'Abteilung', 'Eintrittsdatum'];
const people = (count: number): CellValue[][] =>
  Array.from({ length: count }, (_, n) => [
    `M-${n + 1}`,
    ['Jürgen', 'Änne', 'Zoë'][n % 3]!,
    n === count - 1 ? `Größl ${n}` : `Müller-Weiß ${n}`,
    ['Härterei', 'Gießerei', 'Büro'][n % 3]!,
    new Date(Date.UTC(2020, n % 12, 1 + (n % 28))),
  ]);
/** Errors by row index: an impossible date, a missing first name, a duplicate staff code. */
const ERRORS = new Map<number, (row: CellValue[]) => CellValue[]>([
  [10, (row) => row.with(4, '31.02.2024')],
  [20, (row) => row.with(1, '')],
  [200, (row) => row.with(0, 'M-99')],
]);

describe('a file of staff', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('is uploaded, mapped, checked, imported and undone', async () => {
    const { page } = await openOrganisation(product, 'Harbour Steel');
    await openMenu(page, 'Staff Master');
    // An empty list offers Import beside its form.
    await page.getByRole('link', { name: 'Import' }).click();
    await page.waitForURL(/\/import\/staff$/);
    const download = page.waitForEvent('download');
    await press(page, 'Template (CSV)');
    expect(readFileSync((await (await download).path())!, 'utf8')).toContain('Staff code,First name,Last name');
    const uploadFile = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) };
    await page.setInputFiles('input[type=file]', uploadFile);
    await page.getByText('Fields missing for new records: First name').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Field: Called' }).fill('First');
    await page.locator('.ant-select-item-option-active', { hasText: 'First name' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Fields missing for new records').waitFor({ state: 'hidden' });
    await press(page, 'Check');
    await page.getByText('Nothing has been imported yet.').waitFor();
    await page.getByText('Please enter a valid date.').waitFor();
    await page.reload();
    await page.getByText('Row 4').waitFor();
    await waitForPageLoaded(page);
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    await press(page, 'Import rows: 2');
    const job = dialog(page, 'Import');
    await job.getByText('Finished. Changed: 2.').waitFor();
    await press(job, 'Undo');
    await press(dialog(page, 'Undo this job?'), 'Undo');
    await job.getByText('Undone: 2.').waitFor();
    await press(job, 'Close');
    await job.waitFor({ state: 'hidden' });
    await page.getByText('Rows not imported').waitFor();
    await page.getByRole('link', { name: 'Back to list' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Staff Master' }).waitFor();
  });

  journey(
    'of 300 people from a German Excel file: three errors corrected, departments created, imported, undone',
    async () => {
      const { page } = await openOrganisation(product, 'Süddeutsche Werft', { package: 'Enterprise' });
      const send = async (rows: readonly CellValue[][]) => {
        await page.goto(`${product.url}/import/staff`);
        const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: 'Mitarbeiter', rows: [HEADS, ...rows] }] }));
        await page.setInputFiles('input[type=file]', { name: 'Mitarbeiter März.xlsx', mimeType: XLSX, buffer });
        await page.getByText('Mitarbeiter März.xlsx').waitFor();
        await press(page, 'Check');
        await page.getByText('Nothing has been imported yet.').waitFor();
      };
      const rows = people(300);
      const rowsWithErrors = rows.map((row, index) => ERRORS.get(index)?.(row) ?? row);
      await send(rowsWithErrors);
      // The departments do not exist yet, so every row has an error.
      await page.getByText('“Härterei” does not exist here.').first().waitFor();
      const create = page.getByRole('checkbox', { name: 'Create missing entries for “Department”: 3' });
      await create.check();
      await page.getByText('Please enter a valid date.').waitFor();
      await page.getByText('This is a duplicate of row 100.').waitFor();
      await page.getByText('Please fill this in.').waitFor();
      expect(await page.getByRole('radio', { name: /^All or nothing/ }).isDisabled()).toBe(true);
      await waitForPageLoaded(page);
      expect(await axeViolations(page)).toEqual([]);

      await send(rows);
      await create.check();
      await page.getByRole('radio', { name: /^All or nothing/ }).check();
      await press(page, 'Import rows: 300');
      const job = dialog(page, 'Import');
      // 300 people and three departments.
      await job.getByText('Finished. Changed: 303.').waitFor();
      await press(job, 'Close');
      const jobUrl = page.url();
      await page.getByRole('link', { name: 'Back to list' }).first().click();
      await page.getByRole('searchbox').fill('Größl');
      await page.getByRole('cell', { name: 'M-300', exact: true }).waitFor();
      await page.goto(jobUrl);
      await press(page, 'View job');
      await press(job, 'Undo');
      await press(dialog(page, 'Undo this job?'), 'Undo');
      await job.getByText('Undone: 303.').waitFor();
    },
  );

  journey('is one of several imports, which are listed on one page', async () => {
    const { page } = await openOrganisation(product, 'Quarry');
    await page.goto(`${product.url}/import`);
    await waitForPageLoaded(page);
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    await page
      .getByRole('link', { name: /^Evidence/ })
      .last()
      .click();
    await page.waitForURL(/\/import\/skill-evidence$/);
    await page.getByText('leave it unchanged; all others create a new one').waitFor();
    const list = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('Evidence of 2024;x\nX-1;FORK\n') };
    await page.setInputFiles('input[type=file]', list);
    await page
      .getByText('No column heading was recognised. The first row of the file must hold the headings.')
      .waitFor();
    await waitForPageLoaded(page);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /File/ }).first().click();
    const buffer = Buffer.from('Employee no.;Skill;Level;Acquired on\nX-1;FORK;2;01.03.2024\n');
    await page.setInputFiles('input[type=file]', { name: 'history.csv', mimeType: 'text/csv', buffer });
    await press(page, 'Check');
    await page.getByText('“X-1” does not exist here.').waitFor();
    await waitForPageLoaded(page);
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
  });
});
