import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually, waitUntil } from '../support/eventually';
import { navigateInApp } from '../support/explore-controls';
import { openOrganisation, openSignedInPage, type NewOrganisation } from '../support/journey-steps';
import { waitForPageLoaded } from '../support/screen-steps';

const COMMON_ROUTES = [
  ...['/home', '/category', '/training', '/add-staff', '/skil-master', '/assign-training', '/remove-training'],
  ...['/assign-target-skils', '/skill-evidence', '/settings', '/settings/audit'],
];
const REPORT_ROUTES = [
  ...['/quiz-report', '/skil-matrix-report', '/skil-matrix-report-datewise', '/targeted-matrix-report-datewise'],
  '/skil-wise-report',
];
const ADMIN_ROUTES = [
  ...COMMON_ROUTES,
  ...REPORT_ROUTES,
  ...['/training/quizzes', '/training/questions', '/add-staff/departments', '/add-staff/job-roles'],
  ...['/assign-target-skils/people', '/assign-target-skils/job-roles', '/customer-list', '/update-password'],
];
const LEARNER_ROUTES = [...COMMON_ROUTES, ...REPORT_ROUTES, '/my-training', '/my-skills'];
const PLATFORM_ROUTES = [
  '/home',
  '/customer-list',
  '/subscribers',
  '/subscription-packages',
  '/support-messages',
  '/settings',
];

/** Calls the API with the session of the page, eight requests at a time. Returns the answers in order. */
const call = (page: Page, calls: readonly { method?: string; path: string; body?: object }[]): Promise<any[]> =>
  page.evaluate(
    async (all) => {
      const headers = {
        Authorization: `Bearer ${localStorage.Auth_Token}`,
        EID: localStorage.EID,
        OID: localStorage.OID,
        'Content-Type': 'application/json',
      };
      const answers: unknown[] = [];
      for (let index = 0; index < all.length; index += 8) {
        const batch = all.slice(index, index + 8).map(async ({ method = 'POST', path, body }) => {
          const reply = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
          if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
          return reply.json();
        });
        answers.push(...(await Promise.all(batch)));
      }
      return answers;
    },
    calls as { method?: string; path: string; body?: object }[],
  );

const repeatCall = (count: number, path: string, body: (n: number) => object) =>
  Array.from({ length: count }, (_, n) => ({ path, body: body(n) }));
const person = (n: number) => ({
  staff_code: `P-${n}`,
  first_name: 'Ines',
  last_name: `Rao ${n}`,
  joined: '2024-03-01',
});
const skill = (n: number) => ({ skill_code: `S-${n}`, name: `Skill ${n}`, required_headcount: n === 1 ? 200 : 2 });

let product: ProductInBrowser;
/** Account that assigned the first training; the last test of this file reads its dashboard later. */
let firstOrganisation: NewOrganisation;
beforeAll(async () => {
  product = await openProduct({ SEED_DEMO: 'on' });
});
afterAll(() => product.close());

describe('the dashboard', () => {
  const checklist = (page: Page) => page.getByRole('heading', { name: 'Getting started' });

  journey('shows the getting-started checklist until all steps are done', async () => {
    const { page, registration: account } = await openOrganisation(product, 'Nordwerk Logistik');
    firstOrganisation = account;
    await checklist(page).waitFor();
    await page.getByText('0 of 7 done').waitFor();
    const [asha, forklift, category] = await call(page, [
      { path: '/api/staff', body: person(1) },
      { path: '/api/skills', body: skill(1) },
      { path: '/api/training-categories', body: { code: 'SAFE', name: 'Safety' } },
    ]);
    const training_id = await createTraining(page, category.category_id, forklift.skill_id);
    await page.reload();
    await page.getByText('3 of 7 done').waitFor();
    await call(page, [
      { path: `/api/trainings/${training_id}/publish` },
      {
        method: 'PUT',
        path: '/api/skill-targets/grid',
        body: { changes: [{ staff_id: asha.staff_id, skill_id: forklift.skill_id, level: 2 }] },
      },
    ]);
    await call(page, [
      {
        path: '/api/training-assignments/bulk',
        body: { staff_id: [asha.staff_id], training_id: [training_id] },
      },
    ]);
    await page.reload();
    await page.getByText('6 of 7 done').waitFor();
    await page.getByRole('link', { name: 'Invite people' }).click();
    await page.waitForURL(/\/add-staff\?invitation=not_invited/);
    await page.getByText('1 row', { exact: true }).waitFor();
    await call(page, [
      {
        method: 'PATCH',
        path: `/api/staff/${asha.staff_id}`,
        body: { email: `ines.first@example.org` },
      },
      { path: `/api/staff/${asha.staff_id}/invite`, body: { role: 'user' } },
    ]);
    await page.goto('/home');
    await page.getByRole('heading', { name: 'Largest gaps' }).waitFor();
    await waitForPageLoaded(page);
    await checklist(page).waitFor({ state: 'detached' });
  });

  journey('with more than 250,000 cells does not claim that every target is met', async () => {
    const { page } = await openOrganisation(product, 'Great Northern', { package: 'Enterprise' });
    const { people, skills } = await createLargeOrganisation(page);
    await call(page, [
      {
        method: 'PUT',
        path: '/api/skill-targets/grid',
        body: { changes: skills.slice(0, 12).map((skill_id) => ({ staff_id: people[0], skill_id, level: 3 })) },
      },
    ]);
    const pageTexts: string[] = [];
    page.on('response', (reply) => reply.status() === 422 && pageTexts.push(reply.url()));
    await page.reload();
    await page.getByRole('heading', { name: 'Largest gaps' }).waitFor();
    await eventually(() => page.getByRole('region', { name: 'Largest gaps' }).getByRole('listitem').count(), 10);
    await waitForPageLoaded(page);
    expect(await page.getByText('All targets are met').count()).toBe(0);
    expect(pageTexts).toEqual([]);
    await page.getByText('0 of 12 targets met').waitFor();
    await eventually(() => countTrackLengths(page), 1);
    // An error must not look like an empty list.
    await page.route('**/api/reports/skill-matrix/summary*', (route) =>
      route.fulfill({ status: 422, json: { statusCode: 422, code: 'too_many_cells', message: 'Too large.' } }),
    );
    await page.reload();
    await page.getByText('This matrix is too large to load.').waitFor();
    await waitForPageLoaded(page);
    expect(await page.getByText('All targets are met').count()).toBe(0);
    expect(await checklist(page).count()).toBe(0);
  });

  /** A training with a one-question quiz that can be published. */
  async function createTraining(page: Page, category_id: string, skill_id: string): Promise<string> {
    const source = { type: 'link', source_url: 'https://example.org/' };
    const options = ['Before each shift', 'Once a week'].map((text, index) => ({ text, fraction: 1 - index }));
    const [{ training_id }, { question_id }] = await call(page, [
      { path: '/api/trainings', body: { code: 'T-1', title: 'Driving', category_id, ...source } },
      { path: '/api/questions', body: { kind: 'single', text: 'When is the check made?', options } },
    ]);
    const [{ quiz_id }] = await call(page, [
      { path: '/api/quizzes', body: { training_id, title: 'Daily check' } },
      {
        method: 'PUT',
        path: `/api/trainings/${training_id}/skills`,
        body: [{ skill_id, min_score: 0, level: 3 }],
      },
    ]);
    await call(page, [{ method: 'PUT', path: `/api/quizzes/${quiz_id}/slots`, body: { slots: [{ question_id }] } }]);
    return training_id;
  }

  /** 1,001 people × 250 skills = 250,250 cells. */
  async function createLargeOrganisation(page: Page): Promise<{ people: string[]; skills: string[] }> {
    const people = await call(page, repeatCall(1_001, '/api/staff', person));
    const skills = await call(page, repeatCall(250, '/api/skills', skill));
    return { people: people.map(({ staff_id }) => staff_id), skills: skills.map(({ skill_id }) => skill_id) };
  }

  /** Number of different track lengths in "Least covered skills": bars of one chart share one scale. */
  const countTrackLengths = (page: Page): Promise<number> =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll('.sg-thin[aria-label] .rep-bar-track')];
      return new Set(all.map((track) => Math.round(track.getBoundingClientRect().width))).size;
    });
});

describe('the pages', () => {
  for (const [account, routes] of [
    ['admin', ADMIN_ROUTES],
    ['welder', LEARNER_ROUTES],
    ['platform', PLATFORM_ROUTES],
  ] as const) {
    journey(`carry their title, in the tab and above what they show, for ${account}`, async () => {
      const page = await openSignedInPage(product, DEMO_ACCOUNTS[account]);
      const titles = new Map<string, string>();
      for (const route of routes) {
        await navigateInApp(page, route);
        await waitForPageLoaded(page);
        const heading = page.getByRole('heading', { level: 1 });
        const readHeadings = async () => (await heading.allInnerTexts()).join();
        // Each page has one h1, the tab title repeats it, and no two pages share it.
        await eventually(async () => {
          const title = await readHeadings();
          return [route, await heading.count(), await page.title(), titles.get(title)].map((value) =>
            value === `${title} · Skilgrid` ? 'the heading' : value,
          );
        }, [route, 1, 'the heading', undefined]);
        titles.set(await readHeadings(), route);
      }
      await page.context().close();
    });
  }

  journey('show the time of cached figures and link each to its rows', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    const learning = page.getByRole('region', { name: 'Learning' });
    await learning.getByText(/^as of \d\d:\d\d$/).waitFor();
    const line = learning.getByRole('listitem').filter({ hasText: 'In progress' });
    const expectedCount = Number((await line.innerText()).match(/\d+/)![0]);
    expect(expectedCount).toBeGreaterThan(0);
    await line.getByRole('link', { name: 'In progress' }).click();
    await page.getByRole('heading', { level: 1, name: 'Remove Training' }).waitFor();
    await waitForPageLoaded(page);
    await eventually(() => page.locator('tbody tr[data-row-key]').count(), expectedCount);
    await page.goto('/home');
    const passes = page.getByRole('region', { name: 'Learning' }).getByRole('link', { name: /^Quizzes passed/ });
    await passes.waitFor();
    const [, submittedCount] = (await passes.innerText()).match(/([\d,]+) submitted since/)!;
    await passes.click();
    await page.getByRole('heading', { level: 1, name: 'Quiz Report' }).waitFor();
    await waitForPageLoaded(page);
    await page
      .getByRole('main')
      .getByText(new RegExp(`(^|[^\\d,])${submittedCount} rows`))
      .first()
      .waitFor();
    await page.context().close();
  });
});

describe('the dashboard after a later refresh', () => {
  journey('counts assignments made meanwhile', async () => {
    const page = await openSignedInPage(product, firstOrganisation);
    await page.getByRole('heading', { name: 'Largest gaps' }).waitFor();
    await waitForPageLoaded(page);
    // The figures were first cached before anything was assigned; a later refresh includes the assignment.
    const completionText = page.getByText(/^0 of 1 assignments completed/);
    await waitUntil(async () => {
      await page.reload();
      await page.getByRole('heading', { name: 'Largest gaps' }).waitFor();
      await waitForPageLoaded(page);
      return (await completionText.count()) > 0;
    }, 'the assignment is counted');
  });
});
