import { readFileSync } from 'node:fs';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { choose, chooseRowAction, openMenu, press, openSignedInPage, waitForToast } from '../support/journey-steps';
import { horizontalOverflow, waitForPageLoaded, axeViolations } from '../support/screen-steps';
import { allVariants, isRecoloured, describeVariant, applyVariant } from '../support/screen-variants';

describe('the audit log', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('shows actor, change and values in words, and can be exported', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await openMenu(page, 'Staff Master');
    await page.getByRole('cell', { name: 'Ahrens', exact: true }).waitFor();
    await chooseRowAction(page, 'Dieter Ahrens', 'Edit');
    const first = page.getByRole('textbox', { name: 'First name' });
    await eventually(() => first.inputValue(), 'Dieter');
    await first.fill('Wilhelmina');
    await press(page, 'Save');
    await page.getByRole('cell', { name: 'Wilhelmina', exact: true }).waitFor();
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Open the audit log', exact: true }).click();
    await page.waitForURL(/\/settings\/audit$/);
    const row = page.getByRole('row').filter({ hasText: 'Staff member changed' }).first();
    await row.getByText(DEMO_ACCOUNTS.admin.name).waitFor();
    await row.getByText('Wilhelmina').waitFor();
    // The list answer may shorten an event; the detail request has all of it.
    const fullEventResponse = page.waitForResponse(/\/api\/audit-events\/[0-9a-f-]{36}$/);
    await row.click();
    expect((await (await fullEventResponse).json()).left_out).toBeNull();
    const drawer = page.getByRole('dialog', { name: 'Staff member changed' });
    await drawer.getByText('127.0.0.1').waitFor();
    await drawer.getByRole('tab', { name: 'What changed' }).click();
    const change = drawer.getByRole('row', { name: 'First name' });
    await eventually(() => change.getByRole('cell').allInnerTexts(), ['Dieter', 'Wilhelmina']);
    await page.keyboard.press('Escape');
    await press(page, 'Filter');
    await page.getByRole('menuitem', { name: 'Action', exact: true }).click();
    // The option list is long, so the test searches in it.
    await choose(page, 'Action', 'Organisation registered');
    await page.waitForURL(/action=customer\.create/);
    await page.goto('/settings/audit?action=staff.change');
    await page.getByText('1 row', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Action Staff member changed' }).waitFor();
    const download = page.waitForEvent('download');
    await press(page, 'Export');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^audit-events-\d{4}-\d\d-\d\d\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('Staff member changed');
    await waitForToast(page, 'Exported: Audit log');
  });

  journey('says who signed in, when, from where and with what, a moment later', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.second);
    await page.goto('/settings/audit?action=session.login');
    const row = page.getByRole('row').filter({ hasText: 'Signed in' }).first();
    await waitForPageLoaded(page);
    while (!(await row.isVisible())) {
      await page.reload();
      await waitForPageLoaded(page);
    }
    await row.getByText('127.0.0.1').waitFor();
    await row.click();
    const drawer = page.getByRole('dialog', { name: 'Signed in' });
    await drawer.getByRole('tab', { name: 'What changed' }).click();
    await drawer.getByRole('row', { name: 'Signed in through' }).getByText('Web app').waitFor();
    await drawer.getByRole('row', { name: 'Browser or program' }).getByText('Chrome').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  journey('shows platform staff all organisations or one, including their own views', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.platform);
    await page.goto('/settings/audit');
    await page.getByRole('columnheader', { name: 'Organisation' }).waitFor();
    await choose(page, 'Organisation', 'Bluefin Foods');
    await page.waitForURL(/of=\d+/);
    await page.getByRole('row').filter({ hasText: 'Viewed by platform staff' }).first().waitFor();
    await eventually(() => page.getByRole('cell', { name: 'Nordhafen Works' }).count(), 0);
    await page.getByRole('row').filter({ hasText: 'Viewed by platform staff' }).first().waitFor();
  });

  journey('and the settings have no axe violation at 1280 and 767 px, light and dark, both ways', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.second);
    const faults: string[] = [];
    for (const [routeIndex, path] of ['/settings', '/settings/audit'].entries()) {
      await page.goto(path);
      await waitForPageLoaded(page);
      const variants = allVariants(routeIndex);
      for (const [variantIndex, variant] of variants.entries()) {
        await applyVariant(page, variant);
        const rules = isRecoloured(variants[variantIndex - 1], variant) ? 'colours' : 'all';
        faults.push(
          ...(await axeViolations(page, rules)).map((problem) => `${path} ${describeVariant(variant)}: ${problem}`),
        );
        if ((await horizontalOverflow(page)) > 0) faults.push(`${path} ${describeVariant(variant)}: scrolls sideways`);
      }
    }
    expect(faults).toEqual([]);
  });
});
