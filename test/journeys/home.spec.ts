import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo, until } from '../support/eventually';
import { goWithin } from '../support/explore';
import { openOrganisation, signedInAs, type NewOrganisation } from '../support/journey-steps';
import { settled } from '../support/screen-steps';

const OF_EVERYBODY = [
  ...['/home', '/category', '/training', '/add-staff', '/skil-master', '/assign-training', '/remove-training'],
  ...['/assign-target-skils', '/skill-evidence', '/settings', '/settings/audit'],
];
const REPORTS = [
  ...['/quiz-report', '/skil-matrix-report', '/skil-matrix-report-datewise', '/targeted-matrix-report-datewise'],
  '/skil-wise-report',
];
const OF_ADMIN = [
  ...OF_EVERYBODY,
  ...REPORTS,
  ...['/training/quizzes', '/training/questions', '/add-staff/departments', '/add-staff/job-roles'],
  ...['/assign-target-skils/people', '/assign-target-skils/job-roles', '/customer-list', '/update-password'],
];
const OF_LEARNER = [...OF_EVERYBODY, ...REPORTS, '/my-training', '/my-skills'];
const OF_PLATFORM = [
  '/home',
  '/customer-list',
  '/subscribers',
  '/subscription-packages',
  '/support-messages',
  '/settings',
];

/** The page's own calls, in the session of the page. Answers what each said, in order. */
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
      // A few at a time, as a busy office would.
      for (let at = 0; at < all.length; at += 8) {
        const some = all.slice(at, at + 8).map(async ({ method = 'POST', path, body }) => {
          const reply = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
          if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
          return reply.json();
        });
        answers.push(...(await Promise.all(some)));
      }
      return answers;
    },
    calls as { method?: string; path: string; body?: object }[],
  );

const many = (count: number, path: string, body: (n: number) => object) =>
  Array.from({ length: count }, (_, n) => ({ path, body: body(n) }));
const person = (n: number) => ({
  staff_code: `P-${n}`,
  first_name: 'Ines',
  last_name: `Rao ${n}`,
  joined: '2024-03-01',
});
const skill = (n: number) => ({ skill_code: `S-${n}`, name: `Skill ${n}`, required_headcount: n === 1 ? 200 : 2 });

let product: Visited;
/** Who has just assigned the first training: what they see of it some rounds later stands at the end of this file. */
let begun: NewOrganisation;
beforeAll(async () => {
  product = await openProduct({ SEED_DEMO: 'on' });
});
afterAll(() => product.close());

describe('the dashboard', () => {
  const checklist = (page: Page) => page.getByRole('heading', { name: 'Getting started' });

  journey('shows what to begin with until all of it is done, and then no longer', async () => {
    const { page, who } = await openOrganisation(product, 'Nordwerk Logistik');
    begun = who;
    await checklist(page).waitFor();
    await page.getByText('0 of 7 done').waitFor();
    const [asha, forklift, category] = await call(page, [
      { path: '/api/staff', body: person(1) },
      { path: '/api/skills', body: skill(1) },
      { path: '/api/training-categories', body: { code: 'SAFE', name: 'Safety' } },
    ]);
    const training_id = await written(page, category.category_id, forklift.skill_id);
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
    await settled(page);
    await checklist(page).waitFor({ state: 'detached' });
  });

  journey('of more than 250,000 cells says what it knows, and never that every target is met', async () => {
    const { page } = await openOrganisation(product, 'Great Northern', { package: 'Enterprise' });
    const { people, skills } = await enlarged(page);
    await call(page, [
      {
        method: 'PUT',
        path: '/api/skill-targets/grid',
        body: { changes: skills.slice(0, 12).map((skill_id) => ({ staff_id: people[0], skill_id, level: 3 })) },
      },
    ]);
    const whole: string[] = [];
    page.on('response', (reply) => reply.status() === 422 && whole.push(reply.url()));
    await page.reload();
    await page.getByRole('heading', { name: 'Largest gaps' }).waitFor();
    await comesTo(() => page.getByRole('region', { name: 'Largest gaps' }).getByRole('listitem').count(), 10);
    await settled(page);
    expect(await page.getByText('All targets are met').count()).toBe(0);
    expect(whole).toEqual([]);
    await page.getByText('0 of 12 targets met').waitFor();
    await comesTo(() => lengthsOfTracks(page), 1);
    // Refused, it says that: a refusal is no empty list.
    await page.route('**/api/reports/skill-matrix/summary*', (route) =>
      route.fulfill({ status: 422, json: { statusCode: 422, code: 'too_many_cells', message: 'Too large.' } }),
    );
    await page.reload();
    await page.getByText('This matrix is too large to load.').waitFor();
    await settled(page);
    expect(await page.getByText('All targets are met').count()).toBe(0);
    expect(await checklist(page).count()).toBe(0);
  });

  /** A training with a quiz of one question, ready to be published. */
  async function written(page: Page, category_id: string, skill_id: string): Promise<string> {
    const source = { type: 'link', source_url: 'https://example.org/' };
    const options = ['Before each shift', 'Once a week'].map((text, at) => ({ text, fraction: 1 - at }));
    const [{ training_id }, { question_id }] = await call(page, [
      { path: '/api/trainings', body: { code: 'T-1', title: 'Driving', category_id, ...source } },
      { path: '/api/questions', body: { kind: 'single', text: 'When is the check made?', options } },
    ]);
    const [{ quiz_id }] = await call(page, [
      { path: '/api/quizzes', body: { training_id, title: 'Daily check' } },
      {
        ...{ method: 'PUT', path: `/api/trainings/${training_id}/skills` },
        body: [{ skill_id, min_score: 0, level: 3 }],
      },
    ]);
    await call(page, [{ method: 'PUT', path: `/api/quizzes/${quiz_id}/slots`, body: { slots: [{ question_id }] } }]);
    return training_id;
  }

  /** A thousand and one people by 250 skills: 250,250 cells. */
  async function enlarged(page: Page): Promise<{ people: string[]; skills: string[] }> {
    const people = await call(page, many(1_001, '/api/staff', person));
    const skills = await call(page, many(250, '/api/skills', skill));
    return { people: people.map(({ staff_id }) => staff_id), skills: skills.map(({ skill_id }) => skill_id) };
  }

  /** How many lengths the tracks of "Least covered skills" have: bars below each other share one scale. */
  const lengthsOfTracks = (page: Page): Promise<number> =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll('.sg-thin[aria-label] .rep-bar-track')];
      return new Set(all.map((track) => Math.round(track.getBoundingClientRect().width))).size;
    });
});

describe('the pages', () => {
  for (const [who, routes] of [
    ['admin', OF_ADMIN],
    ['welder', OF_LEARNER],
    ['platform', OF_PLATFORM],
  ] as const) {
    journey(`carry their title, in the tab and above what they show, for ${who}`, async () => {
      const page = await signedInAs(product, DEMO_ACCOUNTS[who]);
      const titles = new Map<string, string>();
      for (const route of routes) {
        await goWithin(page, route);
        await settled(page);
        const heading = page.getByRole('heading', { level: 1 });
        const words = async () => (await heading.allInnerTexts()).join();
        // One heading, the tab says it, and no other page does.
        await comesTo(async () => {
          const title = await words();
          return [route, await heading.count(), await page.title(), titles.get(title)].map((said) =>
            said === `${title} · Skilgrid` ? 'the heading' : said,
          );
        }, [route, 1, 'the heading', undefined]);
        titles.set(await words(), route);
      }
      await page.context().close();
    });
  }

  journey('say of when the kept figures are, and each leads to the rows that it counts', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
    const learning = page.getByRole('region', { name: 'Learning' });
    await learning.getByText(/^as of \d\d:\d\d$/).waitFor();
    const line = learning.getByRole('listitem').filter({ hasText: 'In progress' });
    const amount = Number((await line.innerText()).match(/\d+/)![0]);
    expect(amount).toBeGreaterThan(0);
    await line.getByRole('link', { name: 'In progress' }).click();
    await page.getByRole('heading', { level: 1, name: 'Remove Training' }).waitFor();
    await settled(page);
    await comesTo(() => page.locator('tbody tr[data-row-key]').count(), amount);
    await page.goto('/home');
    const passes = page.getByRole('region', { name: 'Learning' }).getByRole('link', { name: /^Quizzes passed/ });
    await passes.waitFor();
    const [, submitted] = (await passes.innerText()).match(/([\d,]+) submitted since/)!;
    await passes.click();
    await page.getByRole('heading', { level: 1, name: 'Quiz Report' }).waitFor();
    await settled(page);
    await page
      .getByRole('main')
      .getByText(new RegExp(`(^|[^\\d,])${submitted} rows`))
      .first()
      .waitFor();
    await page.context().close();
  });
});

describe('the dashboard, some rounds later', () => {
  journey('tells what was assigned meanwhile', async () => {
    const page = await signedInAs(product, begun);
    await page.getByRole('heading', { name: 'Largest gaps' }).waitFor();
    await settled(page);
    // Counted while nothing was assigned yet, or not at all: what was assigned now is told by one of the next rounds.
    const counted = page.getByText(/^0 of 1 assignments completed/);
    await until(async () => {
      await page.reload();
      await page.getByRole('heading', { name: 'Largest gaps' }).waitFor();
      await settled(page);
      return (await counted.count()) > 0;
    }, 'the assignment is counted');
  });
});
