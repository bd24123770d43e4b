import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { fill, openOrganisation, press } from '../support/journey-steps';
import { horizontalOverflow } from '../support/screen-steps';
import { sessionApi } from '../support/session-api';

const STAFF_MASTER = 'قائمة الموظفين';

describe('in Arabic', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('an admin reads from right to left, adds a person and finds them in the matrix', async () => {
    const { page } = await openOrganisation(product, 'Port Said');
    const api = await sessionApi(page);
    const { skill_id } = await api.post('/api/skills', { skill_code: 'FORK', name: 'قيادة الرافعة' });
    await page.getByRole('banner').locator('select').selectOption('العربية');
    const languageAndDirection = () =>
      page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
    await eventually(languageAndDirection, ['ar', 'rtl']);
    const leftOf = (element: string) =>
      page
        .locator(element)
        .first()
        .evaluate((each) => each.getBoundingClientRect().left);
    await eventually(async () => (await leftOf('aside')) > (await leftOf('main')), true);

    await page
      .getByRole('navigation', { name: 'القائمة الرئيسية' })
      .getByRole('link', { name: STAFF_MASTER, exact: true })
      .click();
    await page.getByRole('heading', { level: 1, name: STAFF_MASTER }).waitFor();
    await press(page, 'موظف جديد');
    const form = page.getByRole('dialog', { name: 'موظف جديد' });
    await fill(form, {
      'تاريخ الالتحاق': '2024-03-01',
      'الرقم الوظيفي': 'P-1',
      'الاسم الأول': 'ليلى',
      'اسم العائلة': 'حداد',
    });
    await press(form, 'إنشاء');
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('row').filter({ hasText: 'حداد' }).getByText('نشط').waitFor();
    expect(await horizontalOverflow(page)).toBe(0);

    const [{ staff_id }] = await api.get('/api/staff');
    await api.post('/api/skill-targets', { staff_id, skill_id, level: 3, from_date: '2024-04-01' });
    await page.goto('/skil-matrix-report');
    await eventually(languageAndDirection, ['ar', 'rtl']);
    const cell = page.getByRole('gridcell', {
      name: 'ليلى حداد، قيادة الرافعة: المستوى 0، المستهدف 3، غير مكتسبة',
    });
    await cell.waitFor();
    // In a right-to-left page the people column is right of the level cells.
    const people = page.getByRole('rowheader', { name: /ليلى حداد/ });
    const [cellBox, peopleBox] = [await cell.boundingBox(), await people.boundingBox()];
    expect(cellBox!.x).toBeLessThan(peopleBox!.x);
  });
});
