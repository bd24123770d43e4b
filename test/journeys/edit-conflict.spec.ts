import type { Page } from 'playwright-core';
import { addCategory, addSkill, addStaff, addTraining } from '../support/authoring-steps';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { choose, dialog, openMenu, openOrganisation, press, waitForToast } from '../support/journey-steps';
import { waitForPageLoaded } from '../support/screen-steps';

const TITLE = 'Someone else has changed this in the meantime';

/** How to open the form of one record, which field it edits, and how it saves. */
interface Form {
  path: string;
  record: string;
  field: string;
  label: string;
  save: string;
  /** The form stays on its page and may already show another user's change before the user chooses. */
  follows?: true;
  done?: (page: Page) => Promise<void>;
}

describe('two windows that edit the same record', () => {
  let product: ProductInBrowser;
  let page: Page;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('get a conflict in every form: Review keeps both changes, Overwrite the own one', async () => {
    ({ page } = await openOrganisation(product, 'Two Windows'));
    await disableLiveUpdates(page);
    await addStaff(page, 'S-1', 'Tove', 'Lund');
    const staff = await idOf(page, 'staff');
    await addSkill(page, 'WELD', 'Welding');
    const skill = await idOf(page, 'skills');
    await addCategory(page, 'SAFE', 'Safety');
    const category = await idOf(page, 'training-categories');
    await addTraining(page, { code: 'T-1', title: 'Forklift', category: 'Safety' });
    const training = new URL(page.url()).pathname;
    const customer = await page.evaluate(() => localStorage.getItem('Customer_Id'));
    const name = { field: 'name', label: 'Name', save: 'Save' };
    const forms: Form[] = [
      {
        ...name,
        path: `/add-staff?edit=${staff}`,
        record: `staff/${staff}`,
        field: 'first_name',
        label: 'First name',
      },
      { ...name, path: `/skil-master?edit=${skill}`, record: `skills/${skill}` },
      { ...name, path: `/category?edit=${category}`, record: `training-categories/${category}` },
      {
        ...name,
        path: training,
        record: `trainings/${await idOf(page, 'trainings')}`,
        field: 'title',
        label: 'Title',
        follows: true,
      },
      {
        path: `/registration?Editdata=${customer}`,
        record: `customers/${customer}`,
        field: 'customer_name',
        label: 'Customer Name',
        save: 'Update',
        done: (each) => press(dialog(each, 'Success'), 'Ok'),
      },
    ];
    for (const form of forms) {
      await conflict(form, 'Overwrite');
      await conflict(form, 'Review');
    }
  });

  journey('see it in the second window as well, when both are a person’s', async () => {
    ({ page } = await openOrganisation(product, 'Two People'));
    await disableLiveUpdates(page);
    await addStaff(page, 'S-1', 'Tove', 'Lund');
    const path = `/add-staff?edit=${await idOf(page, 'staff')}`;
    const other = await page.context().newPage();
    for (const each of [page, other]) {
      await each.goto(path);
      await eventually(() => each.getByRole('textbox', { name: 'First name' }).inputValue(), 'Tove');
    }
    await other.getByRole('textbox', { name: 'First name' }).fill('Tova');
    await press(other, 'Save');
    await other.getByRole('cell', { name: 'Tova', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Last name' }).fill('Lunde');
    await press(page, 'Save');
    await press(dialog(page, TITLE), 'Review');
    await page.getByText('Changed by someone else: First name.').waitFor();
    await eventually(() => page.getByRole('textbox', { name: 'First name' }).inputValue(), 'Tova');
    await eventually(() => page.getByRole('textbox', { name: 'Last name' }).inputValue(), 'Lunde');
    await press(page, 'Save');
    await page.getByRole('cell', { name: 'Lunde', exact: true }).waitFor();
    await page.getByRole('cell', { name: 'Tova', exact: true }).waitFor();
  });

  /** Without live updates the page learns of the other change only when it saves. */
  const disableLiveUpdates = (each: Page): Promise<unknown> =>
    each.context().route('**/api/live', (route) => route.fulfill({ status: 404 }));

  /** Another client saves the record while the form is open; then the form is saved. */
  async function conflict(form: Form, choice: 'Review' | 'Overwrite'): Promise<void> {
    const { record, field } = form;
    await page.goto(form.path);
    const input = page.getByLabel(form.label, { exact: true }).first();
    const original = (await readRecord(page, record))[field] as string;
    await page.waitForFunction(
      (value) => [...document.querySelectorAll('input')].some((element) => element.value === value),
      original,
    );
    expect(await call(page, 'PATCH', `/api/${record}`, { [field]: `${original} theirs` })).toBe(200);
    await input.fill(`${original} mine`);
    await press(page, form.save);
    const conflictDialog = dialog(page, TITLE);
    await conflictDialog.waitFor();
    expect((await readRecord(page, record))[field]).toBe(`${original} theirs`);
    const waitForSave = (): Promise<unknown> =>
      page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    const overwriteResponse = choice === 'Overwrite' ? waitForSave() : null;
    await press(conflictDialog, choice);
    if (overwriteResponse) await overwriteResponse;
    else {
      await conflictDialog.waitFor({ state: 'hidden' });
      if (!form.follows) await page.getByText(/^Changed by someone else: /).waitFor();
      // The page reads the other version before it saves over it.
      await waitForPageLoaded(page);
      // The user's own text is still in the field; only this save stores it.
      await page.waitForFunction(
        (value) => [...document.querySelectorAll('input')].some((element) => element.value === value),
        `${original} mine`,
      );
      await Promise.all([waitForSave(), press(page, form.save)]);
    }
    await form.done?.(page);
    expect((await readRecord(page, record))[field]).toBe(`${original} mine`);
  }

  journey('do not replace each other’s list of the skills that a training gives', async () => {
    ({ page } = await openOrganisation(product, 'Two Lists'));
    await disableLiveUpdates(page);
    await addSkill(page, 'LIFT', 'Lifting');
    await addCategory(page, 'SAFE', 'Safety');
    await addTraining(page, { code: 'T-1', title: 'Forklift', category: 'Safety' });
    const path = `${new URL(page.url()).pathname}/skills`;
    const id = path.split('/')[2]!;
    await page.goto(path);
    await press(page, 'Add skill');
    await page.getByRole('combobox', { name: 'Skill', exact: true }).click();
    await page.locator('.ant-select-dropdown:visible').getByText('Lifting').first().click();
    // The change of the second window, sent as a plain API call.
    const skill_id = await idOf(page, 'skills');
    const status = await call(page, 'PUT', `/api/trainings/${id}/skills`, [{ skill_id, min_score: 50, level: 1 }]);
    expect(status).toBe(200);
    const conflictResponse = page.waitForResponse((answer) => answer.status() === 412);
    await press(page, 'Save');
    await conflictResponse;
    await press(dialog(page, TITLE), 'Review');
    await page.locator('.trn-skills').getByRole('listitem').nth(1).waitFor();
    await press(page, 'Save');
    await waitForToast(page, 'Skills saved');
    await page.reload();
    await page.locator('.trn-skills').getByRole('listitem').nth(1).waitFor();
    await openMenu(page, 'Training List');
  });

  journey(
    'do not replace each other’s settings of the organisation, and nothing chosen is lost on the way',
    async () => {
      ({ page } = await openOrganisation(product, 'Two Settings'));
      await disableLiveUpdates(page);
      await page.goto('/settings');
      const form = page.locator('#language');
      await choose(form, 'Language of new accounts', 'German');
      expect(await call(page, 'PATCH', '/api/settings', { financial_year_start_month: 1 })).toBe(200);
      await press(form, 'Save');
      await press(dialog(page, TITLE), 'Review');
      await form.getByText('Changed by someone else: Financial year starts in.').waitFor();
      await form.locator('.ant-select').getByText('German').waitFor();
      // Unsaved choices need a confirmation.
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await press(page.getByRole('dialog'), 'Keep editing');
      await press(form, 'Save');
      await waitForToast(page, 'The settings were saved.');
      expect(await readRecord(page, 'settings')).toMatchObject({
        financial_year_start_month: 1,
        default_language: 'de',
      });

      await choose(form, 'Language of new accounts', 'French');
      expect(await call(page, 'PATCH', '/api/settings', { default_language: 'it' })).toBe(200);
      await press(form, 'Save');
      await press(dialog(page, TITLE), 'Overwrite');
      await waitForToast(page, 'The settings were saved.');
      await eventually(async () => (await readRecord(page, 'settings')).default_language, 'fr');
    },
  );
});

/** Id of the only record of this resource. */
const idOf = (page: Page, resource: string): Promise<string> =>
  page.evaluate(async (name) => {
    const { Auth_Token, EID, OID } = localStorage as unknown as Record<string, string>;
    const headers = { Authorization: `Bearer ${Auth_Token}`, EID: EID!, OID: OID! };
    const rows = (await (await fetch(`/api/${name}`, { headers })).json()) as { id: string }[];
    return rows[0]!.id;
  }, resource);

const readRecord = (page: Page, record: string): Promise<Record<string, unknown>> =>
  page.evaluate(async (name) => {
    const { Auth_Token, EID, OID } = localStorage as unknown as Record<string, string>;
    const headers = { Authorization: `Bearer ${Auth_Token}`, EID: EID!, OID: OID! };
    return (await (await fetch(`/api/${name}`, { headers })).json()) as Record<string, unknown>;
  }, record);

const call = (page: Page, method: string, path: string, body: unknown): Promise<number> =>
  page.evaluate(
    async ([verb, target, payload]) => {
      const { Auth_Token, EID, OID } = localStorage as unknown as Record<string, string>;
      const headers = {
        Authorization: `Bearer ${Auth_Token}`,
        EID: EID!,
        OID: OID!,
        'Content-Type': 'application/json',
      };
      return (await fetch(target!, { method: verb!, headers, body: payload! })).status;
    },
    [method, path, JSON.stringify(body)] as const,
  );
