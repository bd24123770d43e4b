import { readFileSync } from 'node:fs';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { choose, command, openMenu, press, signedInAs, toast } from '../support/journey-steps';
import { overflow, settled, violations } from '../support/screen-steps';
import { everyVariant, isRecoloured, sayVariant, takeVariant } from '../support/variants';

describe('the audit log', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('says in words who changed what, before and after, and can be taken along', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
    await openMenu(page, 'Staff Master');
    await page.getByRole('cell', { name: 'Ahrens', exact: true }).waitFor();
    await command(page, 'Dieter Ahrens', 'Edit');
    const first = page.getByRole('textbox', { name: 'First name' });
    await comesTo(() => first.inputValue(), 'Dieter');
    await first.fill('Wilhelmina');
    await press(page, 'Save');
    await page.getByRole('cell', { name: 'Wilhelmina', exact: true }).waitFor();
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Open the audit log', exact: true }).click();
    await page.waitForURL(/\/settings\/audit$/);
    const row = page.getByRole('row').filter({ hasText: 'Staff member changed' }).first();
    await row.getByText(DEMO_ACCOUNTS.admin.name).waitFor();
    await row.getByText('Wilhelmina').waitFor();
    // A list may tell the beginning of its facts only.
    const whole = page.waitForResponse(/\/api\/audit-events\/[0-9a-f-]{36}$/);
    await row.click();
    expect((await (await whole).json()).left_out).toBeNull();
    const drawer = page.getByRole('dialog', { name: 'Staff member changed' });
    await drawer.getByText('127.0.0.1').waitFor();
    await drawer.getByRole('tab', { name: 'What changed' }).click();
    const change = drawer.getByRole('row', { name: 'First name' });
    await comesTo(() => change.getByRole('cell').allInnerTexts(), ['Dieter', 'Wilhelmina']);
    await page.keyboard.press('Escape');
    await press(page, 'Filter');
    await page.getByRole('menuitem', { name: 'Action', exact: true }).click();
    // Those that are there to choose from are many: they are searched.
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
    await toast(page, 'Exported: Audit log');
  });

  journey('says who signed in, when, from where and with what, a moment later', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.second);
    await page.goto('/settings/audit?action=session.login');
    const row = page.getByRole('row').filter({ hasText: 'Signed in' }).first();
    await settled(page);
    while (!(await row.isVisible())) {
      await page.reload();
      await settled(page);
    }
    await row.getByText('127.0.0.1').waitFor();
    await row.click();
    const drawer = page.getByRole('dialog', { name: 'Signed in' });
    await drawer.getByRole('tab', { name: 'What changed' }).click();
    await drawer.getByRole('row', { name: 'Signed in through' }).getByText('Web app').waitFor();
    await drawer.getByRole('row', { name: 'Browser or program' }).getByText('Chrome').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  journey('is everybody’s for platform staff, or one organisation’s, which that organisation can read', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.platform);
    await page.goto('/settings/audit');
    await page.getByRole('columnheader', { name: 'Organisation' }).waitFor();
    await choose(page, 'Organisation', 'Bluefin Foods');
    await page.waitForURL(/of=\d+/);
    await page.getByRole('row').filter({ hasText: 'Viewed by platform staff' }).first().waitFor();
    await comesTo(() => page.getByRole('cell', { name: 'Nordhafen Works' }).count(), 0);
    await page.getByRole('row').filter({ hasText: 'Viewed by platform staff' }).first().waitFor();
  });

  journey('and the settings have no axe violation at 1280 and 767 px, light and dark, both ways', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.second);
    const found: string[] = [];
    for (const [turn, path] of ['/settings', '/settings/audit'].entries()) {
      await page.goto(path);
      await settled(page);
      const variants = everyVariant(turn);
      for (const [at, variant] of variants.entries()) {
        await takeVariant(page, variant);
        const of = isRecoloured(variants[at - 1], variant) ? 'colours' : 'all';
        found.push(...(await violations(page, of)).map((problem) => `${path} ${sayVariant(variant)}: ${problem}`));
        if ((await overflow(page)) > 0) found.push(`${path} ${sayVariant(variant)}: scrolls sideways`);
      }
    }
    expect(found).toEqual([]);
  });
});
